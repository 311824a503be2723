"""Methods that move a tensor or a module, named and not called.

x.cpu.numpy()              a method has no member of a tensor
y + x.detach().cpu         nor is it an operand, and nothing is moved
images.map(x.cpu)          fine: it is handed on, to be called elsewhere
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.facts.events import OperandsMet, on
from devlint.devices.facts.operations import NotCalled
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.hints import hint_of
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Module, MoveMethod
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.settings import is_called_settings
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS

NAMES = frozenset({"cpu", "cuda"})

_EQUALITY = frozenset({"==", "!=", "is", "is not", "in", "not in"})
"""Operators that any object has."""

_OF_MODULES = frozenset("eval train parameters state_dict forward named_parameters modules zero_grad children".split())


def read(
    run: Evaluator, state: State, recorder: Recorder, witness: EvidenceCache, value: Value, at: form.Attribute
) -> MoveMethod | None:
    """``value.cpu`` where ``value`` is a tensor or a module; None where that is not known, or it is another thing."""
    owner = witness.certain(run, value, at.value) if isinstance(value, Unknown) else value
    if isinstance(owner, Unknown) and at.name == "cuda" and not is_called_settings(last(at.value)):
        owner = hint_of(owner) or owner  # what has a flag of that name is called settings
    if isinstance(owner, Object):
        if not is_module_class(owner.type):
            return None
    elif not isinstance(owner, (Tensor, Module)):
        return None
    return MoveMethod(owner, at.name, at)


def used(state: State, recorder: Recorder, *values: Value) -> None:
    """Each of ``values`` is used as only a tensor or a module can be: report those that are methods that move."""
    for value in values:
        for guards, one in options(value):
            if isinstance(one, MoveMethod) and feasible(guards, state.guards):
                recorder.add(NotCalled(one.at, guards | state.guards))


def _operated(recorder: Recorder, event: OperandsMet) -> None:
    """``x.cpu + y``: only tensors have arithmetic and an order."""
    if event.operator not in _EQUALITY:
        used(event.state, recorder, event.left[0], event.right[0])


def discarded(run: Evaluator, state: State, recorder: Recorder, value: Value, at: form.Attribute) -> None:
    """``model.cuda`` stands alone as a statement: an attribute of anything else would not be read for nothing."""
    used(state, recorder, value)
    if at.name in NAMES and isinstance(value, Unknown):
        owner = run.evaluate(state, at.value)
        if isinstance(owner, Unknown) and dotted(at.value) != "self":
            recorder.add(NotCalled(at, state.guards))


def member(state: State, recorder: Recorder, value: MoveMethod, name: str) -> None:
    """``x.cpu.name``: report a member that tensors or modules have, and methods have not."""
    if name in ALL_TENSOR_MEMBERS or name in _OF_MODULES and not isinstance(value.receiver, Tensor):
        used(state, recorder, value)


def given(state: State, recorder: Recorder, arguments: Arguments) -> None:
    """An operator or a module of torch is given ``arguments``, of which none may be a method."""
    for value in arguments.values():
        for _, one in options(value):
            if isinstance(one, MoveMethod):
                used(state, recorder, value)
            elif isinstance(one, Sequence):
                now = contents(state, one)
                used(state, recorder, *(now.items if isinstance(now, Sequence) else ()))


LISTENS = (on(OperandsMet, _operated),)
