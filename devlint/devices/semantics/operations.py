"""The domain of devices, where it answers on operators, containers and statements; ``domain`` adds names and calls."""

from __future__ import annotations

from collections.abc import Set

from devlint.base.record import replace
from devlint.devices.checks import (
    discarded_moves,
    model_inputs,
    moved_elements,
    results,
    shared_identity,
    uncalled_moves,
)
from devlint.devices.checks.device_values import device_misuse, gpu_index
from devlint.devices.evidence import parameters, torch_device
from devlint.devices.evidence.class_roles import (
    TRANSPARENT,
    Role,
    is_backward,
    is_managed,
    is_module_class,
    role,
)
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.facts.events import Stored
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Followed
from devlint.devices.lattice.state_keys import DEFAULT_DEVICE, OUTER_DEFAULT, default_device, outer_default
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import (
    DeviceIndex,
    DeviceType,
    DeviceValue,
    Dtype,
    Generator,
    Loader,
    Module,
    Optimizer,
    Scalar,
)
from devlint.devices.semantics import arithmetic, containers
from devlint.devices.semantics.calls import (
    imports,
    opaque_calls,
    project_classes,
    returned_devices,
)
from devlint.devices.semantics.calls.callers import Callers
from devlint.devices.semantics.modules import (
    construction,
    escape,
    listings,
    placement,
)
from devlint.devices.semantics.placement import device_equality, device_tests, flags
from devlint.flow.containers import leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Literal, Sequence, Table, Truth, Unknown, Value, options
from devlint.forms import form
from devlint.forms.texts import Text
from devlint.stubs.configured import NOTHING, Configured
from devlint.torch_api.names import SETTLED


