"""Which conversions to numpy arrays are not reported: by what the whole file says of those who call the function.

    def plot(x: Tensor):           the file does not say where x is: it may be on an accelerator
        draw(x.numpy())
    plot(out.cpu())                this call does: `plot` is for tensors on the CPU
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from devlint.devices.checks.numpy_conversion import (
    BESIDE_CPU_ARM,
    FOR_ARRAYS,
    GIVEN_FROM_CPU,
    KNOWN_ON_CPU,
    MADE_OF_HOST_INPUT,
    METHOD,
    NO_KNOWN_TENSOR,
    NOTHING_MOVED,
    OTHER_KIND,
    root,
)
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.operations import ToHost
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.conditions import asks_kind, is_no_tensor_there, kinds_asked
from devlint.devices.lattice.device import UNKNOWN, Followed, SymbolKind, is_host, is_of_argument, may_be_accelerator
from devlint.devices.lattice.tensors import Made
from devlint.devices.patterns.expressions import words_in
from devlint.devices.patterns.parameters import is_tensor_annotation, says_tensor
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import feasible
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in
from devlint.naming.devices import is_called_device

_OTHERS = re.compile(r"Image|PIL|Array|str\b|Path")

_HOSTED = re.compile(r"cpu|numpy|\bnp\.|host")

_KEYED = re.compile(r"\b([Dd]ict|[A-Za-z]*Mapping)\b")

_FOR_ARRAYS = 4
"""A function with so many functions of arrays is for arrays, whatever its annotations say."""

_CALL = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"

IsTensor = Callable[[FunctionValue, str], bool]


def silences(facts: Iterable[ToHost], source: str, is_tensor: IsTensor) -> dict[int, Reason]:
    """The reasons not to report conversions, by the id of each; ``is_tensor`` knows a function's parameters."""
    seen: dict[int, list[ToHost]] = {}
    for fact in facts:
        seen.setdefault(id(fact.at), []).append(fact)
    found: dict[int, Reason] = {}
    worth: list[ToHost] = []
    for here in seen.values():
        for fact in here:
            reason = _silence(fact, here, source, is_tensor)
            if reason is None:
                worth.append(fact)
            else:
                found[id(fact)] = reason
    given = Counter(map(_around, worth))
    for fact in worth:
        around = _around(fact)
        if around is not None and given[around] >= _FOR_ARRAYS:
            found[id(fact)] = FOR_ARRAYS
    return found


def _around(fact: ToHost) -> int | None:
    """The function, by its form, that gives an argument of its own to a function of arrays; None where that is none."""
    own = fact.method != METHOD and is_of_argument(fact.tensor.device)
    return id(fact.inside.form) if own and fact.inside is not None else None


def _silence(fact: ToHost, here: list[ToHost], source: str, is_tensor: IsTensor) -> Reason | None:
    """Why a conversion is not reported; ``here`` are all that were seen in its place."""
    device = fact.tensor.device
    if fact.of_host and (device == UNKNOWN or is_of_argument(device)):
        return MADE_OF_HOST_INPUT
    if device == UNKNOWN and fact.detached:
        made_here = fact.tensor.made in (Made.FACTORY, Made.EXPLICIT)  # under a default device that is not known
        if made_here or any(is_host(other.tensor.device) for other in here):
            return KNOWN_ON_CPU
        return None if _is_among_moves(fact) else NOTHING_MOVED
    if not may_be_accelerator(device, fact.guards):
        return KNOWN_ON_CPU
    if fact.method == METHOD and is_no_tensor_there(fact.guards):
        return OTHER_KIND
    if not is_of_argument(device):
        return None
    if fact.inside is None or fact.within is None or not isinstance(fact.inside.form, form.Function):
        return NO_KNOWN_TENSOR
    asked = [kinds for of, kinds, arm in kinds_asked(fact.guards) if arm and of == device.symbol.key]
    if any(not str(kind).startswith("torch.") for kinds in asked for kind in kinds):
        return OTHER_KIND  # another kind of tensor, or an array
    certain = _is_one(fact, device, is_tensor) if fact.method == METHOD else _is_annotated(fact, device)
    certain |= device.symbol.kind is SymbolKind.MODULE  # a weight
    if not fact.detached and not certain:
        return NO_KNOWN_TENSOR
    if fact.method == METHOD and any(_is_made_in_its_place(other, fact) for other in here):
        return BESIDE_CPU_ARM
    brought = [other for other in here if other.calls > 1]
    given = [other.tensor.device for other in brought]
    if any(map(is_host, given)) or any(other.of_host for other in brought):
        return GIVEN_FROM_CPU
    name = fact.inside.form.name
    called = rf"(?<!def )(?<!super\(\)\.)\b{name}"
    passed = re.findall(called + _CALL, source)
    if not passed and not re.search(rf"{called}\(", source):
        return None
    if not given or UNKNOWN in given and not _is_one(fact, device, is_tensor):
        return NO_KNOWN_TENSOR
    return GIVEN_FROM_CPU if any(map(_HOSTED.search, passed)) else None


