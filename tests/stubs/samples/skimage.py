"""Calls of what the stub of scikit-image describes: with tensors of the CPU, which on a GPU are refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import torch

from tests.stubs.sample import Sample


def grey() -> torch.Tensor:
    return torch.rand(12, 12)


def coloured() -> torch.Tensor:
    return torch.rand(12, 12, 3)


@cache
def _path() -> str:
    return str(Path(mkdtemp()) / "picture.png")


SAMPLES = [
    *(
        Sample(name, lambda device: {"rgb": coloured()})
        for name in (
            "skimage.color.rgb2gray",
            "skimage.color.rgb2lab",
            "skimage.color.rgb2hsv",
            "skimage.color.rgb2ycbcr",
            "skimage.color.rgb2xyz",
            "skimage.color.rgb2yuv",
        )
    ),
    Sample("skimage.color.lab2rgb", lambda device: {"lab": coloured()}),
    Sample("skimage.color.hsv2rgb", lambda device: {"hsv": coloured()}),
    *(
        Sample(name, lambda device: {"image": grey()})
        for name in (
            "skimage.filters.gaussian",
            "skimage.filters.median",
            "skimage.morphology.dilation",
            "skimage.morphology.erosion",
            "skimage.morphology.opening",
            "skimage.morphology.closing",
        )
    ),
    Sample("skimage.morphology.convex_hull_image", lambda device: {"image": grey() > 0.5}),
    Sample("skimage.measure.label", lambda device: {"label_image": (grey() > 0.5).long()}),
    Sample("skimage.measure.label", lambda device: {"label_image": (grey() > 0.5).long(), "return_num": True}),
    Sample("skimage.segmentation.slic", lambda device: {"image": coloured()}),
    Sample("skimage.segmentation.felzenszwalb", lambda device: {"image": coloured()}),
    Sample("skimage.segmentation.find_boundaries", lambda device: {"label_img": (grey() > 0.5).long()}),
    Sample("skimage.transform.rotate", lambda device: {"image": grey(), "angle": 30}),
    Sample("skimage.io.imsave", lambda device: {"fname": _path(), "arr": (coloured() * 255).byte()}),
    *(
        Sample(name, lambda device: {"image": grey()})
        for name in (
            "skimage.img_as_ubyte",
            "skimage.img_as_float",
            "skimage.img_as_float32",
            "skimage.img_as_float64",
            "skimage.img_as_uint",
        )
    ),
]
