"""Target devices: the device that a ``device=`` argument names, or that ``.to``, ``.cuda`` and their kin move to.

x.to(other)                   where `other` is
x.to(device or "cpu")         under either condition another device
make(device=None)             the default device, or nothing that is known: it depends on who left it out
"""

from __future__ import annotations

from devlint.devices.facts.device_choices import CudaCall
from devlint.devices.facts.events import DeviceGiven, Use
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import known_none, was_left_out
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Device, Followed, Known, Symbol, SymbolKind, imported
from devlint.devices.lattice.hints import device_of, hint_of
from devlint.devices.lattice.state_keys import DEFAULTED, default_device
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceType, DeviceValue, Dtype, TensorType
from devlint.flow.binding import OPEN
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import joined_of_many, merge
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.identity import innermost
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, External, Identity, Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.devices import is_called_device

HALVES = frozenset({"half", "float", "double", "bfloat16", "long", "int", "short", "bool", "char", "byte"})


def named_device(value: Value, at: form.Form | None) -> Device:
    """The device that one alternative of a ``device=`` argument names."""
    device = device_of(value)
    if device is not None:
        return device
    if isinstance(value, Tensor):
        return value.device
    if isinstance(value, External) and value.name.rpartition(".")[2].lower() in ("device", "dev"):
        return Followed(Symbol(imported(value.name), SymbolKind.DEVICE, dotted(at) or value.name))
    if isinstance(value, Unknown) and not _is_anything(value.id):
        return Followed(Symbol(value.id, SymbolKind.DEVICE, dotted(at) or "device"))
    return UNKNOWN


def called_device(value: Value, at: form.Form) -> Value:
    """``value``, at ``at``, as the device that it is by its name there, if its value is unknown."""
    if not isinstance(value, Unknown) or not is_called_device(dotted(at)):
        return value
    device = named_device(value, at)
    return DeviceValue(device) if device != UNKNOWN else value


def _is_anything(identity: Identity) -> bool:
    """Whether something was left open by the caller, is one of many, or what code out of sight made of None."""
    return joined_of_many(identity) or innermost(identity) in (OPEN, DEFAULTED)


def without_device(arguments: Arguments) -> bool:
    """Whether a call says that there is no device: what it chooses instead may well be the default one."""
    given = list(zip(arguments.positional, map(dotted, arguments.forms), strict=False))
    given += [(value, name) for name, value in arguments.keywords]
    return any(value == NONE and name.rpartition(".")[2].endswith("device") for value, name in given)


def targets(state: State, value: Value, at: form.Form | None) -> list[tuple[Guards, Device]]:
    """The devices a ``device=`` argument may name, each under its guards."""
    given = [(g, v) for g, v in options(value) if feasible(g, state.guards)]
    if all(v == NONE for _, v in given):
        return [(g, device_of(v) or UNKNOWN) for g, v in options(default_device(state))]
    return [(g, _target(g, v, at)) for g, v in given]


def _target(guards: Guards, value: Value, at: form.Form | None) -> Device:
    """Where one of several devices puts a tensor: without one it is made where a parameter that was left out says."""
    if value == NONE and was_left_out(guards):
        return DEFAULT
    return UNKNOWN if value == NONE or _for_want(guards) else named_device(value, at)


def _for_want(guards: Guards) -> bool:
    """Whether an alternative is there only because something is None: the device that goes with it is not chosen."""
    return bool(known_none(guards))


