"""What is known of libraries around torch beside their device stubs: what no row of a stub can say yet.

transforms.Compose([..., ToTensor()])     reads what is on the CPU
load_image(path)                          a name by which a function reads a file
"""

from __future__ import annotations

import re
from functools import lru_cache

TAKING_TENSORS_ONLY = frozenset({"kornia", "torch_geometric", "torch_scatter", "torchaudio", "torchvision"})
"""Packages whose functions take nothing but a tensor where their stubs say that they take one."""

FOR_EXPORTERS = frozenset({"is_tracing", "is_jit_tracing", "is_in_onnx_export", "in_onnx_export", "is_exporting"})
"""Questions, of torch and others, that are answered with yes while an exporter goes through code with its example."""

HOST_READERS = frozenset({"torch._shape_as_tensor", "torch.onnx.operators.shape_as_tensor"})
"""Functions that give a tensor on the CPU."""

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

MOVING_THEMSELVES = frozenset({
    "accelerate", "bitsandbytes", "deepspeed", "diffusers", "fastai", "flair", "ignite", "keras", "lightning",
    "open_clip", "pytorch_lightning", "sentence_transformers", "skorch", "spacy", "speechbrain", "stable_baselines3",
    "tensorflow", "tensorrt", "torch2trt", "torchmetrics", "torch_tensorrt", "torchrl", "transformers", "trl",
    "ultralytics", "vllm", "whisper",
})  # fmt: skip
"""Packages whose modules may move without being asked."""

STATEFUL_MODULES = frozenset(
    f"torch.{home}.FakeQuantize" for home in ("quantization", "ao.quantization", "ao.quantization.fake_quantize")
)
"""Classes whose instances are modules with parameters or buffers, made on the default device."""


@lru_cache(maxsize=512)
def reads_file(name: str) -> bool:
    """Whether a function of this dotted name reads a file: what it gives is not where the name of the file is."""
    return _READS.search(name.rpartition(".")[2]) is not None
