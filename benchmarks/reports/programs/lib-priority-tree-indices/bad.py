from itertools import chain

import gymnasium as gym
import numpy as np
import torch as th
import torch.nn as nn
import torch.nn.functional as F
from torch import optim


class SumTree:
    def __init__(self, capacity):
        self.levels = []
        width = 1
        for _ in range(int(np.ceil(np.log2(capacity))) + 1):
            self.levels.append(np.zeros(width))
            width *= 2

    def sample(self, n):
        query = np.random.uniform(0, self.levels[0][0], size=n)
        place = np.zeros(n, dtype=int)
        for level in self.levels[1:]:
            place *= 2
            left = level[place]
            right = np.greater(query, left)
            place += right
            query -= left * right
        return place

    def set(self, place, value):
        diff = value - self.levels[-1][place]
        for level in self.levels[::-1]:
            np.add.at(level, place, diff)
            place //= 2

    def batch_set(self, places, values):
        places, first = np.unique(places, return_index=True)
        diff = values[first] - self.levels[-1][places]
        for level in self.levels[::-1]:
            np.add.at(level, places, diff)
            places //= 2


class PrioritizedBuffer:
    def __init__(self, obs_shape, action_dim, rew_dim=1, max_size=1024):
        self.max_size, self.at, self.size = max_size, 0, 0
        self.obs = np.zeros((max_size,) + obs_shape, dtype=np.float32)
        self.next_obs = np.zeros((max_size,) + obs_shape, dtype=np.float32)
        self.actions = np.zeros((max_size, action_dim), dtype=np.float32)
        self.rewards = np.zeros((max_size, rew_dim), dtype=np.float32)
        self.dones = np.zeros((max_size, 1), dtype=np.float32)
        self.tree = SumTree(max_size)
        self.least = 1e-5

    def add(self, obs, action, reward, next_obs, done):
        self.obs[self.at] = obs
        self.actions[self.at] = action
        self.rewards[self.at] = reward
        self.next_obs[self.at] = next_obs
        self.dones[self.at] = done
        self.tree.set(self.at, self.least)
        self.at = (self.at + 1) % self.max_size
        self.size = min(self.size + 1, self.max_size)

    def sample(self, n, to_tensor=False, device=None):
        idxes = self.tree.sample(n)
        parts = (self.obs[idxes], self.actions[idxes], self.rewards[idxes], self.next_obs[idxes], self.dones[idxes], idxes)
        if to_tensor:
            return tuple(map(lambda x: th.tensor(x).to(device), parts))
        return parts

    def update_priorities(self, idxes, priorities):
        self.least = max(self.least, priorities.max())
        self.tree.batch_set(idxes, priorities)


class QNet(nn.Module):
    def __init__(self, obs_dim, action_dim, rew_dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim + action_dim + rew_dim, 64), nn.ReLU(), nn.Linear(64, rew_dim))

    def forward(self, obs, action, w):
        return self.body(th.cat((obs, action, w), dim=1))


class Policy(nn.Module):
    def __init__(self, obs_dim, action_dim, rew_dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim + rew_dim, 64), nn.ReLU(), nn.Linear(64, action_dim), nn.Tanh())

    def forward(self, obs, w):
        return self.body(th.cat((obs, w), dim=1))


class Agent:
    def __init__(self, env, rew_dim=2, per=True, batch_size=16, device="auto"):
        self.device = th.device("cuda" if th.cuda.is_available() else "cpu") if device == "auto" else device
        self.env, self.per, self.batch_size, self.gamma, self.alpha = env, per, batch_size, 0.99, 0.6
        obs_dim, action_dim = env.observation_space.shape[0], env.action_space.shape[0]
        self.q_nets = [QNet(obs_dim, action_dim, rew_dim).to(self.device) for _ in range(2)]
        self.target_q_nets = [QNet(obs_dim, action_dim, rew_dim).to(self.device) for _ in range(2)]
        self.policy = Policy(obs_dim, action_dim, rew_dim).to(self.device)
        self.q_optim = optim.Adam(chain(*[net.parameters() for net in self.q_nets]), lr=3e-4)
        self.replay_buffer = PrioritizedBuffer(env.observation_space.shape, action_dim, rew_dim)

    def update(self, weight):
        for _ in range(2):
            s_obs, s_actions, s_rewards, s_next, s_dones, idxes = self.replay_buffer.sample(
                self.batch_size, to_tensor=True, device=self.device
            )
            w = weight.repeat(s_obs.size(0), 1)
            with th.no_grad():
                next_actions = self.policy(s_next, w)
                q_targets = th.stack([net(s_next, next_actions, w) for net in self.target_q_nets])
                target_q = s_rewards + (1 - s_dones) * self.gamma * q_targets.min(dim=0)[0]
            q_values = [net(s_obs, s_actions, w) for net in self.q_nets]
            loss = 0.5 * sum(F.mse_loss(q, target_q) for q in q_values)
            self.q_optim.zero_grad()
            loss.backward()
            self.q_optim.step()

            if self.per:
                per = (q_values[0] - target_q).detach().abs().mean(dim=1)
                priority = per.cpu().numpy().flatten().clip(min=1e-5) ** self.alpha
                self.replay_buffer.update_priorities(idxes, priority)  # wanted

    def train(self, total_steps):
        weight = th.tensor([0.5, 0.5]).float().to(self.device)
        obs, _ = self.env.reset()
        for step in range(total_steps):
            if step < 32:
                action = self.env.action_space.sample()
            else:
                with th.no_grad():
                    action = self.policy(th.tensor(obs).float().to(self.device)[None], weight[None])[0].cpu().numpy()
            next_obs, reward, terminated, truncated, _ = self.env.step(action)
            self.replay_buffer.add(obs, action, [reward, -float(np.abs(action).sum())], next_obs, terminated)
            if step >= 32:
                self.update(weight)
            obs = next_obs if not (terminated or truncated) else self.env.reset()[0]


if __name__ == "__main__":
    Agent(gym.make("Pendulum-v1")).train(64)
