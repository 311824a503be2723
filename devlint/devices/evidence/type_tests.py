"""Type tests on values (``isinstance``, ``type(x) is``, ``hasattr``): true, false, or not decided.

isinstance(x, torch.Tensor)    true of a tensor, false of a list
type(x) is torch.Tensor
hasattr(x, "to")
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import DeviceValue, HostArray, Scalar
from devlint.devices.patterns.parameters import is_tensor_annotation
from devlint.flow.builtins.functions import kind_asked
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue
from devlint.flow.values.guards import Guards, excluding
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.flow.values.value import (
    Choice,
    External,
    Identity,
    Literal,
    Sequence,
    Table,
    Truth,
    Unknown,
    Value,
    options,
)
from devlint.forms import form
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS, TENSOR_MEMBERS

OTHER_TYPES = ("builtins.", "numpy.", "PIL.", "pandas.", "collections.", "typing.", "scipy.")
"""Where classes come from that no tensor is an instance of."""

_OTHER_THAN_ARRAYS = ("torch.", "PIL.", "pandas.", "builtins.list", "builtins.tuple", "builtins.dict", "builtins.str",
                      "builtins.int", "builtins.float", "builtins.bool")
"""The beginnings of classes that no array of NumPy is an instance of."""


def is_instance(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``isinstance(x, torch.Tensor)`` of a tensor, or ``isinstance(x, float)`` of something that is none."""
    value, kind = arguments.get(0, None), arguments.get(1, None)
    if isinstance(value, Choice):
        senses = [_is_of(one, kind) for _, one in value.options]
        return None if kind is None else _of_each(run, state, value, kind, senses, at)
    return _is_of(value, kind)


def _of_each(
    run: Evaluator, state: State, value: Choice, kind: Value, senses: list[Literal | None], at: form.Call
) -> Value | None:
    """A test for ``kind`` of several alternatives; ``senses`` says of each whether it is one, where that is known."""
    paired = zip(value.options, senses, strict=True)
    known = tuple((guards, sense) for (guards, _), sense in paired if sense is not None)
    if not known:
        return None
    if len(known) == len(value.options):
        first = known[0][1]
        return first if all(sense == first for _, sense in known) else Choice(known)
    asked = kind_asked(state, value, kind, run.identity(at))
    return asked if isinstance(asked, Literal) else _without(asked, known)


def _without(asked: Truth, known: tuple[tuple[Guards, Literal], ...]) -> Truth:
    """``asked`` of several alternatives, of which those that are of the kind, or not, for certain are in one arm."""
    others = (excluding(guards) for guards, sense in known if not sense.value)
    these = (excluding(guards) for guards, sense in known if sense.value)
    return Truth(asked.guards.union(*others), asked.unless.union(*these))


def _is_of(value: Value | None, kind: Value | None) -> Literal | None:
    kinds = kind.items if isinstance(kind, Sequence) else (kind,)
    own = [k for k in kinds if isinstance(k, ClassValue)]
    if own and isinstance(value, Tensor) and not may_be_other(value):
        known = all(k is not None and is_no_tensor(k) for k in kinds)
        return Literal(False) if known and not any(k.bases_outside_unknown() for k in own) else None
    names = {k.name for k in kinds if isinstance(k, External)}
    if len(names) != len(kinds):
        return None
    tensors_named = names & {"torch.Tensor", "torch.nn.Parameter", "torch.nn.parameter.Parameter"}
    plain = {n.removeprefix("builtins.") for n in names if n.startswith("builtins.")}
    if isinstance(value, Tensor):
        if may_be_other(value):
            return None
        if "torch.Tensor" in names:
            return Literal(True)
        return Literal(False) if is_other(names) else None
    if isinstance(value, DeviceValue) and value.made and names <= {"builtins.str", "builtins.int"}:
        return Literal(False)
    if isinstance(value, Literal) and all(name.startswith(("builtins.", "torch.")) for name in names):
        return Literal(type(value.value).__name__ in plain)
    if isinstance(value, (Sequence, Table)) and names == tensors_named:
        return Literal(False)
    if isinstance(value, HostArray):
        return _is_array_of(names)
    return None


def _is_array_of(names: Iterable[str]) -> Literal | None:
    """Whether an array of NumPy is an instance of one of these classes; None where that is not known."""
    if "numpy.ndarray" in names:
        return Literal(True)
    return Literal(False) if all(name.startswith(_OTHER_THAN_ARRAYS) for name in names) else None


