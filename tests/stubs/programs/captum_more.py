import numpy as np
import torch
from captum.attr import IntegratedGradients, LayerAttribution, LayerGradCam, NoiseTunnel, Occlusion, Saliency
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def network():
    return nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 2))


def bad_noise_tunnel():
    model = network().to(device).eval()
    picture = torch.rand(1, 3, 16, 16)
    tunnel = NoiseTunnel(IntegratedGradients(model))
    return tunnel.attribute(picture, nt_samples=2, nt_type="smoothgrad_sq", target=1)  # wanted


def ok_noise_tunnel():
    model = network().to(device).eval()
    picture = torch.rand(1, 3, 16, 16).to(device)
    tunnel = NoiseTunnel(IntegratedGradients(model))
    return tunnel.attribute(picture, nt_samples=2, nt_type="smoothgrad_sq", target=1)


def bad_heat_map_is_drawn():
    model = network().to("cuda").eval()
    cam = LayerGradCam(model, model[0])
    picture = torch.rand(1, 3, 16, 16, device="cuda")
    heat = cam.attribute(picture, target=0)
    heat = LayerAttribution.interpolate(heat, (16, 16))
    return np.transpose(heat.squeeze(0).detach().numpy(), (1, 2, 0))  # wanted


def ok_heat_map_is_drawn():
    model = network().to("cuda").eval()
    cam = LayerGradCam(model, model[0])
    picture = torch.rand(1, 3, 16, 16, device="cuda")
    heat = cam.attribute(picture, target=0)
    heat = LayerAttribution.interpolate(heat, (16, 16))
    return np.transpose(heat.squeeze(0).detach().cpu().numpy(), (1, 2, 0))


def bad_occlusion():
    model = network().cuda()
    occlusion = Occlusion(model)
    picture = torch.rand(1, 3, 16, 16)
    attributed = occlusion.attribute(  # wanted
        picture, sliding_window_shapes=(3, 4, 4), strides=(3, 4, 4), target=1
    )
    return attributed


def ok_occlusion():
    model = network().cuda()
    occlusion = Occlusion(model)
    picture = torch.rand(1, 3, 16, 16)
    attributed = occlusion.attribute(
        picture.cuda(), sliding_window_shapes=(3, 4, 4), strides=(3, 4, 4), target=1
    )
    return attributed


def bad_saliency_of_a_batch():
    model = network().cuda().eval()
    attributions = []
    for _ in range(2):
        pictures = torch.rand(2, 3, 16, 16, device="cuda", requires_grad=True)
        grads = Saliency(model).attribute(pictures, target=torch.tensor([0, 1], device="cuda"))
        attributions.extend(grads.numpy())  # wanted
    return np.stack(attributions)


def ok_saliency_of_a_batch():
    model = network().cuda().eval()
    attributions = []
    for _ in range(2):
        pictures = torch.rand(2, 3, 16, 16, device="cuda", requires_grad=True)
        grads = Saliency(model).attribute(pictures, target=torch.tensor([0, 1], device="cuda"))
        attributions.extend(grads.cpu().numpy())
    return np.stack(attributions)
