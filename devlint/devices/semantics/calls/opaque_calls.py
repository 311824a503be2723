"""Arguments of unknown callees: tensors that are on one device on one path and on two on another.

    if mask is None:
        mask = torch.ones(len(x))     on the CPU where no mask was given
    return self.encoder(x, mask)      where one was, it was the caller's choice, as `x` is

What the callee does with its arguments is unknown, but one that takes both from the caller does not expect them apart,
nor does one that is given a tensor and what was made in its size: ``self.encoder(x, torch.ones(x.shape))``.
"""

from __future__ import annotations

from devlint.devices.checks.meeting import meet
from devlint.devices.checks.operand_pairs import bare, by_name
from devlint.devices.checks.results import is_of_array
from devlint.devices.facts.assumptions import NEEDS_ONE_PLACE
from devlint.devices.facts.operations import Clash, Operand, Unlike
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Recorder, operands
from devlint.devices.lattice.conditions import is_about_places, mentions
from devlint.devices.lattice.device import (
    UNKNOWN,
    Device,
    Followed,
    SymbolKind,
    is_host,
    is_of_argument,
    may_be_accelerator,
)
from devlint.devices.lattice.hints import hints, is_made_on_host, tensor_or_hint
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.patterns.host_words import speaks_of_the_host
from devlint.devices.semantics.calls.argument_roles import (
    is_index,
    is_own_class,
    is_sent_later,
    is_sized_by,
    names_a_count,
    stands_in,
)
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Method, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.counts import looks_like_count
from devlint.naming.losses import is_called_loss
from devlint.naming.models import is_called_module

HANDED_AS_COUNT = Reason(
    "handed-as-count",
    "What code out of sight is handed under the name of a length, a size or a step, with one element only, or as an "
    "index beside what it is for.",
    ("DEV102",),
)
SENT_AFTER_CALL = Reason(
    "sent-after-call",
    "What code out of sight fills, and the function sends to CUDA itself afterwards, as kernels have it that work with "
    "indices on the CPU.",
    ("DEV102",),
)

_SENT = (Made.MOVE, Made.EXPLICIT)


