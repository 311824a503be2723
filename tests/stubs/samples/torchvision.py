"""Calls of what the stub of torchvision describes."""

from __future__ import annotations

import torch
import torchvision.transforms.functional as functional
from PIL import Image
from torchvision import transforms

from tests.stubs.sample import Sample


def image(device: str) -> torch.Tensor:
    return torch.full((3, 8, 8), 0.5, device=device)


def picture() -> Image.Image:
    return functional.to_pil_image(image("cpu"))


def boxes(device: str) -> torch.Tensor:
    return torch.tensor([[0.0, 0.0, 4.0, 4.0], [0.0, 0.0, 4.0, 4.5], [4.0, 4.0, 8.0, 8.0]], device=device)


def ones(device: str, *shape: int) -> torch.Tensor:
    return torch.ones(*shape, device=device)


CHANGES = {
    "torchvision.transforms.Resize.__call__": transforms.Resize(4),
    "torchvision.transforms.CenterCrop.__call__": transforms.CenterCrop(4),
    "torchvision.transforms.RandomCrop.__call__": transforms.RandomCrop(4),
    "torchvision.transforms.RandomHorizontalFlip.__call__": transforms.RandomHorizontalFlip(),
    "torchvision.transforms.RandomVerticalFlip.__call__": transforms.RandomVerticalFlip(),
    "torchvision.transforms.Grayscale.__call__": transforms.Grayscale(),
    "torchvision.transforms.RandomErasing.__call__": transforms.RandomErasing(1.0),
    "torchvision.transforms.Pad.__call__": transforms.Pad(1),
    "torchvision.transforms.RandomRotation.__call__": transforms.RandomRotation(30),
    "torchvision.transforms.RandomResizedCrop.__call__": transforms.RandomResizedCrop(4),
    "torchvision.transforms.ColorJitter.__call__": transforms.ColorJitter(0.5, 0.5),
    "torchvision.transforms.GaussianBlur.__call__": transforms.GaussianBlur(3),
}


SAMPLES = [
    Sample("torchvision.transforms.Resize", lambda device: {"size": 4}),
    Sample("torchvision.transforms.Normalize", lambda device: {"mean": [0.5], "std": [0.5]}),
    Sample(
        "torchvision.transforms.Normalize.__call__",
        lambda device: {"self": transforms.Normalize([0.5] * 3, [0.5] * 3), "tensor": image(device)},
    ),
    *(
        Sample(name, lambda device, change=change: {"self": change, "img": image(device)})
        for name, change in CHANGES.items()
    ),
    *(
        Sample(name, lambda device, rest=rest: {"img": image(device), **rest})
        for name, rest in (
            ("torchvision.transforms.functional.adjust_brightness", {"brightness_factor": 0.5}),
            ("torchvision.transforms.functional.adjust_hue", {"hue_factor": 0.1}),
            ("torchvision.transforms.functional.center_crop", {"output_size": [4, 4]}),
            ("torchvision.transforms.functional.crop", {"top": 0, "left": 0, "height": 4, "width": 4}),
            ("torchvision.transforms.functional.gaussian_blur", {"kernel_size": [3, 3]}),
            ("torchvision.transforms.functional.hflip", {}),
            ("torchvision.transforms.functional.vflip", {}),
            ("torchvision.transforms.functional.pad", {"padding": [1]}),
            ("torchvision.transforms.functional.resize", {"size": [4, 4]}),
            ("torchvision.transforms.functional.rotate", {"angle": 30.0}),
            ("torchvision.transforms.functional.rgb_to_grayscale", {}),
        )
    ),
    *(
        Sample(name, lambda device, rest=rest: {"inpt": image(device), **rest})
        for name, rest in (
            ("torchvision.transforms.v2.functional.adjust_contrast", {"contrast_factor": 0.5}),
            ("torchvision.transforms.v2.functional.normalize", {"mean": [0.5], "std": [0.5]}),
            ("torchvision.transforms.v2.functional.resize", {"size": [4, 4]}),
        )
    ),
    Sample("torchvision.transforms.functional.to_tensor", lambda device: {"pic": picture()}),
    Sample("torchvision.transforms.functional.pil_to_tensor", lambda device: {"pic": picture()}),
    Sample("torchvision.transforms.functional.to_pil_image", lambda device: {"pic": image(device)}),
    Sample(
        "torchvision.ops.nms",
        lambda device: {"boxes": boxes(device), "scores": ones(device, 3), "iou_threshold": 0.5},
    ),
    Sample(
        "torchvision.ops.batched_nms",
        lambda device: {
            "boxes": boxes(device),
            "scores": ones(device, 3),
            "idxs": torch.arange(3, device=device),
            "iou_threshold": 0.5,
        },
    ),
    *(
        Sample(name, lambda device: {"boxes1": boxes(device), "boxes2": boxes(device)})
        for name in (
            "torchvision.ops.box_iou",
            "torchvision.ops.generalized_box_iou",
            "torchvision.ops.distance_box_iou",
            "torchvision.ops.complete_box_iou",
        )
    ),
    *(
        Sample(
            name,
            lambda device: {"input": ones(device, 1, 4, 8, 8), "boxes": [boxes(device)], "output_size": 2},
        )
        for name in (
            "torchvision.ops.roi_align",
            "torchvision.ops.roi_pool",
            "torchvision.ops.ps_roi_align",
            "torchvision.ops.ps_roi_pool",
        )
    ),
    Sample(
        "torchvision.ops.box_convert",
        lambda device: {"boxes": boxes(device), "in_fmt": "xyxy", "out_fmt": "cxcywh"},
    ),
    Sample("torchvision.ops.box_area", lambda device: {"boxes": boxes(device)}),
    Sample("torchvision.ops.clip_boxes_to_image", lambda device: {"boxes": boxes(device), "size": (4, 4)}),
    Sample("torchvision.ops.masks_to_boxes", lambda device: {"masks": ones(device, 2, 4, 4)}),
    Sample(
        "torchvision.ops.sigmoid_focal_loss",
        lambda device: {"inputs": ones(device, 3), "targets": ones(device, 3)},
    ),
    Sample(
        "torchvision.ops.sigmoid_focal_loss",
        lambda device: {"inputs": ones(device, 3), "targets": ones(device, 3), "reduction": "mean"},
    ),
    Sample("torchvision.utils.make_grid", lambda device: {"tensor": ones(device, 2, 3, 4, 4)}),
    Sample("torchvision.utils.make_grid", lambda device: {"tensor": [ones(device, 3, 4, 4)] * 2}),
    Sample("torchvision.utils.draw_bounding_boxes", lambda device: {"image": image(device), "boxes": boxes(device)}),
    Sample(
        "torchvision.ops.generalized_box_iou_loss",
        lambda device: {"boxes1": boxes(device).float(), "boxes2": boxes(device).float()},
    ),
]
