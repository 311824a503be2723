"""The recorder of facts (``Recorder``), and the operands of an operation (``operands``).

torch.cat([x, pad])     two operands, each with its alternatives
f(y)                    none unless it is certain that y is a tensor
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, TypeVar

from devlint.base.record import dataclass, replace
from devlint.devices.facts.assumptions import Assumption
from devlint.devices.facts.device_choices import CastByName
from devlint.devices.facts.knowledge import Knowledge
from devlint.devices.facts.modules import ParameterMoved
from devlint.devices.facts.operations import Fact, Operand
from devlint.devices.facts.reason import Reason, Silenced
from devlint.devices.facts.repairs.phrases import stored
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import Scalar
from devlint.flow.containers import contents
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Unknown, Value, options
from devlint.forms import form

T = TypeVar("T")
Listeners = Mapping[type, tuple[Callable[["Recorder", Any], None], ...]]
"""Functions of checks, by the kind of event (``devlint.devices.facts.events``) that they are called with."""


@dataclass(slots=True)
class Recorder:
    """Where facts go, and what happens is said to the ``listeners``. ``quiet`` drops facts."""

    facts: list[Fact]
    listeners: Listeners = field(default_factory=dict)
    quiet: bool = False
    knowledge: Knowledge = field(default_factory=Knowledge)
    silenced: list[Silenced] | None = None  # what is not reported and why, where ``devlint reveal`` asks

    def tell(self, event: object) -> None:
        """Say what happened to the checks that listen to such events."""
        for heard in self.listeners.get(type(event), ()):
            heard(self, event)

    def dropping(self) -> Recorder:
        """A recorder that drops facts, with the same listeners: they may note things in the state."""
        return Recorder([], self.listeners, quiet=True)

    def add(self, fact: Fact) -> None:
        """Record ``fact``, unless the recorder is ``quiet``."""
        if not self.quiet:
            self.facts.append(fact)

    def silence(self, reason: Reason, at: form.Form, fact: Fact | None = None, because: Guards = ALWAYS) -> None:
        """Note that ``reason`` keeps what happens at ``at`` from being reported, by the conditions in ``because``."""
        if self.silenced is not None and not self.quiet:
            self.silenced.append(Silenced(at, reason, fact, because))

    def taken_back(self, at: form.Form) -> None:
        """What the cast at ``at`` gave is moved elsewhere: where it was in between does not matter."""
        if any(isinstance(fact, CastByName) and fact.at is at for fact in self.facts[-8:]):
            self.facts = [fact for fact in self.facts if not (isinstance(fact, CastByName) and fact.at is at)]

    def made_a_parameter(self, at: form.Form) -> None:
        """What ``at`` assigns is a parameter: that the same attribute was none before does not matter."""
        moved = [one for one in self.facts[-8:] if isinstance(one, ParameterMoved) and one.at is not at]
        if moved and (places := stored(at)):
            gone = {id(one) for one in moved if stored(one.at) == places}
            self.facts = [one for one in self.facts if id(one) not in gone]


Alternatives = list[tuple[Guards, Operand]]


def operands(state: State, value: Value, at: form.Form, *, certain: bool, lists: bool = False) -> list[Alternatives]:
    """The tensors ``value`` brings to an operation: one set of alternatives for each.

    ``certain`` says that only a tensor can stand there, so that something that may be a tensor is one. ``lists`` opens
    lists of tensors.
    """
    now = contents(state, value)
    if isinstance(now, Sequence):
        if not lists or any(map(_is_number, now.items)):  # a size: what is a tensor there is read as a number
            return []
        inside = at.elements if isinstance(at, form.Display) and len(at.elements) == len(now.items) else None
        found: list[Alternatives] = []
        for i, item in enumerate(now.items):
            found += operands(state, item, at if inside is None else inside[i], certain=certain)
        return found
    alternatives: Alternatives = []
    unknown: Alternatives = []  # without these the others would seem to be all there is
    for guards, option in options(now):
        if not feasible(guards, state.guards):
            continue
        if isinstance(option, Unknown) and isinstance(option.hint, Tensor) and (certain or option.hint.told):
            option = as_tensor(option, option.hint)
        if isinstance(option, Unknown):
            unknown.append((guards, Operand(Tensor(UNKNOWN, option.id), at)))
        if isinstance(option, Tensor):
            alternatives.append((guards, Operand(option, at)))
        elif lists and isinstance(option, Sequence):
            for some in operands(state, option, at, certain=certain, lists=True):
                alternatives += [(g | guards, o) for g, o in some]
    return [alternatives + unknown] if alternatives else []


def as_tensor(value: Unknown, hint: Tensor) -> Tensor:
    """``value`` where it can be nothing but a tensor: what is known of it is known of the tensor."""
    if value.id == hint.id:
        return hint
    if hint.cause is not None and hint.cause.made in (Made.LOADER, Made.TOKENS):
        return replace(hint, id=value.id)  # the parts of a batch are different ones
    return replace(hint, roots=hint.roots | {value.id})


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar) or isinstance(value, Literal) and isinstance(value.value, int)


@dataclass(frozen=True, slots=True, eq=False)
class Filling(Value):
    """What a tensor was filled from, or sized after, and what that rests on."""

    source: Operand
    assumptions: tuple[Assumption, ...] = ()
