"""Programs that log what a network does to Weights & Biases."""

import torch
import wandb
from torch import nn


def classifier():
    return nn.Sequential(nn.Linear(5, 3), nn.Softmax(dim=1))


def bad_histogram_of_activations_of_the_gpu(device):
    hidden = nn.Linear(5, 4).to(device)(torch.randn(6, 5, device=device))
    logged = {"norm": hidden.norm().item()}
    logged["hidden"] = wandb.Histogram(hidden.detach())  # wanted
    return logged


def ok_histogram_of_activations_of_the_gpu(device):
    hidden = nn.Linear(5, 4).to(device)(torch.randn(6, 5, device=device))
    logged = {"norm": hidden.norm().item()}
    logged["hidden"] = wandb.Histogram(hidden.detach().cpu())
    return logged


def bad_confusion_of_probabilities_on_the_gpu():
    network = classifier().cuda()
    with torch.no_grad():
        probabilities = network(torch.randn(4, 5).cuda())
    return wandb.plot.confusion_matrix(probs=probabilities, y_true=[0, 1, 2, 1], class_names=["a", "b", "c"])  # wanted


def ok_confusion_of_probabilities_on_the_gpu():
    network = classifier().cuda()
    with torch.no_grad():
        probabilities = network(torch.randn(4, 5).cuda())
    return wandb.plot.confusion_matrix(
        probs=probabilities.cpu().numpy(), y_true=[0, 1, 2, 1], class_names=["a", "b", "c"]
    )


def bad_curve_of_scores_on_the_gpu(device):
    network = classifier().to(device)
    labels = torch.tensor([0, 1, 2, 1])
    collected = []
    for row in torch.randn(4, 5).split(2):
        collected.append(network(row.to(device)).detach())
    scores = torch.cat(collected)
    return wandb.plot.roc_curve(labels, scores, labels=["a", "b", "c"])  # wanted


def ok_curve_of_scores_on_the_gpu(device):
    network = classifier().to(device)
    labels = torch.tensor([0, 1, 2, 1])
    collected = []
    for row in torch.randn(4, 5).split(2):
        collected.append(network(row.to(device)).detach().cpu())
    scores = torch.cat(collected)
    return wandb.plot.roc_curve(labels, scores, labels=["a", "b", "c"])


def bad_picture_and_its_histogram(device):
    image = torch.rand(3, 8, 8, device=device)
    pictures = [wandb.Image(image), wandb.Image(image.flip(-1))]
    brightness = wandb.Histogram(image.mean(dim=0))  # wanted
    return pictures, brightness


def ok_picture_and_its_histogram(device):
    image = torch.rand(3, 8, 8, device=device)
    pictures = [wandb.Image(image), wandb.Image(image.flip(-1))]
    brightness = wandb.Histogram(image.mean(dim=0).tolist())
    return pictures, brightness
