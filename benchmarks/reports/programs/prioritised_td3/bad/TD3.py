import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Actor(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.layer_1, self.layer_2 = nn.Linear(state_dim, 64), nn.Linear(64, 32)
        self.layer_3 = nn.Linear(32, action_dim)

    def forward(self, s):
        return torch.tanh(self.layer_3(F.relu(self.layer_2(F.relu(self.layer_1(s))))))


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(state_dim + action_dim, 64), nn.ReLU(), nn.Linear(64, 1))
        self.q2 = nn.Sequential(nn.Linear(state_dim + action_dim, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, s, a):
        sa = torch.cat([s, a], dim=1)
        return self.q1(sa), self.q2(sa)


class TD3:
    def __init__(self, state_dim, action_dim, max_action, discount=0.99, tau=0.005):
        self.actor, self.actor_target = Actor(state_dim, action_dim).to(device), Actor(state_dim, action_dim).to(device)
        self.actor_target.load_state_dict(self.actor.state_dict())
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic = Critic(state_dim, action_dim).to(device)
        self.critic_target = Critic(state_dim, action_dim).to(device)
        self.critic_target.load_state_dict(self.critic.state_dict())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())
        self.max_action, self.discount, self.tau = max_action, discount, tau
        self.iter_count = 0

    def get_action(self, state):
        state = torch.Tensor(state.reshape(1, -1)).to(device)
        return self.actor(state).cpu().data.numpy().flatten()

    def to_priority(self, state, action, reward, done, next_state):
        """How far the critics are off for one step: the priority with which it is kept."""
        state = torch.Tensor(state.reshape(1, -1)).to(device)
        next_state = torch.Tensor(next_state.reshape(1, -1)).to(device)
        action = torch.Tensor(action.reshape(1, -1)).to(device)
        reward = torch.Tensor([reward])  # wanted
        done = torch.Tensor([done])  # wanted
        with torch.no_grad():
            next_action = self.actor_target(next_state)
            target_Q1, target_Q2 = self.critic_target(next_state, next_action)
            target_Q = torch.min(target_Q1, target_Q2)
            target_Q = reward + self.discount * (1 - done) * target_Q
            current_Q1, current_Q2 = self.critic(state, action)
            error = torch.abs(current_Q1 - target_Q) + torch.abs(current_Q2 - target_Q)
        return error.item() / 2 + 1e-5

    def train(self, replay_buffer, iterations, batch_size=32, policy_noise=0.2, noise_clip=0.5, policy_freq=2):
        for it in range(iterations):
            states, actions, rewards, dones, next_states = replay_buffer.sample_batch(batch_size)
            state, next_state = torch.Tensor(states).to(device), torch.Tensor(next_states).to(device)
            action, reward = torch.Tensor(actions).to(device), torch.Tensor(rewards).to(device)
            done = torch.Tensor(dones).to(device)
            noise = (torch.randn_like(action) * policy_noise).clamp(-noise_clip, noise_clip)
            next_action = (self.actor_target(next_state) + noise).clamp(-self.max_action, self.max_action)
            target_Q = torch.min(*self.critic_target(next_state, next_action))
            target_Q = reward + ((1 - done) * self.discount * target_Q).detach()
            current_Q1, current_Q2 = self.critic(state, action)
            loss = F.mse_loss(current_Q1, target_Q) + F.mse_loss(current_Q2, target_Q)
            self.critic_optimizer.zero_grad()
            loss.backward()
            self.critic_optimizer.step()
            if it % policy_freq == 0:
                actor_loss = -self.critic(state, self.actor(state))[0].mean()
                self.actor_optimizer.zero_grad()
                actor_loss.backward()
                self.actor_optimizer.step()
                for net, target in ((self.actor, self.actor_target), (self.critic, self.critic_target)):
                    for p, t in zip(net.parameters(), target.parameters()):
                        t.data.copy_(self.tau * p.data + (1 - self.tau) * t.data)
        self.iter_count += 1
        print(f"update {self.iter_count}: loss {loss.item():.4f}, Q {np.mean(target_Q.detach().cpu().numpy()):.3f}")
