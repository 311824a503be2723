"""Samples of BoTorch."""

from __future__ import annotations

import torch
from botorch.acquisition import LogExpectedImprovement, UpperConfidenceBound, qLogExpectedImprovement
from botorch.models import SingleTaskGP

from tests.stubs.sample import Arguments, Sample


def _data(device: str) -> Arguments:
    x = torch.linspace(0, 1, 8, dtype=torch.double, device=device).view(4, 2)
    return {"train_X": x, "train_Y": x.sin().sum(dim=1, keepdim=True)}


def _points(device: str) -> torch.Tensor:
    return torch.full((3, 1, 2), 0.4, dtype=torch.double, device=device)


def _bounds(device: str) -> torch.Tensor:
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double, device=device)


def _posterior(device: str) -> Arguments:
    return {"self": SingleTaskGP(**_data(device)).posterior(_points(device))}


def _optimized(device: str) -> Arguments:
    acquisition = qLogExpectedImprovement(SingleTaskGP(**_data(device)), best_f=0.5)
    return {
        "acq_function": acquisition,
        "bounds": _bounds(device),
        "q": 1,
        "num_restarts": 1,
        "raw_samples": 4,
        "return_best_only": False,
    }


SAMPLES = [
    Sample("botorch.models.SingleTaskGP", _data),
    Sample(
        "botorch.models.SingleTaskGP.posterior",
        lambda device: {"self": SingleTaskGP(**_data(device)), "X": _points(device)},
    ),
    Sample("botorch.models.MixedSingleTaskGP", lambda device: {**_data(device), "cat_dims": [1]}),
    Sample("botorch.models.Posterior.mean", _posterior),
    Sample("botorch.models.Posterior.variance", _posterior),
    Sample("botorch.models.Posterior.rsample", _posterior),
    Sample("botorch.models.Posterior.sample", _posterior),
    Sample("botorch.optim.optimize_acqf", _optimized),
    Sample("botorch.utils.sampling.draw_sobol_samples", lambda device: {"bounds": _bounds(device), "n": 4, "q": 1}),
    Sample("botorch.utils.transforms.normalize", lambda device: {"X": _points(device), "bounds": _bounds(device)}),
    Sample("botorch.utils.transforms.unnormalize", lambda device: {"X": _points(device), "bounds": _bounds(device)}),
    Sample("botorch.utils.transforms.standardize", lambda device: {"Y": torch.rand(4, 1, device=device)}),
    Sample(
        "botorch.acquisition.UpperConfidenceBound",
        lambda device: {"model": SingleTaskGP(**_data(device)), "beta": 0.2},
    ),
    Sample(
        "botorch.acquisition.UpperConfidenceBound.__call__",
        lambda device: {
            "self": UpperConfidenceBound(SingleTaskGP(**_data(device)), beta=0.2),
            "X": _points(device),
        },
    ),
    Sample(
        "botorch.acquisition.LogExpectedImprovement.__call__",
        lambda device: {
            "self": LogExpectedImprovement(SingleTaskGP(**_data(device)), best_f=0.5),
            "X": _points(device),
        },
    ),
    Sample(
        "botorch.acquisition.qLogExpectedImprovement",
        lambda device: {"model": SingleTaskGP(**_data(device)), "best_f": 0.5},
    ),
    Sample(
        "botorch.acquisition.qLogExpectedImprovement.__call__",
        lambda device: {
            "self": qLogExpectedImprovement(SingleTaskGP(**_data(device)), best_f=0.5),
            "X": _points(device),
        },
    ),
]
