"""Conditions: what the guards of an alternative say, who builds each and how it is recognised.

    x.to(device) if device is not None else x     device_given(device)
    if x.is_cuda: ...                             accelerated(x)
    if torch.cuda.is_available(): ...             AVAILABLE
    if isinstance(x, torch.Tensor): ...           asks a kind
    if mask is None: ...                          none(mask)

A guard is a condition and the arm that holds: True, or False where the condition does not hold. A condition is a tuple
that begins with a word. Only this file knows those words: others build conditions and ask about guards by its
functions. The evaluator (``devlint.flow``), which knows no domain, makes those of ``none``, ``truth``, ``all`` and
``isinstance`` itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from devlint.flow.guards import ALL, Guards
from devlint.flow.value import Identity
from devlint.naming.flags import is_called_accelerator_flag, is_called_host_flag
from devlint.naming.ranks import is_called_gpu_choice

Condition: TypeAlias = Identity
"""What an alternative depends on: the first part of a guard."""

AVAILABLE: Condition = ("accelerator available",)
"""The condition that there is an accelerator at all."""

GIVEN, DEVICE_GIVEN, PASSED = "given", "device given", "passed"
ACCELERATED, _DEVICE_ITSELF = "accelerated", "device itself"
DEVICE_TYPE, _DEVICE_INDEX = "device type", "device index"
NONE, TRUTH, KIND = "none", "truth", "isinstance"


def given(identity: Identity) -> Condition:
    """The condition that the caller gave a tensor for this parameter, and did not leave it out or pass None."""
    return (GIVEN, identity)


def device_given(identity: Identity) -> Condition:
    """The condition that the caller gave a device for this parameter, and did not leave it out or pass None."""
    return (DEVICE_GIVEN, identity)


def passed(identity: Identity) -> Condition:
    """The condition that the caller did not leave this parameter to its default."""
    return (PASSED, identity)


def accelerated_key(key: Identity) -> Condition:
    """The condition that what the symbol of ``key`` stands for is on an accelerator."""
    return (ACCELERATED, key)


def device_itself_key(key: Identity) -> Condition:
    """The condition that the code asked for the CPU, or for one device, not for CUDA, about what ``key`` stands for."""
    return (_DEVICE_ITSELF, key)


def device_type(key: Identity, type_: str) -> Condition:
    """The condition that what the symbol of ``key`` stands for is on a device of ``type_``."""
    return (DEVICE_TYPE, key, type_)


def device_index(key: Identity, index: int) -> Condition:
    """The condition that what the symbol of ``key`` stands for is on the GPU of this index."""
    return (_DEVICE_INDEX, key, index)


def none(identity: Identity) -> Condition:
    """The condition that a value is None."""
    return (NONE, identity)


def truth(identity: Identity) -> Condition:
    """The condition that a value is true."""
    return (TRUTH, identity)


def with_implied(guards: Guards) -> Guards:
    """``guards`` and what follows: of conditions that do not hold all at once, the last one does not, if the others do.

    device = torch.device(device or "cpu")
    x = torch.empty(n, device=device)
    if x.is_cuda: ...
    else: ...                      not (`device` was given and is CUDA): where it was given, it is not CUDA
    """
    more: list[tuple[Identity, bool]] = []
    for key, arm in guards:
        if arm is False and isinstance(key, tuple) and key[:1] == (ALL,) and isinstance(key[1], frozenset):
            left = [one for one in key[1] if one not in guards]
            if len(left) == 1 and isinstance(left[0][1], bool):
                more.append((left[0][0], not left[0][1]))
    return guards.union(more) if more else guards


def is_accelerated(key: Condition) -> bool:
    """True if a condition is that something is on an accelerator."""
    return isinstance(key, tuple) and key[:1] == (ACCELERATED,)


def is_device_type(key: Condition, type_: str | None = None) -> bool:
    """True if a condition is that something is on a device of a type; of ``type_``, where that is given."""
    return isinstance(key, tuple) and key[:1] == (DEVICE_TYPE,) and type_ in (None, key[-1])


def devices_left_out(guards: Guards) -> list[Identity]:
    """The parameters for which the caller gave no device where ``guards`` hold."""
    return [key[1] for key, arm in guards if isinstance(key, tuple) and key[:1] == (DEVICE_GIVEN,) and not arm]


def was_left_out(guards: Guards) -> bool:
    """True if an alternative is there only for callers who give no device."""
    return bool(devices_left_out(guards))


def known_none(guards: Guards) -> list[Identity]:
    """What is None where ``guards`` hold."""
    return [key[1] for key, arm in guards if isinstance(key, tuple) and key[:1] == (NONE,) and arm is True]


def is_absent(identity: Identity, guards: Guards) -> bool:
    """True if the value of this identity is None, or was not given, where ``guards`` hold."""
    return (
        (none(identity), True) in guards
        or (given(identity), False) in guards
        or (device_given(identity), False) in guards
    )


def kinds_asked(guards: Guards) -> Iterator[tuple[Identity, tuple[object, ...], bool]]:
    """The tests by ``isinstance`` among ``guards``: of what, for which classes by name, and whether it is one."""
    for key, arm in guards:
        if _asks_kind(key) and isinstance(key, tuple) and isinstance(key[-1], tuple):
            yield key[1], key[-1], arm is True


def asks_kind(guards: Guards) -> bool:
    """True if ``guards`` hold only for arguments of a certain kind; it is not known whether these are of that kind."""
    return any(True for _ in kinds_asked(guards))


def is_no_tensor_there(guards: Guards) -> bool:
    """True if ``guards`` hold only where something was found to be no tensor."""
    return any("torch.Tensor" in kinds and not arm for _, kinds, arm in kinds_asked(guards))


def is_no_gpu(key: Condition) -> bool:
    """True if a condition is that what is called a GPU is None: ``gpu is None``."""
    of = key[1] if isinstance(key, tuple) and key[:1] == (NONE,) else None
    name = of[-1] if isinstance(of, tuple) and of else None
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
    if not isinstance(key, tuple):
        return False
    if key == AVAILABLE:
        return arm is False
    if key[:1] == (ALL,) and arm is False and isinstance(key[1], frozenset):
        others = [(one, held) for one, held in key[1] if not _asks_kind(one)]
        return bool(others) and all(says_host(one, not held) or is_accelerated(one) and held for one, held in others)
    return _is_host_flag(key) if arm else is_flag(key)


def _asks_kind(key: Condition) -> bool:
    """True if a condition is a test by ``isinstance``."""
    return isinstance(key, tuple) and key[:1] == (KIND,)


def _is_host_flag(key: Condition) -> bool:
    """True if a condition is the truth of something that is called a flag for the CPU (``args.cpu_only``)."""
    name = _name_of_truth(key)
    return bool(name) and is_called_host_flag(name)


def _name_of_truth(key: Condition) -> str:
    """The name of an attribute, or of a flag, whose truth a condition is; "" for other conditions."""
    if not isinstance(key, tuple) or key[:1] != (TRUTH,) or not isinstance(key[-1], tuple):
        return ""
    last = key[-1][-1] if key[-1] else None
    return last.strip("[]'") if isinstance(last, str) else ""
