"""`litgpt convert_pretrained_checkpoint` cannot convert a checkpoint that was trained on a GPU on a machine
without one.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import torch

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="litgpt",
    version="0.5.13",
    where="litgpt/scripts/convert_pretrained_checkpoint.py:40",
    rule="DEV501",
    what=(
        "`litgpt convert_pretrained_checkpoint` cannot convert a checkpoint that was trained on a GPU on a "
        "machine without one."
    ),
    raises=NO_GPU,
    install=("lightning",),
)


def trained(device: torch.device) -> Path:
    folder = Path(tempfile.mkdtemp())
    torch.save({"model": {"lm_head.weight": torch.ones(3, 3, device=device)}}, folder / "lit_model.pth")
    for name in ("model_config.yaml", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_text("{}")
    return folder


def program(folder: Path) -> None:
    from litgpt.scripts.convert_pretrained_checkpoint import convert_pretrained_checkpoint

    convert_pretrained_checkpoint(folder, folder / "converted")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=trained))
