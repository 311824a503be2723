"""Programs that solve differential equations of networks with torchdiffeq on a GPU."""

import torch
from torch import nn
from torchdiffeq import odeint, odeint_adjoint


class Field(nn.Module):
    """How fast a state of two numbers changes."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, time, state):
        return self.layers(state)


def bad_path_is_compared_with_what_was_seen(device):
    field = Field().to(device)
    times = torch.linspace(0.0, 1.0, 4)
    seen = torch.randn(4, 3, 2)
    path = odeint(field, seen[0].to(device), times, method="rk4")
    return (path - seen).abs().mean()  # wanted


def ok_path_is_compared_with_what_was_seen(device):
    field = Field().to(device)
    times = torch.linspace(0.0, 1.0, 4)
    seen = torch.randn(4, 3, 2).to(device)
    path = odeint(field, seen[0], times, method="rk4")
    return (path - seen).abs().mean()


def bad_trajectory_is_plotted_from_the_gpu():
    field = Field().cuda()
    start = torch.tensor([[2.0, 0.0]]).cuda()
    with torch.no_grad():
        path = odeint(field, start, torch.linspace(0.0, 1.0, 5).cuda(), method="euler")
    return [point.numpy() for point in path[:, 0]]  # wanted


def ok_trajectory_is_plotted_from_the_gpu():
    field = Field().cuda()
    start = torch.tensor([[2.0, 0.0]]).cuda()
    with torch.no_grad():
        path = odeint(field, start, torch.linspace(0.0, 1.0, 5).cuda(), method="euler")
    return [point.cpu().numpy() for point in path[:, 0]]


class Classifier(nn.Module):
    """Classifies where a flow has taken the features."""

    def __init__(self):
        super().__init__()
        self.field = Field()
        self.head = nn.Linear(2, 3)

    def forward(self, features):
        end = odeint_adjoint(self.field, features, torch.tensor([0.0, 1.0]), method="midpoint")[-1]
        return self.head(end)


def bad_end_of_a_flow_meets_labels_of_the_home(device):
    model = Classifier().to(device)
    labels = torch.tensor([0, 2])
    logits = model(torch.randn(2, 2, device=device))
    return nn.functional.cross_entropy(logits, labels)  # wanted


def ok_end_of_a_flow_meets_labels_of_the_home(device):
    model = Classifier().to(device)
    labels = torch.tensor([0, 2], device=device)
    logits = model(torch.randn(2, 2, device=device))
    return nn.functional.cross_entropy(logits, labels)
