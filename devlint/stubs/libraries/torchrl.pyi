"""What TorchRL does to devices: a replay buffer gives batches where its storage is, environments are where they are made.

Source: version 0.14, by calls on simulated GPUs and its source.
"""

with module("torchrl.envs", "torchrl.envs.libs", "torchrl.envs.libs.gym"):

    # read: it shows no place itself; the programs in tests/stubs/programs run it
    @names("GymEnv", "GymWrapper")
    class Environment(At[device]):
        def __init__(self, env_name=None, *, device: Device = default): ...
        def rollout(self, max_steps, policy: Model[self] = None) -> Batch[self]: ...
        def reset(self, tensordict=None) -> Batch[self]: ...

with module("torchrl.data", "torchrl.data.replay_buffers", "torchrl.data.replay_buffers.*"):

    @names("LazyTensorStorage", "LazyMemmapStorage")
    class Storage(At[device]):
        def __init__(self, max_size, *, device: Device = cpu): ...

    # read: the simulator has no empty_like of a TensorDict
    @names("TensorDictReplayBuffer", "TensorDictPrioritizedReplayBuffer")
    class ReplayBuffer(At[storage]):
        def __init__(self, *, storage): ...
        def sample(self, batch_size=None) -> Batch[self]: ...

with module("torchrl.modules", "torchrl.modules.tensordict_module", "torchrl.modules.tensordict_module.*"):

    @names("QValueActor", "ValueOperator", "Actor")
    class Operator(Model[module]):
        def __init__(self, module): ...
        def __call__(self, tensordict: Batch[self]) -> Same[tensordict]: ...

with module("torchrl.objectives", "torchrl.objectives.*"):

    class DQNLoss(At[value_network]):
        def __init__(self, value_network): ...
        def __call__(self, tensordict: Batch[self]) -> Batch[self]: ...

with module("torchrl.objectives.value", "torchrl.objectives.value.*"):

    # read: the buffers of its own are numbers, and stay on the CPU; what it computes with is its network
    class GAE(At[value_network]):
        def __init__(self, *, value_network): ...
        def __call__(self, tensordict: Batch[self]) -> Same[tensordict]: ...
