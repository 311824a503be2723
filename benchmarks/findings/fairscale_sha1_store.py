"""`SHA1_Store.add(file)` cannot add a checkpoint of a GPU on a machine without one."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import torch

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="fairscale",
    version="0.4.13",
    where="fairscale/experimental/wgit/sha1_store.py:270",
    rule="DEV501",
    what="`SHA1_Store.add(file)` cannot add a checkpoint of a GPU on a machine without one.",
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
    from fairscale.experimental.wgit.sha1_store import SHA1_Store

    store = SHA1_Store(Path(tempfile.mkdtemp()) / "store", init=True)
    store.add(path)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
