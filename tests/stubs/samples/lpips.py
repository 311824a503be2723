"""Samples of LPIPS."""

from __future__ import annotations

import lpips
import numpy as np
import torch

from tests.stubs.sample import Arguments, Sample


def _pair(device: str) -> Arguments:
    return {
        "self": lpips.LPIPS(net="squeeze", pnet_rand=True, verbose=False).to(device),
        "in0": torch.rand(1, 3, 32, 32, device=device),
        "in1": torch.rand(1, 3, 32, 32, device=device),
    }


SAMPLES = [
    Sample("lpips.LPIPS", lambda device: {"net": "squeeze", "pnet_rand": True, "verbose": False}),
    Sample("lpips.LPIPS.__call__", _pair),
    Sample("lpips.LPIPS.forward", _pair),
    Sample("lpips.im2tensor", lambda device: {"image": np.zeros((8, 8, 3), dtype=np.uint8)}),
    Sample("lpips.tensor2im", lambda device: {"image_tensor": torch.rand(1, 3, 8, 8, device=device)}),
]
