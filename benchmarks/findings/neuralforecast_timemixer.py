"""`TimeMixer(down_sampling_method='conv')` makes its convolution anew in each forward pass, on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import CONVOLUTION, Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="neuralforecast",
    version="3.3.0",
    where="neuralforecast/models/timemixer.py:533",
    rule="DEV310",
    what="`TimeMixer(down_sampling_method='conv')` makes its convolution anew in each forward pass, on the CPU.",
    raises=CONVOLUTION,
)


def program(device: torch.device) -> None:
    bare("neuralforecast", "neuralforecast.models", "neuralforecast.common")
    stand_in("ray")
    from neuralforecast.models.timemixer import TimeMixer

    model = TimeMixer(h=2, input_size=8, n_series=3, d_model=4, d_ff=4, e_layers=1, down_sampling_method="conv")
    series = {"insample_y": torch.rand(1, 8, 3, device=device), "futr_exog": None, "hist_exog": None, "stat_exog": None}
    model.to(device)(series)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
