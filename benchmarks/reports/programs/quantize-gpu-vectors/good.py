import torch
from torch import nn
from vector_quantize_pytorch import VectorQuantize

DIM = 64
CODES = 128

vq = VectorQuantize(
    dim=DIM,
    codebook_size=CODES,
    decay=0.8,
    commitment_weight=1.0,
).cuda()

encoder = nn.Sequential(nn.Linear(32, DIM), nn.GELU(), nn.Linear(DIM, DIM)).cuda()
decoder = nn.Sequential(nn.Linear(DIM, DIM), nn.GELU(), nn.Linear(DIM, 32)).cuda()
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=3e-4)

frames = torch.randn(4, 256, 32)
frames = frames.cuda()

for step in range(3):
    x = encoder(frames)
    quantized, indices, commit_loss = vq(x)
    restored = decoder(quantized)
    loss = nn.functional.mse_loss(restored, frames) + commit_loss.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    used = indices.unique().numel()
    print(f"step {step}: loss {loss.item():.3f}, {used} of {CODES} codes used")
