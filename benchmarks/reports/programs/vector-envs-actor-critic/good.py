import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch import optim


class ActorCritic(nn.Module):
    """Actor and critic with an optimizer each, for several environments at once."""

    def __init__(self, inputs, outputs, device, critic_rate, actor_rate, workers):
        super().__init__()
        self.device = device
        self.workers = workers
        self.critic = nn.Sequential(nn.Linear(inputs, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 1))
        self.actor = nn.Sequential(
            nn.Linear(inputs, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, outputs)
        )
        self.critic.to(self.device)
        self.actor.to(self.device)
        self.critic_step = optim.RMSprop(self.critic.parameters(), lr=critic_rate)
        self.actor_step = optim.RMSprop(self.actor.parameters(), lr=actor_rate)

    def forward(self, seen):
        seen = torch.Tensor(seen).to(self.device)
        return self.critic(seen), self.actor(seen)

    def act(self, seen):
        estimates, scores = self.forward(seen)
        choice = torch.distributions.Categorical(logits=scores)
        choices = choice.sample()
        return choices, choice.log_prob(choices), estimates, choice.entropy()

    def losses_of(self, rewards, log_p, estimates, spread, alive, gamma, decay, spread_weight):
        steps = len(rewards)
        advantages = torch.zeros(steps, self.workers, device=self.device)
        advantage = 0.0
        for t in reversed(range(steps - 1)):
            delta = rewards[t] + gamma * alive[t] * estimates[t + 1] - estimates[t]
            advantage = delta + gamma * decay * alive[t] * advantage
            advantages[t] = advantage
        critic_loss = advantages.pow(2).mean()
        actor_loss = -(advantages.detach() * log_p).mean() - spread_weight * spread.mean()
        return critic_loss, actor_loss

    def learn(self, critic_loss, actor_loss):
        self.critic_step.zero_grad()
        critic_loss.backward()
        self.critic_step.step()
        self.actor_step.zero_grad()
        actor_loss.backward()
        self.actor_step.step()


workers, rounds, horizon = 4, 3, 16
gamma, decay, spread_weight = 0.999, 0.95, 0.01

worlds = gym.make_vec("CartPole-v1", num_envs=workers)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
learner = ActorCritic(worlds.single_observation_space.shape[0], worlds.single_action_space.n, device, 0.005, 0.001, workers)

observations, info = worlds.reset(seed=42)
critic_losses, actor_losses = [], []
for update in range(rounds):
    all_estimates = torch.zeros(horizon, workers, device=device)
    all_rewards = torch.zeros(horizon, workers, device=device)
    all_log_p = torch.zeros(horizon, workers, device=device)
    alive = torch.zeros(horizon, workers, device=device)

    for step in range(horizon):
        choices, log_p, estimates, spread = learner.act(observations)
        observations, rewards, terminated, truncated, infos = worlds.step(choices.cpu().numpy())
        all_estimates[step] = torch.squeeze(estimates)
        all_rewards[step] = torch.tensor(rewards, device=device)
        all_log_p[step] = log_p
        alive[step] = torch.tensor([not term for term in terminated])

    losses = learner.losses_of(all_rewards, all_log_p, all_estimates, spread, alive, gamma, decay, spread_weight)
    learner.learn(*losses)
    critic_losses.append(losses[0].detach().cpu().numpy())
    actor_losses.append(losses[1].detach().cpu().numpy())

print(np.mean(critic_losses), np.mean(actor_losses))
