"""Conditions on devices: the guards of tests such as ``x.is_cuda`` and ``device.type == "cuda"``.

    x.device.type == "cuda"         true where x is on an accelerator
    x.device == y.device            true where x is on the CPU, if y is
    x.get_device() >= 0             the same question, asked in another way
    str(x.device).startswith("cuda"), "cuda" in str(x.device)

What is not on "cuda" counts as on the CPU: the code asks because it means to treat the two apart.
"""

from __future__ import annotations

from itertools import product
from operator import eq, ge, gt, le, lt, ne

from devlint.devices.lattice.conditions import AmongTypes, accelerated_key, device_index, device_type, is_accelerated
from devlint.devices.lattice.device import UNKNOWN, Device, Followed, accelerated, is_accelerator, is_host
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.values import DeviceIndex, DeviceType, DeviceValue, TensorType
from devlint.devices.patterns.cuda_by_name import TYPE
from devlint.devices.semantics.placement.device_equality import compare_devices
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.truths import condition, shared
from devlint.flow.values.conditions import Undecided
from devlint.flow.values.guards import ALWAYS, Guards, excluding, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Literal, Sequence, Truth, Value, options
from devlint.forms import form
from devlint.torch_api.device_strings import ACCELERATORS

_ON_ACCELERATOR = ((">=", 0), (">", -1), ("!=", -1))
_ON_HOST = (("<", 0), ("==", -1), ("<=", -1))
"""What is asked of the number of a tensor's device, which is -1 on the CPU, to tell where the tensor is."""

_ORDER = {">": gt, ">=": ge, "<": lt, "<=": le, "==": eq, "!=": ne}


def ask(run: Evaluator, state: State, operator: str, left: Value, right: Value, at: form.Form) -> Value | None:
    """``left operator right`` as a condition on where something is; None where it is none."""
    if isinstance(left, TensorType) or isinstance(right, TensorType):
        left, right = _as_type_of_device(left), _as_type_of_device(right)
    return (
        compare_devices(operator, left, right)
        or compare_devices(operator, right, left)
        or among(operator, left, right)
        or index_asked(operator, left, right)
        or decide(run, state, operator, left, right, at)
    )


def _as_type_of_device(value: Value) -> Value:
    """What a type of tensors, or its name, says of their device: "cuda" for ``torch.cuda.FloatTensor``."""
    if isinstance(value, TensorType):
        return DeviceType(value.device)
    name = value.name if isinstance(value, External) else value.value if isinstance(value, Literal) else None
    return Literal("cuda") if isinstance(name, str) and TYPE.search(name) else value


def of_kind(value: Value, kind: Value) -> Truth | Literal | None:
    """``isinstance(x, torch.cuda.FloatTensor)``: the condition that ``x`` is on CUDA; None for other kinds."""
    if not isinstance(kind, External) or not TYPE.search(kind.name):
        return None
    tensors = (tensor_or_hint(one) for _, one in options(value))
    places = {tensor.device for tensor in tensors if tensor is not None} - {UNKNOWN}
    return is_on_accelerator(places.pop()) if len(places) == 1 else None


def is_on_accelerator(device: Device) -> Truth | Literal | None:
    """``x.is_cuda`` of a tensor on ``device``, as a condition."""
    if isinstance(device, Followed):
        return condition(accelerated(device.symbol))
    if is_accelerator(device):
        return Literal(True)
    if is_host(device):
        return Literal(False)
    return None


def begins(value: DeviceType | DeviceValue, start: Value) -> Value | None:
    """``str(device).startswith("cuda")``, or that of a device that is a string."""
    if not isinstance(start, Literal) or not isinstance(start.value, str):
        return None
    return compare_devices("==", value, start)


def text_begins(value: Literal, name: str, arguments: Arguments) -> Literal | None:
    """``startswith`` or ``endswith`` of a string that is written out."""
    part = arguments.get(0, None)
    if not isinstance(value.value, str) or not isinstance(part, Literal) or not isinstance(part.value, str):
        return None
    return Literal(value.value.startswith(part.value) if name == "startswith" else value.value.endswith(part.value))


def among(operator: str, left: Value, right: Value) -> Value | None:
    """``device.type in ("cuda", "mps")``: whether something is on one of several accelerators.

    So is ``"cuda" in str(device)``.
    """
    if operator not in ("in", "not in"):
        return None
    if isinstance(right, (DeviceType, DeviceValue)) and isinstance(left, Literal) and isinstance(left.value, str):
        kind = left.value.partition(":")[0]
        is_kind = kind == "cpu" or kind in ACCELERATORS
        return compare_devices("==" if operator == "in" else "!=", right, left) if is_kind else None
    if not isinstance(left, (DeviceType, DeviceValue)):
        return None
    if not isinstance(right, Sequence) or right.open or not isinstance(left.device, Followed):
        return None
    names = [item.value for item in right.items if isinstance(item, Literal)]
    if len(names) != len(right.items):
        return None
    symbol = left.device.symbol
    there = condition(accelerated(symbol))
    if "cpu" in names and {"cpu", "meta"}.issuperset(names):
        there = there.negated()
    elif "cpu" in names:
        named, others = ACCELERATORS.intersection(names), ACCELERATORS.difference(names)
        key = AmongTypes(symbol.key, frozenset(names))
        there = Truth(
            frozenset({(key, True), *((device_type(symbol.key, one), False) for one in others)}),
            frozenset({(key, False), (accelerated(symbol), True)})
            | {(device_type(symbol.key, one), False) for one in named},
        )
    return there if operator == "in" else there.negated()


