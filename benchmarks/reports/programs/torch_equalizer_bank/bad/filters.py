import math

import torch
import torch.nn as nn


def lowpass(fc, gain, fs, device=None):
    w = 2 * math.pi * fc / fs
    alpha = torch.sin(w) / 2 * math.sqrt(2)
    cos = torch.cos(w)
    b = torch.stack([(1 - cos) / 2, 1 - cos, (1 - cos) / 2]) * gain
    a = torch.stack([1 + alpha, -2 * cos, 1 - alpha])
    return b, a


class Transform(nn.Module):
    def __init__(self, transform=lambda x: x, device=None):
        super().__init__()
        self.transform = transform
        self.device = device

    def forward(self, x):
        return self.transform(x)


class FFT(Transform):
    def __init__(self, nfft=2**11, norm="backward"):
        self.nfft = nfft
        self.norm = norm
        super().__init__(transform=lambda x: torch.fft.rfft(x, n=self.nfft, dim=1, norm=self.norm))


class InverseFFT(Transform):
    def __init__(self, nfft=2**11, norm="backward"):
        self.nfft = nfft
        self.norm = norm
        super().__init__(transform=lambda x: torch.fft.irfft(x, n=self.nfft, dim=1, norm=self.norm))


class Processor(nn.Module):
    """A linear system: raw parameters, a map that keeps them stable, and an envelope against aliasing."""

    def __init__(self, size, nfft=2**11, map=lambda x: x, decay_db=0.0, device=None):
        super().__init__()
        assert isinstance(size, tuple)
        self.size = size
        self.nfft = nfft
        self.map = map
        self.device = device
        self.param = nn.Parameter(torch.empty(self.size, device=self.device))
        self.decay_db = torch.tensor(decay_db, device=self.device)
        self.init_param()
        self.get_gamma()

    def init_param(self):
        torch.nn.init.normal_(self.param)

    def get_gamma(self):
        self.gamma = 10 ** (-torch.abs(self.decay_db) / self.nfft / 20)


    def assign_value(self, value):
        with torch.no_grad():
            self.param.copy_(value)


class Biquad(Processor):
    def __init__(self, size=(1, 1), n_sections=4, nfft=2**11, fs=48000, decay_db=0.0, device=None):
        self.n_sections = n_sections
        self.fs = fs
        gamma = 10 ** (-abs(decay_db) / nfft / 20)
        super().__init__(size=(n_sections, 2, *size), nfft=nfft, decay_db=decay_db, device=device)
        self.envelope = gamma ** torch.arange(0, 3, 1, device=self.device)  # wanted
        self.get_map()

    def get_map(self):
        self.map = lambda x: torch.clamp(
            x,
            min=torch.tensor([20 / self.fs, 0.1], device=self.device).view(-1, 1, 1).expand_as(x),  # wanted
            max=torch.tensor([0.5, 4.0], device=self.device).view(-1, 1, 1).expand_as(x),
        )

    def frequency_response(self):
        p = self.map(self.param)
        b, a = lowpass(p[:, 0] * self.fs / 2, p[:, 1], fs=self.fs)
        b = torch.einsum("p,psij->psij", self.envelope, b)
        a = torch.einsum("p,psij->psij", self.envelope, a)
        B = torch.fft.rfft(b, self.nfft, dim=0)
        A = torch.fft.rfft(a, self.nfft, dim=0)
        return torch.prod(B, dim=1) / (torch.prod(A, dim=1) + 1e-8)

    def forward(self, x):
        return torch.einsum("fij,bfj->bfi", self.frequency_response(), x)


class Shell(nn.Module):
    def __init__(self, core, input_layer=None, output_layer=None):
        super().__init__()
        self.core = core
        self.input_layer = input_layer or nn.Identity()
        self.output_layer = output_layer or nn.Identity()

    def forward(self, x):
        return self.output_layer(self.core(self.input_layer(x)))