def is_other(names: Iterable[str]) -> bool:
    """Whether no tensor is an instance of any of these classes."""
    return all(name.startswith(OTHER_TYPES) for name in names)


def is_no_tensor(kind: Value) -> bool:
    """Whether no tensor is an instance of ``kind``: what a class of this project holds is known, or on the CPU."""
    if isinstance(kind, ClassValue):
        outside = [base for base in kind.bases_outside() if isinstance(base, External)]
        return not any(base.name.startswith("torch.") or base.name.endswith("Tensor") for base in outside)
    return isinstance(kind, External) and is_other((kind.name,))


def is_of_no_tensors(cls: ClassValue) -> bool:
    """Whether instances of a class of the project are no tensors, whatever members they have."""
    return is_no_tensor(cls) and not cls.bases_outside_unknown()


def may_be_other(value: Tensor) -> bool:
    """Whether a tensor is an argument that only its use, in one arm perhaps, shows to be one."""
    parameter = parameter_of(value)
    return parameter is not None and not is_tensor_annotation(parameter.annotation)


def is_argument(value: Tensor) -> bool:
    """Whether a tensor is an argument, as it came."""
    return parameter_of(value) is not None


def parameter_of(value: Tensor) -> form.Parameter | None:
    """The parameter that a tensor was given for, and is nothing made of it."""
    cause = value.cause
    if cause is None or cause.made is not Made.PARAMETER or not isinstance(cause.at, form.Parameter):
        return None
    return cause.at if made_by(value.id) == id(cause.at) else None


def is_tensor(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``torch.is_tensor(x)``, which is ``isinstance(x, torch.Tensor)``."""
    value, kind = arguments.get(0, "obj"), External("torch.Tensor")
    if isinstance(value, Choice):
        return _of_each(run, state, value, kind, [_is_tensor(one) for _, one in value.options], at)
    return kind_asked(state, value, kind, run.identity(at)) if isinstance(value, Unknown) else _is_tensor(value)


def _is_tensor(value: Value | None) -> Literal | None:
    if isinstance(value, Tensor):
        return Literal(True)
    return Literal(False) if isinstance(value, (Literal, Sequence, Table, Scalar, HostArray)) else None


def has_attribute(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call
) -> Value | None:
    """``hasattr(x, "to")`` of a tensor."""
    value, name = arguments.get(0, None), arguments.get(1, None)
    if isinstance(value, Tensor) and isinstance(name, Literal):
        return Literal(name.value in ALL_TENSOR_MEMBERS)
    if isinstance(value, HostArray) and isinstance(name, Literal) and name.value in TENSOR_MEMBERS:
        return Literal(False)
    return None


def type_of(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``type(x)`` of a tensor."""
    value = arguments.get(0, None)
    known = isinstance(value, Tensor) and not value.parameter and not may_be_other(value)
    return External("torch.Tensor") if known else None


def number_of(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``len(x)``, ``int(n)``, ``range(n)``: numbers, which may be a tensor's size."""
    of = [size_of(value) for given in arguments.values() for _, value in options(given)]
    return Scalar(run.identity(at), next((tensor for tensor in of if tensor is not None), None))


def size_of(value: Value) -> Tensor | None:
    """The tensor whose size a number is; that of a tensor itself is its ``len``."""
    return value if isinstance(value, Tensor) else value.of if isinstance(value, Scalar) else None


def is_literal_number(value: Value) -> bool:
    """Whether ``value`` is a number that stands in the code."""
    return isinstance(value, Literal) and isinstance(value.value, (int, float))


def arithmetic_result(operator: str, left: Value, right: Value, identity: Identity) -> Scalar | None:
    """``n * 2 + 1``, ``x.shape[:-1] + (n,)``: what numbers and sizes give; None where something else takes part."""
    sides = (left, right)
    if not all(isinstance(v, (Scalar, Literal)) or operator == "+" and isinstance(v, Sequence) for v in sides):
        return None
    if not any(isinstance(v, Scalar) for v in sides):
        return Scalar(identity) if all(map(is_literal_number, sides)) else None
    of = left.of if isinstance(left, Scalar) else None
    return Scalar(identity, of or (right.of if isinstance(right, Scalar) else None))
