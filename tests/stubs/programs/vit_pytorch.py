"""Programs that apply networks of vit-pytorch to images on a GPU."""

import torch
from torch import nn
from vit_pytorch import SimpleViT, ViT
from vit_pytorch.cvt import CvT

PLAIN = {"image_size": 16, "patch_size": 4, "num_classes": 3, "dim": 8, "depth": 1, "heads": 2, "mlp_dim": 16}


def bad_images_stay_behind(device):
    model = ViT(image_size=16, patch_size=4, num_classes=3, dim=8, depth=1, heads=2, mlp_dim=16).to(device)
    images = torch.randn(2, 3, 16, 16)
    return model(images).softmax(dim=-1)  # wanted


def ok_images_stay_behind(device):
    model = ViT(image_size=16, patch_size=4, num_classes=3, dim=8, depth=1, heads=2, mlp_dim=16).to(device)
    images = torch.randn(2, 3, 16, 16, device=device)
    return model(images).softmax(dim=-1)


def bad_network_stays_behind():
    model = SimpleViT(**PLAIN)  # or here
    images = torch.randn(2, 3, 16, 16).cuda()
    targets = torch.tensor([0, 2]).cuda()
    loss = nn.functional.cross_entropy(model(images), targets)  # wanted
    loss.backward()


def ok_network_stays_behind():
    model = SimpleViT(**PLAIN).cuda()
    images = torch.randn(2, 3, 16, 16).cuda()
    targets = torch.tensor([0, 2]).cuda()
    loss = nn.functional.cross_entropy(model(images), targets)
    loss.backward()


def bad_classes_become_an_array(device):
    model = CvT(num_classes=4).to(device)
    model.eval()
    with torch.no_grad():
        return model(torch.rand(1, 3, 64, 64).to(device)).argmax(dim=1).numpy()  # wanted


def ok_classes_become_an_array(device):
    model = CvT(num_classes=4).to(device)
    model.eval()
    with torch.no_grad():
        return model(torch.rand(1, 3, 64, 64).to(device)).argmax(dim=1).cpu().numpy()
