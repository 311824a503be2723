"""Dtypes that the kernels of CUDA and of the CPU do not both have, as they were seen on a GPU.

entry = entry_of(torch.ops.aten.mm.default, (x_of_int64, x_of_int64), {})
entry.lacks[torch.int64]       # NotImplementedError: "addmm_cuda" not implemented for '{word}'
wider(torch.int64)             # (torch.float64,): in which dtypes the CPU may have what CUDA has in this one

``tools/generate_cuda_dtypes.py`` writes the table.
"""

from __future__ import annotations

import builtins
import functools
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch

_table: dict[str, Any] = json.loads((Path(__file__).parent / "dtypes.json").read_text())["operators"]


class Entry(NamedTuple):
    """What is known of one operator, by the dtype in which it computes."""

    lacks: Mapping[torch.dtype, str]
    """What CUDA raises where the CPU runs."""
    words: Mapping[torch.dtype, str]
    """What CUDA raises where the CPU raises something else."""
    only: frozenset[torch.dtype]
    """Where CUDA runs and the CPU raises."""
    same: frozenset[torch.dtype]
    """Where both raise the same."""


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

_WHOLE = (torch.int64, torch.float64)
_WIDER: dict[torch.dtype, tuple[torch.dtype, ...]] = {
    torch.float16: (torch.float32,),
    torch.bfloat16: (torch.float32,),
    torch.complex32: (torch.complex64,),
    torch.bool: (torch.uint8, torch.float64),
    torch.float8_e4m3fn: (torch.float32,),
    torch.float8_e5m2: (torch.float32,),
    **dict.fromkeys((torch.int8, torch.int16, torch.int32, torch.int64), _WHOLE),
    **dict.fromkeys((torch.uint8, torch.uint16, torch.uint32, torch.uint64), _WHOLE),
}
"""Every value of a dtype, and the results of the operators concerned, can be had in the wider ones."""


def _by_dtype(rows: Mapping[str, Iterable[str]]) -> dict[torch.dtype, str]:
    return {getattr(torch, name): message for message, names in rows.items() for name in names}


def _entry(row: Mapping[str, Any]) -> Entry:
    only, same = (frozenset(getattr(torch, name) for name in row.get(kind, ())) for kind in ("only", "same"))
    return Entry(_by_dtype(row.get("lacks", {})), _by_dtype(row.get("words", {})), only, same)


NOTHING = _entry({})


@functools.cache
def entry(key: str) -> Entry:
    """The entry of an operator by its key; of one that writes to its argument, that of the one that does not."""
    name, _, rest = key.partition(".")
    overload, slash, words = rest.partition("/")
    plain = name if name.startswith("__") else name.removesuffix("_")
    without = "" if overload == "out" else overload.removesuffix("_out")
    for asked in (slash + words, "") if words else ("",):
        for overloads in (overload, without):
            for names in (name, plain):
                found = _table.get(f"{names}.{overloads}".removesuffix(".") + asked)
                if found is not None:
                    return _entry(found)
    return of_name(plain)


@functools.cache
def of_name(name: str) -> Entry:
    """What the overloads of an operator have in common."""
    related = [_entry(row) for other, row in _table.items() if row and re.split(r"[./]", other, maxsplit=1)[0] == name]
    return functools.reduce(_shared, related) if related else NOTHING


def _shared(one: Entry, other: Entry) -> Entry:
    """What two overloads of an operator have in common."""
    lacks = {dtype: text for dtype, text in one.lacks.items() if dtype in other.lacks}
    return Entry(lacks, {**other.words, **one.words}, one.only & other.only, one.same | other.same)


def entry_of(func: Any, args: Any, kwargs: Any) -> Entry:
    """The entry of a call."""
    return entry(key_of(func, args, kwargs))


def lacked_by(func: Any) -> frozenset[torch.dtype]:
    """The dtypes that an operator, called in some way, lacks on CUDA though the CPU has them."""
    key = key_of(func, (), {})
    keys = [key, *(other for other in _table if other.startswith(f"{key}/"))]
    return frozenset().union(*(entry(one).lacks for one in keys))


def label(found: Entry, dtype: torch.dtype) -> str | None:
    """What an operator says of a dtype that its kernel lacks and no run tried; None where that depends on the dtype."""
    if dtype in found.same:
        return None
    messages = {text for text in (*found.words.values(), *found.lacks.values()) if "not implemented for" in text}
    return messages.pop() if len(messages) == 1 else None


def error(message: str, dtype: torch.dtype) -> Exception:
    """The error of a message of the table."""
    kind, _, text = message.partition(": ")
    found = getattr(builtins, kind, RuntimeError)
    made: Exception = found(text.replace("{word}", WORDS.get(dtype, str(dtype))))
    return made


def wider(dtype: torch.dtype | None) -> tuple[torch.dtype, ...]:
    """In which dtypes the CPU may do what CUDA does in *dtype*, the best first; none for None."""
    return () if dtype is None else _WIDER.get(dtype, ())


def first_tensor(args: Any) -> torch.Tensor | None:
    """The first tensor among arguments, also where it is in a list."""
    for value in args:
        if isinstance(value, torch.Tensor):
            return value
        if isinstance(value, (list, tuple)) and (found := first_tensor(value)) is not None:
            return found
    return None


def key_of(func: Any, args: Any, kwargs: Any) -> str:
    """``div.Tensor_mode/floor``: an overload, with the words among its arguments."""
    schema = func._schema
    words = [value for value in (*args, *kwargs.values()) if type(value) is str and value.isidentifier()]
    return "/".join([f"{schema.name.removeprefix('aten::')}.{schema.overload_name}".removesuffix("."), *words])


def of_kernel(func: Any, args: Any, kwargs: Any) -> torch.dtype | None:
    """The dtype that chooses an operator's kernel: that in which it computes.

    Point-wise operators compute in what their arguments have in common, others in the dtype that is asked for or in
    that of their first tensor. None where there is neither, or nothing in common.
    """
    wanted = kwargs.get("dtype")
    if isinstance(wanted, torch.dtype):
        return wanted
    if torch.Tag.pointwise not in func.tags and func._schema.name != "aten::where":
        tensor = first_tensor(args)
        return None if tensor is None else tensor.dtype
    named = zip((argument.name for argument in func._schema.arguments), args, strict=False)
    values = [value for name, value in named if _takes_part(name, value)]
    common = next((value for value in values if isinstance(value, torch.Tensor)), None)
    if common is None:
        return None
    found = common.dtype
    try:
        for value in values:
            if value is not common:
                found = torch.promote_types(found, torch.result_type(common, value))
    except RuntimeError:
        return None
    return found


def _takes_part(name: str, value: Any) -> bool:
    """Whether an argument of a point-wise operator decides in which dtype it computes."""
    if isinstance(value, torch.Tensor):
        return name not in ("mask", "condition", "value")
    return isinstance(value, (int, float, complex)) and name in ("self", "other", "exponent", "min", "max")


def whole_word(word: str) -> re.Pattern[str]:
    """The name of a dtype where it is no part of another name."""
    return re.compile(rf"(?<![A-Za-z]){word}(?![A-Za-z0-9_])")
