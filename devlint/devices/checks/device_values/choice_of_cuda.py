"""Choices of a device by a test: ``"cuda" if x.is_cuda else "cpu"`` names the current GPU, not that of ``x``.

def place(x):
    device = "cpu"
    if x.is_cuda:
        device = "cuda"        what is made there by who calls `place` is on the current GPU
    return device

Moves by a test: what goes to CUDA in any case meets what does so only where there is CUDA, or a flag is set.

    if use_cuda:
        net = net.cuda()
    net(x.cuda())              raises where `use_cuda` is false
"""

from __future__ import annotations

from itertools import chain

from devlint.devices.facts.device_choices import Unguarded
from devlint.devices.facts.events import PairMet, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import says_host
from devlint.devices.lattice.device import Device, is_accelerator, is_host, knows_cuda
from devlint.devices.lattice.tensors import Made
from devlint.devices.patterns.cuda_by_name import names_cuda
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.parts import ifs_in, owners_of
from devlint.forms.targets import bound_by
from devlint.naming.devices import speaks_of_gpu


def _unguarded(recorder: Recorder, pair: PairMet) -> None:
    """Report a tensor that is put on CUDA in any case and meets another one that is there only under a condition.

    Not where the path to the meeting says that there is CUDA, nor in a function that is about CUDA by its name.
    """
    run, guards, a, b = pair.run, pair.state.guards, pair.a, pair.b
    if run.site.abroad or asks_for_cuda(guards):
        return
    for hard, soft, its, others in ((a, b, *pair.own), (b, a, *pair.own[::-1])):
        sent = hard.made in (Made.MOVE, Made.EXPLICIT) and is_accelerator(hard.device) and not its
        if sent and _is_under_condition(soft.device, others) and not is_about_gpus(run):
            recorder.add(Unguarded(pair.at, guards, hard, soft))


def _is_under_condition(device: Device, guards: Guards) -> bool:
    """Whether something is on CUDA where a condition on CUDA holds, or on the CPU where it does not."""
    if is_host(device):
        return any(says_host(key, arm) for key, arm in guards)
    return is_accelerator(device) and any(says_host(key, not arm) for key, arm in guards if isinstance(arm, bool))


def asks_for_cuda(guards: Guards) -> bool:
    """Whether ``guards`` say that there is CUDA, or hold a condition of which one arm says that there is none."""
    return knows_cuda(guards) or any(says_host(key, True) or says_host(key, False) for key, _ in guards)


def is_about_gpus(run: Evaluator) -> bool:
    """Whether a function in progress is about GPUs by its name."""
    return any(speaks_of_gpu(getattr(function.form, "name", "")) for function in run.site.functions)


def condition(run: Evaluator, made: form.Form) -> form.Form | None:
    """The condition on where something is by which a function in progress chose the device that ``made`` names."""
    if not isinstance(made, form.Call):
        return None
    given = [*(value for name, value in made.keywords if name == "device"), *made.arguments[:1]]
    direct = next((one for one in given if _asks_where(one)), None)
    names = {one.id for one in given if isinstance(one, form.Name)}
    if direct is not None or not names:
        return direct
    return next(filter(None, (_choice(function.form, names) for function in run.site.functions)), None)


def _choice(function: form.Function | form.Lambda, names: set[str]) -> form.Form | None:
    """The condition on where something is by which ``function`` gives one of ``names`` the name of a device."""
    tested = (bound_by(part.then) for part in ifs_in(function) if _tests_where(part.test))
    chosen = (one for several in tested for one in several if one.value is not None and names_cuda(one.value))
    asked = (one for one in form.once(Bindings, function).every if one.value is not None and _asks_where(one.value))
    return next((one.value for one in chain(asked, chosen) if one.name in names), None)


def _asks_where(value: form.Form) -> bool:
    """``"cuda" if x.is_cuda else "cpu"``."""
    return isinstance(value, form.Conditional) and _tests_where(value.test)


def _tests_where(test: form.Expression) -> bool:
    return bool(owners_of({"is_cuda", "type"}, test))


LISTENS = (on(PairMet, _unguarded),)
