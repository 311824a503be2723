"""Whether a file has anything to do with torch: asked of every file, so this module imports nothing."""

_CARRIERS = (
    "transformers", "diffusers", "lightning", "accelerate", "timm", "peft", "kornia", "einops", "monai",
    "deepspeed", "flair", "fairseq", "allennlp", "speechbrain", "ignite", "bitsandbytes", "open_clip", "ultralytics",
    "detectron2", "mmcv", "mmengine", "pyro", "captum",
)  # fmt: skip
_TENSOR_MEMBERS = (".cuda(", ".cpu(", ".to(", ".device", ".is_cuda", ".detach(", ".unsqueeze(", ".register_buffer(")


def carries_torch(package: str) -> bool:
    """Whether importing ``package`` may bring torch."""
    return package.startswith(("torch", *_CARRIERS))


def touches_torch(text: str) -> bool:
    """Whether the text mentions torch or members that tensors have, or imports a package that carries torch."""
    if "torch" in text or any(member in text for member in _TENSOR_MEMBERS):
        return True
    importing = "".join(_lines_that_import(text))
    return any(name in importing for name in _CARRIERS)


def _lines_that_import(text: str) -> list[str]:
    """The lines of ``text`` that say "import", which are few: looking for many words takes its time."""
    found = []
    at = text.find("import")
    while at >= 0:
        end = text.find("\n", at) + 1 or len(text)
        found.append(text[text.rfind("\n", 0, at) + 1 : end])
        at = text.find("import", end)
    return found


def speaks_of_tensors(text: str) -> bool:
    """Whether anything in the text is called as what lives on a device is: such a file may get it from its project."""
    return any(word in text for word in ("ensor", "cuda", "device", "forward", "odel"))
