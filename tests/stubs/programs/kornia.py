"""Programs that process images on a GPU with Kornia."""

import kornia
import kornia.augmentation as K
import numpy as np
import torch
from torch import nn


def bad_homography_is_made_behind(device):
    images = torch.rand(2, 3, 8, 8, device=device)
    source = torch.tensor([[[0.0, 0.0], [7.0, 0.0], [7.0, 7.0], [0.0, 7.0]]]).repeat(2, 1, 1)
    target = source + torch.tensor([1.0, 0.0])
    matrix = kornia.geometry.get_perspective_transform(source, target)
    return kornia.geometry.warp_perspective(images, matrix, dsize=(8, 8))  # wanted


def ok_homography_is_made_behind(device):
    images = torch.rand(2, 3, 8, 8, device=device)
    source = torch.tensor([[[0.0, 0.0], [7.0, 0.0], [7.0, 7.0], [0.0, 7.0]]], device=device).repeat(2, 1, 1)
    target = source + torch.tensor([1.0, 0.0], device=device)
    matrix = kornia.geometry.get_perspective_transform(source, target)
    return kornia.geometry.warp_perspective(images, matrix, dsize=(8, 8))


class FlowWarp(nn.Module):
    """Moves pixels along a flow, with the grid of the CPU."""

    def forward(self, image, flow):
        height, width = image.shape[-2:]
        grid = kornia.geometry.create_meshgrid(height, width, normalized_coordinates=False)
        place = grid + flow.permute(0, 2, 3, 1)  # wanted
        return kornia.geometry.remap(image, place[..., 0], place[..., 1])


class FlowWarpOnTheDevice(nn.Module):
    """Moves pixels along a flow, with the grid where the image is."""

    def forward(self, image, flow):
        height, width = image.shape[-2:]
        grid = kornia.geometry.create_meshgrid(height, width, normalized_coordinates=False, device=image.device)
        place = grid + flow.permute(0, 2, 3, 1)
        return kornia.geometry.remap(image, place[..., 0], place[..., 1])


def bad_meshgrid_is_behind(device):
    warp = FlowWarp().to(device)
    return warp(torch.rand(1, 1, 6, 6).to(device), torch.zeros(1, 2, 6, 6).to(device))


def ok_meshgrid_is_behind(device):
    warp = FlowWarpOnTheDevice().to(device)
    return warp(torch.rand(1, 1, 6, 6).to(device), torch.zeros(1, 2, 6, 6).to(device))


def bad_image_of_a_camera_is_not_moved():
    frame = np.zeros((6, 6, 3), dtype=np.uint8)
    x = kornia.utils.image_to_tensor(frame, keepdim=False).float() / 255.0
    x = kornia.filters.gaussian_blur2d(x, (3, 3), (1.0, 1.0))
    detector = nn.Conv2d(3, 1, 3).cuda()
    return detector(x)  # wanted


def ok_image_of_a_camera_is_not_moved():
    frame = np.zeros((6, 6, 3), dtype=np.uint8)
    x = kornia.utils.image_to_tensor(frame, keepdim=False).float().cuda() / 255.0
    x = kornia.filters.gaussian_blur2d(x, (3, 3), (1.0, 1.0))
    detector = nn.Conv2d(3, 1, 3).cuda()
    return detector(x)


def bad_augmented_image_is_compared_with_labels_of_the_home(device):
    augment = K.AugmentationSequential(K.RandomHorizontalFlip(p=1.0), data_keys=["input"]).to(device)
    classifier = nn.Sequential(nn.Flatten(), nn.Linear(48, 2)).to(device)
    images, labels = torch.rand(2, 3, 4, 4), torch.tensor([0, 1])
    logits = classifier(augment(images.to(device)))
    return nn.functional.cross_entropy(logits, labels)  # wanted


def ok_augmented_image_is_compared_with_labels_of_the_home(device):
    augment = K.AugmentationSequential(K.RandomHorizontalFlip(p=1.0), data_keys=["input"]).to(device)
    classifier = nn.Sequential(nn.Flatten(), nn.Linear(48, 2)).to(device)
    images, labels = torch.rand(2, 3, 4, 4), torch.tensor([0, 1])
    logits = classifier(augment(images.to(device)))
    return nn.functional.cross_entropy(logits, labels.to(device))