def index_asked(operator: str, left: Value, right: Value) -> Value | None:
    """``x.get_device() >= 0``, or ``device >= 0`` of a number: whether something is on an accelerator.

    ``device == 1`` asks for one of them. That of a tensor on the CPU is -1.
    """
    if isinstance(left, DeviceIndex) and is_host(left.device):
        return _compare_constants(operator, Literal(-1), right)
    if not isinstance(left, (DeviceIndex, DeviceValue)):
        return None
    if not isinstance(right, Literal) or type(right.value) is not int:
        return None
    asked = operator, right.value
    if isinstance(left, DeviceIndex) and is_accelerator(left.device):
        return Literal(asked in _ON_ACCELERATOR) if asked in _ON_ACCELERATOR or asked in _ON_HOST else None
    if not isinstance(left.device, Followed):
        return None
    symbol, there = left.device.symbol, condition(accelerated(left.device.symbol))
    if operator in ("==", "!=") and right.value >= 0:
        own = condition(device_index(symbol.key, right.value))
        same = Truth(own.guards | there.guards, own.unless)
        return same if operator == "==" else same.negated()
    if asked in _ON_ACCELERATOR:
        return there
    return there.negated() if asked in _ON_HOST else None


def decide(run: Evaluator, state: State, operator: str, left: Value, right: Value, at: form.Form) -> Value | None:
    """``device.type == "cpu"`` of devices with alternatives: true under the guards of those of which it is true."""
    if not isinstance(left, Choice) and not isinstance(right, Choice):
        return None
    fresh = condition(Undecided(run.identity(at, "device")))
    yes: list[Guards] = []
    no: list[Guards] = []
    senses: list[Truth | Literal] = []
    asked: list[Truth] = []
    excluded = {True: ALWAYS, False: ALWAYS}  # what an alternative that decides rules out in the other arm
    for (its, value), (others, other) in product(options(left), options(right)):
        guards = its | others
        if not feasible(its, others) or not feasible(guards, state.guards):
            continue
        sense = _sense(operator, value, other)
        if sense is None:
            if not _may_name_any_device(value) and not _may_name_any_device(other):
                return None
            sense = condition(Undecided(run.identity(at, "unknown")))
        else:
            asked += [sense] if isinstance(sense, Truth) else []
        senses.append(sense)
        if isinstance(sense, Literal):
            (yes if sense.value else no).append(guards)
            excluded[not sense.value] |= excluding(guards)
            continue
        if feasible(guards, sense.guards):
            yes.append(guards | sense.guards)
        if feasible(guards, sense.unless):
            no.append(guards | sense.unless)
    if not senses or not any(isinstance(sense, Literal) for sense in senses):
        if len(asked) < len(senses):
            return None
        return senses[0] if senses and all(sense == senses[0] for sense in senses) else _of_several(senses)
    if not yes or not no:
        return Literal(bool(yes))
    known = asked[0] if len(asked) == 1 else fresh  # where something else was chosen, nothing is there
    when = yes[0] if len(yes) == 1 else fresh.guards | known.guards | shared(yes) | excluded[True]
    return Truth(when, no[0] if len(no) == 1 else fresh.unless | known.unless | shared(no) | excluded[False])


def _may_name_any_device(value: Value) -> bool:
    return isinstance(value, (DeviceType, DeviceValue)) and value.device == UNKNOWN


def _sense(operator: str, value: Value, right: Value) -> Truth | Literal | None:
    """``value operator right`` of one alternative."""
    sense = compare_devices(operator, value, right) or among(operator, value, right)
    sense = sense or index_asked(operator, value, right)
    sense = sense or _compare_constants(operator, value, right)
    return sense if isinstance(sense, (Truth, Literal)) else None


def _of_several(senses: list[Truth | Literal]) -> Truth | None:
    """Whether a device that is one of several is an accelerator, whichever it is; None where they differ in more."""
    guards = [guard for sense in senses if isinstance(sense, Truth) for guard in sense.guards]
    asked = [(key, arm) for key, arm in guards if is_accelerated(key)]
    arms = {arm for _, arm in asked}
    if len(asked) != len(senses) or len(arms) != 1:
        return None
    there = condition(accelerated_key(tuple(key for key, _ in asked)))
    return there if arms == {True} else there.negated()


def _compare_constants(operator_: str, left: Value, right: Value) -> Literal | None:
    """``-1 >= 0`` or ``"cpu" == "cpu"``: a number or a name that stands for a device, asked as a device would be."""
    if operator_ in ("in", "not in") and isinstance(left, Literal) and isinstance(right, Sequence) and right.exact:
        names = [one.value for one in right.items if isinstance(one, Literal)]
        known = len(names) == len(right.items) and not right.open
        return Literal((left.value in names) == (operator_ == "in")) if known else None
    if not isinstance(left, Literal) or not isinstance(right, Literal):
        return None
    if operator_ in ("in", "not in") and isinstance(left.value, str) and isinstance(right.value, str):
        return Literal((left.value in right.value) == (operator_ == "in"))
    if operator_ not in _ORDER:
        return None
    if operator_ in ("==", "!=") and isinstance(left.value, str) and isinstance(right.value, str):
        return Literal((left.value == right.value) == (operator_ == "=="))
    if type(left.value) is not int or type(right.value) is not int:
        return None
    return Literal(bool(_ORDER[operator_](left.value, right.value)))
