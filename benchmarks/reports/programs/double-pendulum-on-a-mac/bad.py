import torch
from tensordict.nn import TensorDictModule
from tensordict.nn.distributions import NormalParamExtractor
from torch import nn
from torchrl.collectors import SyncDataCollector
from torchrl.envs import Compose, DoubleToFloat, ObservationNorm, StepCounter, TransformedEnv
from torchrl.envs.libs.gym import GymEnv
from torchrl.modules import ProbabilisticActor, TanhNormal, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

accelerator = "mps:0" if torch.backends.mps.is_available() else "cpu"
width = 64
frames_each = 200
frames_in_all = 400
passes = 2

pendulum = GymEnv("InvertedDoublePendulum-v4", device=accelerator)  # wanted

world = TransformedEnv(
    pendulum,
    Compose(
        DoubleToFloat(),
        ObservationNorm(in_keys=["observation"]),
        StepCounter(),
    ),
)
world.transform[1].init_stats(num_iter=100, reduce_dim=0, cat_dim=0)
print("normalised with", world.transform[1].loc.shape)


def mlp(outputs):
    return nn.Sequential(
        nn.LazyLinear(width, device=accelerator),
        nn.Tanh(),
        nn.LazyLinear(width, device=accelerator),
        nn.Tanh(),
        nn.LazyLinear(outputs, device=accelerator),
    )


actor = nn.Sequential(mlp(2 * world.action_spec.shape[-1]), NormalParamExtractor())
policy = ProbabilisticActor(
    module=TensorDictModule(actor, in_keys=["observation"], out_keys=["loc", "scale"]),
    in_keys=["loc", "scale"],
    distribution_class=TanhNormal,
    distribution_kwargs={"low": -1.0, "high": 1.0},
    return_log_prob=True,
)
critic = ValueOperator(module=mlp(1), in_keys=["observation"])

start = world.reset().to(accelerator)
policy(start)
critic(start)

collector = SyncDataCollector(
    world, policy, frames_per_batch=frames_each, total_frames=frames_in_all, device=accelerator
)
advantages = GAE(gamma=0.99, lmbda=0.95, value_network=critic, average_gae=True)
objective = ClipPPOLoss(policy, critic, clip_epsilon=0.2)
optimizer = torch.optim.Adam(objective.parameters(), 3e-4)

for batch in collector:
    for _ in range(passes):
        advantages(batch)
        losses = objective(batch)
        loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
        loss.backward()
        torch.nn.utils.clip_grad_norm_(objective.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
    print("reward", batch["next", "reward"].mean().item())
