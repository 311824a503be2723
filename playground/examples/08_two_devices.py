"""Two tensors of one expression, one on the GPU by name and one on the CPU by default."""

import torch

weight = torch.randn(4, 4, device="cuda")
bias = torch.zeros(4)  # DEV101
x = torch.randn(2, 4).cuda()
print(x @ weight + bias)