def move_target(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> list[tuple[Guards, Device | None]] | None:
    """Where ``.to(...)``, ``.cuda(...)`` and their kin move something, each alternative under its guards.

    None where ``name`` is no move; a device of None where only the dtype changes.
    """
    if name == "cpu":
        return [(ALWAYS, CPU)]
    if name in ("cuda", "xpu", "npu", "hpu", "mps"):
        tell_device(run, state, recorder, arguments, 0, Use.ACCELERATOR)
        return _accelerator_target(state, recorder, name, arguments, at)
    if name == "to":
        tell_device(run, state, recorder, arguments, 0, Use.TO)
        return _to_target(state, arguments)
    if name == "type_as":
        return _to_target(state, arguments, tensor=True)
    if name == "type":
        return _type_target(arguments)
    if name in HALVES:
        return [(ALWAYS, None)]
    return None


def tell_device(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, position: int | None, use: Use
) -> None:
    """Say that a call is given a device, by its ``position`` or as ``device=``, if it is."""
    given, where = arguments.get(position, "device"), arguments.form_of(position, "device")
    if given is not None and where is not None:
        recorder.tell(DeviceGiven(run, state, given, where, use))


def _accelerator_target(
    state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> list[tuple[Guards, Device | None]]:
    given = arguments.get(0, "device")
    if arguments.open:
        return [(ALWAYS, UNKNOWN)]
    if given is None:
        return [(ALWAYS, Known(name))]
    found: list[tuple[Guards, Device | None]] = []
    where = arguments.form_of(0, "device")
    for guards, value in options(given):
        if feasible(guards, state.guards):
            unset = isinstance(value, Literal) and (value.value is None or isinstance(value.value, bool))
            device = Known(name) if unset else device_of(value)
            if device is None:
                device = Followed(Symbol(getattr(value, "id", id(at)), SymbolKind.DEVICE, dotted(where) or "device"))
            found.append((guards, device))
            if device == CPU and where is not None:
                recorder.add(CudaCall(at, guards | state.guards, f".{name}()", where))
    return found


def _to_target(state: State, arguments: Arguments, *, tensor: bool = False) -> list[tuple[Guards, Device | None]]:
    """``.to(...)``; with ``tensor`` what is given is one for certain, as in ``.type_as(...)``."""
    given = arguments.get(None, "device") or arguments.get(None, "other")
    where = arguments.form_of(None, "device")
    if given is None:
        for position, value in enumerate(arguments.positional):
            if not isinstance(value, Dtype) and not (isinstance(value, Literal) and isinstance(value.value, bool)):
                given, where = value, arguments.forms[position] if position < len(arguments.forms) else None
                break
    if given is None:
        return [(ALWAYS, UNKNOWN if arguments.open else None)]
    found: list[tuple[Guards, Device | None]] = []
    for guards, value in options(given):
        if not feasible(guards, state.guards):
            continue
        if value == NONE and given != NONE:
            continue  # who sends things to a device does not mean them to stay where they are
        if value == NONE or isinstance(value, Dtype):
            found.append((guards, None))
        elif _for_want(guards):
            found.append((guards, UNKNOWN))
        elif tensor and (hint := hint_of(value)) is not None:
            found.append((guards, hint.device))
        elif isinstance(value, Unknown):
            found.append((guards, _unknown_target(value, where)))
        else:
            found.append((guards, named_device(value, where)))
    return found


def _unknown_target(value: Unknown, where: form.Form | None) -> Device | None:
    """`.to(u)`: a device if it is called one, a dtype if it is called that, else unknown."""
    name = dotted(where).rpartition(".")[2].lower()
    if "dtype" in name:
        return None
    if _is_anything(value.id):
        return UNKNOWN
    if is_called_device(name):
        return Followed(Symbol(value.id, SymbolKind.DEVICE, dotted(where)))
    return UNKNOWN


def _type_target(arguments: Arguments) -> list[tuple[Guards, Device | None]] | None:
    given = arguments.get(0, "dtype")
    return None if given is None else [(guards, _of_type(one)) for guards, one in options(given)]


def _of_type(given: Value) -> Device | None:
    if isinstance(given, Dtype):
        return UNKNOWN if given.given else None
    if isinstance(given, TensorType):
        return given.device
    if is_tensor_type(given) and isinstance(given, External):
        return Known("cuda") if given.name.startswith("torch.cuda.") else CPU
    if isinstance(given, Literal) and isinstance(given.value, str):
        return Known("cuda") if ".cuda." in given.value else CPU
    return UNKNOWN


def is_tensor_type(value: Value) -> bool:
    """Whether ``value`` is ``torch.FloatTensor`` or one of its kin, or that as a string."""
    name = value.name if isinstance(value, External) else value.value if isinstance(value, Literal) else None
    return isinstance(name, str) and name.startswith("torch.") and name.endswith("Tensor")


def text_of(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``str(device)``: compared with a name, it tells where something is."""
    value = arguments.get(0, None)
    if isinstance(value, Literal) and isinstance(value.value, str):
        return value
    if value is not None and len(at.arguments) == 1:
        value = called_device(value, at.arguments[0])
    each = options(value) if value is not None else ()
    if not each or not all(isinstance(one, DeviceValue) for _, one in each):
        return None
    named = [(g, DeviceType(one.device, written=True)) for g, one in each if isinstance(one, DeviceValue)]
    return merge(named, run.identity(at))
