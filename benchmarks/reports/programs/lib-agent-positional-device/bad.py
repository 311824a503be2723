from abc import ABC, abstractmethod

import gymnasium as gym
import numpy as np
import torch as th
from torch import nn, optim
from torch.distributions import Categorical


class ObjectivePolicy(ABC):
    """What the search over weights knows of a policy."""

    def __init__(self, id=None, device="cpu"):
        self.id = id
        self.device = th.device(device)
        self.global_step = 0

    @abstractmethod
    def eval(self, obs, weights): ...

    @abstractmethod
    def update(self): ...

    def report(self):
        return f"policy {self.id}: {self.global_step} steps"


class PolicyNet(nn.Module):
    def __init__(self, obs_shape, action_dim, rew_dim, hidden=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(obs_shape[0] + rew_dim, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, action_dim)
        )

    def forward(self, obs, acc_reward):
        scores = self.net(th.cat((obs, acc_reward), dim=acc_reward.dim() - 1))
        return Categorical(logits=scores)


class Episodes:
    def __init__(self):
        self.clear()

    def add(self, obs, acc_reward, action, reward):
        self.obs.append(obs)
        self.acc.append(acc_reward)
        self.actions.append(action)
        self.rewards.append(reward)

    def clear(self):
        self.obs, self.acc, self.actions, self.rewards = [], [], [], []


class UtilityGradient(ObjectivePolicy):
    def __init__(self, env, scalarization, weights=np.ones(2), gamma=0.99, lr=1e-3, device="cuda"):
        super().__init__(device)  # wanted
        self.env, self.scalarization, self.weights, self.gamma = env, scalarization, weights, gamma
        self.net = PolicyNet(env.observation_space.shape, env.action_space.n, 2).to(device)
        self.optimizer = optim.Adam(self.net.parameters(), lr=lr)
        self.buffer = Episodes()

    @th.no_grad()
    def eval(self, obs, acc_reward):
        obs = th.as_tensor(obs).float().to(self.device)
        acc_reward = th.as_tensor(acc_reward).float().to(self.device)
        return self._choose(obs, acc_reward)

    @th.no_grad()
    def _choose(self, obs, acc_reward):
        return self.net(obs, acc_reward).sample().item()

    def update(self):
        obs = th.tensor(np.array(self.buffer.obs)).float().to(self.device)
        acc = th.tensor(np.array(self.buffer.acc)).float().to(self.device)
        actions = th.tensor(self.buffer.actions).to(self.device)
        returns = th.tensor(np.array(self.buffer.rewards)).float().flip(0).cumsum(0).flip(0).to(self.device)
        utility = self.scalarization(returns + acc)
        log_prob = self.net(obs, acc).log_prob(actions)
        loss = -(log_prob * utility).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def train(self, total):
        obs, _ = self.env.reset()
        acc = np.zeros(2)
        while self.global_step < total:
            self.global_step += 1
            action = self.eval(obs, acc)
            next_obs, reward, terminated, truncated, _ = self.env.step(action)
            vec = np.array([reward, -0.1 * action])
            self.buffer.add(obs, acc, action, vec)
            acc = acc + vec
            obs = next_obs
            if terminated or truncated:
                print(self.report(), self.update())
                self.buffer.clear()
                obs, _ = self.env.reset()
                acc = np.zeros(2)


if __name__ == "__main__":
    world = gym.make("CartPole-v1")
    agent = UtilityGradient(world, scalarization=lambda r: r.clamp(min=0).sqrt().sum(dim=-1))
    agent.train(200)
