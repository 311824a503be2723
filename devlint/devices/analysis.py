"""The analysis of one file: runs everything in it that can be run, once each, and returns the facts.

    the file itself, top to bottom
    each function, with unknown arguments (unless it is private and called in the file)
    each class: `__init__`, what the other methods leave behind, then every method on such an instance

What was seen on the way are the facts the rules read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import cast

from devlint.base.session import SESSION, Until
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.checks import overridden_to
from devlint.devices.entry_points import is_given_devices, is_helper, methods_of
from devlint.devices.evidence import annotations as annotation_values
from devlint.devices.evidence.class_roles import Role, is_backward, is_module_class, is_of_tests, role
from devlint.devices.evidence.global_objects import left_to_functions
from devlint.devices.evidence.host_roles import APPLIED_BY_CONSTRUCTORS, RUNS_ON_CPU, is_host_class, is_host_function
from devlint.devices.facts.modules import Attached
from devlint.devices.facts.operations import Fact
from devlint.devices.lattice import state_keys
from devlint.devices.lattice.conditions import device_given, given, passed
from devlint.devices.lattice.device import UNKNOWN, Followed, Symbol, SymbolKind
from devlint.devices.lattice.hints import is_made_on_host
from devlint.devices.lattice.state_keys import CURRENT_DEVICE, DEFAULT_DEVICE, DEFAULT_TYPE
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, HostArray, Mark
from devlint.devices.patterns.calls_of_file import calls_of, is_aside, own_methods
from devlint.devices.patterns.initializers import in_constructors
from devlint.devices.patterns.parameters import may_be_none
from devlint.devices.semantics.calls import fixtures, imports
from devlint.devices.semantics.modules import construction, escape, placement
from devlint.devices.semantics.modules.method_effects import (
    changes_its_object,
    free_changed,
    free_flags,
    movers,
    release_built,
)
from devlint.devices.semantics.modules.method_summaries import LeftBehind, called_again
from devlint.devices.silence.pipeline import reported
from devlint.flow import walk  # noqa: F401 - says how statements are executed
from devlint.flow.binding import default_of
from devlint.flow.budget import Exhausted
from devlint.flow.call import is_hidden, run_function
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.state import Field, Fields, State
from devlint.flow.values.value import NONE, Identity, Literal, Sequence, Table, Unknown, Value, options
from devlint.forms import form

MOST_INNER = 200  # functions defined inside functions that are run for themselves


class Program:
    """Runs a file and gathers what was seen."""

    def __init__(
        self, file: AnalyzedFile, *, default_changes: bool = False, default_type_changes: bool = False
    ) -> None:
        """``default_changes`` says that the default device is set somewhere, in ``file`` or by a script that uses it.

        ``default_type_changes`` says that the default type of tensors is.
        """
        self.file = file
        self.recorder, self.domain, self.run = file.recorder, file.domain, file.run
        self.applied = in_constructors(file)
        self.default_changes = default_changes
        self.default_type_changes = default_type_changes
        self.late: dict[int, tuple[Mark, State]] = {}
        self.helpers: list[tuple[FunctionValue, State, Object | None]] = []  # what is read where it is called

    def facts(self) -> list[Fact]:
        """Everything seen, in the order it was seen."""
        state = self.run.module(self.file.tree.body)
        self._pending(state)
        left = left_to_functions(state, self.run.home, self.file)
        beginning = State({}, Fields(self._defaults(state) | left))
        for name, value in list(self.run.home.names.items()):
            if isinstance(value, (FunctionValue, ClassValue)) and value.home is not self.run.home:
                continue
            if isinstance(value, FunctionValue) and isinstance(value.form, form.Function):
                if is_helper(self.file, value.form.name, value):
                    self.helpers.append((value, beginning, None))
                elif not value.form.is_aside and not self._is_passed_over(value, name):
                    self._function(value, beginning, None)
            elif isinstance(value, ClassValue) and is_host_class(value):
                self.recorder.silence(RUNS_ON_CPU, value.form)
            elif isinstance(value, ClassValue):
                with suppress(Exhausted):
                    self._class(value, beginning)
        for function, seen in self.domain.inner[:MOST_INNER]:
            name = getattr(function.form, "name", "")
            if id(function.form) not in self.run.entered and not self._is_passed_over(function, name):
                self._function(function, seen, None)
        for function, seen, instance in self.helpers:
            if self._is_unexplained(function):
                self._function(function, seen, instance)
        for mark, seen in self.late.values():
            if id(mark.at) not in self.run.settled and mark.other is not None:
                self.recorder.add(Attached(mark.at, seen.guards, mark.text, mark.other))
        found = reported(self.file)
        self.file.leave(found)
        return found

    def clear(self) -> None:
        """Let go of what would hold on to this program when it is done, and of what is remembered of its values."""
        self.run.home.clear()
        for scope in self.run.scopes:
            scope.clear()
        self.domain.owns = imports.everything
        self.file.forget()
        SESSION.end(Until.PROGRAM)

    def _is_passed_over(self, function: FunctionValue, name: str) -> bool:
        """True if nothing in a function is reported, for what it is called or what calls it. The reason is noted."""
        if is_host_function(function):
            self.recorder.silence(RUNS_ON_CPU, function.form)
        elif name in self.applied:
            self.recorder.silence(APPLIED_BY_CONSTRUCTORS, function.form)
        else:
            return False
        return True

    def _function(self, function: FunctionValue, beginning: State, instance: Value | None) -> State | None:
        """Run one function with unknown arguments; the state after it."""
        assert isinstance(function.form, form.Function), "lambdas are run where they are called"
        state = State({}, beginning.fields.copy(), beginning.guards)
        if is_backward(function):  # autograd has made the gradient's GPU the current one
            state.fields[CURRENT_DEVICE] = Literal(True)
        bound = FunctionValue(function.form, function.closure, instance, function.owner, function.kind)
        with self.run.unit():
            frame: dict[str, Value] = {}
            for number, parameter in enumerate(function.form.parameters.all):
                if number == 0 and instance is not None and function.kind != "static":
                    is_object = isinstance(instance, Object) and function.kind == "class"
                    frame[parameter.name] = cast("Object", instance).type if is_object else instance
                    continue
                frame[parameter.name] = self._parameter(state, bound, parameter)
            run_function(self.run, state, bound, frame, function.form)
            self._pending(state)
            return state
        return None

    def _parameter(self, state: State, function: FunctionValue, parameter: form.Parameter) -> Value:
        identity = self.run.identity(parameter)
        if parameter.kind == "args":
            return Sequence("tuple", (), identity, exact=False, open=True)
        if parameter.kind == "kwargs":
            return Table((), identity, open=True)
        with self._unheard():
            fixed = fixtures.given(self.run, state, function, parameter, self._parameter)
        if fixed is not None:
            return fixed
        value = self.domain.parameter(self.run, function, parameter, function.owner) or Unknown(identity)
        if isinstance(parameter.default, form.Call) and isinstance(value, (Tensor, Unknown)):
            default = default_of(self.run, state, function, parameter.default)
            if isinstance(default, Tensor) and is_made_on_host(default):
                own = condition(passed(identity))
                return merge([(own.unless, default), (own.guards, value)], identity)
        if is_of_tests(function, self.run.home):
            fixtures.somewhere(state, value)
        unset = isinstance(value, DeviceValue)
        if unset or isinstance(value, (Tensor, HostArray, Sequence, Table)):
            return _or_none(parameter, value, identity, unset=unset)
        return value

    @contextmanager
    def _unheard(self) -> Iterator[None]:
        """What is evaluated here is evaluated for itself elsewhere, and reported there."""
        facts, entered = self.recorder.facts, self.run.entered
        self.recorder.facts, self.run.entered = [], set()
        try:
            yield
        finally:
            self.recorder.facts, self.run.entered = facts, entered

    def _defaults(self, state: State) -> dict[Field, Value]:
        """What the functions of the file find set, if ``state`` is that after its last line."""
        found: dict[Field, Value] = {}
        if self.default_changes:
            found[DEFAULT_DEVICE] = DeviceValue(UNKNOWN)
            if self.default_type_changes:
                found[DEFAULT_TYPE] = DeviceValue(UNKNOWN)
        return found | {k: v for k, v in state.fields.items() if k in (DEFAULT_DEVICE, DEFAULT_TYPE)}

    def _pending(self, state: State) -> None:
        for (_, key), value in state.fields.items():
            if key == state_keys.LATE:
                for _, mark in options(value):
                    if isinstance(mark, Mark):
                        self.late.setdefault(id(mark.at), (mark, state))

    def _class(self, cls: ClassValue, beginning: State) -> None:
        init, methods = cls.find("__init__"), methods_of(self.file, cls)
        if is_aside([*methods, *(one for _, one in own_methods(cls)), init]):
            return
        instance = Object(("instance", id(cls.form)), cls)
        state: State | None = State({}, beginning.fields.copy())
        if isinstance(init, FunctionValue) and isinstance(init.form, form.Function):
            state = self._function(init, beginning, instance) or state
        elif init is None and state is not None:
            for name, parameter, value in annotation_values.fields(self.run, cls, instance.id):
                state.fields[instance.id, f".{name}"] = _or_none(parameter, value, (instance.id, name))
        assert state is not None, "there is a state before a class is used"
        before_tests = [one.form for one in fixtures.set_up(cls)]
        for one in fixtures.set_up(cls):
            with self._unheard():
                state = self._function(one, state, instance) or state
        state.frame = {}
        if is_module_class(cls):
            construction.built(self.run, state, instance, cls.form)
            for fact in overridden_to.bypassed(state, cls, instance, self.file):
                self.recorder.add(fact)
            symbol = Symbol(instance.id, SymbolKind.MODULE, "self")
            placement.moved_itself(state, instance)
            placement.move_module(self.run, state, instance, DeviceValue(Followed(symbol)), cls.form)
            for key in [k for k in state.fields if k[1] == state_keys.MOVED]:
                del state.fields[key]
        elif role(cls) is Role.UNCERTAIN:
            escape.out_of_sight(self.run, state, instance)
        built = dict(state.fields_of(instance.id))
        free_flags(state, instance)
        free_changed(state, instance, methods)
        left, seen = self._left_by(instance, [m for m in (*methods, *movers(cls)) if m.form not in before_tests], state)
        behind = LeftBehind(left, instance, state, built)
        of_host = set().union(*(calls_of(m) for m in methods if is_host_function(m)))
        self.helpers += ((one, state, instance) for name, one in own_methods(cls) if is_helper(self.file, name, one))
        for method in methods:
            name = getattr(method.form, "name", "")
            helper = name in self.file.own_calls and name in cls.members and not is_hidden(self.run, method)
            if self._is_passed_over(method, name):
                continue
            if helper and not is_given_devices(self.file, method):
                if name not in of_host:
                    self.helpers.append((method, state, instance))
                continue
            found = behind.before(method.form)
            if method.form in left:
                found = called_again(left[method.form], instance, found)
            abroad = method.home is not self.run.home  # what is seen there is not reported here
            facts, entered = seen.get(method.form, ([], set()))
            if method.form in seen and (found is state or abroad and not facts):
                self.recorder.facts += facts  # it would be run in the state it has been run in
                self.run.entered |= entered
            elif not (isinstance(method.form, form.Function) and method.form.is_aside):
                self._function(method, found, instance)

    def _is_unexplained(self, function: FunctionValue) -> bool:
        """Whether the calls of a helper were not reached, or say nothing of something that it takes for a tensor.

        Those of a private one have to be reached: it may be for what no call that is read gives it.
        """
        if not isinstance(function.form, form.Function) or function.form.is_aside or is_host_function(function):
            return False
        if id(function.form) not in self.run.entered:
            return not function.form.name.startswith("_")
        return any(not self.domain.informed.get(id(p), True) for p in function.form.parameters.all)

    def _left_by(
        self, instance: Object, methods: list[FunctionValue], state: State
    ) -> tuple[dict[object, State], dict[object, tuple[list[Fact], set[int]]]]:
        """The state each method that changes its object leaves behind, with the facts seen on the way, and where."""
        left: dict[object, State] = {}
        seen: dict[object, tuple[list[Fact], set[int]]] = {}
        facts, entered = self.recorder.facts, self.run.entered
        for method in methods:
            if changes_its_object(method, self.domain.configured.moving):
                self.recorder.facts, self.run.entered = seen[method.form] = ([], set())
                after = self._function(method, state, instance)
                if after is not None:
                    release_built(method, instance, state, after)
                    left[method.form] = after
        self.recorder.facts, self.run.entered = facts, entered
        return left, seen


def _or_none(parameter: form.Parameter, value: Value, identity: Identity, *, unset: bool = False) -> Value:
    """What is given for ``parameter``, or None where that may be; ``unset`` says that it is a device to hand on."""
    if not may_be_none(parameter):
        return value
    there = condition(device_given(identity) if unset else given(identity))
    return merge([(there.unless, NONE), (there.guards, value)], identity)
