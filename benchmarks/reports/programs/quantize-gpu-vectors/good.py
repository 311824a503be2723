import torch
from torch import nn
from vector_quantize_pytorch import VectorQuantize

DIM = 64
CODES = 128

codebook = VectorQuantize(
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
    latent = encoder(frames)
    coded, chosen, commitment = codebook(latent)
    restored = decoder(coded)
    loss = nn.functional.mse_loss(restored, frames) + commitment.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    used = chosen.unique().numel()
    print(f"step {step}: loss {loss.item():.3f}, {used} of {CODES} codes used")
