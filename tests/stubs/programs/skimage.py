"""Programs that look at pictures and masks of a network with scikit-image."""

import numpy as np
import torch
from skimage import color, io, measure
from skimage.filters import gaussian
from torch import nn


def bad_components_of_a_mask_on_the_gpu(device):
    segmenter = nn.Conv2d(1, 2, 3, padding=1).to(device)
    with torch.no_grad():
        mask = segmenter(torch.rand(1, 1, 8, 8, device=device)).argmax(dim=1)[0]
    components = measure.label(mask, connectivity=2)  # wanted
    return int(components.max())


def ok_components_of_a_mask_on_the_gpu(device):
    segmenter = nn.Conv2d(1, 2, 3, padding=1).to(device)
    with torch.no_grad():
        mask = segmenter(torch.rand(1, 1, 8, 8, device=device)).argmax(dim=1)[0]
    components = measure.label(mask.cpu().numpy(), connectivity=2)
    return int(components.max())


def bad_picture_is_saved_from_the_gpu():
    decoder = nn.Sequential(nn.Linear(2, 48), nn.Sigmoid(), nn.Unflatten(1, (4, 4, 3))).cuda()
    picture = decoder(torch.randn(1, 2, device="cuda"))[0].detach()
    io.imsave("sample.png", (picture * 255).byte(), check_contrast=False)  # wanted


def ok_picture_is_saved_from_the_gpu():
    decoder = nn.Sequential(nn.Linear(2, 48), nn.Sigmoid(), nn.Unflatten(1, (4, 4, 3))).cuda()
    picture = decoder(torch.randn(1, 2, device="cuda"))[0].detach()
    io.imsave("sample.png", (picture * 255).byte().cpu().numpy(), check_contrast=False)


class Colouriser(nn.Module):
    """Predicts the colours of a picture from its brightness."""

    def __init__(self):
        super().__init__()
        self.colours = nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, brightness):
        return torch.cat([brightness, self.colours(brightness)], dim=1)


def bad_lab_picture_is_converted_on_the_gpu(device):
    model = Colouriser().to(device)
    lab = model(torch.rand(1, 1, 6, 6, device=device))
    lab = lab[0].permute(1, 2, 0).detach()
    return color.lab2rgb(lab)  # wanted


def ok_lab_picture_is_converted_on_the_gpu(device):
    model = Colouriser().to(device)
    lab = model(torch.rand(1, 1, 6, 6, device=device))
    lab = lab[0].permute(1, 2, 0).detach()
    return color.lab2rgb(lab.cpu().numpy())


def bad_heat_map_is_smoothed_on_the_host(device):
    heat = torch.rand(8, 8, device=device)
    smooth = torch.from_numpy(np.asarray(gaussian(heat.cpu().numpy(), sigma=2)))
    return heat - smooth  # wanted


def ok_heat_map_is_smoothed_on_the_host(device):
    heat = torch.rand(8, 8, device=device)
    smooth = torch.from_numpy(np.asarray(gaussian(heat.cpu().numpy(), sigma=2))).to(device)
    return heat - smooth
