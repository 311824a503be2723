"""`enable_free_init(spatial_stop_frequency=0)`: the filter is returned before it is moved, and the latents refuse
it.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="diffusers",
    version="0.42.1",
    where="diffusers/pipelines/free_init_utils.py:85",
    rule="DEV102",
    what=(
        "`enable_free_init(spatial_stop_frequency=0)`: the filter is returned before it is moved, and the "
        "latents refuse it."
    ),
)


def program(device: torch.device) -> None:
    from diffusers.pipelines.free_init_utils import FreeInitMixin

    mixin = FreeInitMixin()
    latents = torch.randn(1, 4, 4, 4, 4, device=device)
    shape = (1, *latents.shape[1:])
    low_pass = mixin._get_free_init_freq_filter(shape, latents.device, "butterworth", 4, 0.0, 0.25)
    mixin._apply_freq_filter(latents, torch.randn_like(latents), low_pass)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
