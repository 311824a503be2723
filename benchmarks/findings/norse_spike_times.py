"""`ToSpikeTimes` multiplies the spikes by `torch.arange(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="norse",
    version="1.1.0",
    where="norse/torch/functional/spikes_to_times_decoder.py:21",
    rule="DEV102",
    what="`ToSpikeTimes` multiplies the spikes by `torch.arange(...)`, made on the CPU.",
    install=("nir", "nirtorch"),
)


def program(device: torch.device) -> None:
    from norse.torch.functional.spikes_to_times_decoder import ToSpikeTimes

    ToSpikeTimes.apply(torch.ones(10, 1, 1, device=device), torch.as_tensor(10, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
