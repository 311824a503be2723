import time
from contextlib import nullcontext

import numpy as np
import torch

from gpt import GPT
from settings import read_settings

s = read_settings()
torch.manual_seed(1337)
torch.backends.cuda.matmul.allow_tf32 = True
kind = "cuda" if "cuda" in s.device else "cpu"  # wanted
half = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}[s.dtype]
precision = nullcontext() if kind == "cpu" else torch.amp.autocast(device_type=kind, dtype=half)

text = np.frombuffer(b"all the world's a stage, and all the men and women merely players; " * 30, dtype=np.uint8)
data = (text.astype(np.int64) - 32).clip(0, 95)


def get_batch():
    starts = torch.randint(len(data) - s.block_size - 1, (s.batch_size,))
    x = torch.stack([torch.from_numpy(data[i:i + s.block_size]) for i in starts])
    y = torch.stack([torch.from_numpy(data[i + 1:i + 1 + s.block_size]) for i in starts])
    if kind == "cuda":
        x, y = x.pin_memory().to(s.device, non_blocking=True), y.pin_memory().to(s.device, non_blocking=True)
    else:
        x, y = x.to(s.device), y.to(s.device)
    return x, y


model = GPT(s)
model.to(s.device)
scaler = torch.cuda.amp.GradScaler(enabled=(s.dtype == "float16"))  # wanted
decay = [p for p in model.parameters() if p.dim() >= 2]
others = [p for p in model.parameters() if p.dim() < 2]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}],
                              lr=s.learning_rate, betas=(0.9, 0.95), fused=kind == "cuda")

x, y = get_batch()
begun = time.time()
for step in range(s.max_iters):
    for part in range(s.parts):
        with precision:
            logits, loss = model(x, y)
            loss = loss / s.parts
        x, y = get_batch()
        scaler.scale(loss).backward()
    if s.grad_clip != 0.0:
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), s.grad_clip)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=True)
    now = time.time()
    shown = loss.item() * s.parts
    print(f"iter {step}: loss {shown:.4f}, time {(now - begun) * 1000:.2f}ms, logits {logits.dtype}")
    begun = now
