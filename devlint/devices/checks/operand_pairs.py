"""Pairs of operands that can meet, as far as their devices say, and what is recorded of them nevertheless.

x.to("cuda") + self.weight     the weight is where the module is, and CUDA was chosen here: SentAhead
a.to(self.first) + b           where b is on ``self.second``: two devices of one object
"""

from __future__ import annotations

import re

from devlint.devices.checks.device_values.choice_of_cuda import condition
from devlint.devices.facts.device_choices import BareMeeting, MadeByName
from devlint.devices.facts.events import PairMet, on
from devlint.devices.facts.modules import SentAhead
from devlint.devices.facts.operations import KeptArgument, Operand, TwoDevices
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import (
    Device,
    Followed,
    Known,
    SymbolKind,
    accelerated,
    chosen_here,
    knows_cuda,
    may_be_accelerator,
)
from devlint.devices.lattice.state_keys import CURRENT_DEVICE
from devlint.devices.lattice.tensors import Made
from devlint.devices.patterns.cuda_requests import asks_by_name, name_of_file
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.forms import form


def are_devices_of_one_object(a: Device, b: Device) -> bool:
    """Whether two devices are ``self.device`` and another device of ``self``, which may be different ones."""
    if not isinstance(a, Followed) or not isinstance(b, Followed) or a == b:
        return False
    if not a.symbol.kind is b.symbol.kind is SymbolKind.DEVICE:
        return False
    names = {a.symbol.text, b.symbol.text}
    return len(names) == 2 and "self.device" in names and all(re.fullmatch(r"self\.\w+", name) for name in names)


def _of_one_object(recorder: Recorder, pair: PairMet) -> None:
    """``a.to(self.first) + b.to(self.device)``."""
    if are_devices_of_one_object(pair.a.device, pair.b.device):
        recorder.add(TwoDevices(pair.at, pair.guards, pair.a, pair.b, pair.operator))


def _kept(recorder: Recorder, pair: PairMet) -> None:
    """A module was built around a tensor that it does not register, and moved since: its input is with its weights.

    Where ``lenient`` operators let numbers join, it is no number for certain.
    """
    a, b = pair.a, pair.b
    if Made.KEPT not in (a.made, b.made):
        return
    function = pair.run.site.outermost
    applied = function is not None and getattr(function.form, "name", "") in ("forward", "__call__")
    parameters = function.form.parameters.all if function is not None and applied else ()
    for host, other in ((a, b), (b, a)):
        cause = other.tensor.cause
        given = cause is not None and cause.made is Made.PARAMETER and any(cause.at is p for p in parameters)
        joins = pair.lenient and not host.tensor.rank
        if host.made is Made.KEPT and given and not joins and may_be_accelerator(other.device, pair.guards):
            recorder.add(KeptArgument(pair.at, pair.guards, host, other, pair.operator))


def _sent_ahead(recorder: Recorder, pair: PairMet) -> None:
    """An input was sent to a device of the code's choice, where the module's weights may be."""
    for sent, weights in ((pair.a, pair.b), (pair.b, pair.a)):
        device = weights.device
        own = isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE and weights.tensor.parameter
        if own and sent.made in (Made.MOVE, Made.EXPLICIT) and chosen_here(sent.device):
            outer = next(iter(pair.run.site.instances), None)
            if isinstance(outer, Object):
                recorder.add(SentAhead(pair.at, pair.guards, sent, weights, outer.type))


def bare(
    run: Evaluator, state: State, recorder: Recorder, a: Operand, b: Operand, at: form.Form, guards: Guards
) -> None:
    """Report what is sent to the current GPU because another tensor is on some GPU, and meets that one."""
    for moved, other in ((a, b), (b, a)):
        sent = moved.made in (Made.MOVE, Made.EXPLICIT) and moved.device == Known("cuda")
        current = sent and CURRENT_DEVICE not in state.fields
        if current and isinstance(other.device, Followed) and (accelerated(other.device.symbol), True) in guards:
            chosen = condition(run, moved.maker)
            if moved.made is Made.MOVE or chosen is not None:
                recorder.add(BareMeeting(at, guards, moved, other, chosen))


def _is_sent_to_module(other: Operand, guards: Guards) -> bool:
    """Whether something is sent to CUDA, because there is CUDA, to meet a weight of the module itself."""
    device = other.device
    own = isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE and device.symbol.text == "self"
    return own and other.tensor.parameter and (AVAILABLE, True) in guards


def by_name(
    run: Evaluator, state: State, recorder: Recorder, a: Operand, b: Operand, at: form.Form, guards: Guards
) -> None:
    """Record that what was put on CUDA by name here meets a tensor whose device the caller chose."""
    if CURRENT_DEVICE in state.fields or run.site.abroad:
        return
    for moved, other in ((a, b), (b, a)):
        cause, device = moved.tensor.cause, moved.device
        sent = cause is not None and cause.made is Made.MOVE and (cause.fresh or _is_sent_to_module(other, guards))
        own = cause is not None and (cause.made is Made.EXPLICIT or sent)
        named = isinstance(device, Known) and device.type == "cuda" and own and moved.tensor.rank != 0
        if not named or cause is None or not isinstance(other.device, Followed) or knows_cuda(guards):
            continue
        if other.device.symbol.kind is SymbolKind.DEVICE:
            continue  # it may be chosen together with CUDA; who hands it on shows in the function
        outer = run.site.outermost
        if outer is None:
            continue
        own = asks_by_name(cause.at, outer)
        through = "" if own else name_of_file(cause.at, outer.form)
        if own or through:
            recorder.add(MadeByName(at, guards, moved, other, (AVAILABLE, True) in guards, outer, through))


def _can_meet(recorder: Recorder, pair: PairMet) -> None:
    bare(pair.run, pair.state, recorder, pair.a, pair.b, pair.at, pair.guards)
    by_name(pair.run, pair.state, recorder, pair.a, pair.b, pair.at, pair.guards)


LISTENS = (on(PairMet, _can_meet), on(PairMet, _of_one_object), on(PairMet, _kept), on(PairMet, _sent_ahead))
