"""Whether a file has anything to do with torch: asked of every file, so this module imports nothing."""

_CARRIERS = (
    "torch", "transformers", "diffusers", "lightning", "accelerate", "timm", "peft", "kornia", "einops", "monai",
    "deepspeed", "flair", "fairseq", "allennlp", "speechbrain", "ignite", "bitsandbytes", "open_clip", "ultralytics",
    "detectron2", "mmcv", "mmengine", "pyro", "captum",
)  # fmt: skip
_TENSOR_MEMBERS = (".cuda(", ".cpu(", ".to(", ".device", ".is_cuda", ".detach(", ".unsqueeze(", ".register_buffer(")


def carries_torch(package: str) -> bool:
    """Whether importing ``package`` may bring torch."""
    return package.startswith(_CARRIERS)


def touches_torch(text: str) -> bool:
    """Whether the text mentions torch, a package that carries it, or members that tensors have."""
    return any(name in text for name in _CARRIERS) or any(member in text for member in _TENSOR_MEMBERS)


def speaks_of_tensors(text: str) -> bool:
    """Whether anything in the text is called as what lives on a device is: such a file may get it from its project."""
    return any(word in text for word in ("ensor", "cuda", "device", "forward"))
