import torch
from torch import nn
from vector_quantize_pytorch import VectorQuantize

vq = VectorQuantize(
    dim=64,
    codebook_size=128,
    decay=0.8,
    commitment_weight=1.0,
)

encoder = nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.Linear(64, 64)).cuda()
decoder = nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 32)).cuda()
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=3e-4)

frames = torch.randn(4, 256, 32)
frames = frames.cuda()

for step in range(3):
    x = encoder(frames)
    quantized, indices, commit_loss = vq(x)  # wanted
    restored = decoder(quantized)
    loss = nn.functional.mse_loss(restored, frames) + commit_loss.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), indices.unique().numel())
