"""Programs that turn tensors to pictures with Pillow and back."""

import numpy as np
import torch
from PIL import Image
from torch import nn


def bad_mask_is_saved_from_the_gpu(device):
    segmenter = nn.Conv2d(3, 2, 3, padding=1).to(device)
    with torch.no_grad():
        mask = segmenter(torch.rand(1, 3, 8, 8, device=device)).argmax(dim=1)[0]
    picture = Image.fromarray((mask * 255).byte().numpy())  # wanted
    picture.save("mask.png")


def ok_mask_is_saved_from_the_gpu(device):
    segmenter = nn.Conv2d(3, 2, 3, padding=1).to(device)
    with torch.no_grad():
        mask = segmenter(torch.rand(1, 3, 8, 8, device=device)).argmax(dim=1)[0]
    picture = Image.fromarray((mask * 255).byte().cpu().numpy())
    picture.save("mask.png")


def bad_picture_goes_to_the_model_unmoved():
    picture = Image.new("RGB", (8, 8), (120, 30, 10)).resize((4, 4))
    x = torch.from_numpy(np.array(picture)).permute(2, 0, 1).float().div(255).unsqueeze(0)
    x.to("cuda")  # or here
    model = nn.Conv2d(3, 1, 3).to("cuda")
    return model(x).mean()  # wanted


def ok_picture_goes_to_the_model_unmoved():
    picture = Image.new("RGB", (8, 8), (120, 30, 10)).resize((4, 4))
    x = torch.from_numpy(np.array(picture)).permute(2, 0, 1).float().div(255).unsqueeze(0)
    x = x.to("cuda")
    model = nn.Conv2d(3, 1, 3).to("cuda")
    return model(x).mean()


def to_picture(image):
    image = image.detach().mul(255).clamp(0, 255).permute(1, 2, 0)
    return Image.fromarray(np.asarray(image, dtype=np.uint8))  # wanted


def to_picture_on_the_host(image):
    image = image.detach().mul(255).clamp(0, 255).permute(1, 2, 0).cpu()
    return Image.fromarray(np.asarray(image, dtype=np.uint8))


def bad_samples_become_frames_of_a_gif(device):
    decoder = nn.Sequential(nn.Linear(2, 48), nn.Sigmoid(), nn.Unflatten(1, (3, 4, 4))).to(device)
    samples = decoder(torch.randn(3, 2, device=device))
    frames = [to_picture(sample) for sample in samples]
    frames[0].save("samples.gif", save_all=True, append_images=frames[1:])


def ok_samples_become_frames_of_a_gif(device):
    decoder = nn.Sequential(nn.Linear(2, 48), nn.Sigmoid(), nn.Unflatten(1, (3, 4, 4))).to(device)
    samples = decoder(torch.randn(3, 2, device=device))
    frames = [to_picture_on_the_host(sample) for sample in samples]
    frames[0].save("samples.gif", save_all=True, append_images=frames[1:])
