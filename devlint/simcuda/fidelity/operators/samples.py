"""The samples of an operator of torch's database, and the tensors in them.

sample = samples(op, torch.float32)[0]
[leaf.path for leaf in leaves(sample)]              # ["input", "args[0]", "kwargs.weight"]
placed(sample, lambda path, tensor: tensor.cuda())  # the same sample with every tensor replaced
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import torch


class Leaf(NamedTuple):
    """A tensor of a sample and how it is reached: ``input``, ``args[1]``, ``kwargs.weight``, ``input[2]``."""

    path: str
    tensor: torch.Tensor


class Sample(NamedTuple):
    """The arguments of one call; the first is the operator's input."""

    input: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    process: Callable[[Any], Any]
    """What torch's tests do to the result before they ask for its gradient."""


def database() -> list[Any]:
    """The operators of torch's database in its order."""
    found: list[Any] = import_module("torch.testing._internal.common_methods_invocations").op_db
    return found


def title(op: Any) -> str:
    """``nn.functional.pad.constant``: the name of an operator and its variant."""
    return f"{op.name}.{op.variant_test_name}" if op.variant_test_name else str(op.name)


def samples(op: Any, dtype: torch.dtype, *, requires_grad: bool = False) -> Iterator[Sample]:
    """The samples of an operator, made on the CPU and the same each time.

    Raises what the making raises, for a dtype that the CPU cannot make them of.
    """
    torch.default_generator.manual_seed(1)
    random.seed(1)
    import_module("numpy").random.seed(1)
    for made in op.sample_inputs_func(op, "cpu", dtype, requires_grad):
        yield Sample(made.input, tuple(made.args), dict(made.kwargs), made.output_process_fn_grad)


def placed(sample: Sample, place: Callable[[str, torch.Tensor], Any]) -> Sample:
    """The sample with each tensor replaced by what *place* makes of its path and itself."""
    args = tuple(_mapped(value, f"args[{n}]", place) for n, value in enumerate(sample.args))
    kwargs = {name: _mapped(value, f"kwargs.{name}", place) for name, value in sample.kwargs.items()}
    return Sample(_mapped(sample.input, "input", place), args, kwargs, sample.process)


def _mapped(value: Any, path: str, place: Callable[[str, torch.Tensor], Any]) -> Any:
    if isinstance(value, torch.Tensor):
        return place(path, value)
    if type(value) in (list, tuple):
        return type(value)(_mapped(item, f"{path}[{n}]", place) for n, item in enumerate(value))
    if type(value) is dict:
        return {key: _mapped(item, f"{path}.{key}", place) for key, item in value.items()}
    return value


def leaves(sample: Sample) -> list[Leaf]:
    """The tensors of a sample in the order of the call."""
    found: list[Leaf] = []

    def keep(path: str, tensor: torch.Tensor) -> torch.Tensor:
        found.append(Leaf(path, tensor))
        return tensor

    placed(sample, keep)
    return found


def signature(sample: Sample) -> str:
    """What a sample consists of, for people and for finding it again in another release of torch."""

    def word(path: str, tensor: torch.Tensor) -> str:
        return f"{str(tensor.dtype).removeprefix('torch.')}{list(tensor.shape)}"

    shown = placed(sample, word)
    values = [shown.input, *shown.args, *(f"{name}={value}" for name, value in shown.kwargs.items())]
    return ", ".join(map(str, values))


def digest(sample: Sample) -> str:
    """Eight hexadecimal digits that stand for the signature."""
    return f"{zlib.crc32(signature(sample).encode()):08x}"


def shape_class(sample: Sample) -> tuple[tuple[str, bool], ...]:
    """Which tensors are given, and which of them have dimensions: all that a check of devices may depend on."""
    return tuple((leaf.path, leaf.tensor.dim() > 0) for leaf in leaves(sample))


def representatives(found: Iterator[Sample], most: int) -> list[Sample]:
    """At most *most* samples, each the first of its shape class, those with the most tensors with dimensions first."""
    first: dict[Any, Sample] = {}
    for sample in found:
        first.setdefault(shape_class(sample), sample)
    return [first[kind] for kind in sorted(first, key=lambda kind: -sum(dims for _, dims in kind))[:most]]
