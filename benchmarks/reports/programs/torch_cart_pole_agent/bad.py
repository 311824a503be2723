import argparse
import random
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pole:
    """Stands in for an environment of four numbers and two actions."""

    num_action = 2

    def reset(self, seed=None):
        self.rng = np.random.default_rng(seed)
        self.t = 0
        self.state = self.rng.uniform(-0.05, 0.05, 4).astype(np.float32)
        return self.state, {}

    def step(self, action):
        self.t += 1
        self.state = (self.state + 0.02 * (action - 0.5) + self.rng.normal(0, 0.01, 4)).astype(np.float32)
        return self.state, 1.0, bool(abs(self.state).max() > 0.5), self.t > 30, {}


class QNet(nn.Module):
    def __init__(self, dim_state, num_action):
        super().__init__()
        self.fc1 = nn.Linear(dim_state, 64)
        self.fc2 = nn.Linear(64, 32)
        self.fc3 = nn.Linear(32, num_action)

    def forward(self, state):
        x = F.relu(self.fc1(state))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


class DQN:
    def __init__(self, dim_state=None, num_action=None, discount=0.9):
        self.discount = discount
        self.Q = QNet(dim_state, num_action)

    def get_action(self, state):
        qvals = self.Q(state)
        return qvals.argmax()

    def compute_loss(self, s_batch, a_batch, r_batch, d_batch, next_s_batch):
        qvals = self.Q(s_batch).gather(1, a_batch.unsqueeze(1)).squeeze()
        next_qvals, _ = self.Q(next_s_batch).detach().max(dim=1)
        return F.mse_loss(r_batch + self.discount * next_qvals * (1 - d_batch), qvals)


@dataclass
class ReplayBuffer:
    maxsize: int
    size: int = 0
    rows: list = field(default_factory=list)

    def push(self, *row):
        if self.size < self.maxsize:
            self.rows.append(row)
        else:
            self.rows[self.size % self.maxsize] = row
        self.size += 1

    def sample(self, n):
        indices = np.random.randint(len(self.rows), size=n)
        return [list(column) for column in zip(*[self.rows[i] for i in indices])]


def set_seed(args):
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    if not args.no_cuda:
        torch.cuda.manual_seed(args.seed)


def train(args, env, agent):
    replay_buffer = ReplayBuffer(1000)
    optimizer = torch.optim.Adam(agent.Q.parameters(), lr=args.lr)
    optimizer.zero_grad()
    epsilon = 1
    episode_reward = 0
    log = defaultdict(list)
    log["loss"].append(0)
    agent.Q.train()
    state, _ = env.reset(seed=args.seed)
    for i in range(args.max_steps):
        if np.random.rand() < epsilon or i < args.warmup_steps:
            action = random.randrange(args.num_action)
        else:
            action = agent.get_action(torch.from_numpy(state))  # wanted
            action = action.item()
        next_state, reward, terminated, truncated, _ = env.step(action)
        done = terminated or truncated
        episode_reward += reward
        replay_buffer.push(state, action, reward, done, next_state)
        state = next_state
        if done is True:
            log["episode_reward"].append(episode_reward)
            print(f"i={i}, reward={episode_reward:.0f}, loss={log['loss'][-1]:.1e}, epsilon={epsilon:.3f}")
            episode_reward = 0
            epsilon = max(epsilon - 0.2, 1e-1)
            state, _ = env.reset()
        if i > args.warmup_steps:
            bs, ba, br, bd, bns = replay_buffer.sample(n=args.batch_size)
            bs = torch.tensor(np.array(bs), dtype=torch.float32)  # wanted
            ba = torch.tensor(ba, dtype=torch.long)
            br = torch.tensor(br, dtype=torch.float32)
            bd = torch.tensor(bd, dtype=torch.float32)
            bns = torch.tensor(np.array(bns), dtype=torch.float32)  # wanted
            loss = agent.compute_loss(bs, ba, br, bd, bns)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            log["loss"].append(loss.item())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dim_state", default=4, type=int, help="Dimension of state.")
    parser.add_argument("--num_action", default=2, type=int, help="Number of action.")
    parser.add_argument("--discount", default=0.99, type=float, help="Discount coefficient.")
    parser.add_argument("--max_steps", default=300, type=int, help="Maximum steps for interaction.")
    parser.add_argument("--lr", default=1e-3, type=float, help="Learning rate.")
    parser.add_argument("--batch_size", default=32, type=int, help="Batch size.")
    parser.add_argument("--no_cuda", action="store_true", help="Avoid using CUDA when available")
    parser.add_argument("--seed", default=42, type=int, help="Random seed.")
    parser.add_argument("--warmup_steps", default=50, type=int, help="Warmup steps without training.")
    args = parser.parse_args()
    args.device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
    env = Pole()
    set_seed(args)
    agent = DQN(dim_state=args.dim_state, num_action=args.num_action, discount=args.discount)
    agent.Q.to(args.device)
    train(args, env, agent)


if __name__ == "__main__":
    main()
