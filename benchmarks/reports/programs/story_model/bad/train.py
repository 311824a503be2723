"""Train a small model on stories: python train.py --batch_size=8 --steps=20"""
import math
import os
import sys
import time
from ast import literal_eval
from contextlib import nullcontext

import numpy as np
import torch

from model import Storyteller

# ----------------------------------------
# I/O
run_dir = "out"
measure_every = 5
eval_batches = 2
# data
batch_size = 4
max_seq_len = 32
vocab_size = 96
# model
dim = 32
n_layers = 2
n_heads = 4
# optimizer
micro_steps = 2
learning_rate = 5e-4
steps = 10
clip = 1.0
warmup = 3
# system
device = "cuda"  # wanted
dtype = "bfloat16"
compiled = False
# ----------------------------------------
names = [k for k, v in globals().items() if not k.startswith("_") and isinstance(v, (int, float, bool, str))]
for arg in sys.argv[1:]:
    key, value = arg.lstrip("-").split("=")
    assert key in names, f"Unknown chosen key: {key}"
    try:
        globals()[key] = literal_eval(value)
    except (SyntaxError, ValueError):
        globals()[key] = value
chosen = {k: globals()[k] for k in names}

os.makedirs(run_dir, exist_ok=True)
torch.manual_seed(1337)
kind = "cuda" if "cuda" in device else "cpu"
number = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}[dtype]
precision = nullcontext() if kind == "cpu" else torch.amp.autocast(device_type=kind, dtype=number)


def iter_batches(part):
    rng = np.random.default_rng(0 if part == "train" else 1)
    text = np.frombuffer(b"once upon a time there was a little cat who liked to sing. " * 40, dtype=np.uint8)
    ids = torch.from_numpy(text.astype(np.int64) % vocab_size)
    while True:
        starts = rng.integers(0, len(ids) - max_seq_len - 1, batch_size)
        x = torch.stack([ids[s:s + max_seq_len] for s in starts])
        y = torch.stack([ids[s + 1:s + 1 + max_seq_len] for s in starts])
        yield x.to(device, non_blocking=True), y.to(device, non_blocking=True)


model = Storyteller(vocab_size, dim, n_layers, n_heads, max_seq_len)
model.to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.95), weight_decay=0.1)
if compiled:
    model = torch.compile(model)


@torch.no_grad()
def measure():
    model.eval()
    out = {}
    for part in ("train", "val"):
        batches, means = iter_batches(part), torch.zeros(eval_batches)
        for k in range(eval_batches):
            with precision:
                _, loss = model(*next(batches))
            means[k] = loss.item()
        out[part] = means.mean()
    model.train()
    return out


def get_lr(it):
    if it < warmup:
        return learning_rate * (it + 1) / warmup
    return 0.5 * learning_rate * (1 + math.cos(math.pi * (it - warmup) / max(1, steps - warmup)))


train_batches, begun = iter_batches("train"), time.time()
for step in range(steps):
    for group in optimizer.param_groups:
        group["lr"] = get_lr(step)
    if step % measure_every == 0:
        means = measure()
        print(f"{step}: {means['train']:.4f} in training, {means['val']:.4f} held out")
        torch.save({"model": model.state_dict(), "chosen": chosen}, os.path.join(run_dir, "ckpt.pt"))
    for micro in range(micro_steps):
        with precision:
            _, loss = model(*next(train_batches))
        (loss / micro_steps).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
print(f"loss {loss.item():.4f}, {time.time() - begun:.1f} s")
