import numpy as np
import torch
from torch.utils.data import Dataset

if torch.cuda.is_available():
    from torch.cuda import FloatTensor
else:
    from torch import FloatTensor


class Answers(Dataset):
    """Sequences of questions and whether each was answered rightly."""

    def __init__(self, learners=40, num_q=12, seed=0):
        rng = np.random.default_rng(seed)
        self.num_q = num_q
        lengths = rng.integers(5, 20, learners)
        self.q_seqs = [rng.integers(0, num_q, n) for n in lengths]
        self.r_seqs = [(rng.random(n) > 0.4).astype(np.int64) for n in lengths]

    def __getitem__(self, index):
        return self.q_seqs[index], self.r_seqs[index]

    def __len__(self):
        return len(self.q_seqs)


def collate_fn(batch, pad_val=-1e3):
    columns = [[], [], [], []]
    for q, r in batch:
        for column, values in zip(columns, (q[:-1], r[:-1], q[1:], r[1:])):
            column.append(FloatTensor(values.tolist()))
    q, r, qshft, rshft = (torch.nn.utils.rnn.pad_sequence(c, batch_first=True, padding_value=pad_val) for c in columns)
    mask = (q != pad_val) * (qshft != pad_val)
    return q * mask, r * mask, qshft * mask, rshft * mask, mask
