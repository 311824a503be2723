import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


class ValueNetwork(nn.Module):
    def __init__(self, state_size, hidden=64):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(state_size, hidden), nn.Linear(hidden, 1)

    def forward(self, state):
        return self.fc2(F.relu(self.fc1(state)))


class PolicyNetwork(nn.Module):
    def __init__(self, state_size, action_size, hidden=64):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(state_size, hidden), nn.Linear(hidden, action_size)

    def forward(self, state):
        return F.log_softmax(self.fc2(F.relu(self.fc1(state))), dim=-1)

    def act(self, state):
        dist = Categorical(logits=self.forward(state))
        action = dist.sample()
        return action.item()


class SharedAdam(torch.optim.Adam):
    """Adam whose state is made at once, so that the workers share it."""

    def __init__(self, params, lr=1e-3):
        super().__init__(params, lr=lr)
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                state["step"] = torch.zeros(())
                state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(p.data), torch.zeros_like(p.data)
                for value in state.values():
                    value.share_memory_()


class Worker(mp.Process):
    def __init__(self, make_env, state_size, action_size, id, value, policy, value_opt, policy_opt, episode, reward,
                 queue, max_epi, gamma):
        super().__init__()
        self.make_env, self.id = make_env, id
        self.global_value, self.global_policy = value, policy
        self.value_opt, self.policy_opt = value_opt, policy_opt
        self.episode, self.reward, self.queue = episode, reward, queue
        self.max_epi, self.gamma = max_epi, gamma
        self.local_value = ValueNetwork(state_size).to(device)
        self.local_policy = PolicyNetwork(state_size, action_size).to(device)
        self.memory = []

    def sync(self):
        self.local_value.load_state_dict(self.global_value.state_dict())
        self.local_policy.load_state_dict(self.global_policy.state_dict())

    def losses(self):
        states = torch.cat([m[0] for m in self.memory])
        actions = torch.tensor([m[1] for m in self.memory], device=device)
        returns, total = [], 0.0
        for _, _, r in reversed(self.memory):
            total = r + self.gamma * total
            returns.insert(0, total)
        returns = torch.tensor(returns, dtype=torch.float, device=device).view(-1, 1)
        value = self.local_value(states)
        log_probs = self.local_policy(states)
        advantage = (returns - value).detach()
        entropy = -(log_probs.exp() * log_probs).sum(1).mean()
        policy_loss = -(log_probs.gather(1, actions.view(-1, 1)) * advantage).mean() - 0.005 * entropy
        return F.mse_loss(value, returns), policy_loss

    def update_global(self):
        pairs = ((self.local_value, self.global_value, self.value_opt),
                 (self.local_policy, self.global_policy, self.policy_opt))
        for loss, (local, shared, opt) in zip(self.losses(), pairs):
            local.zero_grad()
            loss.backward()
            for a, b in zip(local.parameters(), shared.parameters()):
                b._grad = a.grad
            opt.step()
        self.memory = []

    def run(self):
        env = self.make_env()
        while self.episode.value < self.max_epi:
            state, _ = env.reset(seed=self.id + self.episode.value)
            total = 0.0
            while True:
                state = torch.from_numpy(state).float().unsqueeze(0).to(device)  # wanted
                action = self.local_policy.act(state)
                next_state, reward, done, cut, _ = env.step(action)
                self.memory.append((state, action, reward))
                total += reward
                state = next_state
                if done or cut:
                    break
            with self.episode.get_lock():
                self.episode.value += 1
            with self.reward.get_lock():
                self.reward.value = total if self.reward.value == 0 else self.reward.value * 0.99 + total * 0.01
            self.queue.put(self.reward.value)
            self.update_global()
            self.sync()
        self.queue.put(None)
