"""Programs that measure perceptual distance with LPIPS on a GPU."""

import lpips
import numpy as np
import torch
from torch import nn


def distance():
    """The metric with a backbone of random weights, which needs no download."""
    return lpips.LPIPS(net="squeeze", pnet_rand=True, verbose=False)


def bad_metric_is_not_moved(device):
    metric = distance()
    decoder = nn.Conv2d(3, 3, 1).to(device)
    images = torch.rand(1, 3, 32, 32).to(device) * 2 - 1
    loss = metric(decoder(images), images).mean()  # wanted
    loss.backward()


def ok_metric_is_not_moved(device):
    metric = distance().to(device)
    decoder = nn.Conv2d(3, 3, 1).to(device)
    images = torch.rand(1, 3, 32, 32).to(device) * 2 - 1
    loss = metric(decoder(images), images).mean()
    loss.backward()


def bad_reference_picture_is_behind():
    metric = distance().cuda()
    picture = np.zeros((32, 32, 3), dtype=np.uint8)
    reference = lpips.im2tensor(picture)
    sample = torch.zeros(1, 3, 32, 32, device="cuda")
    return metric(sample, reference).item()  # wanted


def ok_reference_picture_is_behind():
    metric = distance().cuda()
    picture = np.zeros((32, 32, 3), dtype=np.uint8)
    reference = lpips.im2tensor(picture).cuda()
    sample = torch.zeros(1, 3, 32, 32, device="cuda")
    return metric(sample, reference).item()


def bad_distances_of_the_test_set_are_averaged_by_numpy(device):
    metric = distance().to(device).eval()
    distances = []
    with torch.no_grad():
        for real in torch.rand(2, 1, 3, 32, 32):
            fake = torch.rand(1, 3, 32, 32, device=device)
            distances.append(metric(fake, real.to(device), normalize=True).squeeze())
    return np.mean(distances), np.std(distances)  # wanted


def ok_distances_of_the_test_set_are_averaged_by_numpy(device):
    metric = distance().to(device).eval()
    distances = []
    with torch.no_grad():
        for real in torch.rand(2, 1, 3, 32, 32):
            fake = torch.rand(1, 3, 32, 32, device=device)
            distances.append(metric(fake, real.to(device), normalize=True).item())
    return np.mean(distances), np.std(distances)
