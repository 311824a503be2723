"""Programs that apply networks of denoising-diffusion-pytorch on a GPU."""

import torch
from denoising_diffusion_pytorch import GaussianDiffusion, Unet, Unet1D


def bad_steps_stay_behind(device):
    network = Unet(dim=8, dim_mults=(1, 2)).to(device)
    noisy = torch.randn(2, 3, 16, 16, device=device)
    steps = torch.randint(0, 10, (2,))
    return network(noisy, steps)  # wanted


def ok_steps_stay_behind(device):
    network = Unet(dim=8, dim_mults=(1, 2)).to(device)
    noisy = torch.randn(2, 3, 16, 16, device=device)
    steps = torch.randint(0, 10, (2,), device=device)
    return network(noisy, steps)


def bad_signals_become_an_array():
    network = Unet1D(dim=8, dim_mults=(1, 2), channels=2).cuda()
    with torch.no_grad():
        return network(torch.randn(2, 2, 16).cuda(), torch.zeros(2).cuda()).numpy()  # wanted


def ok_signals_become_an_array():
    network = Unet1D(dim=8, dim_mults=(1, 2), channels=2).cuda()
    with torch.no_grad():
        return network(torch.randn(2, 2, 16).cuda(), torch.zeros(2).cuda()).cpu().numpy()


def ok_network_moves_with_its_diffusion(device):
    network = Unet(dim=8, dim_mults=(1, 2))
    diffusion = GaussianDiffusion(network, image_size=16, timesteps=4).to(device)
    diffusion(torch.rand(2, 3, 16, 16, device=device)).backward()
    return network(torch.rand(2, 3, 16, 16, device=device), torch.zeros(2, device=device))
