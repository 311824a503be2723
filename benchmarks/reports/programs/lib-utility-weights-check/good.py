import gymnasium as gym
import numpy as np
import torch as th
from torch import nn
from torch.distributions import Categorical


def linear_utility(reward, weights):
    return reward @ weights


def concave_utility(reward, weights):
    if th.is_tensor(reward):
        return th.sum(th.sqrt(th.clamp(reward, min=0.0)) * weights, dim=-1)
    return np.sum(np.sqrt(np.clip(reward, 0.0, None)) * weights, axis=-1)


class ActorCritic(nn.Module):
    def __init__(self, obs_dim, actions, rew_dim):
        super().__init__()
        self.shared = nn.Sequential(nn.Linear(obs_dim, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.actor = nn.Linear(64, actions)
        self.critic = nn.Linear(64, rew_dim)

    def forward(self, obs):
        features = self.shared(obs)
        return Categorical(logits=self.actor(features)), self.critic(features)


class NonLinearPPO:
    def __init__(self, env, scalarization, rew_dim=2, lr=3e-4, gamma=0.99, device="auto"):
        self.device = th.device("cuda" if th.cuda.is_available() else "cpu") if device == "auto" else th.device(device)
        self.env, self.rew_dim, self.gamma = env, rew_dim, gamma
        self.scalarization = scalarization
        self.net = ActorCritic(env.observation_space.shape[0], env.action_space.n, rew_dim).to(self.device)
        self.optim = th.optim.Adam(self.net.parameters(), lr=lr)

    def collect(self, steps):
        obs, _ = self.env.reset()
        log_probs, values, rewards = [], [], []
        for _ in range(steps):
            dist, value = self.net(th.as_tensor(obs, dtype=th.float32, device=self.device))
            action = dist.sample()
            obs, reward, terminated, truncated, _ = self.env.step(action.item())
            log_probs.append(dist.log_prob(action))
            values.append(value)
            rewards.append(th.tensor([reward, 1.0 - abs(float(obs[0]))], device=self.device))
            if terminated or truncated:
                obs, _ = self.env.reset()
        return th.stack(log_probs), th.stack(values), th.stack(rewards)

    def update(self, steps):
        log_probs, values, rewards = self.collect(steps)
        returns = th.zeros_like(rewards)
        running = th.zeros(self.rew_dim, device=self.device)
        for t in reversed(range(steps)):
            running = rewards[t] + self.gamma * running
            returns[t] = running
        advantage = self.scalarization(returns) - self.scalarization(values.detach())
        loss = -(log_probs * advantage).mean() + (returns - values).pow(2).mean()
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item()


def run(name="CartPole-v1", total=256):
    env = gym.make(name)
    weights = np.array([0.7, 0.3], dtype=np.float32)
    weights_th = th.tensor(weights, device="cuda" if th.cuda.is_available() else "cpu")

    def scalarization_th(reward):
        return concave_utility(reward, weights_th)

    def scalarization_np(reward):
        return concave_utility(reward, weights)

    agent = NonLinearPPO(env, scalarization_th)
    for i in range(total // 64):
        print(i, agent.update(64))
    print("utility", scalarization_np(np.ones(2, dtype=np.float32)))


if __name__ == "__main__":
    run()
