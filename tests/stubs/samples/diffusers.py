"""Calls of what the stub of diffusers describes, with networks of a few weights."""

from __future__ import annotations

from typing import Any

import torch
from diffusers import (
    AutoencoderKL,
    ControlNetModel,
    DDIMScheduler,
    DDPMScheduler,
    DPMSolverMultistepScheduler,
    EulerDiscreteScheduler,
    UNet2DConditionModel,
    UNet2DModel,
)

from tests.stubs.sample import Sample

BLOCKS = {"down_block_types": ("DownBlock2D",), "up_block_types": ("UpBlock2D",), "layers_per_block": 1}
SIZES: dict[str, Any] = {"in_channels": 4, "out_channels": 4, "block_out_channels": (32,)}
CONTROL: dict[str, Any] = {
    "block_out_channels": (32,),
    "down_block_types": ("CrossAttnDownBlock2D",),
    "cross_attention_dim": 8,
    "attention_head_dim": 4,
    "layers_per_block": 1,
}
CROSSED: dict[str, Any] = {
    "sample_size": 8,
    "layers_per_block": 1,
    "down_block_types": ("CrossAttnDownBlock2D",),
    "up_block_types": ("CrossAttnUpBlock2D",),
    "cross_attention_dim": 8,
    "attention_head_dim": 4,
}


def image(device: str) -> torch.Tensor:
    return torch.ones(1, 4, 8, 8, device=device)


def network(device: str) -> Any:
    return UNet2DModel(sample_size=8, **SIZES, **BLOCKS).to(device)


def autoencoder(device: str) -> Any:
    return AutoencoderKL(**SIZES).to(device)


def conditioned(device: str) -> Any:
    return UNet2DConditionModel(**SIZES, **CROSSED).to(device)


def denoised(device: str) -> dict[str, Any]:
    context = torch.ones(1, 2, 8, device=device)
    return {"sample": image(device), "timestep": torch.ones(1, device=device), "encoder_hidden_states": context}


def scheduler(kind: Any = DDPMScheduler) -> Any:
    made = kind(num_train_timesteps=10)
    made.set_timesteps(2)
    return made


SAMPLES = [
    Sample("diffusers.UNet2DModel", lambda device: {"sample_size": 8, **SIZES, **BLOCKS}),
    Sample(
        "diffusers.UNet2DModel.__call__",
        lambda device: {"self": network(device), "sample": image(device), "timestep": torch.ones(1, device=device)},
    ),
    Sample("diffusers.AutoencoderKL", lambda device: SIZES),
    Sample("diffusers.AutoencoderKL.decode", lambda device: {"self": autoencoder(device), "z": image(device)}),
    Sample("diffusers.AutoencoderKL.encode", lambda device: {"self": autoencoder(device), "x": image(device)}),
    Sample("diffusers.DDPMScheduler", lambda device: {}),
    Sample("diffusers.DDPMScheduler.from_config", lambda device: {"config": scheduler().config}),
    *(
        Sample(
            name,
            lambda device, kind=kind: {
                "self": scheduler(kind),
                "original_samples": image(device),
                "noise": image(device),
                "timesteps": scheduler(kind).timesteps[:1],
            },
        )
        for name, kind in (
            ("diffusers.DDPMScheduler.add_noise", DDPMScheduler),
            ("diffusers.DDIMScheduler.add_noise", DDIMScheduler),
            ("diffusers.EulerDiscreteScheduler.add_noise", EulerDiscreteScheduler),
        )
    ),
    Sample("diffusers.DDPMScheduler.scale_model_input", lambda device: {"self": scheduler(), "sample": image(device)}),
    *(
        Sample(
            name,
            lambda device, kind=kind: {
                "self": scheduler(kind),
                "model_output": image(device),
                "timestep": scheduler(kind).timesteps[0],
                "sample": image(device),
            },
        )
        for name, kind in (
            ("diffusers.DDPMScheduler.step", DDPMScheduler),
            ("diffusers.DDIMScheduler.step", DDIMScheduler),
        )
    ),
    Sample(
        "diffusers.utils.torch_utils.randn_tensor", lambda device: {"shape": (2, 2), "device": torch.device(device)}
    ),
    *(
        Sample(name, lambda device, kind=kind: {"self": scheduler(kind)})
        for name, kind in (
            ("diffusers.EulerDiscreteScheduler.sigmas", EulerDiscreteScheduler),
            ("diffusers.DPMSolverMultistepScheduler.sigmas", DPMSolverMultistepScheduler),
        )
    ),
    Sample("diffusers.UNet2DConditionModel", lambda device: {**SIZES, **CROSSED}),
    Sample("diffusers.UNet2DConditionModel.__call__", lambda device: {"self": conditioned(device), **denoised(device)}),
    Sample("diffusers.ControlNetModel", lambda device: {"in_channels": 4, **CONTROL}),
    Sample(
        "diffusers.ControlNetModel.__call__",
        lambda device: {
            "self": ControlNetModel(in_channels=4, **CONTROL).to(device),
            **denoised(device),
            "controlnet_cond": torch.ones(1, 3, 64, 64, device=device),
        },
    ),
]
