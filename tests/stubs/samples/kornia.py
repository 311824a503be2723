"""Samples of Kornia."""

from __future__ import annotations

from collections.abc import Callable

import kornia.augmentation as augmentation
import numpy as np
import torch

from tests.stubs.sample import Arguments, Sample


def _image(device: str) -> torch.Tensor:
    return torch.rand(1, 3, 8, 8, device=device)


def _filtered(**more: object) -> Callable[[str], Arguments]:
    return lambda device: {"input": _image(device), **more}


def _converted(device: str) -> Arguments:
    return {"image": _image(device)}


def _augmented(kind: str, *given: object) -> Callable[[str], Arguments]:
    return lambda device: {"self": getattr(augmentation, kind)(*given), "input": _image(device)}


def _points(device: str) -> torch.Tensor:
    return torch.tensor([[[0.0, 0.0], [7.0, 0.0], [7.0, 7.0], [0.0, 7.0]]], device=device)


def _classes(device: str) -> torch.Tensor:
    return torch.randint(0, 2, (1, 8, 8), device=device)


def _descriptors(device: str) -> torch.Tensor:
    return torch.eye(4, device=device)


SAMPLES = [
    Sample("kornia.filters.gaussian_blur2d", _filtered(kernel_size=(3, 3), sigma=(1.0, 1.0))),
    Sample("kornia.filters.box_blur", _filtered(kernel_size=(3, 3))),
    Sample("kornia.filters.median_blur", _filtered(kernel_size=(3, 3))),
    Sample("kornia.filters.sobel", _filtered()),
    Sample("kornia.filters.laplacian", _filtered(kernel_size=3)),
    Sample("kornia.filters.unsharp_mask", _filtered(kernel_size=(3, 3), sigma=(1.0, 1.0))),
    Sample("kornia.filters.bilateral_blur", _filtered(kernel_size=(3, 3), sigma_color=0.1, sigma_space=(1.0, 1.0))),
    Sample("kornia.filters.motion_blur", _filtered(kernel_size=3, angle=20.0, direction=0.5)),
    Sample("kornia.filters.spatial_gradient", _filtered()),
    Sample(
        "kornia.filters.filter2d",
        lambda device: {"input": _image(device), "kernel": torch.ones(1, 3, 3, device=device)},
    ),
    Sample("kornia.color.rgb_to_grayscale", _converted),
    Sample("kornia.color.rgb_to_hsv", _converted),
    Sample("kornia.color.rgb_to_lab", _converted),
    Sample("kornia.color.bgr_to_rgb", _converted),
    Sample("kornia.color.hsv_to_rgb", _converted),
    Sample("kornia.color.lab_to_rgb", _converted),
    Sample("kornia.color.ycbcr_to_rgb", _converted),
    Sample("kornia.color.yuv_to_rgb", _converted),
    Sample("kornia.enhance.adjust_brightness", lambda device: {"image": _image(device), "factor": 0.5}),
    Sample("kornia.enhance.adjust_hue", lambda device: {"image": _image(device), "factor": 0.5}),
    Sample("kornia.enhance.equalize", lambda device: {"input": _image(device)}),
    Sample("kornia.enhance.normalize_min_max", lambda device: {"input": _image(device)}),
    Sample(
        "kornia.geometry.warp_perspective",
        lambda device: {"src": _image(device), "M": torch.eye(3, device=device)[None], "dsize": (8, 8)},
    ),
    Sample(
        "kornia.geometry.warp_affine",
        lambda device: {"src": _image(device), "M": torch.eye(3, device=device)[None, :2], "dsize": (8, 8)},
    ),
    Sample(
        "kornia.geometry.get_perspective_transform",
        lambda device: {"points_src": _points(device), "points_dst": _points(device) + 1},
    ),
    Sample(
        "kornia.geometry.get_rotation_matrix2d",
        lambda device: {
            "center": torch.ones(1, 2, device=device),
            "angle": torch.ones(1, device=device),
            "scale": torch.ones(1, 2, device=device),
        },
    ),
    Sample(
        "kornia.geometry.remap",
        lambda device: {
            "image": _image(device),
            "map_x": torch.zeros(1, 8, 8, device=device),
            "map_y": torch.zeros(1, 8, 8, device=device),
        },
    ),
    Sample("kornia.geometry.resize", _filtered(size=(4, 4))),
    Sample("kornia.geometry.hflip", _filtered()),
    Sample("kornia.geometry.vflip", _filtered()),
    Sample("kornia.geometry.create_meshgrid", lambda device: {"height": 4, "width": 4, "device": device}),
    Sample("kornia.utils.create_meshgrid", lambda device: {"height": 4, "width": 4}),
    Sample("kornia.utils.image_to_tensor", lambda device: {"image": np.zeros((4, 4, 3), dtype=np.uint8)}),
    Sample("kornia.utils.tensor_to_image", lambda device: {"tensor": torch.rand(3, 4, 4, device=device)}),
    Sample("kornia.augmentation.RandomHorizontalFlip", lambda device: {"p": 1.0}),
    Sample("kornia.augmentation.RandomHorizontalFlip.__call__", _augmented("RandomHorizontalFlip")),
    Sample("kornia.augmentation.RandomAffine.__call__", _augmented("RandomAffine", 20.0)),
    Sample("kornia.augmentation.RandomGaussianNoise.__call__", _augmented("RandomGaussianNoise")),
    Sample("kornia.augmentation.RandomPerspective.__call__", _augmented("RandomPerspective")),
    Sample("kornia.augmentation.RandomResizedCrop.__call__", _augmented("RandomResizedCrop", (4, 4))),
    Sample("kornia.augmentation.CenterCrop.__call__", _augmented("CenterCrop", 4)),
    Sample("kornia.augmentation.ColorJitter.__call__", _augmented("ColorJitter", 0.1, 0.1, 0.1, 0.1)),
    *(
        Sample(
            name,
            lambda device: {"tensor": _image(device), "kernel": torch.ones(3, 3, device=device)},
        )
        for name in ("kornia.morphology.dilation", "kornia.morphology.erosion", "kornia.morphology.opening", "kornia.morphology.closing", "kornia.morphology.gradient", "kornia.morphology.top_hat", "kornia.morphology.bottom_hat")
    ),
    *(
        Sample(
            name, lambda device, more=more: {"img1": _image(device), "img2": _image(device), **more}
        )
        for name, more in (
            ("kornia.losses.ssim_loss", {"window_size": 3}),
            ("kornia.losses.charbonnier_loss", {}),
            ("kornia.losses.cauchy_loss", {}),
            ("kornia.losses.geman_mcclure_loss", {}),
            ("kornia.losses.welsch_loss", {}),
        )
    ),
    *(
        Sample(
            name,
            lambda device, more=more: {"pred": _image(device), "target": _classes(device), **more},
        )
        for name, more in (
            ("kornia.losses.dice_loss", {}),
            ("kornia.losses.tversky_loss", {"alpha": 0.5, "beta": 0.5}),
            ("kornia.losses.focal_loss", {"alpha": 0.5}),
            ("kornia.losses.lovasz_softmax_loss", {}),
        )
    ),
    *(
        Sample(name, lambda device: {"pred": _image(device), "target": _image(device)})
        for name in ("kornia.losses.kl_div_loss_2d", "kornia.losses.js_div_loss_2d")
    ),
    Sample(
        "kornia.losses.binary_focal_loss_with_logits",
        lambda device: {"pred": _image(device), "target": _image(device).round()},
    ),
    Sample(
        "kornia.losses.lovasz_hinge_loss",
        lambda device: {"pred": _image(device)[:, :1], "target": _classes(device)},
    ),
    Sample("kornia.losses.psnr_loss", lambda device: {"image": _image(device), "target": _image(device), "max_val": 1.0}),
    Sample("kornia.losses.total_variation", lambda device: {"img": _image(device)}),
    Sample(
        "kornia.metrics.ssim", lambda device: {"img1": _image(device), "img2": _image(device), "window_size": 3}
    ),
    Sample("kornia.metrics.psnr", lambda device: {"image": _image(device), "target": _image(device), "max_val": 1.0}),
    *(
        Sample(name, lambda device: {"desc1": _descriptors(device), "desc2": _descriptors(device)})
        for name in ("kornia.feature.match_nn", "kornia.feature.match_mnn", "kornia.feature.match_snn", "kornia.feature.match_smnn")
    ),
    *(
        Sample(name, lambda device, more=more: {"tensor": _image(device), **more(device)})
        for name, more in (
            ("kornia.geometry.transform.rotate", lambda device: {"angle": torch.tensor([30.0], device=device)}),
            ("kornia.geometry.transform.translate", lambda device: {"translation": torch.ones(1, 2, device=device)}),
            ("kornia.geometry.transform.scale", lambda device: {"scale_factor": torch.ones(1, 2, device=device)}),
            ("kornia.geometry.transform.shear", lambda device: {"shear": torch.ones(1, 2, device=device)}),
            ("kornia.geometry.transform.affine", lambda device: {"matrix": torch.eye(2, 3, device=device)[None]}),
        )
    ),
    Sample(
        "kornia.geometry.linalg.transform_points",
        lambda device: {"trans_01": torch.eye(3, device=device)[None], "points_1": torch.rand(1, 4, 2, device=device)},
    ),
]
