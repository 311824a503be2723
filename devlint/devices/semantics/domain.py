"""The domain of devices: what the evaluator's questions mean for tensors, modules and generators.

This is a switchboard. ``receiving`` says what functions are given, ``making`` and ``moving`` say where tensors are,
``operating``, ``tensors`` and ``meeting`` operate, ``holding`` keeps, ``modules`` and ``invoking`` attach and apply,
``chance`` draws random numbers; each adds what it saw to ``sink``.
"""

from __future__ import annotations

from devlint.devices.checks import (
    autocast_argument as casting,
    batch_parts as siblings,
    device_misuse as misuse,
    gpu_index as indices,
    model_inputs as fed,
    results,
    shared_identity as twins,
)
from devlint.devices.evidence import parameters as receiving, torch_device as certainty
from devlint.devices.evidence.class_roles import (
    MANAGED,
    TRANSPARENT,
    Role,
    is_backward,
    is_managed,
    is_module_class,
    role,
)
from devlint.devices.evidence.evidence_of_file import Witness
from devlint.devices.facts.operations import Discarded
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import CPU, UNKNOWN
from devlint.devices.lattice.state_keys import DEFAULT_DEVICE, DEFAULTED, default_device
from devlint.devices.lattice.values import (
    Cause,
    DeviceType,
    DeviceValue,
    Distribution,
    Dtype,
    Generator,
    HostArray,
    Loader,
    Made,
    Mark,
    Module,
    Optimizer,
    Scalar,
    Tensor,
)
from devlint.devices.semantics import arithmetic as operating, containers as holding
from devlint.devices.semantics.calls import (
    imports as foreign,
    opaque_calls as handing,
    project_classes as borrowed,
    returned_devices as returning,
    taught as told,
    unknown_values as unknown,
)
from devlint.devices.semantics.calls.callers import Callers
from devlint.devices.semantics.imported_calls import call_imported
from devlint.devices.semantics.libraries import (
    data as feeding,
    distributed as collectives,
    distributions,
    higher_order as applying,
    numpy_arrays as ndarrays,
    optimizers,
    random as chance,
    serialization as loading,
)
from devlint.devices.semantics.modules import (
    application as invoking,
    construction as settling,
    escape as unseen,
    methods as registry,
    untyped as strangers,
)
from devlint.devices.semantics.placement import device_tests as whereabouts, flags as switches
from devlint.devices.semantics.placement.targets import called_device, without_device
from devlint.devices.semantics.tensors import methods as tensors
from devlint.devices.semantics.tensors.results import derived
from devlint.flow.call import call_function, fits
from devlint.flow.containers import forget_items, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import (
    ClassValue,
    External,
    FunctionValue,
    Identity,
    Literal,
    Method,
    Object,
    Sequence,
    Super,
    Table,
    Truth,
    Unknown,
    Value,
    feasible,
    options,
)
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.names import only_asks, says_cpu
from devlint.record import replace
from devlint.teaching import NOTHING, Teaching, is_called
from devlint.torch_api.libraries import FOR_EXPORTERS, reads_file
from devlint.torch_api.tables import factory

DTYPES = frozenset({
    "float16", "float32", "float64", "float", "half", "double", "bfloat16", "int8", "int16", "int32", "int64", "int",
    "long", "short", "uint8", "bool", "complex64", "complex128", "cfloat", "cdouble",
})  # fmt: skip


