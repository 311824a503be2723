"""The table of factories: functions that make a tensor and take ``device=``."""

from __future__ import annotations

import torch

from tablegen import generated
from tablegen.signatures import NAMESPACES, Signature, signatures

_RANGES = frozenset({"arange", "linspace", "logspace", "range"})
_MATRICES = ("eye", "tril_indices", "triu_indices")
_RANKS = {**dict.fromkeys(_MATRICES, 2), "randperm": 1, "fftfreq": 1, "rfftfreq": 1, "scalar_tensor": 0}


def table() -> str:
    """The text of ``generated_factories.py``."""
    lines = [text for signature in signatures().values() if (text := _line(signature))]
    lines += _windows()
    return generated("Factories", "FACTORIES", "\n".join(sorted(lines)))


def _line(signature: Signature) -> str | None:
    prefix, _, base = signature.name.rpartition(".")
    names = [p.name for p in signature.params]
    if "device" not in names or prefix not in NAMESPACES or base == "to" or base.startswith("_"):
        return None
    flags = []
    if prefix == "torch.Tensor":
        if not base.startswith("new_"):
            return None
        shape = "new"
        flags.append("follows=self")
    elif base.endswith("_like"):
        shape = "like"
        flags.append(f"follows={names[0]}")
    elif base in _RANGES:
        shape = "range"
        flags.append("rank=1")
    elif base in _RANKS or base.endswith("_window"):
        shape = "fixed"
        flags.append(f"rank={_RANKS.get(base, 1)}")
    elif base.startswith("sparse_"):
        shape = "data"
        data = [p.name for p in signature.params if p.mark and p.name != "out"]
        flags.append(f"follows={','.join(data)}")
    elif "size" in names:
        shape = "sizes"
    else:
        return None
    if "generator" in names:
        flags.append("random")
    if "out" in names:
        flags.append("out")
    positional = [p.name for p in signature.params if not p.keyword_only]
    keywords = [p.name for p in signature.params if p.keyword_only]
    return " ".join([signature.name, shape, ";".join(flags) or "-", *positional, "*", *keywords, "requires_grad"])


def _windows() -> list[str]:
    """The windows of torch.signal, which are written in Python."""
    import inspect

    lines = []
    for name in sorted(torch.signal.windows.__all__):
        found = inspect.signature(getattr(torch.signal.windows, name)).parameters.values()
        positional = [p.name for p in found if p.kind is not p.KEYWORD_ONLY]
        keywords = [p.name for p in found if p.kind is p.KEYWORD_ONLY]
        lines.append(" ".join([f"torch.signal.windows.{name}", "fixed", "rank=1", *positional, "*", *keywords]))
    return lines
