"""Calls of what the stub of denoising-diffusion-pytorch describes."""

from __future__ import annotations

from tests.stubs.sample import Sample

SAMPLES = [
    Sample("denoising_diffusion_pytorch.Unet", lambda device: {"dim": 8, "dim_mults": (1, 2)}),
    Sample("denoising_diffusion_pytorch.Unet1D", lambda device: {"dim": 8, "dim_mults": (1, 2), "channels": 2}),
]
