import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch import optim


class A2C(nn.Module):
    """Actor and critic with an optimizer each, for several environments at once."""

    def __init__(self, n_features, n_actions, device, critic_lr, actor_lr, n_envs):
        super().__init__()
        self.device = device
        self.n_envs = n_envs
        self.critic = nn.Sequential(nn.Linear(n_features, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 1))
        self.actor = nn.Sequential(
            nn.Linear(n_features, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, n_actions)
        )
        self.critic.to(self.device)
        self.actor.to(self.device)
        self.critic_optim = optim.RMSprop(self.critic.parameters(), lr=critic_lr)
        self.actor_optim = optim.RMSprop(self.actor.parameters(), lr=actor_lr)

    def forward(self, x):
        x = torch.Tensor(x).to(self.device)
        return self.critic(x), self.actor(x)

    def select_action(self, x):
        values, logits = self.forward(x)
        policy = torch.distributions.Categorical(logits=logits)
        actions = policy.sample()
        return actions, policy.log_prob(actions), values, policy.entropy()

    def get_losses(self, rewards, log_probs, values, entropy, masks, gamma, lam, ent_coef):
        steps = len(rewards)
        advantages = torch.zeros(steps, self.n_envs, device=self.device)
        gae = 0.0
        for t in reversed(range(steps - 1)):
            delta = rewards[t] + gamma * masks[t] * values[t + 1] - values[t]
            gae = delta + gamma * lam * masks[t] * gae
            advantages[t] = gae
        critic_loss = advantages.pow(2).mean()
        actor_loss = -(advantages.detach() * log_probs).mean() - ent_coef * entropy.mean()
        return critic_loss, actor_loss

    def update_parameters(self, critic_loss, actor_loss):
        self.critic_optim.zero_grad()
        critic_loss.backward()
        self.critic_optim.step()
        self.actor_optim.zero_grad()
        actor_loss.backward()
        self.actor_optim.step()


n_envs, n_updates, n_steps = 4, 3, 16
gamma, lam, ent_coef = 0.999, 0.95, 0.01

envs = gym.make_vec("CartPole-v1", num_envs=n_envs)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
agent = A2C(envs.single_observation_space.shape[0], envs.single_action_space.n, device, 0.005, 0.001, n_envs)

states, info = envs.reset(seed=42)
critic_losses, actor_losses = [], []
for update in range(n_updates):
    ep_values = torch.zeros(n_steps, n_envs, device=device)
    ep_rewards = torch.zeros(n_steps, n_envs, device=device)
    ep_log_probs = torch.zeros(n_steps, n_envs, device=device)
    masks = torch.zeros(n_steps, n_envs, device=device)

    for step in range(n_steps):
        actions, log_probs, values, entropy = agent.select_action(states)
        states, rewards, terminated, truncated, infos = envs.step(actions.cpu().numpy())
        ep_values[step] = torch.squeeze(values)
        ep_rewards[step] = torch.tensor(rewards, device=device)
        ep_log_probs[step] = log_probs
        masks[step] = torch.tensor([not term for term in terminated])

    losses = agent.get_losses(ep_rewards, ep_log_probs, ep_values, entropy, masks, gamma, lam, ent_coef)
    agent.update_parameters(*losses)
    critic_losses.append(losses[0].detach().cpu().numpy())
    actor_losses.append(losses[1].detach().cpu().numpy())

print(np.mean(critic_losses), np.mean(actor_losses))