def check(state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> None:
    """Report an argument of unknown code that is the caller's on one path, and made without a device on another."""
    if not any(isinstance(value, Choice) for value in arguments.values()):
        return
    given = list(zip(arguments.values(), arguments.all_forms(), strict=True))
    for value, where in given:
        made = _made_for_want(state, value)
        if made is None or not isinstance(where, form.Name) or looks_like_count(where.id):
            continue
        guards, host = made
        for other, place in given:
            for others, one in options(other) if other is not value else ():
                together = guards | others | state.guards
                if isinstance(one, Tensor) and feasible(guards | state.guards, others) and _is_callers(one, together):
                    met = Operand(host, where), Operand(one, place)
                    recorder.add(Clash(at, together, *met, dotted(at.function), assumptions=(NEEDS_ONE_PLACE,)))
                    return


def _made_for_want(state: State, value: Value) -> tuple[Guards, Tensor] | None:
    """The alternative of ``value`` that is made on the default device, where another is what the caller gave."""
    possible = [(g, v) for g, v in options(value) if feasible(g, state.guards)]
    tensors = [tensor_or_hint(v) for _, v in possible]
    if not any(v is not None and _is_callers(v, state.guards) for v in tensors):
        return None
    for guards, one in possible:
        if isinstance(one, Tensor) and is_made(one) and not stands_in(one):
            return guards, one
    return None


def is_made(tensor: Tensor) -> bool:
    """Whether a tensor with dimensions is made without a device."""
    return is_made_on_host(tensor) and bool(tensor.rank) and not tensor.empty


def _is_callers(tensor: Tensor, guards: Guards) -> bool:
    device = tensor.device
    return is_of_argument(device) and may_be_accelerator(device, guards)


def unlike_arms(run: Evaluator, state: State, recorder: Recorder, value: Value) -> None:
    """Report what is made without a device on one path, where on another one the code itself sends it to a device."""
    possible = [(g, v) for g, v in options(value) if feasible(g, state.guards)] if isinstance(value, Choice) else []
    for guards, host in possible:
        if not isinstance(host, Tensor) or not is_made(host) or host.cause is None or is_of_array(host.cause.at):
            continue
        for others, one in possible:
            there = tensor_or_hint(one)
            if there is None or there.cause is None or there.cause.made not in _SENT:
                continue
            if not isinstance(there.device, Followed):
                continue
            symbol = there.device.symbol
            asked = guards | others | state.guards
            function = run.site.function
            apart = mentions(asked, symbol.key) or is_about_places(asked)  # the paths are meant to differ
            if symbol.kind is SymbolKind.ARGUMENT or apart or function is None:
                continue
            if may_be_accelerator(there.device, asked) and not speaks_of_the_host(function.form, symbol.text):
                recorder.add(Unlike(host.cause.at, asked, there.cause.at, path=True))
                return


def to_loss(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> None:
    """Report what is made without a device and given to a loss, called so by its name, beside what a model gave."""
    given = list(zip(arguments.positional, arguments.forms, strict=True))
    if len(given) != 2 or not is_called_loss(dotted(at.function).rpartition(".")[2]):
        return
    for (value, where), (other, place) in (given, given[::-1]):
        made = all(isinstance(one, Tensor) and is_made_on_host(one) and one.rank != 0 for _, one in options(value))
        if made and _is_given_back(other):
            here = operands(state, value, where, certain=True)
            for one in operands(state, other, place, certain=True):
                meet(run, state, recorder, [*here, one], at, dotted(at.function), lenient=False)


def _is_given_back(value: Value) -> bool:
    """Whether ``value`` is, on some path, what unknown code made of what may be on an accelerator: a model's output."""
    return any(hint.cause is None and hint.device != UNKNOWN and not is_host(hint.device) for hint in hints(value))


def beside(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call, callee: Value, name: str
) -> None:
    """Report what is made without a device and handed to code out of sight, beside what may be elsewhere.

    The other one is that whose size the first was made in, or a tensor for certain if ``callee`` is applied, and called
    ``name``, as a module is.
    """
    if isinstance(callee, (FunctionValue, ClassValue)) or any(isinstance(v, DeviceValue) for v in arguments.values()):
        return
    if is_own_class(at.function):
        return
    is_module = isinstance(callee, Unknown) and is_called_module(name)
    given = [(v, f) for v, f in zip(arguments.values(), arguments.all_forms(), strict=True) if type(f) is not form.Star]
    made = ((value, where, guards, one) for value, where in given for guards, one in options(value))
    for value, where, guards, one in made:
        if not isinstance(one, Tensor) or not is_made(one):
            continue
        reason: Reason | None = None
        if stands_in(one) or names_a_count(where) or where is not given[0][1] and is_index(where):
            reason = HANDED_AS_COUNT
        elif is_sent_later(run, where):
            reason = SENT_AFTER_CALL
        if reason is not None and recorder.silenced is None:
            continue
        others = ((g, two, place) for other, place in given if other is not value for g, two in options(other))
        for more, two, place in others:
            there = tensor_or_hint(two)
            if there is None or not feasible(guards | state.guards, more):
                continue
            together = guards | more | state.guards
            belongs = is_module and there is two or is_sized_by(state, one, there, place)
            if belongs and _are_apart(run, there.device, together):
                pair = Operand(one, where), Operand(there, place)
                met = Clash(at, together, *pair, dotted(at.function), assumptions=(NEEDS_ONE_PLACE,))
                if reason is None:
                    recorder.add(met)
                    return
                recorder.silence(reason, at, met)


def sent_beside(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call, name: str
) -> None:
    """Report what is made here, sent to the current GPU and handed on beside a tensor that is on some GPU.

    A part of a module, which has such a ``name``, takes all its tensors from one device.
    """
    if not any(isinstance(value, (Tensor, Choice)) for value in arguments.values()):
        return
    given = zip(arguments.values(), arguments.all_forms(), strict=True)
    tensors = [(g, Operand(v, where)) for value, where in given for g, v in options(value) if isinstance(v, Tensor)]
    made = [(g, o) for g, o in tensors if o.tensor.cause is not None and o.tensor.cause.fresh]
    for guards, sent in made:
        for others, other in tensors:
            if other.at is not sent.at and feasible(guards | state.guards, others):  # its own alternatives are apart
                bare(run, state, recorder, sent, other, at, guards | others | state.guards)
                if (
                    name.startswith("self.")
                    and is_called_module(name.rpartition(".")[2])
                    and other.tensor is not sent.tensor
                ):
                    by_name(run, state, recorder, sent, other, at, guards | others | state.guards)


def _are_apart(run: Evaluator, device: Device, guards: Guards) -> bool:
    """Whether something on ``device`` may be on an accelerator, and the function does not mention the CPU."""
    if not may_be_accelerator(device, guards):
        return False
    if not isinstance(device, Followed):
        return True
    if is_about_places(guards):
        return False
    return run.site.function is None or not speaks_of_the_host(run.site.function.form, device.symbol.text)


def model_called(callee: Value, at: form.Call) -> tuple[Value, str]:
    """What a call applies, ``callee`` or that whose ``forward`` it is, and how the code calls it."""
    name = dotted(at.function)
    if isinstance(callee, Method) and callee.name == "forward" and isinstance(callee.receiver, Unknown):
        return callee.receiver, name.removesuffix(".forward")
    return callee, name


def is_method_of_data(callee: Value, at: form.Call) -> bool:
    """True if a call asks an unknown object, which is no module by its name, for something: ``field.turned(turn)``.

    What that gives is where the object keeps it; an argument that may be no tensor says nothing of it.
    """
    if not isinstance(callee, Method) or not isinstance(callee.receiver, Unknown):
        return False
    owner = dotted(at.function).rpartition(".")[0].rpartition(".")[2]
    return not is_called_module(owner)
