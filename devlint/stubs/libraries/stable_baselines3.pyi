"""What Stable-Baselines3 does to devices: an algorithm moves its policy to the GPU, where there is one.

Source: version 2.9, by calls on simulated GPUs and its source.
"""

with module("stable_baselines3.common.policies"):

    @names("ActorCriticPolicy", "ActorCriticCnnPolicy", "MultiInputActorCriticPolicy")
    class Policy(Model):
        def __call__(self, obs: Batch[self]) -> tuple[Tensor[self], Tensor[self], Tensor[self]]: ...
        def forward(self, obs: Batch[self]) -> tuple[Tensor[self], Tensor[self], Tensor[self]]: ...
        def predict_values(self, obs: Batch[self]) -> Tensor[self]: ...
        def get_distribution(self, obs: Batch[self]) -> Unknown: ...
        def evaluate_actions(self, obs: Batch[self], actions: Tensor[self]) -> tuple[Tensor[self], Tensor[self], Tensor[self]]: ...
        def obs_to_tensor(self, observation) -> tuple[Batch[self], Number]: ...
        def predict(self, observation) -> tuple[Array, Unknown]: ...
        device: Device[self]

with module("stable_baselines3.dqn.policies"):

    class QNetwork(Model):
        def __call__(self, obs: Batch[self]) -> Tensor[self]: ...

with module("stable_baselines3.common.base_class"):

    @names("BaseAlgorithm")
    class Algorithm(At[device]):
        def __init__(self, policy, env, *, device: Device = accelerator): ...
        def predict(self, observation) -> tuple[Array, Unknown]: ...
        policy: Policy[self]
        device: Device[self]

with module("stable_baselines3", "stable_baselines3.*", "sb3_contrib", "sb3_contrib.*"):

    @names("PPO", "A2C", "TRPO", "RecurrentPPO", "MaskablePPO")
    class OnPolicy(Algorithm):
        @classmethod
        def load(cls, path, env=None, device: Device = accelerator) -> OnPolicy[device]: ...

    @names("DQN", "QRDQN")
    class DQN(Algorithm):
        @classmethod
        def load(cls, path, env=None, device: Device = accelerator) -> DQN[device]: ...
        q_net: QNetwork[self]
        q_net_target: QNetwork[self]

with module("stable_baselines3.common.torch_layers"):

    # read: it has no weights itself, those of subclasses have; its samples run ``forward``
    class BaseFeaturesExtractor(Model):
        @called_back
        def forward(self, observations: Tensor[self]): ...
