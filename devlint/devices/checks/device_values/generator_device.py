"""Random generators on another kind of device than the tensors that they fill."""

from __future__ import annotations

from itertools import product

from devlint.devices.checks.foreign_functions import elsewhere
from devlint.devices.facts.processes import CallersGenerator, RandomCall
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, Device, Followed, Known, is_host, may_be_accelerator
from devlint.devices.lattice.hints import device_of, tensor_or_hint
from devlint.devices.lattice.state_keys import default_device, outer_default
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Generator
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value, options
from devlint.forms import form


def check(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    generator: Value | None,
    filled: Value | None,
    at: form.Form,
    what: str,
) -> None:
    """Report a generator that cannot fill ``filled``: a tensor, or None for one on the default device."""
    if generator is None:
        return
    if isinstance(at, form.Name) and at.id.endswith("generator") and isinstance(generator, Unknown):
        if not _drawn_there(filled, at.id):
            recorder.add(CallersGenerator(at, state.guards, at.id, what))
        return
    wanted: list[tuple[Guards, Device]]
    if filled is None:
        wanted = [(g, device_of(v) or UNKNOWN) for g, v in options(default_device(state))]
    else:
        wanted = [(g, tensor.device) for g, v in options(filled) if (tensor := tensor_or_hint(v)) is not None]
    for (g1, one), (g2, target) in product(options(generator), wanted):
        guards = g1 | g2 | state.guards
        if not isinstance(one, Generator) or not feasible(g1, g2) or not feasible(g1 | g2, state.guards):
            continue
        if mismatch(one.device, target, guards):
            own = filled is None and one.made is None  # what draws has it, where the caller has set the default device
            there = elsewhere(run, at) if own and run.site.abroad else None
            if there is not None and what != "random_split" and outer_default(state) is not None:
                continue  # what is made in a `with` of the caller draws after it
            place = run.site.passed(at) if there is None else run.site.place(at)
            recorder.add(RandomCall(place, guards, one, target, what, there))


def mismatch(generator: Device, target: Device, guards: Guards) -> bool:
    """Whether torch refuses, once there is an accelerator."""
    if UNKNOWN in (generator, target):
        return False
    if is_host(generator):
        return may_be_accelerator(target, guards) or target == Known("meta")
    if is_host(target):
        return may_be_accelerator(generator, guards)
    if isinstance(generator, Known) and isinstance(target, Known):
        return generator.type != target.type
    return False


def _drawn_there(filled: Value | None, name: str) -> bool:
    """Whether what is filled is where the generator ``name`` is."""
    places = [v.device for _, v in options(filled) if isinstance(v, Tensor)] if filled is not None else []
    return any(isinstance(d, Followed) and d.symbol.text in (name, f"{name}.device") for d in places)
