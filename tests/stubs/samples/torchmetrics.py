"""Calls of what the stub of torchmetrics describes."""

from __future__ import annotations

from typing import Any

import torch
import torchmetrics
from torchmetrics import MeanMetric, MeanSquaredError

from tests.stubs.sample import Arguments, Sample


def metric(device: str, kind: Any = MeanSquaredError) -> Any:
    made = kind().to(device)
    given = [torch.ones(3, device=device)] * (2 if kind is MeanSquaredError else 1)
    made.update(*given)
    return made


def regression(device: str, kind: str) -> Arguments:
    """A metric of regression on ``device``, with what it compares."""
    values = torch.tensor([0.1, 0.5, 0.7, 0.9], device=device)
    return {"self": getattr(torchmetrics, kind)().to(device), "preds": values, "target": values.flip(0)}


def updated(device: str, kind: str) -> Any:
    given = regression(device, kind)
    given["self"].update(given["preds"], given["target"])
    return given["self"]


SAMPLES = [
    Sample("torchmetrics.Metric.compute", lambda device: {"self": metric(device)}),
    Sample("torchmetrics.Metric.compute", lambda device: {"self": metric(device, MeanMetric)}),
    Sample("torchmetrics.Metric.device", lambda device: {"self": metric(device)}),
    Sample("torchmetrics.MeanSquaredError.update", lambda device: regression(device, "MeanSquaredError")),
    Sample("torchmetrics.MeanAbsoluteError.update", lambda device: regression(device, "MeanAbsoluteError")),
    Sample("torchmetrics.R2Score.update", lambda device: regression(device, "R2Score")),
    Sample("torchmetrics.MeanSquaredLogError.update", lambda device: regression(device, "MeanSquaredLogError")),
    Sample(
        "torchmetrics.MeanAbsolutePercentageError.update",
        lambda device: regression(device, "MeanAbsolutePercentageError"),
    ),
    Sample(
        "torchmetrics.SymmetricMeanAbsolutePercentageError.update",
        lambda device: regression(device, "SymmetricMeanAbsolutePercentageError"),
    ),
    Sample("torchmetrics.LogCoshError.update", lambda device: regression(device, "LogCoshError")),
    Sample("torchmetrics.PearsonCorrCoef.update", lambda device: regression(device, "PearsonCorrCoef")),
    Sample("torchmetrics.ExplainedVariance.update", lambda device: regression(device, "ExplainedVariance")),
    Sample("torchmetrics.MeanSquaredError.__call__", lambda device: regression(device, "MeanSquaredError")),
    Sample("torchmetrics.R2Score.__call__", lambda device: regression(device, "R2Score")),
    Sample("torchmetrics.MeanSquaredError.compute", lambda device: {"self": updated(device, "MeanSquaredError")}),
    Sample("torchmetrics.PearsonCorrCoef.compute", lambda device: {"self": updated(device, "PearsonCorrCoef")}),
    Sample("torchmetrics.ExplainedVariance.compute", lambda device: {"self": updated(device, "ExplainedVariance")}),
    Sample("torchmetrics.MeanSquaredError.device", lambda device: {"self": updated(device, "MeanSquaredError")}),
]
