"""Calls of what the stub of torchmetrics describes."""

from __future__ import annotations

from typing import Any

import torch
from torchmetrics import MeanMetric, MeanSquaredError

from tests.stubs.sample import Sample


def metric(device: str, kind: Any = MeanSquaredError) -> Any:
    made = kind().to(device)
    given = [torch.ones(3, device=device)] * (2 if kind is MeanSquaredError else 1)
    made.update(*given)
    return made


SAMPLES = [
    Sample("torchmetrics.Metric.compute", lambda device: {"self": metric(device)}),
    Sample("torchmetrics.Metric.compute", lambda device: {"self": metric(device, MeanMetric)}),
    Sample("torchmetrics.Metric.device", lambda device: {"self": metric(device)}),
]
