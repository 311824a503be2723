"""Programs that log what is on a GPU with TensorBoard."""

import numpy as np
import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter


def bad_graph_is_traced_with_an_example_of_the_home(device):
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU()).to(device)
    writer = SummaryWriter("runs/graph")
    example = torch.randn(1, 4)
    writer.add_graph(model, example)  # wanted
    writer.close()


def ok_graph_is_traced_with_an_example_of_the_home(device):
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU()).to(device)
    writer = SummaryWriter("runs/graph")
    example = torch.randn(1, 4, device=device)
    writer.add_graph(model, example)
    writer.close()


def bad_epoch_mean_is_taken_by_numpy():
    model = nn.Linear(3, 1).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with SummaryWriter("runs/losses") as writer:
        for epoch in range(2):
            losses = []
            for _ in range(3):
                loss = model(torch.randn(2, 3).cuda()).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.detach())
            writer.add_scalar("train/loss", np.array(losses).mean(), epoch)  # wanted


def ok_epoch_mean_is_taken_by_numpy():
    model = nn.Linear(3, 1).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with SummaryWriter("runs/losses") as writer:
        for epoch in range(2):
            losses = []
            for _ in range(3):
                loss = model(torch.randn(2, 3).cuda()).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.detach())
            writer.add_scalar("train/loss", torch.stack(losses).mean(), epoch)


def bad_gradients_are_converted_for_a_histogram(device):
    model = nn.Linear(3, 2).to(device)
    model(torch.randn(4, 3, device=device)).sum().backward()
    writer = SummaryWriter("runs/gradients")
    for name, parameter in model.named_parameters():
        writer.add_histogram(f"gradient/{name}", parameter.grad.numpy(), 0)  # wanted
    writer.close()


def ok_gradients_are_converted_for_a_histogram(device):
    model = nn.Linear(3, 2).to(device)
    model(torch.randn(4, 3, device=device)).sum().backward()
    writer = SummaryWriter("runs/gradients")
    for name, parameter in model.named_parameters():
        writer.add_histogram(f"gradient/{name}", parameter.grad, 0)
    writer.close()


def bad_prediction_is_drawn_beside_its_input(device):
    decoder = nn.Conv2d(1, 1, 3, padding=1).to(device)
    images = torch.rand(2, 1, 4, 4)
    with torch.no_grad():
        predicted = decoder(images.to(device))
    writer = SummaryWriter("runs/images")
    writer.add_images("input and prediction", torch.cat([images, predicted], dim=3), 0)  # wanted
    writer.close()


def ok_prediction_is_drawn_beside_its_input(device):
    decoder = nn.Conv2d(1, 1, 3, padding=1).to(device)
    images = torch.rand(2, 1, 4, 4)
    with torch.no_grad():
        predicted = decoder(images.to(device))
    writer = SummaryWriter("runs/images")
    writer.add_images("input and prediction", torch.cat([images, predicted.cpu()], dim=3), 0)
    writer.close()
