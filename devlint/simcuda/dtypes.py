"""Dtypes that the kernels of CUDA and of the CPU do not both have, from torch's own declarations.

refuse("mm", x_of_int64)       # NotImplementedError: "addmm_cuda" not implemented for 'Long'
wider("histc", torch.int64)    # torch.float64: CUDA has the operator for the dtype, the CPU only for this one

``tools/generate_cuda_dtypes.py`` writes the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch

_table = json.loads((Path(__file__).parent / "dtypes.json").read_text())


def _dtypes(names: Iterable[str]) -> frozenset[torch.dtype]:
    return frozenset(getattr(torch, name) for name in names)


LACKS = {operator: _dtypes(names) for operator, names in _table["lacks"].items()}
"""Operators, and the dtypes of their first tensor for which CUDA has no kernel though the CPU has one."""
ONLY = {operator: _dtypes(names) for operator, names in _table["only"].items()}
"""Operators, and the dtypes of their first tensor for which CUDA has a kernel though the CPU has none."""

NEITHER = {operator: _dtypes(names) for operator, names in _table["neither"].items()}
"""Operators, and the dtypes of their first tensor for which neither has a kernel."""

WORDS = {
    torch.bool: "Bool",
    torch.uint8: "Byte",
    torch.int8: "Char",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
    torch.float32: "Float",
    torch.float64: "Double",
    torch.complex32: "ComplexHalf",
    torch.complex64: "ComplexFloat",
    torch.complex128: "ComplexDouble",
    torch.uint16: "UInt16",
    torch.uint32: "UInt32",
    torch.uint64: "UInt64",
    torch.float8_e4m3fn: "Float8_e4m3fn",
    torch.float8_e5m2: "Float8_e5m2",
}
"""The names of dtypes in messages of kernels."""

_LABEL = re.compile(r'"[^"]+" not implemented')
_INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
_WIDER = {
    torch.float16: torch.float32,
    torch.bfloat16: torch.float32,
    torch.complex32: torch.complex64,
    torch.bool: torch.uint8,
    torch.uint16: torch.int32,
    torch.uint32: torch.int64,
    torch.float8_e4m3fn: torch.float32,
    torch.float8_e5m2: torch.float32,
    **dict.fromkeys(_INTEGERS, torch.float64),
}


def lacked_by(operator: str) -> frozenset[torch.dtype]:
    """The dtypes that an operator, also one that writes to its argument, lacks on CUDA."""
    return LACKS.get(operator) or LACKS.get(operator.removesuffix("_")) or frozenset()


def refuse(operator: str, tensor: torch.Tensor) -> None:
    """Raise what a kernel of CUDA says of a dtype that it does not have."""
    name = operator.removesuffix("_")
    if name == "convolution":  # aten/src/ATen/cudnn/Descriptors.cpp
        raise RuntimeError(f"getCudnnDataTypeFromScalarType() not supported for {WORDS[tensor.dtype]}")
    label = _table["labels"].get(name, f"{name}_cuda")
    raise NotImplementedError(f"\"{label}\" not implemented for '{WORDS[tensor.dtype]}'")


def in_words_of_cuda(operator: str, text: str) -> str:
    """The error of a kernel of the CPU that lacks a dtype, with the name of the kernel of CUDA."""
    label = _table["labels"].get(operator.removesuffix("_"))
    return text if label is None else _LABEL.sub(lambda found: f'"{label}" not implemented', text, count=1)


def wider(operator: str, dtype: torch.dtype) -> torch.dtype | None:
    """In which dtype the CPU can do what CUDA does in *dtype*; None where CUDA does not do it either."""
    name = operator.removesuffix("_")
    half = dtype in (torch.float16, torch.bfloat16) and dtype not in NEITHER.get(name, ())
    return _WIDER.get(dtype) if half or dtype in ONLY.get(name, ()) else None


def first_tensor(args: Any) -> torch.Tensor | None:
    """The tensor whose dtype chooses the kernel."""
    return next((value for value in args if isinstance(value, torch.Tensor)), None)
