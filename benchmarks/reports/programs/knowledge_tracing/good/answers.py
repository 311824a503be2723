import numpy as np
import torch
from torch.utils.data import Dataset

if torch.cuda.is_available():
    from torch.cuda import FloatTensor
else:
    from torch import FloatTensor


class Answers(Dataset):
    """Sequences of questions and whether each was answered rightly."""

    def __init__(self, learners=40, questions=12, seed=0):
        rng = np.random.default_rng(seed)
        self.questions = questions
        lengths = rng.integers(5, 20, learners)
        self.asked = [rng.integers(0, questions, n) for n in lengths]
        self.answered = [(rng.random(n) > 0.4).astype(np.int64) for n in lengths]

    def __getitem__(self, index):
        return self.asked[index], self.answered[index]

    def __len__(self):
        return len(self.asked)


def collate_fn(batch, pad_val=-1e3):
    columns = [[], [], [], []]
    for q, r in batch:
        for column, values in zip(columns, (q[:-1], r[:-1], q[1:], r[1:])):
            column.append(FloatTensor(values.tolist()))
    q, r, q_next, r_next = (
        torch.nn.utils.rnn.pad_sequence(c, batch_first=True, padding_value=pad_val) for c in columns
    )
    mask = (q != pad_val) * (q_next != pad_val)
    return q * mask, r * mask, q_next * mask, r_next * mask, mask
