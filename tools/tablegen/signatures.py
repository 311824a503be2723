"""Which operators users can reach, and what parameters they take.

Bound operators (``torch.add``, ``torch.Tensor.add_``, ``torch.linalg.inv``) have their signatures in the
``native_functions.yaml`` that torch's wheel carries; those written in Python (``torch.nn.functional.cross_entropy``)
have annotations. The overloads of a name are merged to one list of parameters.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import torch
import torchgen
from torch._jit_internal import boolean_dispatched
from torchgen.gen import ParsedYaml, parse_native_yaml
from torchgen.model import BaseTy, BaseType, ListType, NativeFunction, OptionalType, Type, Variant

NAMESPACES: dict[str, Any] = {
    "torch": torch,
    "torch.Tensor": torch.Tensor,
    "torch.nn.functional": torch.nn.functional,
    "torch.nn.init": torch.nn.init,
    "torch.linalg": torch.linalg,
    "torch.fft": torch.fft,
    "torch.special": torch.special,
}

_BINARY = "add and div eq floordiv ge gt le lshift lt matmul mod mul ne or pow rshift sub truediv xor".split()
BINARY_DUNDERS = frozenset(f"__{prefix}{name}__" for name in _BINARY for prefix in ("", "r", "i"))
UNARY = frozenset(
    """__abs__ __invert__ __neg__ __pos__ bfloat16 bool byte cdouble cfloat char double float half int long short
    nelement ndimension size stride element_size""".split()
)


@dataclass(frozen=True)
class Param:
    """A parameter. ``mark`` is as in ``devlint.torch_api.tables.facts``, "" for what takes no tensor."""

    name: str
    mark: str = ""
    keyword_only: bool = False
    required: bool = True
    variadic: bool = False


@dataclass
class Signature:
    """The parameters of one public name with all its overloads merged, and what its schema says it returns."""

    name: str
    function: Callable[..., Any]
    native: list[NativeFunction] = field(default_factory=list)
    params: list[Param] = field(default_factory=list)
    method: bool = False


def native_functions() -> list[NativeFunction]:
    """The operators of ``native_functions.yaml``."""
    return list(parsed_yaml().native_functions)


def yaml_path() -> Path:
    """Where the wheel keeps ``native_functions.yaml``."""
    return Path(torchgen.__file__).parent / "packaged" / "ATen" / "native" / "native_functions.yaml"


@cache
def parsed_yaml() -> ParsedYaml:
    """``native_functions.yaml`` as torchgen reads it."""
    return parse_native_yaml(str(yaml_path()), str(yaml_path().with_name("tags.yaml")))


def native_by_name() -> dict[str, list[NativeFunction]]:
    """Public names of bound operators to their overloads."""
    names: dict[str, list[NativeFunction]] = {}
    prefixes = {"linalg": "torch.linalg", "fft": "torch.fft", "special": "torch.special", "nn": "torch.nn.functional"}
    for native in native_functions():
        base = str(native.func.name.name)
        if "generated" in native.tags and native.func.is_out_fn():
            continue  # Python cannot reach them
        if Variant.method in native.variants:
            names.setdefault(f"torch.Tensor.{base}", []).append(native)
        if Variant.function in native.variants:
            module = native.python_module
            if module is None:
                names.setdefault(f"torch.{base}", []).append(native)
                names.setdefault(f"torch.nn.functional.{base}", []).append(native)
            elif module in prefixes:
                names.setdefault(f"{prefixes[module]}.{base.removeprefix(module + '_')}", []).append(native)
    return names


def mark_of(type_: Type) -> str:
    """The mark of a parameter whose schema type is *type_*."""
    if isinstance(type_, OptionalType):
        return mark_of(type_.elem)
    if isinstance(type_, BaseType):
        return "T" if type_.name is BaseTy.Tensor else ""
    if isinstance(type_, ListType):
        return "L" if mark_of(type_.elem) else ""
    return ""


def native_params(native: NativeFunction, method: bool) -> list[Param]:
    """The parameters of one overload as Python sees them."""
    given = native.func.arguments
    params = []
    for argument in given.flat_positional:
        if method and argument.name == "self":
            continue
        name = "input" if argument.name == "self" else argument.name
        params.append(Param(name, mark_of(argument.type), required=argument.default is None))
    for argument in given.flat_kwarg_only:
        params.append(Param(argument.name, mark_of(argument.type), True, argument.default is None))
    if given.out and not method:
        params.append(Param("out", "t", True, False))
    return params


def python_params(function: Callable[..., Any]) -> list[Param]:
    """The parameters of a function written in Python, from its annotations; [] if it has no signature."""
    dispatched = boolean_dispatched.get(function)
    if dispatched is not None:
        function = dispatched["if_false"]
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    params = []
    for parameter in found.parameters.values():
        annotation = parameter.annotation
        text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "") or str(annotation)
        if "Tensor" not in text:
            text = str(annotation)
        mark = ""
        if "Tensor" in text:
            lists = any(word in text for word in ("List", "list", "tuple", "Tuple", "Sequence"))
            others = any(word in text for word in ("float", "int", "Number", "Any", "bool", "str"))
            mark = ("l" if others else "L") if lists else ("t" if others else "T")
        variadic = parameter.kind is inspect.Parameter.VAR_POSITIONAL
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        params.append(
            Param(
                parameter.name,
                mark,
                parameter.kind is inspect.Parameter.KEYWORD_ONLY,
                parameter.default is inspect.Parameter.empty and not variadic,
                variadic,
            )
        )
    return params


def merge(overloads: list[list[Param]]) -> list[Param]:
    """One parameter list for all *overloads*: a position is named by ``input``, a tensor, or the longest overload."""
    positions: list[Param] = []
    keywords: dict[str, Param] = {}
    ordered = sorted(overloads, key=lambda params: -sum(not p.keyword_only for p in params))
    longest = sum(not p.keyword_only for p in ordered[0])
    for at in range(longest):
        here = [params[at] for params in ordered if at < len(params) and not params[at].keyword_only]
        names = {p.name for p in positions}
        fresh = [p for p in here if p.name not in names]
        fresh.sort(key=lambda p: (p.name != "input", not p.mark))
        best = fresh[0] if fresh else None
        for p in here:
            if p is not best and (best is None or p.name != best.name):
                keywords.setdefault(p.name, replace(p, keyword_only=True, required=False))
        if best is not None:
            marks = {p.mark for p in here}
            mark = best.mark
            if mark and "" in marks:
                mark = mark.lower()
            everywhere = len(here) == len(overloads) and all(p.required for p in here)
            positions.append(replace(best, mark=mark, required=everywhere))
    for params in overloads:
        for p in params:
            if p.keyword_only:
                keywords.setdefault(p.name, p)
    taken = {p.name for p in positions}
    return positions + [p for p in keywords.values() if p.name not in taken]


def public_names() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function and method that could be an operator."""
    kinds = (types.BuiltinFunctionType, types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
    for prefix, namespace in NAMESPACES.items():
        for name in sorted(dir(namespace)):
            dunder = name.startswith("__") and prefix == "torch.Tensor"
            if name.startswith("_") and not dunder:
                continue
            value = getattr(namespace, name)
            if isinstance(value, kinds) or callable(value) and type(value).__name__ == "method_descriptor":
                yield f"{prefix}.{name}", value


def signatures() -> dict[str, Signature]:
    """The public names that take or give tensors, with their parameters."""
    natives = native_by_name()
    found: dict[str, Signature] = {}
    for name, function in public_names():
        method = name.startswith("torch.Tensor.")
        entry = Signature(name, function, method=method)
        written_in_python = isinstance(function, types.FunctionType)
        if method and name.rpartition(".")[2] in BINARY_DUNDERS:
            entry.params = [Param("other", "t")]
        elif not written_in_python and name in natives:
            entry.native = natives[name]
            entry.params = merge([native_params(native, method) for native in entry.native])
        elif written_in_python:
            entry.native = natives.get(name, [])
            params = python_params(function)
            entry.params = params[1:] if method else params
            if not method and not any(p.mark for p in params) and not entry.native:
                continue
            if not any(p.mark for p in params) and entry.native:
                entry.params = merge([native_params(native, method) for native in entry.native])
                entry.params = [p for p in entry.params if p.name != "out"]
                if any(p.variadic for p in params):
                    entry.params = [replace(p, variadic=p.mark in ("L", "l")) for p in entry.params]
        elif method and name.rpartition(".")[2] in UNARY:
            entry.params = []
        else:
            continue
        found[name] = entry
    return found
