import numpy as np
import torch


class UniformReplayBuffer:
    def __init__(self, state_shape, buffer_length, batch_size, device, history_length):
        self.state_shape = state_shape
        self.batch_size = batch_size
        self.history_length = history_length
        self.device = device
        self.s = np.zeros((buffer_length, state_shape), dtype=np.float32)
        self.a = np.zeros((buffer_length, 1), dtype=np.int64)
        self.r = np.zeros((buffer_length, 1), dtype=np.float32)
        self.d = np.zeros((buffer_length, 1), dtype=np.bool_)
        self.ptr, self.size, self.max_size = 0, 0, buffer_length

    def add(self, s, a, r, d):
        self.s[self.ptr], self.a[self.ptr], self.r[self.ptr], self.d[self.ptr] = s, a, r, d
        self.ptr = (self.ptr + 1) % self.max_size
        self.size = min(self.size + 1, self.max_size)

    def sample(self):
        ind = np.random.randint(self.history_length, self.size - 1, self.batch_size)
        hist = np.stack([np.arange(i - self.history_length, i) for i in ind])
        hist_len = np.full(self.batch_size, self.history_length)
        return (
            torch.tensor(self.s[hist]).to(self.device),
            torch.tensor(hist_len).to(self.device),
            torch.tensor(self.s[ind]).to(self.device),
            torch.tensor(self.a[ind]).to(self.device),
            torch.tensor(self.r[ind]).to(self.device),
            torch.tensor(self.s[ind + 1]).to(self.device),
            torch.tensor(self.d[ind].astype(np.float32)).to(self.device),
        )
