import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Actor(nn.Module):
    def __init__(self, n_state, n_action):
        super().__init__()
        self.enter, self.middle = nn.Linear(n_state, 64), nn.Linear(64, 32)
        self.leave = nn.Linear(32, n_action)

    def forward(self, s):
        return torch.tanh(self.leave(F.relu(self.middle(F.relu(self.enter(s))))))


class Critic(nn.Module):
    def __init__(self, n_state, n_action):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(n_state + n_action, 64), nn.ReLU(), nn.Linear(64, 1))
        self.q2 = nn.Sequential(nn.Linear(n_state + n_action, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, s, a):
        sa = torch.cat([s, a], dim=1)
        return self.q1(sa), self.q2(sa)


class TwinAgent:
    def __init__(self, n_state, n_action, limit, discount=0.99, tau=0.005):
        self.actor, self.slow_actor = Actor(n_state, n_action).to(device), Actor(n_state, n_action).to(device)
        self.slow_actor.load_state_dict(self.actor.state_dict())
        self.actor_step = torch.optim.Adam(self.actor.parameters())
        self.critic = Critic(n_state, n_action).to(device)
        self.slow_critic = Critic(n_state, n_action).to(device)
        self.slow_critic.load_state_dict(self.critic.state_dict())
        self.critic_step = torch.optim.Adam(self.critic.parameters())
        self.limit, self.discount, self.tau = limit, discount, tau
        self.updates = 0

    def act(self, state):
        state = torch.from_numpy(state).float().view(1, -1).to(device)
        return self.actor(state).detach().cpu().numpy().ravel()

    def priority_of(self, state, action, reward, done, state_after):
        """How far the critics are off for one step: the priority with which it is kept."""
        state = torch.from_numpy(state).float().view(1, -1).to(device)
        state_after = torch.from_numpy(state_after).float().view(1, -1).to(device)
        action = torch.from_numpy(action).float().view(1, -1).to(device)
        reward = torch.Tensor([reward])  # wanted
        done = torch.Tensor([done])  # wanted
        with torch.no_grad():
            following = self.slow_actor(state_after)
            first_target, second_target = self.slow_critic(state_after, following)
            aim = torch.min(first_target, second_target)
            aim = reward + self.discount * (1 - done) * aim
            first_Q, second_Q = self.critic(state, action)
            error = torch.abs(first_Q - aim) + torch.abs(second_Q - aim)
        return error.item() / 2 + 1e-5

    def train(self, replay_buffer, rounds, batch_size=32, policy_noise=0.2, noise_clip=0.5, policy_freq=2):
        for it in range(rounds):
            states, actions, rewards, dones, states_after = replay_buffer.draw(batch_size)
            state, state_after = torch.Tensor(states).to(device), torch.Tensor(states_after).to(device)
            action, reward = torch.Tensor(actions).to(device), torch.Tensor(rewards).to(device)
            done = torch.Tensor(dones).to(device)
            noise = (torch.randn_like(action) * policy_noise).clamp(-noise_clip, noise_clip)
            following = (self.slow_actor(state_after) + noise).clamp(-self.limit, self.limit)
            aim = torch.min(*self.slow_critic(state_after, following))
            aim = reward + ((1 - done) * self.discount * aim).detach()
            first_Q, second_Q = self.critic(state, action)
            loss = F.mse_loss(first_Q, aim) + F.mse_loss(second_Q, aim)
            self.critic_step.zero_grad()
            loss.backward()
            self.critic_step.step()
            if it % policy_freq == 0:
                actor_loss = -self.critic(state, self.actor(state))[0].mean()
                self.actor_step.zero_grad()
                actor_loss.backward()
                self.actor_step.step()
                for net, target in ((self.actor, self.slow_actor), (self.critic, self.slow_critic)):
                    for p, t in zip(net.parameters(), target.parameters()):
                        t.data.copy_(self.tau * p.data + (1 - self.tau) * t.data)
        self.updates += 1
        print(f"update {self.updates}: loss {loss.item():.4f}, Q {np.mean(aim.detach().cpu().numpy()):.3f}")
