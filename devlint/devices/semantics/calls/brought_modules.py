"""Modules that a caller brought, and what is made on the CPU and given to them.

    def sample(model, n): return model(torch.randn(n, 8))         the model is where the caller has it
    def __init__(self, model): self.model = model                 and so is one that the constructor keeps:
    def sample(self, n): return self.model(torch.randn(n, 8))     unless the code says where it is
"""

from __future__ import annotations

import re

from devlint.base.record import dataclass
from devlint.devices.evidence.host_roles import BEFORE_ANY_MOVE
from devlint.devices.facts.assumptions import NEEDS_ONE_PLACE
from devlint.devices.facts.operations import Clash, Operand
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import is_about_places
from devlint.devices.lattice.device import Followed, may_be_accelerator
from devlint.devices.lattice.hints import hint_of
from devlint.devices.lattice.state_keys import APPLIED_WEIGHTS, PLACE
from devlint.devices.lattice.tensors import POSITIVE, Tensor
from devlint.devices.patterns.expressions import words_in
from devlint.devices.semantics.calls import opaque_calls
from devlint.devices.semantics.calls.argument_roles import is_index, names_a_count, stands_in
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, members_of
from devlint.naming.models import is_called_module

_CLASS = re.compile(r"\b[Tt]ype\b")
_HANDS_OUT = frozenset({"parameters", "named_parameters"})
"""Members that only modules have."""


@dataclass(frozen=True, slots=True)
class _Brought:
    """What a caller brought: where it is, how its parameter is annotated, and the object that has ``kept`` it."""

    device: Followed
    annotation: form.Expression | None
    kept: Object | None = None


def _brought(run: Evaluator, state: State, callee: Unknown, name: str) -> _Brought | None:
    """``callee``, called ``name``, if it is what the function in progress was given, or a constructor that has kept it.

    None where it was moved or wrapped on some path.
    """
    hint, function = hint_of(callee), run.site.function
    if hint is None or not isinstance(hint.device, Followed):
        return None
    if hint.device.symbol.text == name:
        given = function.form.parameters.all if function is not None else ()
        annotation = next((one.annotation for one in given if one.name == name), None)
        return None if isinstance(state.frame.get(name), Choice) else _Brought(hint.device, annotation)
    owner, _, attribute = name.rpartition(".")
    keeper, made = state.frame.get(owner), hint.cause.at if hint.cause is not None else None
    if not isinstance(keeper, Object) or not isinstance(made, form.Parameter):
        return None
    init = keeper.type.find("__init__")
    own = init.form.parameters.all if isinstance(init, FunctionValue) else ()
    if all(made is not one for one in own) or state.field(keeper.id, f".{attribute}") != callee:
        return None
    return _Brought(hint.device, made.annotation, keeper)


def _is_building(run: Evaluator, keeper: Object) -> bool:
    """Whether a constructor of ``keeper`` is in progress, or a private method that nothing else of its class calls."""
    init = keeper.type.find("__init__")
    if not isinstance(init, FunctionValue) or run.site.function is None:
        return False
    if any(one.form is init.form for one in run.site.functions):
        return True
    name = getattr(run.site.function.form, "name", "")
    if not name.startswith("_"):
        return False
    return keeper.type.holds(
        f"called by the constructor alone: {name}",
        lambda: 0 < len(calls_named({name}, keeper.type.form)) == len(calls_named({name}, init.form)),
    )


def _is_module(annotation: form.Expression | None) -> bool:
    """``nn.Module``, ``nn.Embedding``, ``torch.nn.Linear``."""
    owner, _, name = dotted(annotation).rpartition(".")
    return owner in ("nn", "torch.nn") and name != "Parameter"


def _hands_out(keeper: Object, name: str) -> bool:
    """Whether the class of ``keeper`` asks what it calls ``name`` for its parameters, as one asks modules."""
    return keeper.type.holds(
        f"hands out parameters: {name}", lambda: not _HANDS_OUT.isdisjoint(members_of(name, keeper.type.form))
    )


def to_module(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call, callee: Value, name: str
) -> None:
    """Report what is made without a device and given to a module that the caller brought and calls ``name``.

    A module that the constructor was given, and that only its name shows to be one, may be something else.
    """
    if not isinstance(callee, Unknown) or (callee.id, PLACE) in state.fields:
        return  # one that was moved in place: where it is now is known, or not
    brought = _brought(run, state, callee, name)
    if brought is None or not may_be_accelerator(brought.device, state.guards):
        return
    if _CLASS.search(words_in(brought.annotation)):
        return  # to call a class builds an object
    shown = _is_module(brought.annotation) or brought.kept is not None and _hands_out(brought.kept, name)
    if not shown and not is_called_module(name.rpartition(".")[2]):
        return
    if brought.kept is not None and _is_building(run, brought.kept):
        recorder.silence(BEFORE_ANY_MOVE, at)
        return
    assumed = () if shown or brought.kept is None else (NEEDS_ONE_PLACE,)
    weights = Tensor(brought.device, (brought.device.symbol.key, APPLIED_WEIGHTS), POSITIVE, parameter=True)
    module = Operand(weights, at.function)
    for i, (value, where) in enumerate(zip(arguments.values(), arguments.all_forms(), strict=True)):
        for guards, one in options(value):
            if not isinstance(one, Tensor) or not feasible(guards, state.guards) or not opaque_calls.is_made(one):
                continue
            if names_a_count(where) or i and (is_index(where) or stands_in(one)):
                recorder.silence(opaque_calls.HANDED_AS_COUNT, at)
                continue
            together = guards | state.guards
            if not is_about_places(together):  # else it is sent where the model is, on another path
                recorder.add(Clash(at, together, Operand(one, where), module, name, assumptions=assumed))
