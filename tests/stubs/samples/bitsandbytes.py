"""Samples of bitsandbytes."""

from __future__ import annotations

import torch
from bitsandbytes import functional

from tests.stubs.sample import Arguments, Sample


def weight(device: str) -> torch.Tensor:
    return torch.rand(64, 64, device=device)


def _packed(device: str) -> Arguments:
    packed, state = functional.quantize_4bit(weight(device))
    return {"A": packed, "quant_state": state}


def _in_blocks(device: str) -> Arguments:
    packed, state = functional.quantize_blockwise(weight(device))
    return {"A": packed, "quant_state": state}


SAMPLES = [
    Sample("bitsandbytes.functional.quantize_4bit", lambda device: {"A": weight(device)}),
    Sample("bitsandbytes.functional.quantize_nf4", lambda device: {"A": weight(device)}),
    Sample("bitsandbytes.functional.quantize_fp4", lambda device: {"A": weight(device)}),
    Sample("bitsandbytes.functional.dequantize_4bit", _packed),
    Sample("bitsandbytes.functional.quantize_blockwise", lambda device: {"A": weight(device)}),
    Sample("bitsandbytes.functional.dequantize_blockwise", _in_blocks),
]
