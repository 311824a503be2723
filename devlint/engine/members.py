"""Which members the expressions of a file have: what is known of the types that a repair relies on.

    members = Members(program, facts)  # evaluates the file once more, when it is first asked
    members.has(act(state), "cpu")      {True, False}: a tensor has ``cpu``, the int of the other path has not

A file is evaluated for this only where something is found in it that can be repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence as Several
from functools import cached_property
from typing import TYPE_CHECKING

from devlint.devices.evidence.class_roles import is_module
from devlint.devices.evidence.type_tests import parameter_of
from devlint.devices.facts.operations import Fact, LeftBehind, Operand, ToHost
from devlint.devices.facts.processes import RandomState
from devlint.devices.facts.repairs.argument_types import is_of_other_kind
from devlint.devices.lattice.device import Followed
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import (
    Dataset,
    DeviceIndex,
    DeviceType,
    DeviceValue,
    Distribution,
    Generator,
    HostArray,
    Loader,
    Optimizer,
    Scalar,
    TensorType,
)
from devlint.devices.patterns.parameters import says_tensor
from devlint.flow.containers import contents
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, External, Literal, Sequence, Slice, Table, Truth, Value, options
from devlint.forms import form
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS, SAME_DEVICE_MEMBERS

if TYPE_CHECKING:
    from devlint.devices.analysis import Program

_OF_MODULES = frozenset("to cpu cuda parameters buffers register_buffer state_dict float half".split())
_OF_DEVICES = frozenset({"type", "index"})
_BUILTIN: dict[str, type] = {"list": list, "tuple": tuple, "set": set}
_WITHOUT: tuple[type[Value], ...] = (
    Dataset, DeviceIndex, DeviceType, Distribution, FunctionValue, HostArray, Loader, Optimizer, Scalar, Slice,
    TensorType, Truth,
)  # fmt: skip
"""Values without a device that is a ``torch.device``, which nothing moves by ``to`` or ``cpu``."""


class Members:
    """The members of the expressions of one file; ``program`` gives its program, which has not run.

    What an operation of ``facts`` takes for a tensor is one where that operation works.
    """

    def __init__(self, program: Callable[[], Program], facts: Several[Fact]) -> None:
        self._program = program
        self._facts = facts
        self._known: dict[tuple[int, str], frozenset[bool | None]] = {}

    def has(self, at: form.Form, name: str) -> frozenset[bool | None]:
        """Whether each of the values that ``at`` had has a member ``name``: None for one of which that is not known.

        Nothing for an expression that was not evaluated.
        """
        key = id(at), name
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._found_out(at, name)
        return known

    def _found_out(self, at: form.Form, name: str) -> frozenset[bool | None]:
        values = self._values.get(id(at), ())
        if id(at) in self._operands:
            values = [one for one in values if one != NONE]  # the operation raises for it
        found = frozenset(has(value, name) for value in values)
        if any(_is_of_strange_class(value) for value in values):
            return found - {True} | {False}
        if self.is_tensor(at):
            return (found - {None}) | {name in ALL_TENSOR_MEMBERS}
        return found | {None} if found and self._may_be_of_array(at) else found

    def _may_be_of_array(self, at: form.Form) -> bool:
        """True if ``at`` is computed from what may be an array: ``x > 0``, where ``x`` is a tensor or an array."""
        of = (value for one in self._computed_from(at) for value in self._values.get(id(one), ()) if one is not at)
        return any(isinstance(value, HostArray) for value in of)

    def is_tensor(self, at: form.Form) -> bool:
        """True if ``at`` is an operand, or the tensor that one is computed from."""
        return id(at) in self._tensors

    @cached_property
    def _tensors(self) -> set[int]:
        """The operands that only tensors can be, and what they are computed from, by id."""
        left = {id(one) for fact in self._facts if isinstance(fact, LeftBehind) for one in self._computed_from(fact.at)}
        return left | self._operands_of(fact for fact in self._facts if not _takes_more(fact))

    @cached_property
    def _operands(self) -> set[int]:
        """The operands that cannot be None, and what they are computed from, by id."""
        takes_none = ("numpy.asarray", "numpy.array")
        return self._operands_of(fact for fact in self._facts if getattr(fact, "method", "") not in takes_none)

    def _operands_of(self, facts: Iterable[Fact]) -> set[int]:
        """The operands of ``facts`` but those of code out of sight, and what they are computed from, by id."""
        found: set[int] = set()
        for fact in facts:
            applied = fact.at.function if isinstance(fact.at, form.Call) else None
            for one in () if getattr(fact, "assumed", False) else _operands(fact):
                if one.at is not applied:
                    found.update(map(id, self._computed_from(one.at)))
        return found

    def _computed_from(self, at: form.Form | None) -> Iterator[form.Form]:
        """``at`` and what has to be a tensor for it to be one: ``x`` for ``torch.relu(x).T``."""
        while at is not None:
            yield at
            if isinstance(at, form.Call) and isinstance(at.function, form.Attribute):
                if at.function.name not in SAME_DEVICE_MEMBERS:
                    return
                receiver = at.function.value
                outside = any(isinstance(one, External) for one in self._values.get(id(receiver), ()))
                at = next(iter(at.arguments), None) if outside else receiver
            elif isinstance(at, form.Subscript) and isinstance(at.index, (form.Display, form.Slice)):
                at = at.value
            elif isinstance(at, (form.Binary, form.Compare)) and (side := _only_side(at)) is not None:
                at = side
            else:
                return

    @cached_property
    def _values(self) -> dict[int, list[Value]]:
        """The values of each expression, by the id of its form, one of each kind."""
        found: dict[int, dict[object, Value]] = {}

        def observe(run: Evaluator, state: State, at: form.Expression, value: Value) -> None:
            if not run.site.abroad:
                kinds = found.setdefault(id(at), {})
                for guards, one in options(contents(state, value)):
                    if not isinstance(value, Choice) or feasible(guards, state.guards):
                        kinds.setdefault(_kind(one), one)

        program = self._program()
        program.run.observer = observe
        try:
            program.facts()
        finally:
            program.clear()
        return {key: list(kinds.values()) for key, kinds in found.items()}


def _only_side(at: form.Binary | form.Compare) -> form.Expression | None:
    """The operand that is no constant; None where there are several."""
    sides = (at.left, at.right) if isinstance(at, form.Binary) else (at.left, *at.comparators)
    found = [one for one in sides if not isinstance(one, (form.Constant, form.Unary))]
    return found[0] if len(found) == 1 else None


def _takes_more(fact: Fact) -> bool:
    """Whether what a fact is about takes arrays, or lists of tensors, as it takes tensors."""
    if isinstance(fact, ToHost):
        return not fact.takes_tensors_only
    return isinstance(fact, RandomState) and fact.of_all


def _operands(fact: Fact) -> Iterator[Operand]:
    """The operands that a fact names."""
    for name in {name for kind in type(fact).__mro__ for name in vars(kind) if not name.startswith("_")}:
        value = getattr(fact, name)
        if isinstance(value, Operand):
            yield value


def _kind(value: Value) -> object:
    """What two values share that have the same members."""
    if isinstance(value, Literal):
        return type(value.value)
    if isinstance(value, Object):
        return id(value.type)
    return value.kind if isinstance(value, Sequence) else type(value)


def _is_of_strange_model(weight: Tensor) -> bool:
    """True for what ``parameters()`` of an object gives that nothing but this method shows to be a module."""
    symbol = weight.device.symbol if weight.parameter and isinstance(weight.device, Followed) else None
    return symbol is not None and isinstance(symbol.key, tuple) and symbol.key[-1:] == ("modules",)


def _is_of_strange_class(value: Value) -> bool:
    """True for an argument that only its use shows to be a tensor, and whose annotation names another class."""
    parameter = parameter_of(value) if isinstance(value, Tensor) else None
    return parameter is not None and is_of_other_kind(parameter.annotation) and not says_tensor(parameter)


def has(value: Value, name: str) -> bool | None:
    """Whether ``value`` has a member ``name``; None where that is not known."""
    if isinstance(value, Tensor):
        return None if _is_of_strange_model(value) else name in ALL_TENSOR_MEMBERS
    if isinstance(value, Object) and value.type.find(name) is not None:
        return True
    if is_module(value):
        return True if name in _OF_MODULES else None
    if isinstance(value, DeviceValue):
        return (name in _OF_DEVICES) if value.made else None  # else it may be a string
    if isinstance(value, Generator):
        return name == "device"
    if isinstance(value, Literal):
        return hasattr(type(value.value), name)
    if isinstance(value, Sequence):
        return hasattr(_BUILTIN[value.kind], name) if value.kind in _BUILTIN else None
    if isinstance(value, Table):
        return hasattr(dict, name)
    return False if isinstance(value, _WITHOUT) else None
