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

device = "mps:0" if torch.backends.mps.is_available() else "cpu"
num_cells = 64
frames_per_batch = 200
total_frames = 400
num_epochs = 2

base_env = GymEnv("InvertedDoublePendulum-v4", device=device)  # wanted

env = TransformedEnv(
    base_env,
    Compose(
        DoubleToFloat(),
        ObservationNorm(in_keys=["observation"]),
        StepCounter(),
    ),
)
env.transform[1].init_stats(num_iter=100, reduce_dim=0, cat_dim=0)
print("normalised with", env.transform[1].loc.shape)


def mlp(outputs):
    return nn.Sequential(
        nn.LazyLinear(num_cells, device=device),
        nn.Tanh(),
        nn.LazyLinear(num_cells, device=device),
        nn.Tanh(),
        nn.LazyLinear(outputs, device=device),
    )


actor_net = nn.Sequential(mlp(2 * env.action_spec.shape[-1]), NormalParamExtractor())
policy_module = ProbabilisticActor(
    module=TensorDictModule(actor_net, in_keys=["observation"], out_keys=["loc", "scale"]),
    in_keys=["loc", "scale"],
    distribution_class=TanhNormal,
    distribution_kwargs={"low": -1.0, "high": 1.0},
    return_log_prob=True,
)
value_module = ValueOperator(module=mlp(1), in_keys=["observation"])

start = env.reset().to(device)
policy_module(start)
value_module(start)

collector = SyncDataCollector(
    env, policy_module, frames_per_batch=frames_per_batch, total_frames=total_frames, device=device
)
advantage_module = GAE(gamma=0.99, lmbda=0.95, value_network=value_module, average_gae=True)
loss_module = ClipPPOLoss(policy_module, value_module, clip_epsilon=0.2)
optimizer = torch.optim.Adam(loss_module.parameters(), 3e-4)

for batch in collector:
    for _ in range(num_epochs):
        advantage_module(batch)
        losses = loss_module(batch)
        loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
        loss.backward()
        torch.nn.utils.clip_grad_norm_(loss_module.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
    print("reward", batch["next", "reward"].mean().item())
