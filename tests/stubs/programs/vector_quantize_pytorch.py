"""Programs that quantize what an encoder gives with vector-quantize-pytorch on a GPU."""

import torch
from torch import nn
from vector_quantize_pytorch import FSQ, ResidualVQ, VectorQuantize


def bad_codes_stay_behind(device):
    encoder = nn.Conv1d(2, 8, 3, padding=1).to(device)
    quantizer = VectorQuantize(dim=8, codebook_size=16)  # or here
    latent = encoder(torch.randn(3, 2, 10, device=device)).transpose(1, 2)
    quantized, indices, loss = quantizer(latent)  # wanted
    return quantized, indices, loss


def ok_codes_stay_behind(device):
    encoder = nn.Conv1d(2, 8, 3, padding=1).to(device)
    quantizer = VectorQuantize(dim=8, codebook_size=16).to(device)
    latent = encoder(torch.randn(3, 2, 10, device=device)).transpose(1, 2)
    quantized, indices, loss = quantizer(latent)
    return quantized, indices, loss


class Compressor(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.quantizer = ResidualVQ(dim=width, codebook_size=8, num_quantizers=3)
        self.decoder = nn.Linear(width, 4)

    def forward(self, x):
        quantized, _, losses = self.quantizer(x)
        return self.decoder(quantized), losses.sum()


def bad_rows_of_the_home_are_quantized():
    model = Compressor().cuda()
    rows = torch.randn(2, 5, 6)  # or here
    restored, loss = model(rows)  # wanted
    return restored.mean() + loss


def ok_rows_of_the_home_are_quantized():
    model = Compressor().cuda()
    rows = torch.randn(2, 5, 6).cuda()
    restored, loss = model(rows)
    return restored.mean() + loss


def bad_decoded_indices_become_an_array(device):
    quantizer = FSQ([5, 5, 5]).to(device)
    indices = torch.randint(0, 125, (2, 4), device=device)
    return quantizer.indices_to_codes(indices).numpy()  # wanted


def ok_decoded_indices_become_an_array(device):
    quantizer = FSQ([5, 5, 5]).to(device)
    indices = torch.randint(0, 125, (2, 4), device=device)
    return quantizer.indices_to_codes(indices).cpu().numpy()