class Operations:
    """The part of ``TorchDomain`` that answers on operators, containers and statements."""

    def __init__(
        self,
        recorder: Recorder,
        called: set[str],
        configured: Configured = NOTHING,
        owns: imports.Owns = imports.everything,
        own_calls: Set[str] = frozenset(),
    ) -> None:
        self.recorder = recorder
        self.owns = owns  # tells the forms of the file from those of others
        self.called = called  # the names of everything the file calls
        self.own_calls = own_calls  # of these the methods that it calls on `self` and on new instances of its classes
        self.configured = configured
        self.devices = dict(configured.places)
        self.places = configured.placed
        self.witness = EvidenceCache()
        self.informed: dict[int, bool] = {}  # of a parameter that is a tensor, by its form: whether a call says more
        self.possible: dict[Identity, Tensor] = {}  # what arguments are that may be no tensors, where they are
        self.callers = Callers()
        self.inner: list[tuple[FunctionValue, State]] = []  # functions defined in a function, and the state there

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
        return arithmetic.binary(run, state, self.recorder, self.witness, operator, left, right, at, forms)

    def unary(self, run: Evaluator, state: State, operator: str, value: Value, at: form.Unary) -> Value | None:
        uncalled_moves.used(state, self.recorder, *(() if operator == "not" else (value,)))
        return arithmetic.unary(run, value, at)

    def augment(
        self, run: Evaluator, state: State, operator: str, target: Value, value: Value, at: form.Augment
    ) -> Value | None:
        uncalled_moves.used(state, self.recorder, target, value)
        return arithmetic.augment(run, state, self.recorder, operator, target, value, at)

    # Containers

    def subscript(self, run: Evaluator, state: State, value: Value, index: Value, at: form.Subscript) -> Value | None:
        uncalled_moves.used(state, self.recorder, value, index)
        return containers.subscript(run, state, self.recorder, self.witness, value, index, at)

    def store_subscript(
        self,
        run: Evaluator,
        state: State,
        owner: Value,
        index: Value,
        value: Value,
        at: form.Subscript,
        given: form.Form,
    ) -> bool:
        self.recorder.tell(Stored(run, state, owner, value, at))
        return containers.store_subscript(run, state, self.recorder, self.witness, owner, index, value, at, given)

    def store_attribute(
        self, run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form
    ) -> Value | None:
        model_inputs.touch(state, owner)
        return containers.store_attribute(run, state, self.recorder, owner, name, value, at)

    def iterate(self, run: Evaluator, state: State, value: Value, at: form.Form) -> Value | None:
        return containers.iterate(run, state, self.recorder, value, at)

    # Blocks and statements

    def enter(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value | None:
        if _is_device(value):
            state.fields[(OUTER_DEFAULT, id(at)), "@"] = default_device(state)
            state.fields[DEFAULT_DEVICE] = value
        return None

    def leave(self, run: Evaluator, state: State, value: Value) -> None:
        if _is_device(value):
            last = outer_default(state)
            if last is not None:
                state.fields[DEFAULT_DEVICE] = state.fields.pop(last)

    def on_discard(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> None:
        if isinstance(at, form.Comprehension) and isinstance(value, Sequence):
            for item in value.items:
                self.on_discard(run, state, item, at.element)
        if isinstance(at, form.Attribute):
            uncalled_moves.discarded(run, state, self.recorder, value, at)
            placement.move_as_meant(run, state, value, at)
        if isinstance(at, form.Call) and isinstance(at.function, form.Attribute):
            discarded_moves.discarded(run, state, self.recorder, value, at, at.function)

    def on_items(self, run: Evaluator, state: State, items: tuple[Value, ...], at: form.Form) -> None:
        shared_identity.mark(run, state, self.recorder, items, at)

    def on_element(self, state: State, item: Value) -> None:
        moved_elements.gathered(state, item)

    def result_of_call(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value:
        value = returned_devices.in_sight(run, state, value, arguments)
        if isinstance(value, Tensor) and value.history.moved_leaf is not None:
            return replace(value, history=replace(value.history, moved_leaf=Cause(Made.MOVE, at)))
        if isinstance(value, (Sequence, Table)):
            shared_identity.mark(run, state, self.recorder, tuple(leaves(state, value)), at, outer=True)
        return value

    def is_worthwhile(self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments) -> bool:
        return project_classes.is_worthwhile(run, state, function, arguments)

    def on_entry(self, run: Evaluator, function: FunctionValue, frame: dict[str, Value]) -> None:
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

    def instance_of(
        self, run: Evaluator, state: State, cls: ClassValue, arguments: Arguments, at: form.Call
    ) -> Value | None:
        made = project_classes.instance(run, state, cls, arguments, at)
        if isinstance(made, Module):
            self.recorder.knowledge.constructed[made.id] = arguments
        return made

    def from_other_file(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value:
        return imports.seen(self.owns, state, value, at)

    def on_return(self, run: Evaluator, function: FunctionValue, returns: list[tuple[State, Value]]) -> None:
        name = getattr(function.form, "name", "")
        if run.site.depth == 1 and is_backward(function):
            results.check_gradients(self.recorder, function, returns)
        # a public method whose name the file calls on other objects has callers elsewhere
        known = self.called if name.startswith("_") else self.own_calls if function.owner is not None else ()
        is_helper = name in known
        if run.site.depth == 1 and not is_helper:
            results.check(self.recorder, function.form, returns)
            for state, value in returns:
                for leaf in leaves(state, value):
                    opaque_calls.unlike_arms(run, state, self.recorder, leaf)

    def on_definition(self, run: Evaluator, state: State, function: FunctionValue) -> None:
        if run.site.depth == 1:
            self.inner.append((function, State({}, state.fields.copy(), state.guards)))

    def forget_attributes(self, run: Evaluator, state: State, owner: Value) -> None:
        if isinstance(owner, Object):
            escape.release(state, owner)

    def truth(self, run: Evaluator, state: State, value: Value) -> Value | None:
        if isinstance(value, (DeviceValue, Module, Generator, Optimizer, Loader, Dtype)):
            return Literal(True)
        return Literal(True) if listings.are_weights(value) else None

    def flag_condition(self, state: State, value: Value, at: form.Form) -> Truth | None:
        return flags.set_elsewhere(state, value, at) or flags.asked(value, at)

    def on_test(self, run: Evaluator, state: State, value: Value, at: form.Form) -> None:
        gpu_index.asked(state, self.recorder, value, at)

    def on_format(self, run: Evaluator, state: State, text: Text, value: Value, at: form.Expression) -> None:
        if text.prefix == "cuda:":
            where = text.parts[0]
            found = [v for g, v in options(value) if feasible(g, state.guards)]
            if found and all(isinstance(v, DeviceValue) and torch_device.has_device(run, v, where) for v in found):
                device_misuse.formatted(state, self.recorder, at)
            gpu_index.used(run, state, self.recorder, value, None)

    def of_kind(self, value: Value, kind: Value) -> Truth | Literal | None:
        return device_tests.of_kind(value, kind)

    def kind_asked(self, name: str) -> Value | None:
        return External("torch.Tensor") if name == "torch.is_tensor" else None

    def instance(self, run: Evaluator, state: State, value: Value, kind: Value, *, holds: bool) -> Value | None:
        return parameters.instance(self.possible, self.recorder.knowledge.one_of_two, value, kind, holds=holds)

    def without_attribute(self, value: Value, name: str) -> Value | None:
        return parameters.lacking(value, name)

    def equalled(self, value: Value, name: str, other: Value) -> Value | None:
        return device_equality.equalled(value, name, other)

    def known_by(self, value: Value) -> Identity | None:
        if isinstance(value, Scalar):
            return value.id
        if isinstance(value, (DeviceValue, DeviceIndex, DeviceType)) and isinstance(value.device, Followed):
            return (type(value).__name__, value.device.symbol.key)
        return None

    def answers_alike(self, name: str) -> bool:
        return name in SETTLED

    def equals(self, value: Value, name: str, other: Value) -> bool | None:
        return device_equality.equals(value, name, other)

    def constructed(self, run: Evaluator, state: State, instance: Object, at: form.Expression) -> None:
        if is_module_class(instance.type):
            construction.built(run, state, instance, at)
            if is_managed(instance.type):
                escape.out_of_sight(run, state, instance)
        elif role(instance.type) is Role.UNCERTAIN:
            escape.out_of_sight(run, state, instance)

    def transparent(self, decorator: str) -> bool:
        return decorator in TRANSPARENT


def _is_device(value: Value) -> bool:
    """Whether every alternative of a value is a device, which is the default one where it is entered."""
    return all(isinstance(one, DeviceValue) for _, one in options(value))
