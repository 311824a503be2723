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
    *(
        Sample(
            name,
            lambda device: {
                "preds": torch.tensor([0, 1, 1, 0], device=device),
                "target": torch.tensor([0, 1, 0, 0], device=device),
                "task": "multiclass",
                "num_classes": 2,
            },
        )
        for name in (
            "torchmetrics.functional.accuracy",
            "torchmetrics.functional.f1_score",
            "torchmetrics.functional.precision",
            "torchmetrics.functional.recall",
            "torchmetrics.functional.specificity",
            "torchmetrics.functional.jaccard_index",
            "torchmetrics.functional.hamming_distance",
            "torchmetrics.functional.cohen_kappa",
            "torchmetrics.functional.matthews_corrcoef",
            "torchmetrics.functional.confusion_matrix",
        )
    ),
    *(
        Sample(
            name,
            lambda device: {
                "preds": torch.tensor([0.1, 0.5, 0.7, 0.9], device=device),
                "target": torch.tensor([0.2, 0.4, 0.9, 0.8], device=device),
            },
        )
        for name in (
            "torchmetrics.functional.mean_squared_error",
            "torchmetrics.functional.mean_absolute_error",
            "torchmetrics.functional.mean_absolute_percentage_error",
            "torchmetrics.functional.pearson_corrcoef",
            "torchmetrics.functional.spearman_corrcoef",
            "torchmetrics.functional.r2_score",
            "torchmetrics.functional.explained_variance",
            "torchmetrics.functional.scale_invariant_signal_noise_ratio",
            "torchmetrics.functional.signal_noise_ratio",
            "torchmetrics.functional.peak_signal_noise_ratio",
        )
    ),
    Sample(
        "torchmetrics.functional.pairwise_cosine_similarity",
        lambda device: {"x": torch.rand(3, 4, device=device), "y": torch.rand(2, 4, device=device)},
    ),
]
