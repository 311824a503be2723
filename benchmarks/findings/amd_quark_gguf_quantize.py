"""The export to GGUF turns the scales of a weight into an array by `.numpy()` (36 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="amd-quark",
    version="0.13",
    where="quark/torch/export/gguf_export/tensor_convert.py:34",
    rule="DEV107",
    what="The export to GGUF turns the scales of a weight into an array by `.numpy()` (36 too).",
    raises=NUMPY,
    install=("gguf",),
)


def program(device: torch.device) -> None:
    bare("quark", "quark.torch", "quark.torch.export", "quark.torch.export.gguf_export")
    from quark.torch.export.gguf_export.tensor_convert import quantize_row_q4_1

    scale, zero = torch.rand(2, 2, 1, device=device)
    quantize_row_q4_1(torch.rand(2, 32, device=device), scale, zero)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
