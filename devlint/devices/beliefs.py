"""What the evaluator believed of each expression of one file, gathered while the file is linted.

    mask = torch.ones(3)       Belief("tensor", DEFAULT, cause=made by a factory at line 1)
    y = x if flag else mask    two beliefs, one with the guards of `flag`, one with those of its negation

An expression may be evaluated several times: in each call of its function, in each pass over a loop. Its beliefs are
those of all evaluations; a belief seen under different guards keeps the guards that they have in common.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from devlint.base.record import dataclass, replace
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.facts.reason import Silenced
from devlint.devices.lattice.device import Device
from devlint.devices.lattice.tensors import Cause, Tensor
from devlint.devices.lattice.values import (
    Dataset,
    DeviceIndex,
    DeviceType,
    DeviceValue,
    Distribution,
    Dtype,
    Generator,
    HostArray,
    Loader,
    Optimizer,
    Scalar,
    TensorType,
)
from devlint.devices.semantics.modules.weights import place_of
from devlint.flow.budget import TOO_DEEP, TOO_MANY_OPERANDS
from devlint.flow.containers import contents
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import joined_of_many
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object, Own, Super
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.identity import tag_of, wholes
from devlint.flow.values.parts import is_too_large
from devlint.flow.values.state import State
from devlint.flow.values.value import (
    External,
    Identity,
    Literal,
    Method,
    Sequence,
    Table,
    Truth,
    Unknown,
    Value,
    options,
)
from devlint.forms import form

if TYPE_CHECKING:
    from devlint.devices.analysis import Program
    from devlint.scout.cut import Cut

MOST_INSIDE = 4  # elements of a container whose devices are shown


@dataclass(frozen=True, slots=True)
class Belief:
    """One alternative of an expression's value.

    ``device`` is None for what has none. ``is_certain`` is False for an unknown value that has the device only if it
    is a tensor. ``inside`` is the kind of the elements of a container, whose device and cause these are then. ``limit``
    says why no more is known: a limit of size, or a call of what is imported.
    """

    kind: str
    device: Device | None = None
    cause: Cause | None = None
    guards: Guards = frozenset()
    is_certain: bool = True
    inside: str = ""
    limit: str = ""

    def key(self) -> tuple[object, ...]:
        """What tells this belief from others, whatever its guards."""
        cause = None if self.cause is None else (self.cause.made, id(self.cause.at))
        return (self.kind, self.device, cause, self.is_certain, self.inside, self.limit)


@dataclass(slots=True)
class Record:
    """The beliefs of a file's expressions, by the id of the node of ``ast``.

    ``program`` and ``cut`` are None where nothing was evaluated. To be given to ``lint`` as ``begin``.
    """

    program: Program | None = None
    cut: Cut | None = None
    beliefs: dict[int, dict[tuple[object, ...], Belief]] = field(default_factory=dict)
    silenced: list[Silenced] = field(default_factory=list)

    def begin(self, program: Program, cut: Cut) -> None:
        """Observe ``program``, which is about to run; what an earlier one has shown is forgotten."""
        self.program, self.cut = program, cut
        self.beliefs = {}
        self.silenced = program.file.recorder.silenced = []
        program.run.observer = self.observe

    def observe(self, run: Evaluator, state: State, at: form.Expression, value: Value) -> None:
        """Note that ``at`` was evaluated to ``value``."""
        if run.site.abroad or not isinstance(at.node, ast.expr):
            return
        known = self.beliefs.setdefault(id(at.node), {})
        for one in beliefs(state, value):
            before = known.get(one.key())
            known[one.key()] = one if before is None else replace(one, guards=one.guards & before.guards)

    def of(self, node: ast.AST) -> list[Belief]:
        """The beliefs of an expression; none where it was not evaluated."""
        return list(self.beliefs.get(id(node), {}).values())


def beliefs(state: State, value: Value) -> Iterator[Belief]:
    """The alternatives of ``value`` that are possible in ``state``; their guards are those that ``state`` lacks."""
    for guards, one in options(contents(state, value)):
        if feasible(guards, state.guards):
            for belief in _of_one(state, one):
                yield replace(belief, guards=(guards | belief.guards) - state.guards)


def _of_one(state: State, value: Value) -> Iterator[Belief]:
    if isinstance(value, Tensor):
        yield Belief("tensor", value.device, value.cause)
    elif is_module(value):
        for guards, place in options(place_of(state, value)):
            if isinstance(place, DeviceValue):
                yield Belief("module", place.device, place.cause, guards)
    elif isinstance(value, DeviceValue):
        yield Belief("device", value.device, value.cause)
    elif isinstance(value, Generator):
        yield Belief("generator", value.device)
    elif isinstance(value, Loader):
        yield Belief("data loader", value.batches, inside="batch")
    elif isinstance(value, Distribution):
        yield Belief("distribution", value.parameter.device, value.parameter.cause)
    elif isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        yield Belief("unknown", value.hint.device, value.hint.cause, is_certain=False)
    elif is_too_large(value):
        yield Belief(value.kind if isinstance(value, Sequence) else "dict", limit="it holds too much to be followed")
    elif isinstance(value, Sequence):
        yield from _container(state, value.kind, value.items)
    elif isinstance(value, Table):
        yield from _container(state, "dict", value.values())
    else:
        yield Belief(_kind(value), limit=_limit(value.id) if isinstance(value, Unknown) else "")


def _limit(identity: Identity) -> str:
    if joined_of_many(identity):
        return "it has too many alternatives to be told apart"
    return next((_LIMITS[tag] for one in wholes(identity) if (tag := tag_of(one)) in _LIMITS), "")


_LIMITS = {TOO_DEEP: "the code nests too deeply", TOO_MANY_OPERANDS: "the condition has too many operands"}


def _container(state: State, kind: str, items: tuple[Value, ...]) -> Iterator[Belief]:
    """A container, once for each device of its elements."""
    found: dict[tuple[object, ...], Belief] = {}
    for item in items[:MOST_INSIDE]:
        for guards, one in options(item):
            if isinstance(one, (Sequence, Table)) or not feasible(guards, state.guards):
                continue
            for inner in _of_one(state, one):
                if inner.device is not None and inner.is_certain:
                    whole = replace(inner, kind=kind, inside=inner.inside or inner.kind, guards=frozenset())
                    found.setdefault(whole.key(), whole)
    yield from found.values() or [Belief(kind)]


def _kind(value: Value) -> str:
    """The word for a value that has no device."""
    if isinstance(value, Literal):
        return _LITERALS.get(type(value.value), "constant")
    if isinstance(value, Object):
        return f"object of {value.type.form.name}"
    return _KINDS.get(type(value), "unknown")


_LITERALS = {int: "number", float: "number", complex: "number", bool: "boolean", str: "string", type(None): "None"}

_KINDS: dict[type[Value], str] = {
    ClassValue: "class", Dataset: "dataset", DeviceIndex: "number", DeviceType: "string", Dtype: "dtype",
    External: "imported", FunctionValue: "function", HostArray: "array", Method: "method", Optimizer: "optimizer",
    Own: "imported", Scalar: "number", Super: "super()", TensorType: "string", Truth: "boolean",
}  # fmt: skip
