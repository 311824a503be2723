"""A call of a function that a stub describes: its arguments by the names of the stub, and the places it speaks of.

def encode(self, texts, *, device: Device = accelerator) -> Tensor[device]: ...
encoder.encode(texts, device="cuda:1")        `device` is "cuda:1", and the place `device` is that GPU
"""

from __future__ import annotations

from devlint.base.record import dataclass, replace
from devlint.devices.facts.operations import OF_MODULE, OF_OBJECT, Operand
from devlint.devices.facts.recorder import Alternatives, Recorder, operands
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Device, Known, is_host, parse
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import AROUND, PLACE, STRANGE, default_device
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, HostArray, Mark, Module, Scalar
from devlint.devices.semantics.calls.configured_functions import Targets, where_is
from devlint.devices.semantics.modules import application, pretrained_attributes
from devlint.devices.semantics.modules.weights import carries, place_of
from devlint.flow.containers import contents, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Identity, Literal, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.stubs.vocabulary import (
    ACCELERATOR,
    GPU,
    Class,
    DeviceType,
    Function,
    ModelType,
    Parameter,
    Place,
    TensorType,
    Whereabouts,
)


@dataclass(slots=True)
class BoundCall:
    """A call of the function ``row``, as ``name``; ``instance`` is the object where it is a method, of ``owner``."""

    run: Evaluator
    state: State
    recorder: Recorder
    name: str
    row: Function
    arguments: Arguments
    at: form.Call
    instance: Value | None = None
    owner: Class | None = None

    @property
    def is_readable(self) -> bool:
        """Whether it can be seen which parameter each argument is for."""
        return not self.arguments.starred and not self.arguments.open

    def given(self, parameter: Parameter) -> Value | None:
        """What the call passes for ``parameter``; None where it passes nothing."""
        return self.arguments.get(parameter.position, parameter.name)

    def form_of(self, parameter: Parameter) -> form.Expression | None:
        """The expression that the call passes for ``parameter``."""
        return self.arguments.form_of(parameter.position, parameter.name)

    def argument(self, name: str) -> Value | None:
        """What the argument ``name`` is: what is passed, or a constant default; None where that is not known."""
        if name == "self":
            return self.instance
        parameter = self.row.parameter(name)
        if parameter is None:
            return None
        value = self.given(parameter)
        if value is None and not self.is_readable:
            return None
        return value if value is not None or isinstance(parameter.default, Place) else Literal(parameter.default)

    # Places

    def devices(self, place: Place) -> Targets:
        """The devices that ``place`` may be, each under its conditions."""
        if place.kind is Whereabouts.DEVICE:
            return [(ALWAYS, parse(place.name) or UNKNOWN)]
        if place.kind is Whereabouts.DEFAULT:
            return _named(default_device(self.state))
        if place.kind is Whereabouts.ACCELERATOR:
            return [(frozenset({(AVAILABLE, True)}), Known("cuda")), (frozenset({(AVAILABLE, False)}), CPU)]
        if place.kind is Whereabouts.OBJECT:
            return self._of_object()
        return self._of_argument(place.name) if place.kind is Whereabouts.ARGUMENT else [(ALWAYS, UNKNOWN)]

    def _of_object(self) -> Targets:
        identity = getattr(self.instance, "id", None)
        around = self.state.field(identity, AROUND)
        if around is not None:
            return self._where(around, None, named=False)
        if self.instance is None or (identity, PLACE) not in self.state.fields:
            return [(ALWAYS, UNKNOWN)]
        return _named(place_of(self.state, self.instance))

    def _of_argument(self, name: str) -> Targets:
        parameter = self.row.parameter(name)
        if parameter is None or not self.is_readable and self.given(parameter) is None:
            return [(ALWAYS, UNKNOWN)]
        value = self.given(parameter)
        if isinstance(parameter.type, DeviceType) and value in (None, NONE):
            default = parameter.default if isinstance(parameter.default, Place) else Place(Whereabouts.DEFAULT)
            return self.devices(default)
        if value is None:
            return [(ALWAYS, UNKNOWN)]
        named = isinstance(parameter.type, DeviceType)
        written = self.form_of(parameter)
        return [(g | inner, d) for g, one in options(value) for inner, d in self._where(one, written, named=named)]

    def _where(self, value: Value, written: form.Form | None, *, named: bool) -> Targets:
        """Where an argument is, or the device that it is if it is ``named`` so; something unknown is anywhere."""
        if self.is_placed(value):
            return _named(place_of(self.state, value))
        if isinstance(value, Unknown) and not named and not isinstance(value.hint, Tensor):
            return [(ALWAYS, UNKNOWN)]
        if not named and isinstance(contents(self.state, value), (Sequence, Table)):
            return [(ALWAYS, self._of_all_in(value))]
        return where_is(self.state, value, written)

    def _of_all_in(self, container: Value) -> Device:
        """The device of all tensors in a container; where it holds numbers alone, that of what is made of them."""
        inside = leaves(self.state, container)
        if any(isinstance(one, (Unknown, Choice)) for one in inside):
            return UNKNOWN
        found = {one.device for one in inside if isinstance(one, Tensor)}
        if inside and all(isinstance(one, (Literal, Scalar, HostArray)) for one in inside):
            return DEFAULT
        return found.pop() if len(found) == 1 else UNKNOWN

    def is_placed(self, value: Value) -> bool:
        """Whether ``value`` is an object of which the state knows the place."""
        return isinstance(value, Unknown) and (value.id, PLACE) in self.state.fields

    def place_value(self, place: Place) -> Value:
        """``place`` as a device, or a choice of devices."""
        named = [(guards, DeviceValue(device)) for guards, device in self.devices(place)]
        return merge(named, self.run.identity(self.at, "place"))

    def place_of_moved(self, place: Place, value: Value) -> Value | None:
        """Where ``value`` is once it was moved to ``place``; None where it stays where it is."""
        if place != GPU:
            return self.place_value(place)
        before = _named(place_of(self.state, value))
        if not any(is_host(device) for _, device in before):
            return None
        moved: list[tuple[Guards, Value]] = []
        for guards, device in before:
            there = self.devices(ACCELERATOR) if is_host(device) else [(ALWAYS, device)]
            moved += [(guards | g, DeviceValue(one)) for g, one in there if feasible(guards, g)]
        return merge(moved, self.run.identity(self.at, "place"))

    # Operands

    def standing_for(self, place: Place) -> Alternatives:
        """An operand that is at ``place``, for others to meet; empty where nothing is known of it."""
        parameter = self.row.parameter(place.name) if place.kind is Whereabouts.ARGUMENT else None
        if parameter is not None and not isinstance(parameter.type, DeviceType):
            value, written = self.given(parameter), self.form_of(parameter)
            if value is None or written is None:
                return []
            if self.is_placed(value) or isinstance(parameter.type, ModelType):
                return self.weights(value, written)
            found = operands(self.state, value, written, certain=isinstance(parameter.type, TensorType))
            return found[0] if found else []
        if place.kind is Whereabouts.OBJECT and self.instance is not None:
            called = self.at.function
            return self.weights(self.instance, called.value if isinstance(called, form.Attribute) else called)
        return [
            (guards, Operand(self._there(device), self.at))
            for guards, device in self.devices(place)
            if device != UNKNOWN
        ]

    def _there(self, device: Device) -> Tensor:
        identity: Identity = ("stub", self.run.identity(self.at))
        cause = None if is_host(device) else Cause(Made.EXPLICIT, self.at)
        return Tensor(device, identity, POSITIVE, cause)

    def weights(self, model: Value, at: form.Form) -> Alternatives:
        """The weights of ``model``, as one operand; empty where their device, or whether it has any, is not known."""
        if isinstance(model, Choice):
            return []
        around = self.state.field(getattr(model, "id", None), AROUND)
        if around is not None:
            return _standing_for(OF_OBJECT, self.weights(around, at), at)
        if isinstance(model, Module):
            return _standing_for(OF_MODULE, application.weights(self.state, model, at), at)
        if not isinstance(model, (Object, Unknown)) or (model.id, PLACE) not in self.state.fields:
            return []
        if isinstance(model, Object) and not carries(self.state, model):
            return []
        mark = self.state.field(model.id, STRANGE)
        made = Cause(Made.MODULE, mark.at) if isinstance(mark, Mark) else None
        found: Alternatives = []
        for guards, one in pretrained_attributes.weights_where(self.state, model, model, self.at):
            cause = made if one.device == DEFAULT and one.tensor.cause is None else one.tensor.cause
            kind = OF_MODULE if made is not None else OF_OBJECT
            weight = replace(one.tensor, id=(model.id, kind), cause=cause, parameter=True)
            found.append((guards, Operand(weight, at)))
        return found


def _standing_for(kind: str, weights: Alternatives, at: form.Form) -> Alternatives:
    """``weights`` as those of the module, or of the object, that ``at`` is."""
    return [(guards, Operand(replace(one.tensor, id=(one.tensor.id, kind)), at)) for guards, one in weights]


def _named(place: Value) -> Targets:
    """The devices that ``place`` names, each under its conditions."""
    return [(guards, device_of(one) or UNKNOWN) for guards, one in options(place)]
