"""Programs that optimize with BoTorch on a GPU."""

import torch
from botorch.acquisition import LogExpectedImprovement, UpperConfidenceBound, qLogExpectedImprovement
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from botorch.utils.sampling import draw_sobol_samples
from torch.quasirandom import SobolEngine


def bad_bounds_are_made_behind(device):
    train_x = torch.rand(6, 2, dtype=torch.double, device=device)
    train_y = -(train_x - 0.3).pow(2).sum(dim=1, keepdim=True)
    model = SingleTaskGP(train_x, train_y)
    acquisition = qLogExpectedImprovement(model, best_f=train_y.max())
    bounds = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double)
    candidates, _ = optimize_acqf(acquisition, bounds=bounds, q=2, num_restarts=1, raw_samples=4)  # wanted
    return candidates


def ok_bounds_are_made_behind(device):
    train_x = torch.rand(6, 2, dtype=torch.double, device=device)
    train_y = -(train_x - 0.3).pow(2).sum(dim=1, keepdim=True)
    model = SingleTaskGP(train_x, train_y)
    acquisition = qLogExpectedImprovement(model, best_f=train_y.max())
    bounds = torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double, device=device)
    candidates, _ = optimize_acqf(acquisition, bounds=bounds, q=2, num_restarts=1, raw_samples=4)
    return candidates


def bad_candidate_within_bounds_of_the_home_joins_the_data(device):
    train_x = torch.rand(6, 1, dtype=torch.double, device=device)
    train_y = (6 * train_x).sin()
    acquisition = LogExpectedImprovement(SingleTaskGP(train_x, train_y), best_f=train_y.max())
    bounds = torch.tensor([[0.0], [1.0]], dtype=torch.double)
    candidate, _ = optimize_acqf(acquisition, bounds, q=1, num_restarts=1, raw_samples=4)
    return torch.cat([train_x, candidate])  # wanted


def ok_candidate_within_bounds_of_the_home_joins_the_data(device):
    train_x = torch.rand(6, 1, dtype=torch.double, device=device)
    train_y = (6 * train_x).sin()
    acquisition = LogExpectedImprovement(SingleTaskGP(train_x, train_y), best_f=train_y.max())
    bounds = torch.tensor([[0.0], [1.0]], dtype=torch.double, device=device)
    candidate, _ = optimize_acqf(acquisition, bounds, q=1, num_restarts=1, raw_samples=4)
    return torch.cat([train_x, candidate])


def simulate(x):
    """A slow experiment that runs on the host."""
    return x.cpu().sin().sum(dim=1, keepdim=True)


def bad_observation_of_the_home_joins_the_data_of_the_gpu():
    tkwargs = {"dtype": torch.double, "device": torch.device("cuda")}
    bounds = torch.stack([torch.zeros(3, **tkwargs), torch.ones(3, **tkwargs)])
    train_x = draw_sobol_samples(bounds=bounds, n=4, q=1).squeeze(1)
    train_y = simulate(train_x).to(**tkwargs)
    for _ in range(2):
        model = SingleTaskGP(train_x, train_y)
        new_x, _ = optimize_acqf(UpperConfidenceBound(model, beta=0.2), bounds, q=1, num_restarts=1, raw_samples=4)
        new_y = simulate(new_x)
        train_x = torch.cat([train_x, new_x])
        train_y = torch.cat([train_y, new_y])  # wanted
    return train_y.max()


def ok_observation_of_the_home_joins_the_data_of_the_gpu():
    tkwargs = {"dtype": torch.double, "device": torch.device("cuda")}
    bounds = torch.stack([torch.zeros(3, **tkwargs), torch.ones(3, **tkwargs)])
    train_x = draw_sobol_samples(bounds=bounds, n=4, q=1).squeeze(1)
    train_y = simulate(train_x).to(**tkwargs)
    for _ in range(2):
        model = SingleTaskGP(train_x, train_y)
        new_x, _ = optimize_acqf(UpperConfidenceBound(model, beta=0.2), bounds, q=1, num_restarts=1, raw_samples=4)
        new_y = simulate(new_x).to(train_y)
        train_x = torch.cat([train_x, new_x])
        train_y = torch.cat([train_y, new_y])
    return train_y.max()


def bad_posterior_at_sobol_points_of_the_home(device):
    train_x = torch.rand(5, 2, dtype=torch.double).to(device)
    model = SingleTaskGP(train_x, train_x.prod(dim=1, keepdim=True))
    grid = SobolEngine(dimension=2, scramble=True).draw(8, dtype=torch.double)
    with torch.no_grad():
        posterior = model.posterior(grid)  # wanted
    return grid[posterior.mean.argmax().item()]


def ok_posterior_at_sobol_points_of_the_home(device):
    train_x = torch.rand(5, 2, dtype=torch.double).to(device)
    model = SingleTaskGP(train_x, train_x.prod(dim=1, keepdim=True))
    grid = SobolEngine(dimension=2, scramble=True).draw(8, dtype=torch.double).to(device)
    with torch.no_grad():
        posterior = model.posterior(grid)
    return grid[posterior.mean.argmax().item()]
