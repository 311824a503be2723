"""Programs that call SciPy from a training or matching loop."""

import numpy as np
import torch
from scipy.optimize import linear_sum_assignment, minimize
from scipy.spatial.distance import cdist
from scipy.stats import spearmanr
from torch import nn


def bad_matcher_gives_the_cost_matrix_as_it_is(device):
    predicted = torch.rand(5, 4, device=device)
    boxes = torch.rand(3, 4, device=device)
    cost = torch.cdist(predicted, boxes, p=1)
    rows, columns = linear_sum_assignment(cost)  # wanted
    return nn.functional.l1_loss(predicted[rows], boxes[columns])


def ok_matcher_gives_the_cost_matrix_as_it_is(device):
    predicted = torch.rand(5, 4, device=device)
    boxes = torch.rand(3, 4, device=device)
    cost = torch.cdist(predicted, boxes, p=1)
    rows, columns = linear_sum_assignment(cost.detach().cpu().numpy())
    return nn.functional.l1_loss(predicted[rows], boxes[columns])


def bad_correlation_of_scores_that_are_on_the_gpu():
    scorer = nn.Linear(6, 1).to("cuda")
    with torch.no_grad():
        scores = scorer(torch.randn(10, 6).to("cuda")).squeeze(1)
    gold = np.linspace(0.0, 5.0, 10)
    return spearmanr(gold, scores).statistic  # wanted


def ok_correlation_of_scores_that_are_on_the_gpu():
    scorer = nn.Linear(6, 1).to("cuda")
    with torch.no_grad():
        scores = scorer(torch.randn(10, 6).to("cuda")).squeeze(1)
    gold = np.linspace(0.0, 5.0, 10)
    return spearmanr(gold, scores.cpu()).statistic


def bad_start_point_of_minimize_is_a_cuda_tensor(device):
    target = torch.tensor([1.0, -2.0], device=device, dtype=torch.float64)

    def objective(parameters):
        x = torch.from_numpy(parameters).to(device)
        return ((x - target) ** 2).sum().item()

    start = torch.zeros(2, device=device, dtype=torch.float64)
    return minimize(objective, start, method="Nelder-Mead", options={"maxiter": 5}).x  # wanted


def ok_start_point_of_minimize_is_a_cuda_tensor(device):
    target = torch.tensor([1.0, -2.0], device=device, dtype=torch.float64)

    def objective(parameters):
        x = torch.from_numpy(parameters).to(device)
        return ((x - target) ** 2).sum().item()

    start = np.zeros(2)
    return minimize(objective, start, method="Nelder-Mead", options={"maxiter": 5}).x


def bad_distances_of_scipy_meet_the_gallery(device):
    queries, gallery = torch.randn(3, 4), torch.randn(5, 4)
    distances = torch.from_numpy(cdist(queries, gallery, "cosine"))
    bias = nn.Parameter(torch.zeros(5, device=device))
    return (distances + bias).argmin(dim=1)  # wanted


def ok_distances_of_scipy_meet_the_gallery(device):
    queries, gallery = torch.randn(3, 4), torch.randn(5, 4)
    distances = torch.from_numpy(cdist(queries, gallery, "cosine")).to(device)
    bias = nn.Parameter(torch.zeros(5, device=device))
    return (distances + bias).argmin(dim=1)
