import torch
import torch.optim as optim

from settings import device


def start_parameters(dim, centre=0.5, radius=0.3):
    middle = torch.full((dim,), centre, dtype=torch.float32, device=device)
    axes = torch.full((dim,), radius, dtype=torch.float32, device=device)
    parameters = torch.cat((middle, axes))
    parameters.requires_grad = True
    return parameters


def surface_distance(points, parameters, dim):
    middle, axes = parameters[:dim], parameters[dim:]
    return torch.norm((points - middle) / axes, dim=1) - 1


def outside_loss(points, parameters, dim):
    return torch.sum(torch.relu(surface_distance(points, parameters, dim)))


def count_inside(points, parameters, dim):
    inside = surface_distance(points, parameters, dim) <= 1e-3
    number = torch.sum(inside).item()
    return number, len(inside) - number


def fit_oriented_ellipsoid(negative, positive, dim, steps=200):
    covariance = torch.cov(positive.T)
    _, vectors = torch.linalg.eigh(covariance)
    positive, negative = positive @ vectors, negative @ vectors

    parameters = start_parameters(dim)
    optimizer = optim.Adam([parameters], lr=0.01)
    for i in range(steps):
        optimizer.zero_grad()
        loss = outside_loss(positive, parameters, dim)
        loss.backward()
        optimizer.step()
        if i % 100 == 0:
            print(f"iteration {i}, loss {loss.item():.4f}")
        if loss == 0.0:
            break

    false_positive, true_negative = count_inside(negative, parameters, dim)
    true_positive, false_negative = count_inside(positive, parameters, dim)
    return {
        "missed": false_negative,
        "taken in wrongly": false_positive,
        "right": true_negative + true_positive,
    }
