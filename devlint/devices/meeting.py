"""Where tensors meet: the check of an operation's operands, and what comes out of it.

torch.cat([x, pad])     x follows its caller, pad is on the default device: a Clash
x * torch.tensor(2.0)   a 0-dim CPU tensor may join element-wise: fine, and the result follows x
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from itertools import product
from typing import TypeVar

from devlint.devices import fed, kept, parted
from devlint.devices.chosen import condition
from devlint.devices.device import (
    AVAILABLE,
    DEVICE_GIVEN,
    UNKNOWN,
    Device,
    Followed,
    Known,
    SymbolKind,
    accelerated,
    clash,
    is_host,
    is_of_argument,
    kinds_asked,
    knows_cuda,
    may_be_accelerator,
)
from devlint.devices.facts import (
    BareMeeting,
    CastByName,
    Clash,
    Fact,
    KeptArgument,
    MadeByName,
    Operand,
    SentAhead,
    TwoDevices,
)
from devlint.devices.roles import is_of_tests
from devlint.devices.sites import asks_by_name, name_of_file
from devlint.devices.values import CURRENT_DEVICE, OF_HOST, POSITIVE, Made, Scalar, Tensor, maybe, tensor_or_hint
from devlint.flow import form
from devlint.flow.call import passed, place
from devlint.flow.containers import contents, leaves
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import (
    ALWAYS,
    FunctionValue,
    Guards,
    Home,
    Identity,
    Literal,
    Object,
    Sequence,
    Unknown,
    Value,
    feasible,
    merge,
    options,
)
from devlint.record import dataclass, replace

MOST_COMBINATIONS = 16
JOINING = frozenset({"cat", "concat", "concatenate", "hstack", "vstack"})
"""Operators that put together what was collected: the first time, that is with what has no elements."""

T = TypeVar("T")


@dataclass(slots=True)
class Sink:
    """Where facts go. ``quiet`` drops them."""

    facts: list[Fact]
    quiet: bool = False
    asked: dict[Identity, form.Form] = field(default_factory=dict)  # where the truth of something unknown was asked
    integers: set[Identity] = field(default_factory=set)  # parameters annotated as numbers
    given: dict[Identity, FunctionValue | None] = field(default_factory=dict)  # by models, or functions passed over
    documented: set[Identity] = field(default_factory=set)  # parameters that are tensors by the docstring alone
    texts: dict[Identity, form.Form] = field(default_factory=dict)  # devices that may be strings, and what says so
    words: set[Identity] = field(default_factory=set)  # devices that are strings by the class they are an attribute of
    either: set[Identity] = field(default_factory=set)  # devices annotated both as strings and as devices
    one_of_two: set[Identity] = field(default_factory=set)  # devices, or strings, by annotation; nothing else
    sent: set[int] = field(default_factory=set)  # ids of the assignments of what an object itself sends after its input

    def add(self, fact: Fact) -> None:
        """Keep ``fact`` unless nobody is listening."""
        if not self.quiet:
            self.facts.append(fact)

    def taken_back(self, at: form.Form) -> None:
        """What the cast at ``at`` gave is moved elsewhere: where it was in between does not matter."""
        if any(isinstance(fact, CastByName) and fact.at is at for fact in self.facts[-8:]):
            self.facts = [fact for fact in self.facts if not (isinstance(fact, CastByName) and fact.at is at)]


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
    return hint if value.id == hint.id else replace(hint, roots=hint.roots | {value.id})


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar) or isinstance(value, Literal) and isinstance(value.value, int)


def meet(
    run: Evaluator,
    state: State,
    sink: Sink,
    met: list[Alternatives],
    at: form.Form,
    operator: str,
    *,
    lenient: bool,
    into: bool = False,
) -> None:
    """Report every pair of ``met`` that cannot meet.

    ``lenient`` lets 0-dim tensors on the host join; ``into`` says that the first operand is changed in place, and what
    is written to has to be where the others are, whatever its rank.
    """
    for i, ones in enumerate(met):
        for others in met[i + 1 :]:
            for (g1, a), (g2, b) in product(ones, others):
                if not feasible(g1, g2) or is_absent(a.tensor, g1 | g2) or is_absent(b.tensor, g1 | g2):
                    continue
                if (a.tensor.empty or b.tensor.empty) and (operator not in JOINING or g1 or g2 or state.guards):
                    continue  # what has no elements stands for what is not there yet
                if _of_one_value(a.tensor, g1, b.tensor, g2) or lenient and (_of_a_number(g1) or _of_a_number(g2)):
                    continue
                if not clash(a.device, b.device, g1 | g2 | state.guards):
                    bare(run, state, sink, a, b, at, g1 | g2 | state.guards)
                    _by_name(run, state, sink, a, b, at, g1 | g2 | state.guards)
                    if _are_devices_of_one_object(a.device, b.device):
                        sink.add(TwoDevices(at, g1 | g2 | state.guards, a, b, operator))
                    kept.met(run, state, sink, a, b, at, g1 | g2 | state.guards, operator)
                    _kept(run, sink, a, b, at, g1 | g2 | state.guards, operator, lenient=lenient)
                    parted.met(run, sink, a, b, at, g1 | g2 | state.guards)
                    _sent_ahead(run, sink, a, b, at, g1 | g2 | state.guards)
                    continue
                host, other = (a, b) if is_host(a.device) else (b, a)
                written = into and i == 0 and host is a
                if lenient and is_host(host.device) and not host.tensor.rank and not written:
                    continue
                if host.tensor.twin_of is not None and host.tensor.twin_of == other.tensor.id and host.tensor.rank == 0:
                    continue
                guards = g1 | g2 | state.guards
                if not expected_here(run, guards, other.tensor):
                    continue
                if run.abroad:  # this file says what it passed to the other one
                    if host.made is not Made.FACTORY and is_of_argument(other.device):
                        continue
                    host, other = (Operand(o.tensor, passed(run, o.at)) for o in (host, other))
                elif host.made in fed.FED:
                    if not fed.is_fed(state, host.tensor):
                        continue
                    host = Operand(host.tensor, passed(run, host.at))
                sink.add(Clash(place(run, at), guards, host, other, operator))


def expected_here(run: Evaluator, guards: Guards, other: Tensor) -> bool:
    """Whether ``guards`` let the code expect ``other`` to be with what is made here.

    A device that was left out is the default one, which all else that was made without it is on, too: only a tensor
    that the same caller passed is elsewhere. Who passes one of two alike as an array, or on an accelerator, does so
    with the other.
    """
    if {arm for key, arm in guards if isinstance(key, tuple) and key[:1] == ("accelerated",)} == {True, False}:
        return False
    if {arm for _, kinds, arm in kinds_asked(guards) if kinds == ("numpy.ndarray",)} == {True, False}:
        return False
    left = [key[1] for key, arm in guards if isinstance(key, tuple) and key[:1] == (DEVICE_GIVEN,) and not arm]
    if not left:
        return not _is_tried(run, other.device)
    function = next((frame.function for frame in run.frames if frame.function is not None), None)
    parameters = {id(p) for p in function.form.parameters.all} if function is not None else set()
    passed_here = other.cause is not None and other.cause.made is Made.PARAMETER and id(other.cause.at) in parameters
    return passed_here and any(identity[0] in parameters for identity in left if isinstance(identity, tuple))


def _is_tried(run: Evaluator, device: Device) -> bool:
    """Whether ``device`` is where an object of another file is that a test made: where its other things are."""
    if not isinstance(device, Followed) or not device.symbol.text.startswith("self."):
        return False
    outer = next((frame.function for frame in run.frames if frame.function is not None), None)
    tests = outer is not None and isinstance(outer.home, Home) and is_of_tests(outer, outer.home.file)
    return tests and outer is not None and outer.owner is None


def is_absent(tensor: Tensor, guards: Guards) -> bool:
    """Whether ``guards`` hold only where ``tensor``, or what it was computed from, is None: then it meets nothing."""
    absent = [key[1] for key, arm in guards if isinstance(key, tuple) and key[:1] == ("none",) and arm is True]
    return bool(absent) and not {*tensor.roots, tensor.id}.isdisjoint(absent)


def _of_a_module(device: Device) -> bool:
    """Whether a device is where a module was moved."""
    return isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE


def _of_one_value(a: Tensor, its: Guards, b: Tensor, others: Guards) -> bool:
    """Whether two alternatives come from one value, so that they are not met with each other.

    A value and its copy on the host do meet, unless both of them have alternatives and neither follows from the other.
    """
    if not its and not others or not (a.roots | {a.id}) & (b.roots | {b.id}):
        return False
    apart = its and others and not its <= others and not others <= its
    return bool(apart) or one_value(a, b)


def _of_a_number(guards: Guards) -> bool:
    """Whether an alternative is there only because something was no tensor."""
    return any("torch.Tensor" in kinds and not arm for _, kinds, arm in kinds_asked(guards))


def one_value(a: Tensor, b: Tensor) -> bool:
    """Whether both were computed from one value: then alternatives of the one are not apart from those of the other.

    A move to the host in between is another matter: it is what takes them apart.
    """
    if a.cause is not None and a.cause.made is Made.HOST_MOVE or b.cause is not None and b.cause.made is Made.HOST_MOVE:
        return False
    return bool((a.roots | {a.id}) & (b.roots | {b.id}))


def _are_devices_of_one_object(a: Device, b: Device) -> bool:
    """Whether two devices are ``self.device`` and another device of ``self``, which may be different ones."""
    if not isinstance(a, Followed) or not isinstance(b, Followed) or a == b:
        return False
    if not a.symbol.kind is b.symbol.kind is SymbolKind.DEVICE:
        return False
    names = {a.symbol.text, b.symbol.text}
    return len(names) == 2 and "self.device" in names and all(re.fullmatch(r"self\.\w+", name) for name in names)


def _kept(
    run: Evaluator,
    sink: Sink,
    a: Operand,
    b: Operand,
    at: form.Form,
    guards: Guards,
    operator: str,
    *,
    lenient: bool,
) -> None:
    """A module was built around a tensor that it does not register, and moved since: its input is with its weights.

    Where ``lenient`` operators let numbers join, it is no number for certain.
    """
    if Made.KEPT not in (a.made, b.made):
        return
    function = next((frame.function for frame in run.frames if frame.function is not None), None)
    applied = function is not None and getattr(function.form, "name", "") in ("forward", "__call__")
    parameters = function.form.parameters.all if function is not None and applied else ()
    for host, other in ((a, b), (b, a)):
        cause = other.tensor.cause
        given = cause is not None and cause.made is Made.PARAMETER and any(cause.at is p for p in parameters)
        joins = lenient and not host.tensor.rank
        if host.made is Made.KEPT and given and not joins and may_be_accelerator(other.device, guards):
            sink.add(KeptArgument(at, guards, host, other, operator))


def _sent_ahead(run: Evaluator, sink: Sink, a: Operand, b: Operand, at: form.Form, guards: Guards) -> None:
    """An input was sent to a device of the code's choice, where the module's weights may be."""
    for sent, weights in ((a, b), (b, a)):
        device = weights.device
        own = isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE and weights.tensor.parameter
        if own and sent.made in (Made.MOVE, Made.EXPLICIT) and chosen_here(sent.device):
            outer = next((f.instance for f in run.frames if f.instance is not None), None)
            if isinstance(outer, Object):
                sink.add(SentAhead(at, guards, sent, weights, outer.type))


def chosen_here(device: Device) -> str:
    """The text of a device that the code itself chose for all it does: ``cuda``, or one that is imported."""
    if device == Known("cuda"):
        return "cuda"
    if isinstance(device, Followed) and isinstance(device.symbol.key, tuple) and device.symbol.key[:1] == ("imported",):
        return device.symbol.text
    return ""


def bare(run: Evaluator, state: State, sink: Sink, a: Operand, b: Operand, at: form.Form, guards: Guards) -> None:
    """Report what is sent to the current GPU because another tensor is on some GPU, and meets that one."""
    for moved, other in ((a, b), (b, a)):
        sent = moved.made in (Made.MOVE, Made.EXPLICIT) and moved.device == Known("cuda")
        current = sent and CURRENT_DEVICE not in state.fields
        if current and isinstance(other.device, Followed) and (accelerated(other.device.symbol), True) in guards:
            chosen = condition(run, moved.culprit)
            if moved.made is Made.MOVE or chosen is not None:
                sink.add(BareMeeting(at, guards, moved, other, chosen))


def _is_sent_to_module(other: Operand, guards: Guards) -> bool:
    """Whether something is sent to CUDA, because there is CUDA, to meet a weight of the module itself."""
    device = other.device
    own = isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE and device.symbol.text == "self"
    return own and other.tensor.parameter and (AVAILABLE, True) in guards


def _by_name(run: Evaluator, state: State, sink: Sink, a: Operand, b: Operand, at: form.Form, guards: Guards) -> None:
    """What was made here was put on CUDA by name, and meets what somebody else has placed."""
    if CURRENT_DEVICE in state.fields or run.abroad:
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
        outer = next((frame.function for frame in run.frames if frame.function is not None), None)
        if outer is None:
            continue
        own = asks_by_name(cause.at, outer.form, outer.owner.form if outer.owner else None)
        through = "" if own else name_of_file(cause.at, outer.form)
        if own or through:
            sink.add(MadeByName(at, guards, moved, other, (AVAILABLE, True) in guards, outer, through))


def result(
    met: list[Alternatives], identity: Identity, rank: str | int | None = "same", *, unsure: bool = False
) -> Value:
    """The tensor an operation gives.

    ``rank`` is the number of its dimensions, or a word of the tables for how it follows from the operands'. ``unsure``
    says that operands took part that may be tensors, nobody knows where.
    """
    if not met:
        return Tensor(UNKNOWN, identity)
    together = _together(met)
    if together is None:
        return Tensor(UNKNOWN, identity)
    made = [(g, _one_result([o.tensor for o in operands], identity, rank, unsure)) for g, operands in together]
    return merge(made, identity) if made else Tensor(UNKNOWN, identity)


def perhaps(made: Value, identity: Identity) -> Value:
    """Something that is ``made`` if it is a tensor."""
    found = [(g, Unknown(identity, v if isinstance(v, Tensor) else None)) for g, v in options(made)]
    return merge(found, identity)


def _one_result(tensors: list[Tensor], identity: Identity, rank: str | int | None, unsure: bool) -> Tensor:
    decisive = _decisive(tensors, unsure)
    # what nobody knows to be on the host may have been brought elsewhere, whatever it was made of
    certain = [t for t in tensors if is_host(t.device)] if decisive and is_host(decisive.device) else tensors
    roots: frozenset[Identity] = frozenset().union(*(t.roots | {t.id} for t in certain))
    hosted = next((t for t in tensors if t.hosted), None)
    return Tensor(
        UNKNOWN if decisive is None else decisive.device,
        identity,
        rank=_rank(tensors, rank, unsure),
        cause=None if decisive is None else decisive.cause,
        roots=roots,
        hosted=hosted.hosted if hosted else None,
        came_from=hosted.came_from if hosted else None,
        left=None if decisive is None else decisive.left,
        maybe_scalar=rank is None or (all if rank == "same" else any)(t.maybe_scalar for t in tensors),
        empty=any(t.empty for t in tensors),
    )


def _decisive(tensors: list[Tensor], unsure: bool) -> Tensor | None:
    """The operand on whose device the result is: if the operation works at all, it is where they all are.

    Where a module is says more than where an argument is, which may have come from anywhere.
    """
    away = [t for t in tensors if not is_host(t.device) and t.device != UNKNOWN]
    here = [t for t in tensors if is_host(t.device)]
    if away:
        return None if any(t.rank for t in here) else next((t for t in away if _of_a_module(t.device)), away[0])
    if not here or any(t.device == UNKNOWN for t in tensors) or unsure:
        return next((t for t in here if t.rank), None)
    return max(here, key=lambda t: t.rank or 0)


def _rank(tensors: list[Tensor], rank: str | int | None, unsure: bool) -> int | None:
    if not isinstance(rank, str):
        return rank
    if rank == "scalar":
        return 0
    if rank == "positive":
        return POSITIVE
    if rank != "same":
        return None
    ranks = [t.rank for t in tensors]
    known = [r for r in ranks if r]
    if None in ranks or unsure:
        return POSITIVE if known else None
    return max(r for r in ranks if r is not None)


def tensors_in(state: State, values: Iterable[Value]) -> list[Tensor]:
    """Every tensor among ``values`` and what they hold, or that may be one."""
    found: list[Tensor] = []
    for value in values:
        for _, option in options(value):
            for leaf in leaves(state, option):
                one = tensor_or_hint(leaf)
                if one is not None:
                    found.append(one)
    return found


def _together(alternatives: Iterable[list[tuple[Guards, T]]]) -> list[tuple[Guards, list[T]]] | None:
    """Every choice of one of each that can be at the same time; None where there are too many."""
    found: list[tuple[Guards, list[T]]] = [(ALWAYS, [])]
    for some in alternatives:
        found = [(g | guards, [*chosen, one]) for guards, chosen in found for g, one in some if feasible(guards, g)]
        if len(found) > MOST_COMBINATIONS:
            return None
    return found


def derived(state: State, values: Iterable[Value], identity: Identity) -> Value:
    """What unknown code makes of ``values``: should it be a tensor, it probably is where they are."""
    brought = [[(g, tensors_in(state, [v])) for g, v in options(value)] for value in values]
    together = _together(brought)
    if together is None:
        return Unknown(identity)
    met = [(g, [t for some in held for t in some]) for g, held in together]
    if any(found for _, found in met) and all(is_host(t.device) for _, found in met for t in found):
        state.fields[identity, OF_HOST] = Literal(True)
    made = [(g, maybe(identity, _common_device(found))) for g, found in met]
    return merge(made, identity) if made else Unknown(identity)


def _common_device(tensors: list[Tensor]) -> Device:
    devices = list(dict.fromkeys(t.device for t in tensors if t.rank != 0))
    if not devices or any(is_host(d) or d == UNKNOWN for d in devices):
        return UNKNOWN
    return devices[0] if len(devices) == 1 or all(isinstance(d, Followed) for d in devices) else UNKNOWN
