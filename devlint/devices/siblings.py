<<<<<<< HEAD
"""Parts of one batch that are treated apart: one is moved, another one is used as it came.

    for x, y in loader:            nobody knows where they are, but both are in one place
        x = x.to(device)           hence not there, or this would not be done
        loss = criterion(net(x), y)

Only where the other one meets what was moved, or the model it belongs to, does it matter. What holds lengths, names or
numbers stays on the host by custom, and a part that is moved anywhere is left alone.
=======
"""Tensors made without a device among others of one function that are made on the caller's.

    scores = torch.zeros(n, device=x.device)
    hits = torch.zeros(n, device=x.device)
    taken = torch.zeros(n)                      the one that was forgotten

One look over the forms. Whoever names a device for all the others means it for this one, too, unless something in the
function speaks of the host, or this one is moved, copied or only used as an index.
>>>>>>> f0f3ce5 (Report the one tensor of a function that is made without the device of the others)
"""

from __future__ import annotations

import re
<<<<<<< HEAD
from dataclasses import field

from devlint.devices.device import UNKNOWN, Device, Followed, SymbolKind, is_accelerator, may_be_accelerator
from devlint.devices.facts import LeftBehind
from devlint.devices.meeting import Sink
from devlint.devices.values import PLACE, DeviceValue, Made, Tensor
from devlint.flow import form
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.form import dotted
from devlint.flow.record import dataclass
from devlint.flow.state import State
from devlint.flow.value import Choice, Guards, Identity, Unknown, Value, feasible, options

WENT = "@went"
"""The field that marks a part that was moved, wherever to."""

APART = "@apart"
"""The field of a batch one part of which was moved, and of what a model made of a part that was not."""

_STAYS = re.compile(
    r"len|size|count|num|idx|index|name|path|file|text|str|caption|prompt|meta|info|key|_id$|lang|task|step|epoch|flag"
    r"|mode|cfg|config|args|offset|split|host|cpu|np|numpy|raw|list|graph|label_?map|shape|device",
    re.I,
)
"""Names of what is no tensor, or is wanted on the host."""

_MODEL = re.compile(
    r"(^|_)(model|net|network|encoder|decoder|classifier|generator|discriminator|actor|critic)(_?\w{0,2})$"
)
_BATCH = re.compile(r"(\w+_)?(batch|sample|minibatch)$")
_TENSORS = re.compile(
    r"(x|y|img|imgs|images?|inputs?|labels?|targets?|features?|masks?|tokens?|waveforms?|\w+_(ids|mask|values))\d?$"
)
"""Names of tensors that batches hold."""

_PREPARES = re.compile(r"accelerat|fabric")
"""Devices of frameworks whose loaders move what they give."""

_LOSS = re.compile(r"(^|_)(criterion|loss|loss_fn|loss_fct|loss_func|loss_function|objective)$|Loss$")


@dataclass(frozen=True, slots=True)
class Apart(Value):
    """Where one part of a batch was moved to, by ``at``; ``part`` is the part that was not, where it is known."""

    device: Device
    guards: Guards
    at: form.Form = field(compare=False)
    part: form.Form | None = field(default=None, compare=False)


def _batch(identity: Identity) -> Identity:
    """What the part ``identity`` is one of; None where it is no part of anything."""
    if not isinstance(identity, tuple) or len(identity) != 2:
        return None
    batch, key = identity
    is_part = isinstance(key, int) or isinstance(key, str) and key.startswith(("['", '["', "[0", "[1", "[2"))
    return batch if is_part and isinstance(batch, tuple) else None


def _is_drawn(identity: Identity) -> bool:
    """Whether the part ``identity`` is one of a batch that comes out of a loop, by itself or with its number."""
    assert isinstance(identity, tuple), "a part"
    batch, key = identity
    if isinstance(key, int) and batch[-1] == "[*]":
        batch = batch[0]  # what was unpacked
    if isinstance(batch, tuple) and len(batch) == 2 and isinstance(batch[-1], int):
        batch = batch[0]  # with its number
    return isinstance(batch, tuple) and batch[-1:] in (("[*]",), ("each",), ("batch",))


def moved(state: State, receiver: Value, result: Value, at: form.Call) -> None:
    """``receiver`` was moved at ``at``, which gave ``result``."""
    identity = getattr(receiver, "id", None)
    batch = _batch(identity)
    hint = receiver.hint if isinstance(receiver, Unknown) else receiver
    if batch is None or not (_is_drawn(identity) or isinstance(hint, Tensor) and _BATCH.match(_source(hint))):
        return
    for _, one in options(result):
        tensor = one.hint if isinstance(one, Unknown) else one
        device = tensor.device if isinstance(tensor, Tensor) else UNKNOWN
        state.fields[identity, WENT] = DeviceValue(device)
        chosen = is_accelerator(device)
        if isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE:
            chosen = not _PREPARES.search(device.symbol.text)
        if chosen and not isinstance(result, Choice) and (batch, APART) not in state.fields:
            state.fields[batch, APART] = Apart(device, state.guards, at)


def is_part(value: Value, at: form.Expression) -> bool:
    """Whether ``value``, which ``at`` reads, is a tensor of a batch by its name, so that a move gives another one."""
    if not isinstance(value, Unknown) or _batch(value.id) is None or not _TENSORS.match(_called(at)):
        return False
    return _is_drawn(value.id) or isinstance(value.hint, Tensor) and bool(_BATCH.match(_source(value.hint)))


def _source(hint: Tensor) -> str:
    """The name of the argument that ``hint`` is a part of."""
    device = hint.device
    is_argument = isinstance(device, Followed) and device.symbol.kind is SymbolKind.ARGUMENT
    return device.symbol.text if isinstance(device, Followed) and is_argument else ""


def _left(state: State, value: Value, at: form.Form, *, loaded: bool = False) -> Apart | None:
    """The move that left ``value`` behind; None where nothing says that it was."""
    if not isinstance(value, Unknown):
        return None
    made = state.field(value.id, APART)
    if isinstance(made, Apart) and made.part is not None:
        return made
    if not isinstance(at, (form.Name, form.Subscript)):
        return None
    batch = _batch(value.id)
    apart = state.field(batch, APART) if batch is not None else None
    if not isinstance(apart, Apart) or (value.id, WENT) in state.fields or _STAYS.search(_called(at)):
        return None
    if value.hint is not None and not _is_as_it_came(value.hint, loaded):
        return None
    return Apart(apart.device, apart.guards, apart.at, at) if feasible(apart.guards, state.guards) else None


def _is_as_it_came(hint: Value, loaded: bool) -> bool:
    """Whether nothing was done to a part; ``loaded`` asks about those of a loader of this file as well."""
    if not isinstance(hint, Tensor):
        return False
    made = hint.cause.made if hint.cause is not None else None
    return made in (None, Made.PARAMETER) or loaded and made is Made.LOADER


def _called(at: form.Form) -> str:
    if isinstance(at, form.Subscript):
        return str(at.index.value) if isinstance(at.index, form.Constant) else "index"
    return dotted(at)


def _is_there(state: State, value: Value, device: Device) -> bool:
    for guards, one in options(value):
        tensor = one.hint if isinstance(one, Unknown) else one
        if isinstance(tensor, Tensor) and tensor.device == device and feasible(guards, state.guards):
=======
from collections.abc import Iterable, Iterator

from devlint.devices.facts import Unlike
from devlint.devices.tables import factory
from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.value import ALWAYS, External, FunctionValue

FEWEST = 2  # siblings that are made on one device
_DEVICE = re.compile(r"(^|[._])(device|dev)$")
_ON_HOST = re.compile(r"len|size|count|offset|index|idx|indices|perm|order", re.I)
_LEAVING = frozenset("to cuda cpu type_as item tolist numpy copy_ pin_memory".split())
_KEEPING = frozenset({"Parameter", "Buffer", "register_buffer", "register_parameter"})
_OF_HOST = frozenset("cpu numpy pin_memory from_numpy set_default_device".split())


def scan(functions: Iterable[FunctionValue]) -> Iterator[Unlike]:
    """The tensors in ``functions`` that are the only ones made without a device."""
    seen: set[int] = set()
    for function in functions:
        for fact in _unlike(function):
            if id(fact.at) not in seen:
                seen.add(id(fact.at))
                yield fact


def _unlike(function: FunctionValue) -> Iterator[Unlike]:
    made = [
        (call, device, name)
        for call in form.walk(function.form, form.Call)
        if isinstance(call, form.Call) and (name := _factory_name(function, call))
        for device in (_device(call),)
    ]
    bare = [(call, name) for call, device, name in made if device is None]
    if len(bare) != 1 or len(made) <= FEWEST:
        return
    call, name = bare[0]
    placed = [(one, device) for one, device, of in made if device and _DEVICE.search(device)]
    for sibling, device in placed:
        alike = [one for one, place in placed if place == device]
        same = len(alike) >= FEWEST and _factory_name(function, sibling) == name
        if same and _has_elements(call) and not _speaks_of_the_host(function.form, device):
            if not _is_excused(function.form, call):
                yield Unlike(call, ALWAYS, sibling)
            return


def _factory_name(function: FunctionValue, call: form.Call) -> str:
    """The full name of the factory that ``call`` calls, "" where it is none that takes a device as a keyword."""
    top, dot, rest = dotted(call.function).partition(".")
    value = function.home.get(top) if top else None
    fact = factory(f"{value.name}{dot}{rest}") if isinstance(value, External) else None
    usable = fact is not None and fact.takes_device and not fact.follows and fact.shape in ("sizes", "data", "range")
    return fact.name if fact is not None and usable else ""


def _device(call: form.Call) -> str | None:
    """The name of the device a factory is given, "" where it is no name, None where it is given none."""
    for name, value in call.keywords:
        if name is None or name in ("out", "generator"):
            return ""
        if name == "device":
            return dotted(value)
    return "" if any(isinstance(one, form.Star) for one in call.arguments) else None


def _has_elements(call: form.Call) -> bool:
    """Whether a factory makes a tensor with dimensions that is not empty."""
    first = call.arguments[0] if call.arguments else None
    if first is None:
        return False
    if dotted(call.function).rpartition(".")[2] == "tensor":
        return isinstance(first, form.Comprehension) or isinstance(first, form.Display) and bool(first.elements)
    if isinstance(first, form.Display):
        return bool(first.elements) and not any(_is_zero(one) for one in first.elements)
    return not any(_is_zero(one) for one in call.arguments[:1])


def _is_zero(at: form.Expression) -> bool:
    return isinstance(at, form.Constant) and at.value == 0


def _speaks_of_the_host(function: form.Form, device: str) -> bool:
    """Whether a function uses the host on purpose, or asks what ``device`` is."""
    for part in form.walk(function):
        if isinstance(part, form.Constant) and isinstance(part.value, str) and part.value.startswith("cpu"):
            return True
        if isinstance(part, form.Attribute) and part.name in _OF_HOST:
            return True
        asked = form.walk(part.test) if isinstance(part, (form.If, form.Conditional)) else ()
        if any(dotted(one) == device for one in asked if isinstance(one, form.Expression)):
            return True
        if isinstance(part, form.With) and any(dotted(one).endswith("device") for one in _entered(part)):
>>>>>>> f0f3ce5 (Report the one tensor of a function that is made without the device of the others)
            return True
    return False


<<<<<<< HEAD
def met(
    run: Evaluator,
    state: State,
    sink: Sink,
    callee: Value,
    arguments: Arguments,
    at: form.Call,
    *,
    strict: bool = False,
) -> None:
    """Parts meet in a call of ``callee``; ``strict`` says that its arguments have to be in one place."""
    name = dotted(at.function).rpartition(".")[2]
    model = bool(_MODEL.search(name))
    if not (strict or model or _LOSS.search(name)):
        return
    given = list(zip(arguments.values(), arguments.all_forms(), strict=True))
    place = state.field(getattr(callee, "id", None), PLACE)
    for value, where in given:
        apart = _left(state, value, where)
        if apart is None or apart.part is None or not may_be_accelerator(apart.device, state.guards):
            continue
        others = [other for other, _ in given if other is not value]
        here = isinstance(place, DeviceValue) and place.device == apart.device
        if here or any(_is_there(state, other, apart.device) for other in others):
            sink.add(LeftBehind(apart.part, state.guards | apart.guards, apart.at, apart.device, dotted(at.function)))
        elif model and not isinstance(where, form.Subscript):
            state.fields[run.identity(at), APART] = apart


def compared(
    state: State, sink: Sink, operator: str, sides: tuple[tuple[Value, form.Form], tuple[Value, form.Form]]
) -> None:
    """``predicted == labels``, ``predicted - target``."""
    if operator not in ("==", "!=", "-"):
        return
    for (value, where), (other, _) in (sides, sides[::-1]):
        apart = _left(state, value, where, loaded=True)
        if apart is None or apart.part is None or not may_be_accelerator(apart.device, state.guards):
            continue
        if _is_there(state, other, apart.device):
            sink.add(LeftBehind(apart.part, state.guards | apart.guards, apart.at, apart.device, operator))
=======
def _entered(block: form.With) -> Iterator[form.Expression]:
    for value, _ in block.items:
        yield value.function if isinstance(value, form.Call) else value


def _is_excused(function: form.Form, call: form.Call) -> bool:
    """Whether what ``call`` makes is moved, copied, leaves torch, or is an index, as far as its name says."""
    names = {
        dotted(target)
        for one in form.walk(function, form.Assign)
        if isinstance(one, form.Assign) and any(part is call for part in form.walk(one.value))
        for target in one.targets
    }
    if any(_ON_HOST.search(name.rpartition(".")[2]) for name in names):
        return True
    return any(part is call or dotted(part) in names - {""} for place in _places(function) for part in form.walk(place))


def _places(function: form.Form) -> Iterator[form.Form]:
    """The expressions in a function whose values may be on the host without harm."""
    for part in form.walk(function, form.Call, form.Subscript, form.Assign):
        if isinstance(part, form.Subscript):
            yield part.index
        elif isinstance(part, form.Assign) and any(isinstance(target, form.Subscript) for target in part.targets):
            yield part.value
        elif isinstance(part, form.Call):
            if isinstance(part.function, form.Attribute) and part.function.name in _LEAVING:
                yield part.function.value
                yield from part.arguments
            kept = dotted(part.function).rpartition(".")[2] in _KEEPING  # it moves with its module
            if kept or any(name == "device" for name, _ in part.keywords):
                yield from part.arguments
>>>>>>> f0f3ce5 (Report the one tensor of a function that is made without the device of the others)
