"""Samples of Pyro."""

from __future__ import annotations

import pyro
import pyro.distributions
import torch

from tests.stubs.sample import Arguments, Sample


def _drawn(device: str) -> Arguments:
    level = torch.zeros(3, device=device)
    return {"name": "level", "fn": pyro.distributions.Normal(level, torch.ones_like(level)).to_event(1)}


def _begun(device: str) -> Arguments:
    pyro.clear_param_store()
    return {"name": "level", "init_tensor": torch.zeros(3, device=device)}


SAMPLES = [Sample("pyro.sample", _drawn), Sample("pyro.param", _begun)]
