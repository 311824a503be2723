"""`get_2d_sincos_pos_embed(cls_token=True, extra_tokens=1, device=...)` concatenates `torch.zeros(...)` on the
CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="diffusers",
    version="0.42.1",
    where="diffusers/models/embeddings.py:196",
    rule="DEV102",
    what=(
        "`get_2d_sincos_pos_embed(cls_token=True, extra_tokens=1, device=...)` concatenates "
        "`torch.zeros(...)` on the CPU."
    ),
)


def program(device: torch.device) -> None:
    from diffusers.models.embeddings import get_2d_sincos_pos_embed

    get_2d_sincos_pos_embed(8, 4, cls_token=True, extra_tokens=1, device=device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
