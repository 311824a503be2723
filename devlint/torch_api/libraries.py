"""What is known of libraries around torch: by hand, a row a name.

einops.rearrange(x, ...)              a tensor where x is
torch_scatter.scatter_add(x, index)   x and index share a device
torchaudio.transforms.Resample(...)   a module that carries buffers
"""

from __future__ import annotations

import re
from functools import lru_cache

SAME_DEVICE = frozenset({
    "einops.rearrange", "einops.reduce", "einops.repeat",
    *(f"torchvision.transforms.functional.{name}" for name in (
        "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "adjust_saturation", "affine",
        "center_crop", "crop", "erase", "gaussian_blur", "hflip", "normalize", "pad", "perspective", "resize",
        "resized_crop", "rgb_to_grayscale", "rotate", "vflip",
    )),
    "torchaudio.functional.resample",
    "torchaudio.functional.amplitude_to_DB", "torchaudio.functional.spectrogram",
})  # fmt: skip
"""Functions that give a tensor on the device of their first argument."""

STRICT = frozenset({
    "torch_scatter.scatter", "torch_scatter.scatter_add", "torch_scatter.scatter_sum", "torch_scatter.scatter_mean",
    "torch_scatter.scatter_max", "torch_scatter.scatter_min", "torch_scatter.scatter_mul",
    "torch_scatter.scatter_softmax", "torch_scatter.gather_csr", "torch_scatter.segment_csr",
    "torch_geometric.utils.scatter", "torch_geometric.utils.scatter_", "torch_geometric.utils.softmax",
    "torchvision.ops.nms", "torchvision.ops.batched_nms", "torchvision.ops.box_iou", "torchvision.ops.roi_align",
    "torchvision.ops.boxes.box_iou", "torchvision.ops.boxes.nms",
})  # fmt: skip
"""Functions whose tensors share a device, which is that of the result."""

FOR_EXPORTERS = frozenset({"is_tracing", "is_jit_tracing", "is_in_onnx_export", "in_onnx_export", "is_exporting"})
"""Questions, of torch and others, that are answered with yes while an exporter goes through code with its example."""

HOST_READERS = frozenset({
    "torchaudio.load", "torchvision.io.read_image", "torchvision.io.decode_image",
    "torchvision.transforms.functional.to_tensor", "torchvision.transforms.functional.pil_to_tensor",
    "torch._shape_as_tensor", "torch.onnx.operators.shape_as_tensor",
})  # fmt: skip
"""Functions that read or convert what is on the host: the (first) result is a tensor there."""

CONVERTERS = {
    "torchvision.transforms.ToTensor": "torchvision.transforms.functional.to_tensor",
    "torchvision.transforms.PILToTensor": "torchvision.transforms.functional.pil_to_tensor",
}
"""Classes whose instances do, when they are called, what a function does."""

CHANGERS = frozenset({
    "Normalize", "Resize", "CenterCrop", "RandomCrop", "RandomHorizontalFlip", "RandomVerticalFlip", "Grayscale",
    "RandomErasing", "ConvertImageDtype", "Pad", "RandomRotation", "RandomResizedCrop", "ColorJitter", "GaussianBlur",
})  # fmt: skip
"""Classes of torchvision whose instances leave a tensor where it is."""

_READS = re.compile(r"^(im)?read(_|$)|^load_(audio|wav|waveform|image|img|video|file|mel|features)s?$")

OTHER_FRAMEWORKS = frozenset("tensorflow keras jax flax mxnet paddle cupy onnx onnxruntime".split())
"""Packages that make tensors of their own."""

STATEFUL_MODULES = frozenset({
    *(f"torchaudio.transforms.{name}" for name in (
        "Resample", "Spectrogram", "InverseSpectrogram", "GriffinLim", "MelScale", "InverseMelScale", "MelSpectrogram",
        "MFCC", "LFCC", "SpectralCentroid", "TimeStretch", "PitchShift",
    )),
    *(f"torch.{home}.FakeQuantize" for home in ("quantization", "ao.quantization", "ao.quantization.fake_quantize")),
    *(f"torchvision.models.{name}" for name in (
        "resnet18", "resnet34", "resnet50", "resnet101", "resnet152", "vgg11", "vgg16", "vgg19", "alexnet",
        "densenet121", "mobilenet_v2", "mobilenet_v3_small", "mobilenet_v3_large", "efficientnet_b0", "inception_v3",
        "googlenet", "squeezenet1_0", "squeezenet1_1", "shufflenet_v2_x1_0", "wide_resnet50_2",
        "convnext_tiny", "vit_b_16",
    )),
})  # fmt: skip
"""Classes and functions that give a module with parameters or buffers, made on the default device."""


@lru_cache(maxsize=512)
def reads_file(name: str) -> bool:
    """Whether a function of this dotted name reads a file: what it gives is not where the name of the file is."""
    return _READS.search(name.rpartition(".")[2]) is not None