class TorchDomain:
    """Answers the evaluator's questions about one file; see ``devlint.flow.domain.Domain`` for each."""

    def __init__(
        self,
        sink: Sink,
        called: set[str],
        teaching: Teaching = NOTHING,
        owns: foreign.Owns = foreign.everything,
    ) -> None:
        self.sink = sink
        self.owns = owns  # tells the forms of the file from those of others
        self.called = called  # the names of everything the file calls
        self.teaching = teaching
        self.devices = dict(teaching.places)
        self.places = teaching.placed
        self.witness = Witness()
        self.informed: dict[int, bool] = {}  # of a parameter that is a tensor, by its form: whether a call says more
        self.possible: dict[Identity, Tensor] = {}  # what arguments are that may be no tensors, where they are
        self.callers = Callers()
        self.inner: list[tuple[FunctionValue, State]] = []  # functions defined in a function, and the state there

    def alone(self) -> TorchDomain:
        return TorchDomain(Sink([], quiet=True), set())

    # What was taught

    def held(self, run: Evaluator, state: State, value: Value, at: form.Name | form.Attribute) -> Value:
        device = self.devices.get(dotted(at))
        return value if device is None else told.held(state, value, dotted(at), device, at)

    def told(self, run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call) -> Value | None:
        mover = told.mover_of(run, state, self.teaching, callee, at) if self.teaching.movers else None
        return None if mover is None else told.moved(run, state, self.sink, mover, callee, arguments, at)

    def calling(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> None:
        self.callers.called(run, state, function, arguments, at)

    def remark(self, at: form.Class, bases: tuple[Value, ...]) -> object:
        if not self.teaching.managed:
            return None
        names = [at.name, *map(dotted, at.bases), *(base.name for base in bases if isinstance(base, External))]
        managed = any(is_called(one, name) for one in self.teaching.managed for name in names)
        return MANAGED if managed else None

    # Reading

    def attribute(self, run: Evaluator, state: State, value: Value, at: form.Attribute) -> Value | None:
        name = at.name
        if isinstance(value, External):
            if name == "default_generator" and value.name in ("torch", "torch.random"):
                return Generator((value.name, name), CPU)
            full = f"{value.name}.{name}"
            if name in DTYPES and (value.name in ("torch", "torch.cuda")):
                return Dtype(full)
            return None
        if isinstance(value, Tensor):
            return tensors.attribute(run, state, self.sink, value, name, at)
        if isinstance(value, (DeviceValue, Literal)):
            misuse.attribute(run, state, self.sink, value, at)
        if isinstance(value, DeviceValue):
            return tensors.device_attribute(run, state, value, name, at)
        if isinstance(value, Module):
            return registry.attribute(state, value, name)
        if isinstance(value, Sequence):
            return tensors.named_result(value, name)
        if isinstance(value, Optimizer) and name == "state":
            optimizers.release(run, value)
        if isinstance(value, Distribution):
            return distributions.attribute(value, name)
        if isinstance(value, Generator) and name == "device":
            return DeviceValue(value.device)
        if isinstance(value, Object) and name == "__dict__":
            unseen.release(state, value)
        if isinstance(value, (Unknown, Object)):
            return unknown.attribute(run, state, self.sink, self.witness, value, at)
        return None

    # Calls

    def call(self, run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
        if name.startswith("torch.nn.functional."):
            siblings.met(run, state, self.sink, External(name), arguments, at, strict=True)
        known = call_imported(run, state, self.sink, name, arguments, at)
        return strangers.construct(run, state, name, arguments, at) if known is None else known

    def method(
        self, run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        if name in ("eq", "ne") and len(arguments.positional) == 1 and isinstance(at.function, form.Attribute):
            other = (arguments.positional[0], arguments.forms[0])
            siblings.compared(state, self.sink, "==", ((receiver, at.function.value), other))
        given = self._method(run, state, receiver, name, arguments, at)
        if name in ("to", "cuda") and given is not None:
            siblings.moved(state, receiver, given, at)
        return given

    def _method(
        self, run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        if isinstance(receiver, Tensor):
            return tensors.method(run, state, self.sink, receiver, name, arguments, at)
        if isinstance(receiver, Distribution):
            return distributions.method(run, state, self.sink, receiver, name, arguments, at)
        if isinstance(receiver, Super):
            inside = receiver.instance
            if name == "__init__" and isinstance(inside, Object):
                registry.begun(state, inside, at)
            if name in ("to", "cuda", "cpu") and isinstance(inside, Object) and is_module_class(inside.type):
                return registry.method(run, state, self.sink, inside, name, arguments, at)
            return Literal(None) if name == "__init__" else None
        if isinstance(receiver, ClassValue) and name == "apply":
            return applying.forwarded(run, state, receiver, arguments, at)
        if isinstance(receiver, Generator) and name == "set_state":
            chance.check_state(state, self.sink, arguments, at)
        if isinstance(receiver, Generator) and name in ("manual_seed", "set_state", "seed", "clone_state"):
            return receiver if name == "manual_seed" else Literal(None)
        if isinstance(receiver, Module) or isinstance(receiver, Object) and is_module_class(receiver.type):
            return registry.method(run, state, self.sink, receiver, name, arguments, at)
        place = at.function.value if isinstance(at.function, form.Attribute) else at
        if isinstance(receiver, DeviceValue):
            misuse.method(run, state, self.sink, receiver, name, at, certainty.has_device(run, receiver, place))
        if isinstance(receiver, Literal) and name in ("startswith", "endswith"):
            return whereabouts.text_begins(receiver, name, arguments) or Scalar(run.identity(at))
        device = called_device(receiver, place) if name == "startswith" else None
        if isinstance(device, (DeviceType, DeviceValue)):
            return whereabouts.begins(device, arguments.get(0, "prefix") or device) or Scalar(run.identity(at))
        if isinstance(receiver, Optimizer):
            return optimizers.method(run, state, receiver, name, at)
        if isinstance(receiver, (Literal, Scalar, HostArray, Dtype, DeviceType)):
            return ndarrays.method(receiver, name) if isinstance(receiver, HostArray) else Scalar(run.identity(at))
        if isinstance(receiver, Truth):  # of something that may well be a tensor
            compared = self.sink.equal.get(run.identity(place))
            receiver = compared if isinstance(compared, Unknown) else Unknown(run.identity(at, "compared"))
        if isinstance(receiver, Unknown):
            return unknown.method(run, state, self.sink, self.witness, receiver, name, arguments, at)
        return None

    def invoke(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value | None:
        if isinstance(value, Module):
            siblings.met(run, state, self.sink, value, arguments, at, strict=True)
            return invoking.invoke(run, state, self.sink, value, arguments, at)
        if isinstance(value, Object) and is_module_class(value.type):
            forward = value.type.find("forward")
            if isinstance(forward, FunctionValue):
                bound = FunctionValue(forward.form, forward.closure, value, forward.owner)
                return call_function(run, state, bound, at, arguments)
        if isinstance(value, Unknown):
            strangers.invoke(run, state, self.sink, value, arguments, at)
        return None

    def unresolved(self, run: Evaluator, state: State, arguments: Arguments, at: form.Call, callee: Value) -> Value:
        called = dotted(at.function)
        handing.check(state, self.sink, arguments, at)
        self.callers.handed(run, state, arguments, at)
        if indices.reads(called):
            indices.lost(state, self.sink, arguments.get(None, "device"), arguments.form_of(None, "device"))
        handing.to_loss(run, state, self.sink, arguments, at)
        model, name = handing.model_called(callee, at)
        if model is not callee and isinstance(model, Unknown):
            strangers.invoke(run, state, self.sink, model, arguments, at)
        handing.to_module(run, state, self.sink, arguments, at, model, name)
        handing.beside(run, state, self.sink, arguments, at, model, name)
        handing.sent_beside(run, state, self.sink, arguments, at)
        for value in arguments.values():
            handing.unlike_arms(run, state, self.sink, value)
        siblings.met(run, state, self.sink, callee, arguments, at)
        invoking.feed(run, state, self.sink, callee, arguments, at)
        reduced = collectives.by_name(run, state, self.sink, arguments, at, callee)
        if not only_asks(called):
            unseen.lost_arguments(run, state, arguments)
            for value in arguments.values():
                fed.touch(state, value)
        for value in arguments.values():
            for _, one in options(value):
                if isinstance(one, Optimizer):
                    optimizers.release(run, one)
        loading.saved_by_name(run, state, self.sink, called, arguments, at)
        given = list(arguments.values())
        casting.check(run, state, self.sink, called, arguments, at)
        registry.registered_by_name(run, state, callee, arguments, at)
        if isinstance(callee, Method) and unknown.gives_parts(callee.receiver, callee.name):
            given.append(callee.receiver)
        if isinstance(callee, Method) and isinstance(callee.receiver, Object):
            if not is_module_class(callee.receiver.type) or unseen.may_move(callee.name):
                unseen.lost_track(run, state, callee.receiver)
            unseen.release(state, callee.receiver)  # a method that none of its classes here has
        if isinstance(callee, Method) and isinstance(callee.receiver, Unknown):
            forget_items(state, callee.receiver)
            if callee.name not in unknown.PARTS:
                fed.touch(state, callee.receiver)
            if unseen.may_move(callee.name):
                unseen.lost_track(run, state, callee.receiver)
        if reduced is not None:
            return reduced
        tokenizes = arguments.get(None, "return_tensors") is not None  # tokenizers and processors work on the host
        if tokenizes or reads_file(called):
            return feeding.tokens(run, arguments, at)
        if says_cpu(called.rpartition(".")[2]) or unknown.answers(callee):
            return Unknown(run.identity(at))  # `to_cpu(x)`, `model.predict(x)`
        identity = (DEFAULTED, run.identity(at)) if without_device(arguments) else run.identity(at)
        results.handed(state, given, at, callee, identity)
        made = strangers.output(state, model, name, derived(state, given, identity))
        if isinstance(made, Unknown) and made.hint is not None and strangers.is_model(name):
            self.sink.given[made.id] = None
        return unknown.put(arguments, made, identity)

    # Operators

    def binary(
        self,
        run: Evaluator,
        state: State,
        operator: str,
        left: Value,
        right: Value,
        at: form.Expression,
        forms: tuple[form.Expression, form.Expression],
    ) -> Value | None:
        return operating.binary(run, state, self.sink, self.witness, operator, left, right, at, forms)

    def unary(self, run: Evaluator, state: State, operator: str, value: Value, at: form.Unary) -> Value | None:
        return operating.unary(run, value, at)

    def augment(
        self, run: Evaluator, state: State, operator: str, target: Value, value: Value, at: form.Augment
    ) -> Value | None:
        return operating.augment(run, state, self.sink, operator, target, value, at)

    # Containers

    def subscript(self, run: Evaluator, state: State, value: Value, index: Value, at: form.Subscript) -> Value | None:
        return holding.subscript(run, state, self.sink, self.witness, value, index, at)

    def store_subscript(
        self, run: Evaluator, state: State, owner: Value, index: Value, value: Value, at: form.Subscript
    ) -> bool:
        fed.touch(state, owner)
        return holding.store_subscript(run, state, self.sink, owner, index, value, at)

    def store_attribute(
        self, run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form
    ) -> Value | None:
        fed.touch(state, owner)
        return holding.store_attribute(run, state, self.sink, owner, name, value, at)

    def iterate(self, run: Evaluator, state: State, value: Value, at: form.Form) -> Value | None:
        return holding.iterate(run, state, value, at)

    # Blocks and statements

    def enter(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value | None:
        if _is_device(value):
            state.fields[("before", id(at)), "@"] = default_device(state)
            state.fields[DEFAULT_DEVICE] = value
        return None

    def leave(self, run: Evaluator, state: State, value: Value) -> None:
        if _is_device(value):
            before = [k for k in state.fields if isinstance(k[0], tuple) and k[0][:1] == ("before",)]
            if before:
                state.fields[DEFAULT_DEVICE] = state.fields.pop(before[-1])

    def discarded(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> None:
        if isinstance(at, form.Comprehension) and isinstance(value, Sequence):
            for item in value.items:
                self.discarded(run, state, item, at.element)
        if not isinstance(at, form.Call) or not isinstance(at.function, form.Attribute):
            return
        if at.function.name not in ("to", "cuda", "cpu", "xpu", "npu"):
            return
        receiver = at.function.value
        if isinstance(receiver, (form.Name, form.Subscript)):
            part = run.evaluate(state, receiver)
            found = [v.hint for _, v in options(value) if isinstance(v, Unknown) and isinstance(v.hint, Tensor)]
            for moved in found[:1] if siblings.is_part(run, part, receiver) else ():
                self.sink.add(Discarded(at, state.guards, moved, moved.device, at.function.name))
        callee = run.evaluate(state, receiver.function) if isinstance(receiver, form.Call) else None
        fresh = isinstance(callee, External) and factory(callee.name) is not None  # wakes the device up
        for guards, one in options(value):
            if isinstance(one, Tensor) and one.cause is not None and one.cause.at is at and not fresh and _moved(one):
                self.sink.add(Discarded(at, guards | state.guards, one, one.device, at.function.name))
                for before in one.roots:
                    state.fields[before, tensors.DISCARDED] = Mark(at)

    def collected(self, run: Evaluator, state: State, items: tuple[Value, ...], at: form.Form) -> None:
        twins.mark(state, self.sink, items, at)

    def returned(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value:
        value = returning.in_sight(run, state, value, arguments)
        if isinstance(value, Tensor) and value.moved_leaf is not None:
            return replace(value, moved_leaf=Cause(Made.MOVE, at))
        if isinstance(value, (Sequence, Table)):
            twins.mark(state, self.sink, tuple(leaves(state, value)), at, outer=True)
        return value

    def is_worthwhile(self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments) -> bool:
        return borrowed.is_worthwhile(run, state, function, arguments)

    def entered(self, run: Evaluator, function: FunctionValue, frame: dict[str, Value]) -> None:
        evidence = self.witness.of(run, function)
        for parameter in function.form.parameters.all:
            if evidence.is_tensor(parameter.name):
                value = frame[parameter.name]
                told = not isinstance(value, Unknown) or value.hint is not None
                self.informed[id(parameter)] = self.informed.get(id(parameter), False) or told
        for name in evidence.numbers & frame.keys():
            value = frame[name]
            if isinstance(value, Unknown) and value.hint is not None:
                frame[name] = Unknown(value.id)

    def passed_over(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> Value:
        name = getattr(function.form, "name", "")
        if name in FOR_EXPORTERS:
            return Literal(False)
        if function.bound is None or borrowed.leaves_alone(function):
            made = self.unresolved(run, state, arguments, at, function)
            if isinstance(made, Unknown) and made.hint is not None:
                self.sink.given[made.id] = function
            return made
        if not function.form.body or not fits(function, arguments):
            return self.unresolved(run, state, arguments, at, function)
        registry.registered_by_name(run, state, function, arguments, at)
        return self.unresolved(run, state, arguments, at, Method(function.bound, name))

    def instance_of(
        self, run: Evaluator, state: State, cls: ClassValue, arguments: Arguments, at: form.Call
    ) -> Value | None:
        return borrowed.instance(run, state, cls, arguments, at)

    def foreign(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value:
        return foreign.seen(self.owns, state, value, at)

    def finished(self, run: Evaluator, function: FunctionValue, returns: list[tuple[State, Value]]) -> None:
        name = getattr(function.form, "name", "")
        if len(run.context) == 1 and is_backward(function):
            results.check_gradients(self.sink, function, returns)
        is_helper = name in self.called and (name.startswith("_") or function.owner is not None)
        if len(run.context) == 1 and not is_helper:
            results.check(self.sink, function.form, returns)
            for state, value in returns:
                for leaf in leaves(state, value):
                    handing.unlike_arms(run, state, self.sink, leaf)

    def defined(self, run: Evaluator, state: State, function: FunctionValue) -> None:
        if len(run.context) == 1:
            self.inner.append((function, State({}, state.fields.copy(), state.guards)))

    def blurred(self, run: Evaluator, state: State, owner: Value) -> None:
        if isinstance(owner, Object):
            unseen.release(state, owner)

    def truth(self, run: Evaluator, state: State, value: Value) -> Value | None:
        if isinstance(value, (DeviceValue, Module, Generator, Optimizer, Loader, Dtype)):
            return Literal(True)
        return Literal(True) if registry.are_weights(value) else None

    def switched(self, state: State, value: Value, at: form.Form) -> Truth | None:
        return switches.set_elsewhere(state, value, at) or switches.asked(value, at)

    def tested(self, run: Evaluator, state: State, value: Value, at: form.Form) -> None:
        indices.asked(state, self.sink, value, at)

    def formatted(self, run: Evaluator, state: State, prefix: str, values: tuple[Value, ...], at: form.Opaque) -> None:
        if prefix == "cuda:" and values:
            found = [v for g, v in options(values[0]) if feasible(g, state.guards)]
            if found and all(isinstance(v, DeviceValue) and certainty.has_device(run, v, at.parts[0]) for v in found):
                misuse.formatted(state, self.sink, at)
            if found and all(isinstance(v, (FunctionValue, External)) for v in found):
                misuse.uncalled(state, self.sink, at.parts[0])
            indices.used(run, state, self.sink, values[0], None)

    def of_kind(self, value: Value, kind: Value) -> Truth | Literal | None:
        return whereabouts.of_kind(value, kind)

    def instance(self, run: Evaluator, state: State, value: Value, kind: Value, *, holds: bool) -> Value | None:
        return receiving.instance(self.possible, self.sink.one_of_two, value, kind, holds=holds)

    def lacking(self, value: Value, name: str) -> Value | None:
        return receiving.lacking(value, name)

    def equalled(self, value: Value, name: str, other: Value) -> Value | None:
        return whereabouts.equalled(value, name, other)

    def equals(self, value: Value, name: str, other: Value) -> bool | None:
        return whereabouts.equals(value, name, other)

    def constructed(self, run: Evaluator, state: State, instance: Object, at: form.Expression) -> None:
        if is_module_class(instance.type):
            settling.built(run, state, instance, at)
            if is_managed(instance.type):
                unseen.out_of_sight(run, state, instance)
        elif role(instance.type) is Role.UNCERTAIN:
            unseen.out_of_sight(run, state, instance)

    def transparent(self, decorator: str) -> bool:
        return decorator in TRANSPARENT

    def parameter(
        self, run: Evaluator, function: FunctionValue, parameter: form.Parameter, owner: ClassValue | None
    ) -> Value | None:
        return receiving.parameter(run, self.sink, self.witness, self.possible, function, parameter, owner)


def _is_device(value: Value) -> bool:
    """Whether every alternative of a value is a device, which is the default one where it is entered."""
    return all(isinstance(one, DeviceValue) for _, one in options(value))


def _moved(tensor: Tensor) -> bool:
    """Whether a move did something, as far as is known: what comes to the host from nobody knows where may be there."""
    return tensor.device != CPU or tensor.came_from not in (None, UNKNOWN)
