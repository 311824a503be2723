"""The domain of devices: what the evaluator's questions mean for tensors, modules and generators.

This is a switchboard. ``placing`` makes and moves, ``tensors`` and ``meeting`` operate, ``modules`` attach and apply,
``chance`` draws random numbers; each adds what it saw to ``sink``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from devlint.devices import chance, comparing, indices, modules, results, tensors
from devlint.devices.device import CPU, DEFAULT, UNKNOWN, Followed, Known, Symbol, SymbolKind, is_host
from devlint.devices.evidence import Evidence, collect, is_device_parameter, is_number
from devlint.devices.facts import Discarded, IdentityLost
from devlint.devices.imported import call_imported
from devlint.devices.meeting import Sink, common_device, tensors_in
from devlint.devices.placing import DEFAULT_DEVICE, HALVES, default_device, dotted, move, move_target
from devlint.devices.roles import Role, is_module_class, role
from devlint.devices.tables import TENSOR_MEMBERS, factory, operator
from devlint.devices.values import (
    PLACE,
    Cause,
    DeviceType,
    DeviceValue,
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
    device_of,
    maybe,
)
from devlint.flow import form
from devlint.flow.containers import contents, forget, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import (
    ClassValue,
    External,
    FunctionValue,
    Literal,
    Method,
    Object,
    Sequence,
    Super,
    Table,
    Unknown,
    Value,
    merge,
    options,
)

HOST_NAMES = re.compile(r"(loader|dataset|iterator|numpy|path|file|_np$|^np_|config|cfg|args|opt$|tokenizer)", re.I)
"""Parameters that hold no tensors, or tensors on the host."""

TRANSPARENT = frozenset({
    "no_grad", "inference_mode", "enable_grad", "staticmethod", "classmethod", "property", "cached_property", "override",
    "overload", "wraps", "cache", "lru_cache", "script", "export", "ignore", "unused", "abstractmethod", "compile",
    "final", "torch_no_grad", "custom_fwd", "custom_bwd", "script_method", "deprecated", "disable", "autocast",
    "set_grad_enabled", "record_function", "jit_ignore", "script_if_tracing", "setter",
})  # fmt: skip
"""Decorators behind which a function still does what its body says."""

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"})

DTYPES = frozenset({
    "float16", "float32", "float64", "float", "half", "double", "bfloat16", "int8", "int16", "int32", "int64", "int",
    "long", "short", "uint8", "bool", "complex64", "complex128", "cfloat", "cdouble",
})  # fmt: skip


class TorchDomain:
    """Answers the evaluator's questions about one file; see ``devlint.flow.domain.Domain`` for each."""

    def __init__(self, sink: Sink, called: set[str]) -> None:
        self.sink = sink
        self.called = called  # the names of everything the file calls
        self.evidence: dict[int, Evidence] = {}
        self.inner: list[tuple[FunctionValue, State]] = []  # functions defined in a function, and the state there

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
        if isinstance(value, DeviceValue):
            return tensors.device_attribute(run, state, value, name, at)
        if isinstance(value, Module):
            return self._module_attribute(state, value, name)
        if isinstance(value, Generator) and name == "device":
            return DeviceValue(value.device)
        if isinstance(value, (Unknown, Object)):
            return self._unknown_attribute(run, state, value, at)
        return None

    def _module_attribute(self, state: State, value: Module, name: str) -> Value | None:
        if name in ("weight", "bias") and (value.stateful or not value.name):
            found = []
            for guards, place in options(modules.place_of(state, value)):
                device = device_of(place) or UNKNOWN
                cause = Cause(Made.MODULE, value.made) if value.made is not None and device == DEFAULT else None
                found.append((guards, Tensor(device, (value.id, name), None, cause, parameter=True)))
            return merge(found, (value.id, name))
        if name == "device":
            return modules.place_of(state, value)
        return None

    def _unknown_attribute(self, run: Evaluator, state: State, value: Unknown | Object, at: form.Attribute
                           ) -> Value | None:
        name = at.name
        if name == "device" or name.endswith("_device") or name == "dev":
            if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
                return DeviceValue(value.hint.device) if value.hint.device != UNKNOWN else None
            return DeviceValue(Followed(Symbol((value.id, name), SymbolKind.DEVICE, dotted(at) or name)))
        if isinstance(value, Object):
            return None
        if name in ("shape", "ndim", "dtype", "size"):
            return Scalar((value.id, name)) if name != "dtype" else Dtype()
        if not isinstance(value.hint, Tensor):
            return None
        if name in tensors.VIEWS and name != "grad" or name == "is_cuda":
            return tensors.attribute(run, state, self.sink, value.hint, name, at)
        identity = (value.id, f".{name}")
        hint = replace(value.hint, id=identity, rank=None)
        return hint if self._is_tensor(run, dotted(at)) else Unknown(identity, hint)

    def _is_tensor(self, run: Evaluator, place: str) -> bool:
        function = run.frame.function
        return bool(place) and function is not None and self.evidence_of(run, function).is_tensor(place)

    def evidence_of(self, run: Evaluator, function: FunctionValue, owner: ClassValue | None = None) -> Evidence:
        """What speaks for the parameters of ``function`` being tensors."""
        key = id(function.form)
        if key not in self.evidence:

            def resolve(name: str) -> str:
                top, dot, rest = name.partition(".")
                value = run.globals.get(top)
                return f"{value.name}{dot}{rest}" if isinstance(value, External) else ""

            owner = owner or function.owner
            is_forward = owner is not None and is_module_class(owner) and getattr(function.form, "name", "") == "forward"
            self.evidence[key] = collect(function.form, resolve, is_forward=is_forward)
        return self.evidence[key]

    # Calls

    def call(self, run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
        return call_imported(run, state, self.sink, name, arguments, at)

    def method(
        self, run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        if isinstance(receiver, Tensor):
            return tensors.method(run, state, self.sink, receiver, name, arguments, at)
        if isinstance(receiver, Super):
            return Literal(None) if name == "__init__" else None
        if isinstance(receiver, Generator) and name == "set_state":
            chance.check_state(state, self.sink, arguments, at)
        if isinstance(receiver, Generator) and name in ("manual_seed", "set_state", "seed", "clone_state"):
            return receiver if name == "manual_seed" else Literal(None)
        if isinstance(receiver, Module) or isinstance(receiver, Object) and is_module_class(receiver.type):
            return self._module_method(run, state, receiver, name, arguments, at)
        if isinstance(receiver, Literal) or isinstance(receiver, (Scalar, HostArray, Dtype, DeviceType, Optimizer)):
            return receiver if isinstance(receiver, HostArray) else Scalar(run.identity(at))
        if isinstance(receiver, Unknown):
            return self._unknown_method(run, state, receiver, name, arguments, at)
        return None

    def _module_method(
        self, run: Evaluator, state: State, receiver: Module | Object, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        where = move_target(run, state, self.sink, name, arguments, at)
        if where is not None:
            places = [(g, DeviceValue(d)) for g, d in where if d is not None]
            if places:
                modules.move_module(run, state, receiver, merge(places, run.identity(at)), at)
            return receiver
        given = arguments.positional
        if name in ("train", "eval", "requires_grad_", "share_memory", "apply"):
            return receiver
        if name == "to_empty":
            modules.move_module(run, state, receiver, DeviceValue(UNKNOWN), at)
            return receiver
        if name in ("register_buffer", "register_parameter", "add_state") and given:
            self._register(run, state, receiver, name, arguments, at)
            return Literal(None)
        if name in ("add_module", "register_module") and len(given) > 1:
            for _, key in options(given[0]):
                named = str(key.value) if isinstance(key, Literal) else f"<{run.serial(at)}>"
                self._keep(run, state, receiver, named, given[1], at)
            return Literal(None)
        if name in ("append", "insert", "extend", "update") and isinstance(receiver, Module):
            inside = contents(state, given[-1]) if given else None
            for number, child in enumerate(inside.items if isinstance(inside, Sequence) else given):
                if isinstance(child, Value):
                    self._keep(run, state, receiver, f"<{run.serial(at, number)}>", child, at)
            return receiver
        if name == "parameters":
            found = []
            for guards, place in options(modules.place_of(state, receiver)):
                weight = Tensor(device_of(place) or UNKNOWN, (receiver.id, "weights"), None, parameter=True)
                found.append((guards, Sequence("list", (weight,), (receiver.id, "parameters"), exact=False)))
            return merge(found, (receiver.id, "parameters"))
        if name in ("forward", "__call__") and isinstance(receiver, Module):
            return modules.invoke(run, state, self.sink, receiver, arguments, at)
        if name in ("named_parameters", "state_dict", "modules", "named_modules", "children", "zero_grad", "buffers",
                    "load_state_dict", "named_children", "register_forward_hook", "keys", "values", "items"):
            return self._children(run, state, receiver, name, at)
        return None

    def _children(self, run: Evaluator, state: State, receiver: Module | Object, name: str, at: form.Call) -> Value:
        identity = run.identity(at)
        inside = [v for k, v in state.fields_of(receiver.id) if k.startswith(".")]
        if name == "values" and inside:
            return Sequence("list", tuple(inside), identity, exact=False)
        if name == "items" and inside:
            pairs = tuple(Sequence("tuple", (Unknown((identity, i)), v), (identity, i)) for i, v in enumerate(inside))
            return Sequence("list", pairs, identity, exact=False)
        return Unknown(identity)

    def _register(
        self, run: Evaluator, state: State, owner: Module | Object, name: str, arguments: Arguments, at: form.Call
    ) -> None:
        key, value = arguments.get(0, "name"), arguments.get(1, "default" if name == "add_state" else "tensor")
        if value is None and name == "register_parameter":
            value = arguments.get(1, "param")
        if value is None:
            return
        name_ = str(key.value) if isinstance(key, Literal) else f"<{run.serial(at)}>"
        if name == "register_parameter":
            modules.attach(run, state, self.sink, owner, name_, value, at)
        kept = []
        for guards, one in options(value):
            if isinstance(one, Tensor):
                one = replace(one, buffer=name != "register_parameter", parameter=name == "register_parameter")
            kept.append((guards, one))
        state.fields[owner.id, f"{modules.REGISTERED}.{name_}"] = Mark(at)
        state.fields[owner.id, f".{name_}"] = merge(kept, run.identity(at))
        run.stores[owner.id, f".{name_}"] = at

    def _keep(self, run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form) -> None:
        modules.attach(run, state, self.sink, owner, name, value, at)
        identity = getattr(owner, "id", None)
        if identity is not None:
            state.fields[identity, f".{name}"] = value
            run.stores[identity, f".{name}"] = at

    def _unknown_method(
        self, run: Evaluator, state: State, receiver: Unknown, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        identity = run.identity(at)
        hint = receiver.hint if isinstance(receiver.hint, Tensor) else Tensor(UNKNOWN, receiver.id)
        moved_before = hint.cause is not None and hint.cause.made in (Made.HOST_MOVE, Made.MOVE)
        where = None if name in HALVES else move_target(run, state, self.sink, name, arguments, at)
        if where is not None and name not in ("type", "type_as"):
            return self._moved_unknown(run, state, receiver, hint, where, at)
        placed = isinstance(hint.device, Known) or isinstance(hint.device, Followed) and (
            hint.device.symbol.kind is not SymbolKind.ARGUMENT)
        if name in TENSOR_MEMBERS or moved_before and _is_operator(name) or placed and name == "numpy":
            return tensors.method(run, state, self.sink, hint, name, arguments, at)
        if name in ("add_module", "register_module") and len(arguments.positional) > 1:
            key = arguments.positional[0]
            if isinstance(key, Literal):
                self._keep(run, state, receiver, str(key.value), arguments.positional[1], at)
            return Literal(None)
        if name in ("modules", "named_modules", "children", "named_children"):
            return self._submodules(run, state, receiver, name, at)
        if name in ("size", "dim", "numel", "tolist", "item", "nelement", "ndimension"):
            return Scalar(identity)
        if name in ("eval", "train", "parameters", "named_parameters", "state_dict", "zero_grad", "modules"):
            return receiver if name in ("eval", "train") else Unknown(identity)
        if isinstance(receiver.hint, Tensor) and operator(f"torch.Tensor.{name}") is not None:
            self._forget(run, state, arguments)
            return maybe(identity, hint.device, hint.cause, hint.roots)
        return None

    def _submodules(
        self, run: Evaluator, state: State, receiver: Unknown, name: str, at: form.Call
    ) -> Value:
        """What a module that is not of this file holds: modules, which are where it is."""
        identity = run.identity(at)
        child = Module((receiver.id, "child"))
        place = state.field(receiver.id, PLACE)
        if place is None:
            symbol = Symbol((receiver.id, "modules"), SymbolKind.MODULE, dotted(at.function) or "the module")
            place = DeviceValue(Followed(symbol))
        state.fields.setdefault((child.id, PLACE), place)
        if not name.startswith("named"):
            return Sequence("list", (child,), identity, exact=False)
        pair = Sequence("tuple", (Unknown((identity, "name")), child), (identity, "pair"))
        return Sequence("list", (pair,), identity, exact=False)

    def _moved_unknown(
        self, run: Evaluator, state: State, receiver: Unknown, hint: Tensor, where: object, at: form.Call
    ) -> Value:
        """``u.to(...)``: if it is a module it is moved in place, if it is a tensor this is another one."""
        made = []
        places = []
        assert isinstance(where, list), "a move has targets"
        for guards, device in where:
            if device is None:
                made.append((guards, Unknown(receiver.id, hint)))
                continue
            places.append((guards, DeviceValue(device)))
            moved = move(run, state, Sink([], quiet=True), hint, device, at)
            made.append((guards, Unknown(receiver.id, moved if device != UNKNOWN else None)))
        if places:
            modules.move_module(run, state, receiver, merge(places, run.identity(at)), at)
        return merge(made, run.identity(at))

    def invoke(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value | None:
        if isinstance(value, Module):
            return modules.invoke(run, state, self.sink, value, arguments, at)
        if isinstance(value, Object) and is_module_class(value.type):
            forward = value.type.find("forward")
            if isinstance(forward, FunctionValue):
                from devlint.flow.call import call_function

                bound = FunctionValue(forward.form, forward.closure, value, forward.owner)
                return call_function(run, state, bound, at, arguments)
        return None

    def unresolved(self, run: Evaluator, state: State, arguments: Arguments, at: form.Call, callee: Value) -> Value:
        self._forget(run, state, arguments)
        given = list(arguments.values())
        if isinstance(callee, Method):
            given.append(callee.receiver)
        if isinstance(callee, Method) and isinstance(callee.receiver, Unknown):
            modules.lost_track(run, state, callee.receiver) if _may_move(callee.name) else None
        return maybe(run.identity(at), common_device(tensors_in(state, given)))

    def _forget(self, run: Evaluator, state: State, arguments: Arguments) -> None:
        for value in arguments.values():
            for _, one in options(value):
                if isinstance(one, (Sequence, Table)):
                    forget(state, one)
                elif isinstance(one, (Module, Object, Unknown)):
                    modules.lost_track(run, state, one)

    # Operators

    def binary(
        self, run: Evaluator, state: State, operator: str, left: Value, right: Value, at: form.Expression,
        forms: tuple[form.Expression, form.Expression],
    ) -> Value | None:
        left, right = self._certain(run, left, forms[0]), self._certain(run, right, forms[1])
        if operator in comparing.OPERATORS:
            comparing.compare(run, state, self.sink, operator, (left, forms[0]), (right, forms[1]), at)
        compared = tensors.compare_devices(operator, left, right) or tensors.compare_devices(operator, right, left)
        if compared is None:
            compared = comparing.decide(run, state, operator, left, right, at)
        if compared is not None:
            return compared
        known = tensors.binary(run, state, self.sink, operator, left, right, at, forms)
        if known is not None or operator in COMPARISONS:
            return known
        hinted = tensors_in(state, [v for v in (left, right) if not isinstance(v, (Sequence, Table))])
        return maybe(run.identity(at), common_device(hinted)) if hinted else None

    def _certain(self, run: Evaluator, value: Value, at: form.Expression) -> Value:
        """Something that may be a tensor is one where the function treats its name as one."""
        if isinstance(value, Unknown) and isinstance(value.hint, Tensor) and self._is_tensor(run, dotted(at)):
            return value.hint
        return value

    def unary(self, run: Evaluator, state: State, operator: str, value: Value, at: form.Unary) -> Value | None:
        made = [(g, replace(v, id=run.identity(at), roots=v.roots | {v.id}, parameter=False, buffer=False,
                            requires_grad=False, moved_leaf=None)) for g, v in options(value) if isinstance(v, Tensor)]
        return merge(made, run.identity(at)) if made and len(made) == len(options(value)) else None

    def augment(
        self, run: Evaluator, state: State, operator: str, target: Value, value: Value, at: form.Augment
    ) -> Value | None:
        for _, one in options(target):
            if isinstance(one, Tensor):
                tensors.changed(state, self.sink, one, at)
        forms = (at.target, at.value)
        known = tensors.binary(run, state, self.sink, operator, target, value, at.value, forms)
        if isinstance(target, Tensor):
            return target
        return known

    # Containers

    def subscript(self, run: Evaluator, state: State, value: Value, index: Value, at: form.Subscript) -> Value | None:
        value, index = self._certain(run, value, at.value), self._certain(run, index, at.index)
        if isinstance(value, Tensor):
            return tensors.subscript(run, state, self.sink, value, index, at)
        if isinstance(value, Unknown):
            identity = (value.id, f"[{index.value!r}]" if isinstance(index, Literal) else "[]")
            hint = value.hint
            if isinstance(hint, Tensor):
                hint = replace(hint, id=identity, rank=None)
                if self._is_tensor(run, dotted(at.value)):
                    return hint
            return Unknown(identity, hint)
        if isinstance(value, Module):
            return self._child(run, state, value, index, at)
        return None

    def _child(self, run: Evaluator, state: State, value: Module, index: Value, at: form.Subscript) -> Value:
        inside = [v for k, v in state.fields_of(value.id) if k.startswith(".")]
        if isinstance(index, Literal) and isinstance(index.value, int) and -len(inside) <= index.value < len(inside):
            return inside[index.value]
        return self.iterate(run, state, value, at) or Unknown(run.identity(at))

    def store_subscript(
        self, run: Evaluator, state: State, owner: Value, index: Value, value: Value, at: form.Subscript
    ) -> bool:
        if isinstance(owner, Tensor):
            tensors.store(run, state, self.sink, owner, index, value, at)
            return True
        if isinstance(owner, Module) or isinstance(owner, Unknown) and modules.is_module(value):
            name = str(index.value) if isinstance(index, Literal) else f"<{run.serial(at)}>"
            self._keep(run, state, owner, name, value, at)
            return True
        return False

    def store_attribute(
        self, run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form
    ) -> Value | None:
        if isinstance(owner, (Object, Module, Unknown)):
            for _, one in options(value):
                modules.attach(run, state, self.sink, owner, name, one, at)
        identity = getattr(owner, "id", None)
        if (identity, f"{modules.REGISTERED}.{name}") in state.fields:
            kept = [(g, replace(v, buffer=True) if isinstance(v, Tensor) else v) for g, v in options(value)]
            return merge(kept, run.identity(at, name))
        if isinstance(owner, Module) and isinstance(value, Tensor) and not is_host(value.device):
            state.fields[owner.id, PLACE] = DeviceValue(UNKNOWN)  # it takes over weights from elsewhere
        return None

    def iterate(self, run: Evaluator, state: State, value: Value, at: form.Form) -> Value | None:
        if isinstance(value, Tensor):
            return replace(value, id=run.identity(at, "row"), rank=None, roots=value.roots | {value.id})
        if isinstance(value, Module):
            inside = [v for k, v in state.fields_of(value.id) if k.startswith(".")]
            if not inside:
                return Unknown(run.identity(at, "child"))
            arms = [(frozenset({((run.identity(at), "child"), i)}), v) for i, v in enumerate(inside)]
            return merge(arms, run.identity(at, "child"))
        if isinstance(value, Loader):
            return Unknown(run.identity(at, "batch"))
        return None

    # Blocks and statements

    def enter(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value | None:
        if isinstance(value, DeviceValue):
            state.fields[("before", id(at)), "@"] = default_device(state)
            state.fields[DEFAULT_DEVICE] = value
        return None

    def leave(self, run: Evaluator, state: State, value: Value) -> None:
        if isinstance(value, DeviceValue):
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
        callee = run.evaluate(state, receiver.function) if isinstance(receiver, form.Call) else None
        fresh = isinstance(callee, External) and factory(callee.name) is not None  # wakes the device up
        for guards, one in options(value):
            if isinstance(one, Tensor) and one.cause is not None and one.cause.at is at and not fresh:
                self.sink.add(Discarded(at, guards | state.guards, one, one.device, at.function.name))
                for before in one.roots:
                    state.fields[before, tensors.DISCARDED] = Mark(at)

    def collected(self, run: Evaluator, state: State, items: tuple[Value, ...], at: form.Form) -> None:
        _mark_twins(state, self.sink, items, at)

    def returned(self, run: Evaluator, state: State, value: Value, at: form.Call) -> Value:
        if isinstance(value, Tensor) and value.moved_leaf is not None:
            return replace(value, moved_leaf=Cause(Made.MOVE, at))
        if isinstance(value, (Sequence, Table)):
            _mark_twins(state, self.sink, tuple(leaves(state, value)), at, outer=True)
        return value

    def finished(self, run: Evaluator, function: FunctionValue, returns: list[tuple[State, Value]]) -> None:
        if len(run.context) == 1 and getattr(function.form, "name", "") not in self.called:
            results.check(self.sink, function.form, returns)

    def defined(self, run: Evaluator, state: State, function: FunctionValue) -> None:
        if len(run.context) == 1:
            self.inner.append((function, State({}, state.fields.copy(), state.guards)))

    def truth(self, run: Evaluator, state: State, value: Value) -> Value | None:
        if isinstance(value, (DeviceValue, Module, Generator, Optimizer, Loader, Dtype)):
            return Literal(True)
        return None

    def tested(self, run: Evaluator, state: State, value: Value, at: form.Form) -> None:
        indices.asked(state, self.sink, value, at)

    def formatted(self, run: Evaluator, state: State, prefix: str, values: tuple[Value, ...], at: form.Opaque) -> None:
        if prefix == "cuda:" and values:
            indices.used(run, state, self.sink, values[0], at.parts[0])

    def instance(self, run: Evaluator, state: State, value: Value, kind: Value) -> Value | None:
        kinds = kind.items if isinstance(kind, Sequence) else (kind,)
        names = [k.name for k in kinds if isinstance(k, External)]
        if len(names) == len(kinds) == 1 and names[0] in ("torch.Tensor", "torch.nn.Parameter"):
            if isinstance(value, Unknown):
                return value.hint if isinstance(value.hint, Tensor) else Tensor(UNKNOWN, value.id)
        return None

    def constructed(self, run: Evaluator, state: State, instance: Object, at: form.Expression) -> None:
        if is_module_class(instance.type):
            modules.built(run, state, instance, at)
        elif role(instance.type) is Role.UNCERTAIN:
            modules.lost_track(run, state, instance)
            modules.release(state, instance)

    def transparent(self, decorator: str) -> bool:
        return decorator in TRANSPARENT

    def parameter(
        self, run: Evaluator, function: FunctionValue, parameter: form.Parameter, owner: ClassValue | None
    ) -> Value | None:
        identity = run.identity(parameter)
        if is_device_parameter(parameter):
            return DeviceValue(Followed(Symbol(identity, SymbolKind.DEVICE, parameter.name)))
        if parameter.name == "dtype" or parameter.name.endswith("_dtype"):
            return Dtype()
        if parameter.kind in ("args", "kwargs"):
            return None
        if is_number(parameter.annotation):
            self.sink.integers.add(identity)
        evidence = self.evidence_of(run, function, owner)
        followed = Tensor(Followed(Symbol(identity, SymbolKind.ARGUMENT, parameter.name)), identity,
                          cause=Cause(Made.PARAMETER, parameter))
        if evidence.is_tensor(parameter.name):
            return followed
        if parameter.name in evidence.others or HOST_NAMES.search(parameter.name):
            return Unknown(identity)
        return Unknown(identity, followed)


def _is_operator(name: str) -> bool:
    """Whether tensors have an operator of this name and modules have not."""
    return operator(f"torch.Tensor.{name}") is not None and name not in ("apply", "float", "half", "double", "type")


def _may_move(name: str) -> bool:
    return name.startswith(("to", "move", "prepare", "setup", "cuda", "load"))


def _mark_twins(
    state: State, sink: Sink, items: tuple[Value, ...], at: form.Form, *, outer: bool = False
) -> None:
    """Elements have been put together at ``at``: two of them may have been one object before they were moved."""
    seen: dict[object, Tensor] = {}
    for item in items:
        tensor = item.hint if isinstance(item, Unknown) else item
        if not isinstance(tensor, Tensor) or tensor.twin_of is None:
            continue
        first = seen.setdefault(tensor.twin_of, tensor)
        if first is tensor or first.id == tensor.id:
            continue
        known = (tensor.id, tensors.TWIN) in state.fields and not outer
        if (tensor.moved_leaf is not None or tensor.was_parameter) and not known:
            sink.add(IdentityLost(at, state.guards, None, "trained"))
        for one in (first, tensor):
            if outer or (one.id, tensors.TWIN) not in state.fields:
                state.fields[one.id, tensors.TWIN] = Mark(at)
