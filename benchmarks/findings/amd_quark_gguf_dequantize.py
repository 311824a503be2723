"""Reading a quantized weight back from GGUF turns its scales into an array by `.numpy()` (55 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="amd-quark",
    version="0.13",
    where="quark/torch/export/gguf_export/tensor_convert.py:54",
    rule="DEV107",
    what="Reading a quantized weight back from GGUF turns its scales into an array by `.numpy()` (55 too).",
    raises=NUMPY,
    install=("gguf",),
)


def program(device: torch.device) -> None:
    bare("quark", "quark.torch", "quark.torch.export", "quark.torch.export.gguf_export")
    from quark.torch.export.gguf_export.tensor_convert import dequantize_row_q4_1

    dequantize_row_q4_1(torch.ones(2, 20, dtype=torch.uint8, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
