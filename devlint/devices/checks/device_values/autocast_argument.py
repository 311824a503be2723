"""Autocasts that are given a device where they take the type of one.

    with torch.autocast(x.device): ...          a `torch.device` is refused
    with torch.autocast(x.device.type): ...     "cuda"

A string will do, with an index or without: what may be one is left alone.
"""

from __future__ import annotations

from devlint.devices.facts.device_choices import Misused
from devlint.devices.facts.events import FunctionCalled, UnseenCalled, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Followed, SymbolKind
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named


def _check(run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call) -> None:
    """An autocast takes the type of a device: ``torch.autocast(device)`` does not."""
    last = name.rpartition(".")[2].lower()
    if "autocast" not in last:
        return
    of_torch = name in ("torch.autocast", "torch.amp.autocast", "torch.amp.autocast_mode.autocast")
    given = arguments.get(0 if of_torch else None, "device_type")
    where = arguments.form_of(0 if of_torch else None, "device_type")
    if given is None or where is None:
        return
    for guards, value in options(given):
        if isinstance(value, DeviceValue) and feasible(guards, state.guards):
            certain = value.made or value.read_from is not None
            if isinstance(value.device, Followed) and isinstance(where, form.Attribute):
                certain |= value.device.symbol.kind is SymbolKind.ARGUMENT
                certain |= _places(run, dotted(where)) and not _is_text(recorder, value.device)
            elif isinstance(value.device, Followed) and isinstance(where, form.Name) and run.site.function is not None:
                certain |= _moves_to(run.site.function.form, where.id) and not _is_text(recorder, value.device)
            if certain:
                recorder.add(Misused(where, guards | state.guards, "autocast", dotted(at.function), None))


def _is_text(recorder: Recorder, device: Followed) -> bool:
    """Whether ``device`` is a string by what is said of it, which names a whole device as well: autocasts take it."""
    key = device.symbol.key
    return recorder.knowledge.is_text(key)


def _places(run: Evaluator, place: str) -> bool:
    """Whether the class in progress moves something to ``place``, which is more than the type of a device, then."""
    function = run.site.function
    if function is None or function.owner is None:
        return False
    return _moves_to(function.owner.form, place)


def _moves_to(top: form.Form, place: str) -> bool:
    """Whether something in ``top`` is moved to ``place``."""
    return any(dotted(given) == place for move in calls_named({"to"}, top) for given in move.arguments)


def _called(recorder: Recorder, event: FunctionCalled) -> None:
    _check(event.run, event.state, recorder, event.name, event.arguments, event.at)


def _unseen(recorder: Recorder, event: UnseenCalled) -> None:
    _check(event.run, event.state, recorder, dotted(event.at.function), event.arguments, event.at)


LISTENS = (on(FunctionCalled, _called), on(UnseenCalled, _unseen))
