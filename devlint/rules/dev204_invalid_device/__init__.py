"""What wakes the detector of DEV204, and what the scout looks for: see ``devlint.scout.detectors`` and ``.clues``."""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, attribute, called, comparison, constant, subscript
from devlint.scout.expression_shapes import is_device

WORDS: tuple[str, ...] = ("cuda", "xpu", "npu", "hpu", "mlu", "musa", ".index", "environ", "getenv")
keeps = None


def _of_device(node: ast.Attribute, looking: Looking) -> bool:
    return is_device(node.value)


def _takes_device_apart(node: ast.Call, looking: Looking) -> bool:
    """``device.split(":")``: a string has this method, and no device."""
    return isinstance(node.func, ast.Attribute) and is_device(node.func.value)


def _takes_part(node: ast.Subscript, looking: Looking) -> bool:
    """``device[5:]``."""
    return str(getattr(node.value, "id", "")).endswith("device")


def _with_index(node: ast.Call, looking: Looking) -> bool:
    """``torch.device(device, 0)``."""
    given = [*node.args, *(one.value for one in node.keywords)]
    return len(given) == 2 and not isinstance(given[0], ast.Constant)


def _of_index(node: ast.Compare, looking: Looking) -> bool:
    """``device.index is None``."""
    asked = node.left
    return isinstance(asked, ast.Attribute) and asked.attr == "index" and isinstance(node.ops[0], (ast.Is, ast.IsNot))


CLUES = (
    constant(("gpu", "GPU", "CUDA")),  # no devices, but meant as such
    attribute(("type", "index"), _of_device, words=(".type", ".index")),
    called(("split", "partition"), _takes_device_apart, words=(".split", ".partition")),
    subscript(_takes_part, words=("device[",)),
    called(("device",), _with_index),
    comparison(_of_index, words=(".index",)),
)
