"""What is known of libraries around torch: by hand, a row a name.

einops.rearrange(x, ...)              a tensor where x is
torch_scatter.scatter_add(x, index)   x and index share a device
torchaudio.transforms.Resample(...)   a module that carries buffers
"""

from __future__ import annotations

import re
from functools import lru_cache

from devlint.torch_api.tables.facts import Operator, read_operator

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

_BOXES = "strict tensor positive - boxes1:T boxes2:T fmt"
_BOX_LOSS = "strict tensor unknown - boxes1:T boxes2:T reduction eps"
_REGIONS = "strict tensor positive - input:T boxes:t output_size spatial_scale sampling_ratio aligned"
_SCATTER = "strict tensor positive - src:T index:T dim out:T dim_size reduce"
_CSR = "strict tensor positive - src:T indptr:T out:T reduce"
_POOL = "strict tensor positive - x:T batch:T size"
_CONVOLVE = "strict tensor positive - x:T y:T mode"

_ROWS = {
    "einops.einsum": "strict tensor unknown - *tensors:T",
    "einops.pack": "strict unknown positive - tensors:L pattern",
    **dict.fromkeys(("torchaudio.functional.convolve", "torchaudio.functional.fftconvolve"), _CONVOLVE),
    "torchaudio.functional.lfilter": "strict tensor positive - waveform:T a_coeffs:T b_coeffs:T clamp batching",
    **dict.fromkeys((f"torch_geometric.nn.global_{how}_pool" for how in ("add", "mean", "max")), _POOL),
    "torch_geometric.utils.scatter": "strict tensor positive - src:T index:T dim dim_size reduce",
    "torch_geometric.utils.scatter_": "strict tensor positive - name src:T index:T dim dim_size",
    "torch_geometric.utils.softmax": "strict tensor positive - src:T index:T ptr:T num_nodes dim",
    "torch_geometric.utils.to_dense_batch": "strict tensors positive - x:T batch:T fill_value max_num_nodes batch_size",
    **dict.fromkeys((f"torch_scatter.scatter{how}" for how in ("", "_add", "_sum", "_mean", "_mul")), _SCATTER),
    **dict.fromkeys((f"torch_scatter.scatter_{how}" for how in ("max", "min")), _SCATTER.replace("tensor", "tensors")),
    "torch_scatter.scatter_softmax": "strict tensor positive - src:T index:T dim dim_size",
    **dict.fromkeys(("torch_scatter.segment_csr", "torch_scatter.gather_csr"), _CSR),
    **{
        f"torchvision.ops.{home}{name}": row
        for home in ("", "boxes.")
        for name, row in (
            ("box_iou", _BOXES),
            ("generalized_box_iou", _BOXES),
            ("complete_box_iou", _BOXES),
            ("distance_box_iou", _BOXES),
            ("nms", "strict tensor positive - boxes:T scores:T iou_threshold"),
            ("batched_nms", "strict tensor positive - boxes:T scores:T idxs:T iou_threshold"),
        )
    },
    **{f"torchvision.ops.{how}_box_iou_loss": _BOX_LOSS for how in ("generalized", "complete", "distance")},
    **{f"torchvision.ops.{kind}": _REGIONS for kind in ("roi_align", "roi_pool", "ps_roi_align", "ps_roi_pool")},
    "torchvision.ops.deform_conv2d":
        "strict tensor positive - input:T offset:T weight:T bias:T stride padding dilation mask:T",
    "torchvision.ops.sigmoid_focal_loss": "lenient tensor unknown - inputs:T0 targets:T0 alpha gamma reduction",
}  # fmt: skip
"""Functions whose tensors share a device, which is that of the result; by their documentation, as rows of the tables of
torch (``devlint/torch_api/tables/facts.py``). What takes a list of regions takes one tensor of them, too.
"""


@lru_cache(maxsize=256)
def library_operator(name: str) -> Operator | None:
    """What is known of the function of a library with this full name; None where it is no operator on tensors."""
    row = _ROWS.get(name)
    return None if row is None else read_operator(name, row)


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
