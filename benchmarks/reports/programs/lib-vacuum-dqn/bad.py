import gym
import numpy as np
import torch
import tianshou as ts
from gym import spaces
from tianshou.utils import TensorboardLogger
from tianshou.utils.net.common import MLP
from torch import nn
from torch.utils.tensorboard import SummaryWriter


class VacuumLand(gym.Env):
    def __init__(self, height=10, width=10, trash=10, as_image=False, penalty=True, seed=0):
        self.height, self.width, self.trash, self.penalty = height, width, trash, penalty
        self.observation_space = spaces.Box(0, 2, (height, width), dtype=np.float32)
        self.action_space = spaces.Discrete(5)
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.field = np.zeros((self.height, self.width), dtype=np.float32)
        places = self.rng.choice(self.height * self.width, self.trash, replace=False)
        self.field.flat[places] = 1
        self.at = [0, 0]
        return self._seen()

    def _seen(self):
        seen = self.field.copy()
        seen[self.at[0], self.at[1]] = 2
        return seen

    def step(self, action):
        moves = [(0, 1), (1, 0), (0, -1), (-1, 0), (0, 0)]
        self.at[0] = int(np.clip(self.at[0] + moves[action][0], 0, self.height - 1))
        self.at[1] = int(np.clip(self.at[1] + moves[action][1], 0, self.width - 1))
        reward = -0.1 if self.penalty else 0.0
        if self.field[self.at[0], self.at[1]] == 1:
            self.field[self.at[0], self.at[1]] = 0
            reward += 1
        return self._seen(), reward, self.field.sum() == 0, {}


class Net(nn.Module):
    def __init__(self, state_shape, action_shape):
        super().__init__()
        self.model = nn.Sequential(
            nn.Linear(np.prod(state_shape), 128), nn.ReLU(inplace=True),
            nn.Linear(128, 128), nn.ReLU(inplace=True),
            nn.Linear(128, 128), nn.ReLU(inplace=True),
            nn.Linear(128, np.prod(action_shape)),
        )

    def forward(self, obs, state=None, info={}):
        if not isinstance(obs, torch.Tensor):
            obs = torch.tensor(obs, dtype=torch.float)
        batch = obs.shape[0]
        logits = self.model(obs.view(batch, -1))  # wanted
        return logits, state


gym.envs.registration.register(
    id="VacuumLand-v0",
    entry_point=VacuumLand,
    max_episode_steps=100,
    kwargs={"height": 10, "width": 10, "trash": 10, "as_image": False, "penalty": True, "seed": 0},
)

task = "VacuumLand-v0"
lr, epoch, batch_size = 1e-3, 10, 64
train_num, test_num = 10, 10
gamma, n_step, target_freq = 0.9, 10, 320
buffer_size = 20000
eps_train, eps_test = 0.1, 0.05
step_per_epoch, step_per_collect = 10000, 10
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
logger = TensorboardLogger(SummaryWriter("log/dqn"))

train_envs = ts.env.DummyVectorEnv([lambda: gym.make(task) for _ in range(train_num)])
test_envs = ts.env.DummyVectorEnv([lambda: gym.make(task) for _ in range(test_num)])

env = gym.make(task)
state_shape = env.observation_space.shape or env.observation_space.n
action_shape = env.action_space.shape or env.action_space.n
net = Net(state_shape, action_shape).to(device)
optim = torch.optim.Adam(net.parameters(), lr=lr)

policy = ts.policy.DQNPolicy(net, optim, gamma, n_step, target_update_freq=target_freq)
train_collector = ts.data.Collector(policy, train_envs, ts.data.VectorReplayBuffer(buffer_size, train_num), exploration_noise=True)
test_collector = ts.data.Collector(policy, test_envs, exploration_noise=True)

result = ts.trainer.offpolicy_trainer(
    policy, train_collector, test_collector, epoch, step_per_epoch, step_per_collect,
    test_num, batch_size, update_per_step=1 / step_per_collect,
    train_fn=lambda epoch, env_step: policy.set_eps(eps_train),
    test_fn=lambda epoch, env_step: policy.set_eps(eps_test),
    stop_fn=lambda mean_rewards: mean_rewards >= 9,
    logger=logger,
)
print(f'Finished training! Use {result["duration"]}')
