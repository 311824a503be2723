"""`CEVAE.fit` gives a shuffling `DataLoader` a generator on the device of the data."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import GENERATOR, Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/cevae/__init__.py:582",
    rule="DEV401",
    what="`CEVAE.fit` gives a shuffling `DataLoader` a generator on the device of the data.",
    raises=GENERATOR,
)


def program(device: torch.device) -> None:
    from pyro.contrib.cevae import CEVAE

    x, t, y = torch.randn(20, 3, device=device), torch.rand(20, device=device), torch.rand(20, device=device)
    model = CEVAE(3, latent_dim=2, hidden_dim=4, num_layers=2).to(device)
    model.fit(x, t.round(), y.round(), num_epochs=1, batch_size=10)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
