"""The domain of devices: what the evaluator's questions mean for tensors, modules and generators.

This is a switchboard: each question goes to the module that answers it. ``parameters`` says what functions are given,
``factories`` and ``moves`` where tensors are, ``arithmetic`` and ``operators`` operate, ``containers`` keeps,
``modules`` attaches and applies, ``libraries`` knows what is not torch itself; each adds what it saw to ``recorder``.
"""

from __future__ import annotations

from devlint.devices.checks import batch_parts, moved_elements, uncalled_moves
from devlint.devices.checks.device_values import device_misuse
from devlint.devices.evidence import annotations as annotation_values, parameters, torch_device
from devlint.devices.evidence.class_roles import MANAGED, is_module_class
from devlint.devices.facts.events import OperandsMet
from devlint.devices.lattice.device import CPU
from devlint.devices.lattice.hints import only_assumed
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import (
    Dataset,
    DeviceType,
    DeviceValue,
    Distribution,
    Dtype,
    Generator,
    HostArray,
    Module,
    MoveMethod,
    Optimizer,
    Scalar,
)
from devlint.devices.semantics.calls import (
    borrowed_modules,
    configured_functions,
    declared_members,
    project_classes,
    unbound_methods,
    unknown_attributes,
    unknown_values,
    unresolved_calls,
)
from devlint.devices.semantics.imported_calls import call_imported
from devlint.devices.semantics.libraries import data, distributions, higher_order, numpy_arrays, optimizers, random
from devlint.devices.semantics.modules import (
    application,
    escape,
    methods as module_methods,
    placement,
    registration,
    untyped,
)
from devlint.devices.semantics.modules.read_arguments import read_arguments
from devlint.devices.semantics.operations import Operations
from devlint.devices.semantics.placement import device_tests
from devlint.devices.semantics.placement.targets import called_device
from devlint.devices.semantics.stubs import callbacks, instances
from devlint.devices.semantics.tensors import methods as tensor_methods
from devlint.flow.binding import fits
from devlint.flow.call import call_function
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object, Super
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Method, Sequence, Truth, Unknown, Value
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.stubs.configured import is_called
from devlint.torch_api.libraries import FOR_EXPORTERS

DTYPES = frozenset({
    "float16", "float32", "float64", "float", "half", "double", "bfloat16", "int8", "int16", "int32", "int64", "int",
    "long", "short", "uint8", "bool", "complex64", "complex128", "cfloat", "cdouble",
})  # fmt: skip


