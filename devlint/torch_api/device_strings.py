"""Strings that name devices, as ``torch.device`` reads them."""

from __future__ import annotations

ACCELERATORS = frozenset({"cuda", "mps", "xpu", "npu", "hpu", "xla", "mtia", "privateuseone"})
DEVICE_TYPES = ACCELERATORS | {
    "cpu",
    "meta",
    "ipu",
    "mkldnn",
    "opengl",
    "opencl",
    "ideep",
    "hip",
    "ve",
    "fpga",
    "maia",
    "lazy",
    "vulkan",
}
"""Every type that ``torch.device`` accepts (torch 2.13)."""


def device_string(text: str) -> tuple[str, int | None] | None:
    """Type and index that a string names: ("cuda", 1) for "cuda:1"; None where ``torch.device`` would refuse it."""
    kind, colon, index = text.partition(":")
    if kind not in DEVICE_TYPES or colon and (not index.isdecimal() or len(index) > 9):
        return None
    return kind, int(index) if colon else None
