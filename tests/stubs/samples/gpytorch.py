"""Samples of GPyTorch."""

from __future__ import annotations

import gpytorch
import torch
from gpytorch.distributions import MultivariateNormal

from tests.stubs.sample import Arguments, Sample


def _distribution(device: str) -> MultivariateNormal:
    return MultivariateNormal(torch.zeros(3, device=device), torch.eye(3, device=device))


def _self(device: str) -> Arguments:
    return {"self": _distribution(device)}


SAMPLES = [
    Sample(
        "gpytorch.distributions.MultivariateNormal",
        lambda device: {
            "mean": torch.zeros(3, device=device),
            "covariance_matrix": torch.eye(3, device=device),
        },
    ),
    Sample("gpytorch.distributions.MultivariateNormal.mean", _self),
    Sample("gpytorch.distributions.MultivariateNormal.loc", _self),
    Sample("gpytorch.distributions.MultivariateNormal.variance", _self),
    Sample("gpytorch.distributions.MultivariateNormal.stddev", _self),
    Sample("gpytorch.distributions.MultivariateNormal.covariance_matrix", _self),
    Sample("gpytorch.distributions.MultivariateNormal.confidence_region", _self),
    Sample("gpytorch.distributions.MultivariateNormal.rsample", _self),
    Sample("gpytorch.distributions.MultivariateNormal.sample", _self),
    Sample(
        "gpytorch.distributions.MultivariateNormal.log_prob",
        lambda device: {**_self(device), "value": torch.zeros(3, device=device)},
    ),
    Sample("gpytorch.kernels.RBFKernel", lambda device: {}),
    Sample("gpytorch.kernels.MaternKernel", lambda device: {}),
    Sample("gpytorch.kernels.ScaleKernel", lambda device: {"base_kernel": gpytorch.kernels.RBFKernel()}),
    Sample("gpytorch.means.ConstantMean", lambda device: {}),
    Sample("gpytorch.means.LinearMean", lambda device: {"input_size": 2}),
    Sample("gpytorch.likelihoods.GaussianLikelihood", lambda device: {}),
    Sample(
        "gpytorch.likelihoods.GaussianLikelihood.__call__",
        lambda device: {
            "self": gpytorch.likelihoods.GaussianLikelihood().to(device),
            "input": _distribution(device),
        },
    ),
    Sample("gpytorch.likelihoods.StudentTLikelihood", lambda device: {}),
    Sample("gpytorch.likelihoods.BetaLikelihood", lambda device: {}),
    Sample(
        "gpytorch.models.ExactGP",
        lambda device: {
            "train_inputs": torch.rand(4, 1, device=device),
            "train_targets": torch.rand(4, device=device),
            "likelihood": gpytorch.likelihoods.GaussianLikelihood().to(device),
        },
    ),
]
