"""Programs that draw what a network on the GPU gives."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import torch
from torch import nn


def bad_loss_curve_of_cuda_losses(device):
    model = nn.Linear(3, 1).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    curve = []
    for _ in range(4):
        loss = model(torch.randn(2, 3, device=device)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(loss.detach())
    figure, axes = plt.subplots()
    axes.plot(range(4), curve, label="train")  # wanted
    axes.legend()
    plt.close(figure)


def ok_loss_curve_of_cuda_losses(device):
    model = nn.Linear(3, 1).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    curve = []
    for _ in range(4):
        loss = model(torch.randn(2, 3, device=device)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(loss.item())
    figure, axes = plt.subplots()
    axes.plot(range(4), curve, label="train")
    axes.legend()
    plt.close(figure)


def bad_generated_images_are_shown_from_the_gpu():
    generator = nn.Sequential(nn.ConvTranspose2d(4, 3, 4), nn.Sigmoid()).cuda()
    with torch.no_grad():
        images = generator(torch.randn(2, 4, 1, 1, device="cuda"))
    plt.figure(figsize=(2, 1))
    for place, image in enumerate(images):
        plt.subplot(1, 2, place + 1)
        plt.imshow(image.permute(1, 2, 0))  # wanted
        plt.axis("off")
    plt.close()


def ok_generated_images_are_shown_from_the_gpu():
    generator = nn.Sequential(nn.ConvTranspose2d(4, 3, 4), nn.Sigmoid()).cuda()
    with torch.no_grad():
        images = generator(torch.randn(2, 4, 1, 1, device="cuda")).cpu()
    plt.figure(figsize=(2, 1))
    for place, image in enumerate(images):
        plt.subplot(1, 2, place + 1)
        plt.imshow(image.permute(1, 2, 0))
        plt.axis("off")
    plt.close()


def bad_latent_codes_are_scattered_by_cuda_colours(device):
    encoder = nn.Linear(8, 2).to(device)
    digits = torch.randint(10, (16,)).to(device)
    with torch.no_grad():
        codes = encoder(torch.randn(16, 8).to(device)).cpu()
    plt.scatter(codes[:, 0], codes[:, 1], c=digits, cmap="tab10")  # wanted
    plt.colorbar()
    plt.savefig("codes.png")
    plt.close()


def ok_latent_codes_are_scattered_by_cuda_colours(device):
    encoder = nn.Linear(8, 2).to(device)
    digits = torch.randint(10, (16,)).to(device)
    with torch.no_grad():
        codes = encoder(torch.randn(16, 8).to(device)).cpu()
    plt.scatter(codes[:, 0], codes[:, 1], c=digits.cpu(), cmap="tab10")
    plt.colorbar()
    plt.savefig("codes.png")
    plt.close()
