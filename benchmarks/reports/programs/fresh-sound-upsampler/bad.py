import math
import os
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def load_weights(path):
    if not os.path.exists(path):
        raise FileNotFoundError(path + " is missing, see the README for the download")
    return torch.load(path)  # wanted


class Encoder(nn.Module):
    def __init__(self, width=32, latent=8):
        super().__init__()
        self.conv_in = nn.Conv1d(1, width, 9, stride=4, padding=4)
        self.conv_mid = nn.Conv1d(width, width, 9, stride=4, padding=4)
        self.conv_out = nn.Conv1d(width, latent, 3, padding=1)

    def forward(self, x):
        return self.conv_out(F.silu(self.conv_mid(F.silu(self.conv_in(x)))))


class Denoiser(nn.Module):
    def __init__(self, latent=8, width=64):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, width), nn.SiLU(), nn.Linear(width, width))
        self.inp = nn.Conv1d(latent * 2, width, 3, padding=1)
        self.mid = nn.Conv1d(width, width, 3, padding=1)
        self.out = nn.Conv1d(width, latent, 3, padding=1)

    def embed(self, t):
        half = 8
        freqs = torch.exp(-math.log(10000) * torch.arange(half, device=t.device) / half)
        args = t[:, None].float() * freqs[None]
        return self.time(torch.cat([args.cos(), args.sin()], dim=-1))

    def forward(self, x, cond, t):
        h = self.inp(torch.cat([x, cond], dim=1)) + self.embed(t)[:, :, None]
        return self.out(F.silu(self.mid(F.silu(h))))


class Vocoder(nn.Module):
    def __init__(self, latent=8, width=32):
        super().__init__()
        self.up1 = nn.ConvTranspose1d(latent, width, 8, stride=4, padding=2)
        self.up2 = nn.ConvTranspose1d(width, 1, 8, stride=4, padding=2)

    def forward(self, z):
        return torch.tanh(self.up2(F.leaky_relu(self.up1(z), 0.1)))


class Upsampler(nn.Module):
    """From 16 kHz to 48 kHz in one step of the student."""

    def __init__(self, student_ckpt, vocoder_ckpt, autoencoder_ckpt):
        super().__init__()
        self.vae = Encoder()
        self.vae.load_state_dict(load_weights(autoencoder_ckpt))
        self.student = Denoiser()
        self.student.load_state_dict(load_weights(student_ckpt))
        self.vocoder = Vocoder()
        self.vocoder.load_state_dict(load_weights(vocoder_ckpt))
        self.eval()

    @torch.no_grad()
    def forward(self, audio, steps=1):
        cond = self.vae(audio[:, None])
        x = torch.randn_like(cond)
        for i in reversed(range(steps)):
            t = torch.full((x.shape[0],), i, device=x.device)
            x = x - self.student(x, cond, t)
        wav = self.vocoder(x)[:, 0]
        return wav[:, :audio.shape[1]]


def split_in_windows(audio, size):
    n = int(math.ceil(len(audio) / size))
    padded = np.pad(audio, (0, n * size - len(audio)))
    return padded.reshape(n, size)


def lowpass(audio, ratio=3):
    spec = np.fft.rfft(audio)
    spec[len(spec) // ratio:] = 0
    return np.fft.irfft(spec, len(audio)).astype(np.float32)


def process(model, audio, device, size=4800):
    pieces = []
    for window in split_in_windows(lowpass(audio), size):
        x = torch.from_numpy(window.astype(np.float32))[None].to(device)
        y = model(x)
        pieces.append(y[0].cpu().numpy())
    out = np.concatenate(pieces)[:len(audio)]
    return out / max(1e-6, np.abs(out).max())


def main(folder, out_path, device=None):
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    model = Upsampler(
        student_ckpt=os.path.join(folder, "student_ldm.pth"),
        vocoder_ckpt=os.path.join(folder, "sr_vocoder.pth"),
        autoencoder_ckpt=os.path.join(folder, "vae.pth"),
    )
    model = model.to(device)
    t = np.arange(48000) / 48000
    audio = (0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)
    result = process(model, audio, device)
    np.save(out_path, result)
    print("written", out_path, result.shape)


if __name__ == "__main__":
    weights = sys.argv[1] if len(sys.argv) > 1 else "ModelWeights"
    main(weights, sys.argv[2] if len(sys.argv) > 2 else "out.npy", sys.argv[3] if len(sys.argv) > 3 else None)