class TorchDomain(Operations):
    """Answers the evaluator's questions about one file; see ``devlint.flow.domain.Domain`` for each."""

    def alone(self) -> TorchDomain:
        return TorchDomain(self.recorder.dropping(), set())

    # What was configured

    def read_place(self, run: Evaluator, state: State, value: Value, at: form.Name | form.Attribute) -> Value:
        device = self.devices.get(dotted(at))
        return value if device is None else configured_functions.held(state, value, dotted(at), device, at)

    def call_configured(
        self, run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call
    ) -> Value | None:
        mover = configured_functions.mover_of(run, state, self.configured, callee, arguments, at)
        if mover is None:
            return None
        return configured_functions.moved(run, state, self.recorder, mover, callee, arguments, at)

    def before_call(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> None:
        self.callers.called(run, state, function, arguments, at)

    def class_record(self, at: form.Class, bases: tuple[Value, ...]) -> object:
        if not self.configured.managed:
            return None
        names = [at.name, *map(dotted, at.bases), *(base.name for base in bases if isinstance(base, External))]
        return MANAGED if any(is_called(one, name) for one in self.configured.managed for name in names) else None

    # Reading

    def attribute(self, run: Evaluator, state: State, value: Value, at: form.Attribute) -> Value | None:
        name = at.name
        if isinstance(value, External):
            if name == "default_generator" and value.name in ("torch", "torch.random"):
                return Generator((value.name, name), CPU)
            return Dtype(f"{value.name}.{name}") if name in DTYPES and value.name in ("torch", "torch.cuda") else None
        if isinstance(value, MoveMethod):
            uncalled_moves.member(state, self.recorder, value, name)
            return None
        if name in uncalled_moves.NAMES:
            move = uncalled_moves.read(run, state, self.recorder, self.witness, value, at)
            if move is not None:
                return move
        described = instances.attribute(run, state, self.recorder, value, at)
        if described is not None:
            return described
        if isinstance(value, Tensor):
            return tensor_methods.attribute(run, state, self.recorder, value, name, at)
        if isinstance(value, (DeviceValue, Literal)):
            device_misuse.attribute(run, state, self.recorder, value, at)
        if isinstance(value, DeviceValue):
            return tensor_methods.device_attribute(run, state, value, name, at)
        if isinstance(value, Module):
            return module_methods.attribute(state, value, name)
        if isinstance(value, Sequence):
            return tensor_methods.named_result(value, name)
        if isinstance(value, Optimizer) and name == "state":
            optimizers.release(run, value)
        if isinstance(value, Distribution):
            return distributions.attribute(value, name)
        if isinstance(value, Generator) and name == "device":
            return DeviceValue(value.device)
        if isinstance(value, Object) and name == "__dict__":
            escape.release(state, value)
            if not is_module_class(value.type):
                escape.lost_track(run, state, value)  # whatever it holds can be moved by way of this
        if isinstance(value, Truth):
            value = self._compared(run, at.value)
            known = unknown_attributes.attribute(run, state, self.recorder, self.witness, value, at)
            return Unknown((value.id, f".{name}")) if known is None else known
        if isinstance(value, Unknown):
            declared = declared_members.attribute(run, state, self.alone, value, at)
            if declared is not None:
                return declared
        if isinstance(value, (Unknown, Object)):
            return unknown_attributes.attribute(run, state, self.recorder, self.witness, value, at)
        return None

    def _compared(self, run: Evaluator, at: form.Form) -> Unknown:
        """What ``at`` compares may well be tensors, and then so is what comes of it."""
        compared = self.recorder.knowledge.equal.get(run.identity(at))
        return compared if isinstance(compared, Unknown) else Unknown(run.identity(at, "compared"))

    # Calls

    def call(self, run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
        if (unbound := unbound_methods.moved(name, arguments)) is not None:
            return self.method(run, state, *unbound, at)
        known = call_imported(run, state, self.recorder, name, arguments, at)
        return known or untyped.construct(run, state, name, arguments, at)

    def method(
        self, run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        if name in ("eq", "ne") and len(arguments.positional) == 1 and isinstance(at.function, form.Attribute):
            other = (arguments.positional[0], arguments.forms[0])
            self.recorder.tell(OperandsMet(run, state, "==", (receiver, at.function.value), other, at))
        if name == "backward":
            optimizers.went_backward(state)
        moved_elements.called(run, state, receiver, name, at)
        given = self._method(run, state, receiver, name, arguments, at)
        if name in ("to", "cuda") and given is not None:
            batch_parts.moved(state, receiver, given, run.site.place(at))
        return given

    def _method(
        self, run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        if isinstance(receiver, Tensor):
            return tensor_methods.method(run, state, self.recorder, receiver, name, arguments, at)
        if (described := instances.call_method(run, state, self.recorder, receiver, name, arguments, at)) is not None:
            return described
        if isinstance(receiver, MoveMethod):
            uncalled_moves.member(state, self.recorder, receiver, name)
            placement.move_as_meant(run, state, receiver, at)
            return Unknown(run.identity(at))
        if isinstance(receiver, Distribution):
            return distributions.method(run, state, self.recorder, receiver, name, arguments, at)
        if isinstance(receiver, Super):
            inside = receiver.instance
            if name == "__init__" and isinstance(inside, Object):
                registration.begun(state, inside, at)
            if name in ("to", "cuda", "cpu") and isinstance(inside, Object) and is_module_class(inside.type):
                return module_methods.method(run, state, self.recorder, inside, name, arguments, at)
            return Literal(None) if name == "__init__" else None
        if isinstance(receiver, ClassValue) and name == "apply":
            return higher_order.forwarded(run, state, receiver, arguments, at)
        if isinstance(receiver, Generator) and name == "set_state":
            random.check_state(state, self.recorder, arguments, at)
        if isinstance(receiver, Generator) and name in ("manual_seed", "set_state", "seed", "clone_state"):
            return receiver if name == "manual_seed" else Literal(None)
        if isinstance(receiver, Module) or isinstance(receiver, Object) and is_module_class(receiver.type):
            before = len(self.recorder.facts)
            known = module_methods.method(run, state, self.recorder, receiver, name, arguments, at)
            seen = len(self.recorder.facts) > before
            if known is None and isinstance(receiver, Module) and receiver.borrowed and not seen:
                borrowed_modules.apply(run, state, self.recorder, receiver, name, arguments, at)
            return known
        place = at.function.value if isinstance(at.function, form.Attribute) else at
        if isinstance(receiver, DeviceValue):
            here = torch_device.has_device(run, receiver, place)
            device_misuse.method(run, state, self.recorder, receiver, name, at, here)
        if isinstance(receiver, Literal) and name in ("startswith", "endswith"):
            return device_tests.text_begins(receiver, name, arguments) or Scalar(run.identity(at))
        device = called_device(receiver, place) if name == "startswith" else None
        if isinstance(device, (DeviceType, DeviceValue)):
            return device_tests.begins(device, arguments.get(0, "prefix") or device) or Scalar(run.identity(at))
        if isinstance(receiver, Dataset):
            return data.some(receiver, name, arguments)
        if isinstance(receiver, Optimizer):
            return optimizers.method(run, state, self.recorder, receiver, name, at)
        if isinstance(receiver, HostArray):
            return numpy_arrays.method(receiver, name, arguments, at)
        if isinstance(receiver, (Literal, Scalar, Dtype, DeviceType)):
            return Scalar(run.identity(at))
        if isinstance(receiver, Truth):  # of something that may well be a tensor
            receiver = self._compared(run, place)
        if isinstance(receiver, Unknown):
            made = project_classes.method(run, state, receiver, name, arguments, at)
            made = made or declared_members.method(run, state, self.alone, receiver, name, at)
            return made or unknown_values.method(run, state, self.recorder, self.witness, receiver, name, arguments, at)
        return None

    def invoke(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value | None:
        described = instances.call_method(run, state, self.recorder, value, "__call__", arguments, at)
        if described is not None:
            return described
        if isinstance(value, Module):
            if value.name not in application.MOVERS_OF_INPUTS:
                read = read_arguments(run, state, value, arguments, at)
                batch_parts.met(run, state, self.recorder, value, read, at, strict=True)
            before = len(self.recorder.facts)
            made = application.invoke(run, state, self.recorder, value, arguments, at)
            if value.borrowed and len(self.recorder.facts) == before:
                borrowed_modules.apply(run, state, self.recorder, value, "forward", arguments, at)
            return made
        if isinstance(value, Object) and is_module_class(value.type):
            forward = value.type.find("forward")
            if isinstance(forward, FunctionValue):
                bound = FunctionValue(forward.form, forward.closure, value, forward.owner)
                drawn = any(batch_parts.is_as_drawn(state, one) for one in arguments.values())
                given = call_function(run, state, bound, at, arguments)
                return only_assumed(given) if drawn else given  # loaders give what is on the CPU
        if isinstance(value, Unknown):
            untyped.invoke(run, state, self.recorder, value, read_arguments(run, state, value, arguments, at), at)
        return None

    def unresolved(self, run: Evaluator, state: State, arguments: Arguments, at: form.Call, callee: Value) -> Value:
        made = unresolved_calls.call(run, state, self.recorder, self.callers, arguments, at, callee)
        return isinstance(callee, FunctionValue) and _array_said(run, callee, at) or made

    # Blocks and statements

    def call_unevaluated(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> Value:
        name = getattr(function.form, "name", "")
        if name in FOR_EXPORTERS:
            return Literal(False)
        if function.bound is None or project_classes.leaves_alone(function):
            made = self.unresolved(run, state, arguments, at, function)
            if isinstance(made, Unknown) and made.hint is not None:
                self.recorder.knowledge.given[made.id] = function
            return made
        if not function.form.body or not fits(function, arguments):
            return self.unresolved(run, state, arguments, at, function)
        registration.registered_by_name(run, state, function, arguments, at)
        made = self.unresolved(run, state, arguments, at, Method(function.bound, name))
        return _array_said(run, function, at) or made

    def parameter(
        self, run: Evaluator, function: FunctionValue, parameter: form.Parameter, owner: ClassValue | None
    ) -> Value | None:
        passed = callbacks.parameter(run, function, parameter, owner)
        if passed is not None:
            return passed
        return parameters.parameter(run, self.recorder, self.witness, self.possible, function, parameter, owner)


def _array_said(run: Evaluator, function: FunctionValue, at: form.Call) -> HostArray | None:
    """The array that ``function`` gives by the annotation of its result; None where it says anything else."""
    said = function.form.returns if isinstance(function.form, form.Function) else None
    return annotation_values.array(run.identity(at), said, function.home)
