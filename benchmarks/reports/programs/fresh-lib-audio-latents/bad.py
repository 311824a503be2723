"""Latents of audio clips, for the cache of a training of text to music."""
import argparse
import hashlib
import logging
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
import torchaudio

logger = logging.getLogger("audio-cache")


class MelAutoencoder(nn.Module):
    def __init__(self, n_mels=128, latent=8, width=64):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, width, 3, stride=2, padding=1), nn.SiLU(),
            nn.Conv2d(width, width, 3, stride=2, padding=1), nn.SiLU(),
            nn.Conv2d(width, 2 * latent, 3, padding=1),
        )
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(latent, width, 4, stride=2, padding=1), nn.SiLU(),
            nn.ConvTranspose2d(width, 1, 4, stride=2, padding=1),
        )

    def encode(self, mel):
        mean, logvar = self.encoder(mel).chunk(2, dim=1)
        return mean + torch.randn_like(mean) * torch.exp(0.5 * logvar.clamp(-10, 10))


class AudioAutoencoder:
    """Holds the weights of the model and what has to be done before it."""

    def __init__(self, checkpoint=None, sample_rate=44100, n_fft=2048, hop_length=512, n_mels=128):
        self.sample_rate = sample_rate
        self.dtype = torch.float32
        self.device = torch.device("cpu")
        self.vae = MelAutoencoder(n_mels)
        if checkpoint is not None:
            self.vae.load_state_dict(torch.load(checkpoint, map_location="cpu"))
        self.mel_transform = torchaudio.transforms.MelSpectrogram(
            sample_rate=sample_rate,
            n_fft=n_fft,
            hop_length=hop_length,
            n_mels=n_mels,
            f_min=40,
            f_max=16000,
            norm="slaney",
            mel_scale="slaney",
        )
        self.min_mel, self.max_mel = -11.0, 3.0
        self._resamplers = {}

    def to(self, device=None, dtype=None):
        if device is not None:
            self.device = torch.device(device)
        if dtype is not None:
            self.dtype = dtype
        self.vae.to(device=self.device, dtype=self.dtype)
        return self

    def eval(self):
        self.vae.eval()
        return self

    def requires_grad_(self, flag):
        self.vae.requires_grad_(flag)
        return self

    def resample(self, waveform, rate):
        if rate == self.sample_rate:
            return waveform
        if rate not in self._resamplers:
            self._resamplers[rate] = torchaudio.transforms.Resample(rate, self.sample_rate)
        return self._resamplers[rate](waveform)

    def waveform_to_mel(self, waveform):
        if waveform.dim() == 3:
            waveform = waveform.mean(dim=1)
        mel = self.mel_transform(waveform)  # wanted
        mel = torch.log(mel.clamp(min=1e-5))
        mel = (mel - self.min_mel) / (self.max_mel - self.min_mel)
        pad = -mel.shape[-1] % 4
        return F.pad(mel, (0, pad)).unsqueeze(1)

    @torch.no_grad()
    def encode(self, waveform):
        waveform = waveform.to(self.device)
        mel = self.waveform_to_mel(waveform.float())
        return self.vae.encode(mel.to(self.dtype))


def load_clip(path, seconds, codec):
    waveform, rate = torchaudio.load(str(path))
    if waveform.shape[0] == 1:
        waveform = waveform.repeat(2, 1)
    waveform = codec.resample(waveform, rate)
    size = int(seconds * codec.sample_rate)
    waveform = waveform[:, :size]
    return F.pad(waveform, (0, size - waveform.shape[1]))


def cache_name(path, seconds):
    return hashlib.sha256(f"{path}:{seconds}".encode()).hexdigest()[:24] + ".pt"


def build_cache(args):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    codec = AudioAutoencoder(args.checkpoint).to(device).eval().requires_grad_(False)
    out = Path(args.cache_dir)
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(p for p in Path(args.data).rglob("*") if p.suffix in (".wav", ".flac", ".mp3"))
    logger.info("%d clips", len(files))
    for start in range(0, len(files), args.batch_size):
        batch = [p for p in files[start:start + args.batch_size] if not (out / cache_name(p, args.seconds)).exists()]
        if not batch:
            continue
        waveforms = torch.stack([load_clip(p, args.seconds, codec) for p in batch])
        latents = codec.encode(waveforms).cpu()
        for path, latent in zip(batch, latents):
            torch.save({"latent": latent.clone(), "path": str(path)}, out / cache_name(path, args.seconds))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="clips")
    parser.add_argument("--cache-dir", default="cache/audio")
    parser.add_argument("--checkpoint", default=None)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--batch-size", type=int, default=4)
    build_cache(parser.parse_args())
