import torch
from botorch.acquisition import LogExpectedImprovement, qExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.models.transforms import Standardize
from botorch.optim import optimize_acqf
from botorch.utils.sampling import draw_sobol_samples
from gpytorch.mlls import ExactMarginalLogLikelihood

tkwargs = {"device": torch.device("cuda" if torch.cuda.is_available() else "cpu"), "dtype": torch.double}


def quality(x):
    return -(x - 0.3).pow(2).sum(-1, keepdim=True)


def bad_bounds_stay_behind():
    x = torch.rand(6, 2, **tkwargs)
    y = quality(x)
    gp = SingleTaskGP(x, y, outcome_transform=Standardize(m=1))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(gp.likelihood, gp))
    acquisition = LogExpectedImprovement(gp, best_f=y.max())
    bounds = torch.stack([torch.zeros(2), torch.ones(2)]).double()
    candidate, value = optimize_acqf(acquisition, bounds=bounds, q=1, num_restarts=2, raw_samples=4)
    return torch.cat([x, candidate])  # wanted


def ok_bounds_stay_behind():
    x = torch.rand(6, 2, **tkwargs)
    y = quality(x)
    gp = SingleTaskGP(x, y, outcome_transform=Standardize(m=1))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(gp.likelihood, gp))
    acquisition = LogExpectedImprovement(gp, best_f=y.max())
    bounds = torch.stack([torch.zeros(2), torch.ones(2)]).to(**tkwargs)
    candidate, value = optimize_acqf(acquisition, bounds=bounds, q=1, num_restarts=2, raw_samples=4)
    return torch.cat([x, candidate])


def bad_new_observation():
    x = torch.rand(6, 2, dtype=torch.double, device="cuda")
    y = quality(x)
    model = SingleTaskGP(x, y)
    bounds = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double, device="cuda")
    sobol = draw_sobol_samples(bounds=bounds, n=4, q=1).squeeze(1)
    measured = torch.tensor([[float(v)] for v in quality(sobol)], dtype=torch.double)
    x, y = torch.cat([x, sobol]), torch.cat([y, measured])  # wanted
    return SingleTaskGP(x, y)


def ok_new_observation():
    x = torch.rand(6, 2, dtype=torch.double, device="cuda")
    y = quality(x)
    model = SingleTaskGP(x, y)
    bounds = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double, device="cuda")
    sobol = draw_sobol_samples(bounds=bounds, n=4, q=1).squeeze(1)
    measured = torch.tensor([[float(v)] for v in quality(sobol)], dtype=torch.double, device="cuda")
    x, y = torch.cat([x, sobol]), torch.cat([y, measured])
    return SingleTaskGP(x, y)


def bad_posterior_of_a_grid():
    x = torch.rand(6, 1, dtype=torch.double).to("cuda")
    model = SingleTaskGP(x, quality(x))
    grid = torch.linspace(0, 1, 11, dtype=torch.double).unsqueeze(-1)
    with torch.no_grad():
        posterior = model.posterior(grid.to("cuda"))
    return posterior.mean.squeeze().numpy()  # wanted


def ok_posterior_of_a_grid():
    x = torch.rand(6, 1, dtype=torch.double).to("cuda")
    model = SingleTaskGP(x, quality(x))
    grid = torch.linspace(0, 1, 11, dtype=torch.double).unsqueeze(-1)
    with torch.no_grad():
        posterior = model.posterior(grid.to("cuda"))
    return posterior.mean.squeeze().cpu().numpy()
