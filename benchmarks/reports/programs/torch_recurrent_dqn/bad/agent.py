import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from buffer import UniformReplayBuffer


class LSTMRecDQN(nn.Module):
    def __init__(self, state_shape, num_actions):
        super().__init__()
        self.curr_fe_dense1 = nn.Linear(state_shape, 16)
        self.mem_dense = nn.Linear(state_shape, 16)
        self.mem_LSTM = nn.LSTM(16, 16, num_layers=1, batch_first=True)
        self.post_comb_dense = nn.Linear(32, num_actions)

    def forward(self, s, s_hist, hist_len):
        curr = F.relu(self.curr_fe_dense1(s))
        mem = F.relu(self.mem_dense(s_hist))
        mem, _ = self.mem_LSTM(mem)
        h_idx = (hist_len - 1).clamp(min=0)
        mem = mem[torch.arange(mem.shape[0], device=mem.device), h_idx]
        return self.post_comb_dense(torch.cat([curr, mem], dim=1))


class LSTMRecDQNAgent:
    def __init__(self, c):
        self.device = c["device"]
        self.state_shape = c["state_shape"]
        self.num_actions = c["num_actions"]
        self.history_length = c["history_length"]
        self.gamma = c["gamma"]
        self.epsilon = c["epsilon"]
        self.replay_buffer = UniformReplayBuffer(self.state_shape, 200, c["batch_size"], self.device, self.history_length)
        self.DQN = LSTMRecDQN(self.state_shape, self.num_actions).to(self.device)
        self.target_DQN = copy.deepcopy(self.DQN).to(self.device)
        for p in self.target_DQN.parameters():
            p.requires_grad = False
        if c["optimizer"] == "Adam":
            self.DQN_optimizer = optim.Adam(self.DQN.parameters(), lr=c["lr"])
        else:
            self.DQN_optimizer = optim.RMSprop(self.DQN.parameters(), lr=c["lr"])

    @torch.no_grad()
    def select_action(self, s, s_hist, hist_len):
        """s and s_hist are arrays, hist_len is a number."""
        if np.random.binomial(1, self.epsilon) == 1:
            return np.random.randint(low=0, high=self.num_actions, size=1, dtype=int).item()
        return self._greedy_action(s, s_hist, hist_len)

    @torch.no_grad()
    def _greedy_action(self, s, s_hist, hist_len, with_Q=False):
        s = torch.tensor(s, dtype=torch.float32).view(1, self.state_shape)  # wanted
        s_hist = torch.tensor(s_hist, dtype=torch.float32).view(1, self.history_length, self.state_shape)  # wanted
        hist_len = torch.tensor(hist_len)
        q = self.DQN(s, s_hist, hist_len).to(self.device)
        a = torch.argmax(q).item()
        if with_Q:
            return a, q[0][a].item()
        return a

    def memorize(self, s, a, r, d):
        self.replay_buffer.add(s, a, r, d)

    def train(self):
        s_hist, hist_len, s, a, r, s2, d = self.replay_buffer.sample()
        self.DQN_optimizer.zero_grad()
        Q = torch.gather(input=self.DQN(s, s_hist, hist_len), dim=1, index=a)
        with torch.no_grad():
            Q_next = self.target_DQN(s2, s_hist, hist_len).max(dim=1).values.reshape(-1, 1)
            y = r + self.gamma * Q_next * (1 - d)
        loss = F.mse_loss(Q, y)
        loss.backward()
        nn.utils.clip_grad_norm_(self.DQN.parameters(), max_norm=10)
        self.DQN_optimizer.step()
        return loss.detach().cpu().numpy().item()
