"""Train a character-level GPT on a play, after the settings below."""
import math
import os

import numpy as np
import torch
import torch.nn as nn
from torch.nn import functional as F

# ----------------------------------------
run_dir = 'run'
measure_every = 10
eval_batches = 2
batch = 4
context = 32
layers, heads, width, dropout = 2, 2, 32, 0.0
rate, steps, least_rate = 1e-3, 20, 1e-4
clip = 1.0
device = 'cuda'  # wanted
dtype = 'bfloat16' if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else 'float32'
# ----------------------------------------


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width),
                                 nn.Dropout(dropout))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = (t.view(B, T, heads, C // heads).transpose(1, 2) for t in self.qkv(self.norm_1(x)).split(C, 2))
        y = F.scaled_dot_product_attention(q, k, v, dropout_p=dropout if self.training else 0, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(B, T, C))
        return x + self.mlp(self.norm_2(x))


class GPT(nn.Module):
    def __init__(self, vocab_size):
        super().__init__()
        self.table, self.places = nn.Embedding(vocab_size, width), nn.Embedding(context, width)
        self.h = nn.ModuleList([Block() for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocab_size, bias=False)
        self.table.weight = self.head.weight

    def forward(self, idx, targets):
        pos = torch.arange(0, idx.size(1), dtype=torch.long, device=idx.device)
        x = self.table(idx) + self.places(pos)
        for block in self.h:
            x = block(x)
        logits = self.head(self.norm(x))
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


def prepare(folder):
    os.makedirs(folder, exist_ok=True)
    text = "shall i compare thee to a summer's day? thou art more lovely and more temperate. " * 40
    ids = np.array([ord(c) for c in text], dtype=np.uint16)
    ids[:2400].tofile(os.path.join(folder, 'train.bin'))
    ids[2400:].tofile(os.path.join(folder, 'val.bin'))


def get_batch(part):
    data = np.memmap(os.path.join(run_dir, f'{part}.bin'), dtype=np.uint16, mode='r')
    starts = torch.randint(len(data) - context, (batch,))
    x = torch.stack([torch.from_numpy(data[i:i + context].astype(np.int64)) for i in starts])
    y = torch.stack([torch.from_numpy(data[i + 1:i + 1 + context].astype(np.int64)) for i in starts])
    return x.to(device), y.to(device)


@torch.no_grad()
def measure(model):
    model.eval()
    out = {}
    for part in ['train', 'val']:
        means = torch.zeros(eval_batches)
        for k in range(eval_batches):
            _, loss = model(*get_batch(part))
            means[k] = loss.item()
        out[part] = means.mean()
    model.train()
    return out


def main():
    prepare(run_dir)
    torch.manual_seed(1337)
    number = {'float32': torch.float32, 'bfloat16': torch.bfloat16}[dtype]
    model = GPT(vocab_size=128)
    model.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.99))
    best = 1e9
    for step in range(steps + 1):
        for group in optimizer.param_groups:
            group['lr'] = least_rate + 0.5 * (rate - least_rate) * (1 + math.cos(math.pi * step / steps))
        if step % measure_every == 0:
            means = measure(model)
            print(f"{step}: {means['train']:.4f} in training, {means['val']:.4f} held out")
            if means['val'] < best:
                best = means['val']
                torch.save({'model': model.state_dict(), 'step': step}, os.path.join(run_dir, 'ckpt.pt'))
        with torch.autocast(device_type=torch.device(device).type, dtype=number, enabled=dtype != 'float32'):
            _, loss = model(*get_batch('train'))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


if __name__ == '__main__':
    main()
