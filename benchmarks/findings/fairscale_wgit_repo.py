"""`Repo.add(file)` cannot add a checkpoint of a GPU on a machine without one."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import torch

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="fairscale",
    version="0.4.13",
    where="fairscale/experimental/wgit/repo.py:279",
    rule="DEV501",
    what="`Repo.add(file)` cannot add a checkpoint of a GPU on a machine without one.",
    raises=NO_GPU,
    install=(
        "pygit2",
        "pgzip",
    ),
)


def saved(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save({"weight": torch.ones(3, device=device)}, path)
    return path


def program(path: str) -> None:
    from fairscale.experimental.wgit.repo import Repo

    os.chdir(Path(path).parent)
    Repo(Path(path).parent, init=True).add("checkpoint.pt")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
