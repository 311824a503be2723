"""`ProfileHMM(cuda=True).fit_svi` gives a shuffling `DataLoader` a generator on the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import GENERATOR, Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/mue/models.py:218",
    rule="DEV401",
    what="`ProfileHMM(cuda=True).fit_svi` gives a shuffling `DataLoader` a generator on the GPU.",
    raises=GENERATOR,
)


def program(device: torch.device) -> None:
    from pyro.contrib.mue.dataloaders import BiosequenceDataset
    from pyro.contrib.mue.models import ProfileHMM

    dataset = BiosequenceDataset(["ACGT", "ACGA"], "list", "ACGT")
    dataset.seq_data = dataset.seq_data.float()
    model = ProfileHMM(4, 4, cuda=device.type == "cuda").to(device)
    model.fit_svi(dataset, epochs=1, batch_size=2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
