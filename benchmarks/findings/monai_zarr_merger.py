"""`ZarrAvgMerger.aggregate` reads the patches a network returns by `.numpy()`."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="monai",
    version="1.6.1",
    where="monai/inferers/merger.py:441",
    rule="DEV107",
    what="`ZarrAvgMerger.aggregate` reads the patches a network returns by `.numpy()`.",
    raises=NUMPY,
    install=("zarr",),
)


def program(device: torch.device) -> None:
    from monai.inferers.merger import ZarrAvgMerger

    with tempfile.TemporaryDirectory() as folder:
        stores = {name: f"{folder}/{name}" for name in ("store", "value_store", "count_store")}
        merger = ZarrAvgMerger((1, 1, 4, 4), **stores)
        merger.aggregate(torch.ones(1, 1, 2, 2, device=device), (0, 0))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
