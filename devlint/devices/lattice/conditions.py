"""Conditions: what the guards of an alternative say, who builds each and how it is recognised.

    x.to(device) if device is not None else x     device_given(device)
    if x.is_cuda: ...                             accelerated(x)
    if torch.cuda.is_available(): ...             AVAILABLE
    if isinstance(x, torch.Tensor): ...           asks a kind
    if mask is None: ...                          none(mask)

A guard is a condition and the arm that holds: True, or False where the condition does not hold. The kinds of conditions
that have to do with devices are here, those of the evaluator, which knows no domain, are in
``devlint.flow.values.conditions``. Others build conditions and ask about guards by the functions of this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from devlint.flow.values.conditions import All, Condition, IsKind, IsNone, IsTrue, parts_of
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import tag_of
from devlint.flow.values.value import Identity
from devlint.naming.flags import is_called_accelerator_flag, is_called_host_flag
from devlint.naming.places import looks_like_place
from devlint.naming.ranks import is_called_gpu_choice


class Available(NamedTuple):
    """There is an accelerator at all, or one of a type of its own ("mps")."""

    type: str = ""
    kind: str = "available"


class Given(NamedTuple):
    """The caller gave a tensor for a parameter, and did not leave it out or pass None."""

    parameter: Identity
    kind: str = "given"


class DeviceGiven(NamedTuple):
    """The caller gave a device for a parameter, and did not leave it out or pass None."""

    parameter: Identity
    kind: str = "device given"


class Passed(NamedTuple):
    """The caller did not leave a parameter to its default."""

    parameter: Identity
    kind: str = "passed"


class Accelerated(NamedTuple):
    """What a symbol stands for is on an accelerator."""

    symbol: Identity
    kind: str = "accelerated"


class DeviceItself(NamedTuple):
    """The code asked for the CPU, or for one device, not for CUDA, about what a symbol stands for."""

    symbol: Identity
    kind: str = "device itself"


class OnType(NamedTuple):
    """What a symbol stands for is on a device of one type."""

    symbol: Identity
    type: str
    kind: str = "device type"


class AmongTypes(NamedTuple):
    """What a symbol stands for is on a device of one of several types."""

    symbol: Identity
    types: frozenset[object]
    kind: str = "device types"


class OnIndex(NamedTuple):
    """What a symbol stands for is on the GPU of one index."""

    symbol: Identity
    number: int
    kind: str = "device index"


AVAILABLE: Condition = Available()
"""The condition that there is an accelerator at all."""

_OF_PLACES = (Available, DeviceGiven, Accelerated, OnType, AmongTypes, OnIndex, IsKind)


def given(identity: Identity) -> Condition:
    """The condition that the caller gave a tensor for this parameter, and did not leave it out or pass None."""
    return Given(identity)


def device_given(identity: Identity) -> Condition:
    """The condition that the caller gave a device for this parameter, and did not leave it out or pass None."""
    return DeviceGiven(identity)


def passed(identity: Identity) -> Condition:
    """The condition that the caller did not leave this parameter to its default."""
    return Passed(identity)


def accelerated_key(key: Identity) -> Condition:
    """The condition that what the symbol of ``key`` stands for is on an accelerator."""
    return Accelerated(key)


def device_itself_key(key: Identity) -> Condition:
    """The condition that the code asked for the CPU, or for one device, not for CUDA, about what ``key`` stands for."""
    return DeviceItself(key)


def device_type(key: Identity, type_: str) -> Condition:
    """The condition that what the symbol of ``key`` stands for is on a device of ``type_``."""
    return OnType(key, type_)


def device_index(key: Identity, index: int) -> Condition:
    """The condition that what the symbol of ``key`` stands for is on the GPU of this index."""
    return OnIndex(key, index)


def none(identity: Identity) -> Condition:
    """The condition that a value is None."""
    return IsNone(identity)


def truth(identity: Identity) -> Condition:
    """The condition that a value is true."""
    return IsTrue(identity)


def with_implied(guards: Guards) -> Guards:
    """``guards`` and what follows: of conditions that do not hold all at once, the last one does not, if the others do.

    device = torch.device(device or "cpu")
    x = torch.empty(n, device=device)
    if x.is_cuda: ...
    else: ...                      not (`device` was given and is CUDA): where it was given, it is not CUDA
    """
    more: list[tuple[Condition, bool]] = []
    for key, arm in guards:
        if arm is False and isinstance(key, All):
            left = [one for one in key.guards if one not in guards]
            if len(left) == 1 and isinstance(left[0][1], bool):
                more.append((left[0][0], not left[0][1]))
    return guards.union(more) if more else guards


def is_accelerated(key: Condition) -> bool:
    """True if a condition is that something is on an accelerator."""
    return isinstance(key, Accelerated)


def asks_for_accelerator(key: Condition) -> bool:
    """True if a condition is that something is on an accelerator, be it of a value that may be no tensor."""
    return is_accelerated(key) or _name_of_truth(key) == ".is_cuda"


def is_device_type(key: Condition, type_: str | None = None) -> bool:
    """True if a condition is that something is on a device of a type; of ``type_``, where that is given."""
    return isinstance(key, OnType) and type_ in (None, key.type)


def devices_left_out(guards: Guards) -> list[Identity]:
    """The parameters for which the caller gave no device where ``guards`` hold."""
    return [key.parameter for key, arm in guards if isinstance(key, DeviceGiven) and not arm]


def was_left_out(guards: Guards) -> bool:
    """True if an alternative is there only for callers who give no device."""
    return bool(devices_left_out(guards))


def known_none(guards: Guards) -> list[Identity]:
    """What is None where ``guards`` hold."""
    return [key.of for key, arm in guards if isinstance(key, IsNone) and arm is True]


def is_absent(identity: Identity, guards: Guards) -> bool:
    """True if the value of this identity is None, or was not given, where ``guards`` hold."""
    return (
        (none(identity), True) in guards
        or (given(identity), False) in guards
        or (device_given(identity), False) in guards
        or (passed(identity), False) in guards
    )


def kinds_asked(guards: Guards) -> Iterator[tuple[Identity, tuple[str, ...], bool]]:
    """The tests by ``isinstance`` among ``guards``: of what, for which classes by name, and whether it is one."""
    for key, arm in guards:
        if isinstance(key, IsKind):
            yield key.of, key.kinds, arm is True


def asks_kind(guards: Guards) -> bool:
    """True if ``guards`` hold only for arguments of a certain kind; it is not known whether these are of that kind."""
    return any(True for _ in kinds_asked(guards))


def is_no_tensor_there(guards: Guards) -> bool:
    """True if ``guards`` hold only where something was found to be no tensor."""
    return any("torch.Tensor" in kinds and not arm for _, kinds, arm in kinds_asked(guards))


def is_no_gpu(key: Condition) -> bool:
    """True if a condition is that what is called a GPU is None: ``gpu is None``."""
    of = key.of if isinstance(key, IsNone) else None
    name = tag_of(of)
    return isinstance(name, str) and is_called_gpu_choice(name)


def is_flag(key: Condition) -> bool:
    """True if a condition is the truth of something that is called a flag for accelerators (``self.use_cuda``)."""
    name = _name_of_truth(key)
    return bool(name) and is_called_accelerator_flag(name) and not name.lstrip("._").startswith("no_")


def says_host(key: Condition, arm: object) -> bool:
    """True if nothing is on an accelerator where the condition ``key`` comes out as ``arm``.

    ``use_gpu and torch.cuda.is_available()`` says so if it is false, and so does ``isinstance(x, torch.Tensor)`` with
    either: what is no tensor is nowhere.
    """
    if key == AVAILABLE:
        return arm is False
    if isinstance(key, All) and arm is False:
        others = [(one, held) for one, held in key.guards if not isinstance(one, IsKind)]
        return bool(others) and all(says_host(one, not held) or is_accelerated(one) and held for one, held in others)
    return _is_host_flag(key) if arm else is_flag(key)


def mentions(guards: Guards, key: Identity) -> bool:
    """True if one of ``guards`` is about what has this identity, or about a part of it."""
    return any(part == key for condition, _ in guards for part in parts_of(condition))


def is_about_places(guards: Guards) -> bool:
    """True if one of ``guards`` has to do with where things are, by its kind or by a name in it."""
    return any(
        isinstance(part, _OF_PLACES) or isinstance(part, str) and looks_like_place(part)
        for condition, _ in guards
        for part in parts_of(condition)
    )


def says_nothing_of_data(guards: Guards) -> bool:
    """True if ``guards`` say only which devices there are, were given or are meant, and of which classes values are."""
    return all(
        says_nothing_of_data(key.guards) if isinstance(key, All) else isinstance(key, _OF_PLACES) for key, _ in guards
    )


def _is_host_flag(key: Condition) -> bool:
    """True if a condition is the truth of something that is called a flag for the CPU (``args.cpu_only``)."""
    name = _name_of_truth(key)
    return bool(name) and is_called_host_flag(name)


def _name_of_truth(key: Condition) -> str:
    """The name of an attribute, or of a flag, whose truth a condition is; "" for other conditions."""
    last = tag_of(key.of) if isinstance(key, IsTrue) else None
    return last.strip("[]'") if isinstance(last, str) else ""
