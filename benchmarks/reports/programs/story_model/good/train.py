"""Train a small model on stories: python train.py --batch_size=8 --max_iters=20"""
import math
import os
import sys
import time
from ast import literal_eval
from contextlib import nullcontext

import numpy as np
import torch

from model import Storyteller

# -----------------------------------------------------------------------------
# I/O
out_dir = "out"
eval_interval = 5
eval_iters = 2
# data
batch_size = 4
max_seq_len = 32
vocab_size = 96
# model
dim = 32
n_layers = 2
n_heads = 4
# optimizer
gradient_accumulation_steps = 2
learning_rate = 5e-4
max_iters = 10
grad_clip = 1.0
warmup_iters = 3
# system
device = "cuda" if torch.cuda.is_available() else "cpu"
dtype = "bfloat16"
compile = False
# -----------------------------------------------------------------------------
config_keys = [k for k, v in globals().items() if not k.startswith("_") and isinstance(v, (int, float, bool, str))]
for arg in sys.argv[1:]:
    key, value = arg.lstrip("-").split("=")
    assert key in config_keys, f"Unknown config key: {key}"
    try:
        globals()[key] = literal_eval(value)
    except (SyntaxError, ValueError):
        globals()[key] = value
config = {k: globals()[k] for k in config_keys}

os.makedirs(out_dir, exist_ok=True)
torch.manual_seed(1337)
device_type = "cuda" if "cuda" in device else "cpu"
ptdtype = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}[dtype]
ctx = nullcontext() if device_type == "cpu" else torch.amp.autocast(device_type=device_type, dtype=ptdtype)


def iter_batches(split):
    rng = np.random.default_rng(0 if split == "train" else 1)
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
if compile:
    model = torch.compile(model)


@torch.no_grad()
def estimate_loss():
    model.eval()
    out = {}
    for split in ("train", "val"):
        batches, losses = iter_batches(split), torch.zeros(eval_iters)
        for k in range(eval_iters):
            with ctx:
                _, loss = model(*next(batches))
            losses[k] = loss.item()
        out[split] = losses.mean()
    model.train()
    return out


def get_lr(it):
    if it < warmup_iters:
        return learning_rate * (it + 1) / warmup_iters
    return 0.5 * learning_rate * (1 + math.cos(math.pi * (it - warmup_iters) / max(1, max_iters - warmup_iters)))


train_batches, t0 = iter_batches("train"), time.time()
for iter_num in range(max_iters):
    for group in optimizer.param_groups:
        group["lr"] = get_lr(iter_num)
    if iter_num % eval_interval == 0:
        losses = estimate_loss()
        print(f"step {iter_num}: train loss {losses['train']:.4f}, val loss {losses['val']:.4f}")
        torch.save({"model": model.state_dict(), "config": config}, os.path.join(out_dir, "ckpt.pt"))
    for micro_step in range(gradient_accumulation_steps):
        with ctx:
            _, loss = model(*next(train_batches))
        (loss / gradient_accumulation_steps).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), grad_clip)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
print(f"loss {loss.item():.4f}, {time.time() - t0:.1f} s")
