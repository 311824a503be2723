"""Attributes of values that are unknown: devices, weights, and what belongs to a module that is being built.

    x.device                       where x is, if it is a tensor
    layer.weight                   a weight, where the layer is
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.evidence.torch_device import has_device_of_its_own
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import (
    UNKNOWN,
    Followed,
    Symbol,
    SymbolKind,
    is_of_argument,
)
from devlint.devices.lattice.state_keys import PLACE, default_device
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Dtype, Scalar
from devlint.devices.semantics.modules import (
    library_models,
    weights,
)
from devlint.devices.semantics.placement.targets import called_device
from devlint.devices.semantics.tensors import methods as tensor_methods
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import joined_of_many
from devlint.flow.values.definitions import Object
from devlint.flow.values.identity import has_whole, is_named_part, tag_of
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.counts import is_called_number
from devlint.naming.devices import is_called_device
from devlint.naming.hosts import says_cpu
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS


def attribute(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    witness: EvidenceCache,
    value: Unknown | Object,
    at: form.Attribute,
) -> Value | None:
    """``value.name`` of an unknown value; None where the evaluator's own answer suffices."""
    name = at.name
    if is_called_device(name):
        if name == "device" and (place := library_models.place(state, value)) is not None:
            return place
        if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
            sent = value.hint.cause is not None and value.hint.cause.made in (Made.MOVE, Made.HOST_MOVE)
            return DeviceValue(value.hint.device, of_tensor=sent) if value.hint.device != UNKNOWN else None
        if run.site.abroad and isinstance(value, Unknown) and not _was_passed(run, value):
            return DeviceValue(UNKNOWN)
        if name == "device" and isinstance(value, Object) and _is_being_built(state, value):
            return default_device(state)
        anywhere = state.field(value.id, PLACE) == DeviceValue(UNKNOWN)
        owner = value.id if isinstance(value, Unknown) else (value.id, name)
        if anywhere or joined_of_many(value.id) or _is_of_built(state, owner):
            return DeviceValue(UNKNOWN)
        return DeviceValue(Followed(Symbol((value.id, name), SymbolKind.DEVICE, dotted(at) or name)))
    if isinstance(value, Object):
        return None
    if name in ("type", "index") and isinstance(device := called_device(value, at.value), DeviceValue):
        return tensor_methods.device_attribute(run, state, device, name, at)
    if name in ("shape", "ndim", "dtype", "size"):
        return Scalar((value.id, name), _weight(value)) if name != "dtype" else Dtype()
    if not isinstance(value.hint, Tensor):
        return None
    if name in tensor_methods.VIEWS and name != "grad" or name == "is_cuda":
        return tensor_methods.attribute(run, state, recorder, value.hint, name, at)
    identity = (value.id, f".{name}")
    if says_cpu(name):
        return Tensor(UNKNOWN, identity) if witness.is_tensor(run, dotted(at)) else Unknown(identity)
    if _is_record(value, value.hint, name):
        return Unknown(identity)
    hint = part(value.hint, identity, name)
    return hint if witness.is_tensor(run, dotted(at)) else Unknown(identity, hint)


def _weight(value: Unknown) -> Tensor | None:
    """The weight of a layer, ``layer.weight``, by the name of the attribute; None for anything else."""
    named = tag_of(value.id) in (".weight", ".bias")
    return value.hint if named and isinstance(value.hint, Tensor) else None


def _is_being_built(state: State, module: Object) -> bool:
    """Whether a module whose ``device`` says where it is has not been moved yet, since its constructor is at work."""
    built = (module.id, PLACE) in state.fields
    return not built and is_module_class(module.type) and has_device_of_its_own(module.type)


def _is_of_built(state: State, identity: Identity) -> bool:
    """Whether what has this identity is a part of a module that is still on the CPU, where the code has built it.

    Or of something of which it is known that it may be anywhere.
    """
    while is_named_part(identity):
        identity = identity[0]
        place = state.field(identity, PLACE)
        if place is not None:
            return weights.is_on_host(place) or place == DeviceValue(UNKNOWN)
    return False


def part(hint: Tensor, identity: Identity, name: object) -> Tensor:
    """What ``x.name`` or ``x["name"]`` may be, of an ``x`` that is, if it is a tensor, ``hint``.

    What is called a number is not taken for a tensor because of what ``x`` was said to be, or where it was moved.
    """
    if not isinstance(name, str) or not is_called_number(name):
        return replace(hint, id=identity, rank=None, maybe_scalar=not isinstance(name, str))
    device = hint.device if is_of_argument(hint.device) else UNKNOWN
    return replace(hint, id=identity, rank=None, maybe_scalar=True, told=False, device=device)


def _is_record(value: Unknown, hint: Tensor, name: str) -> bool:
    """Whether ``value`` is one of the objects that code out of sight made of what its caller passed.

    It has an attribute that no tensor has, and what such an object holds is wherever that code has put it.
    """
    if not is_of_argument(hint.device) or hint.cause is not None or name in ALL_TENSOR_MEMBERS:
        return False
    return has_whole(value.id) and str(value.id[1]).startswith("[")


def _was_passed(run: Evaluator, value: Unknown) -> bool:
    """Whether the evaluated file passed ``value``, or what it is an attribute of, to the file in progress."""
    crossing = run.site.crossing
    given = crossing.arguments.values() if crossing is not None and crossing.arguments is not None else ()
    known = {one.id for v in given for _, one in options(v) if isinstance(one, Unknown)}
    identity = value.id
    while identity not in known:
        if not is_named_part(identity):
            return False
        identity = identity[0]
    return True