def _is_made_in_its_place(other: ToHost, fact: ToHost) -> bool:
    """True if ``other`` converts what the same call has made on the CPU, where ``fact`` does not hold."""
    made = is_host(other.tensor.device) and other.tensor.made is Made.FACTORY
    return (
        made and other.within is fact.within and other.calls == fact.calls and not feasible(other.guards, fact.guards)
    )


def _is_among_moves(fact: ToHost) -> bool:
    """Whether the class or function of a conversion moves something to a device that was chosen."""
    if fact.within is None:
        return False
    around = fact.within.owner.form if fact.within.owner is not None else fact.within.form
    for part in calls_in(around):
        if isinstance(part.function, form.Attribute) and _moves(part, part.function.name):
            return True
    return False


def _moves(at: form.Call, name: str) -> bool:
    return name == "cuda" or name == "to" and any(map(_is_device, at.arguments))


def _is_device(at: form.Form) -> bool:
    return is_called_device(dotted(at))


def _is_annotated(fact: ToHost, device: Followed) -> bool:
    """Whether what is given to a function of arrays is called a tensor, and nothing else, by the one that gives it."""
    assert fact.inside is not None, "the caller looked"
    if fact.calls > 1 or asks_kind(fact.guards):
        return False
    parameters = (p for p in fact.inside.form.parameters.all if p.name == device.symbol.text)
    kinds = [p.annotation for p in parameters if is_tensor_annotation(p.annotation)]
    return any(not _OTHERS.search(words_in(kind)) for kind in kinds)


def _is_one(fact: ToHost, device: Followed, is_tensor: IsTensor) -> bool:
    """Whether what is converted is a tensor for certain, as far as the parameters say, and no part of one of them."""
    assert fact.inside is not None and fact.within is not None, "the caller looked"
    symbol = device.symbol
    if any(of == symbol.key and arm and "torch.Tensor" in kinds for of, kinds, arm in kinds_asked(fact.guards)):
        return True
    if is_tensor(fact.inside, symbol.text):
        return True
    in_module = fact.inside.owner is not None and is_module_class(fact.inside.owner)
    if any(p.name == symbol.text and _speaks_of_tensors(p, in_module) for p in fact.inside.form.parameters.all):
        return True
    name = root(fact.tensor.at)
    return name in {p.name for p in fact.within.form.parameters.all} and is_tensor(fact.within, name)


def _speaks_of_tensors(parameter: form.Parameter, in_module: bool) -> bool:
    """Whether a parameter is of tensors by its annotation.

    A dict of them may be a sample to draw, or a saved state; to a method of a module it is a batch.
    """
    return says_tensor(parameter) and (in_module or not _KEYED.search(words_in(parameter.annotation)))
