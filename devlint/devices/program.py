"""A program: everything in a file that can be run, run once.

    the file itself, top to bottom
    each function, with parameters nobody chose (unless it is private and called in the file)
    each class: `__init__`, what the other methods leave behind, then every method on such an instance

What was seen on the way are the facts the rules read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set

from devlint.devices import (
    byname,
    collecting,
    foreign,
    listing,
    modules,
    ordinals,
    overriding,
    partners,
    ranks,
    rebuilding,
    recording,
    replacing,
    unlike,
)
from devlint.devices.device import DEVICE_GIVEN, GIVEN, UNKNOWN, Followed, Symbol, SymbolKind, is_host
from devlint.devices.domain import TorchDomain
from devlint.devices.evidence import is_device_name, is_device_parameter, is_only_handed_on, may_be_none
from devlint.devices.facts import Attached, ByName, Clash, Fact, Hardcoded, Operand, Overridden, Result, StateLeft
from devlint.devices.hardcoded import scan
from devlint.devices.meeting import Sink
from devlint.devices.placing import DEFAULT_DEVICE
from devlint.devices.roles import Role, is_backward, is_host_class, is_host_function, is_module_class, role
from devlint.devices.sifting import sift
from devlint.devices.values import CURRENT_DEVICE, PLACE, DeviceValue, Made, Mark, Tensor
from devlint.flow import form, walk  # noqa: F401 - says how statements are executed
from devlint.flow.call import is_hidden, run_function
from devlint.flow.containers import NOW
from devlint.flow.domain import Project
from devlint.flow.evaluator import Evaluator
from devlint.flow.form import dotted
from devlint.flow.index import Index
from devlint.flow.predicate import condition
from devlint.flow.record import replace
from devlint.flow.state import Field, Fields, State
from devlint.flow.value import (
    ALWAYS,
    NONE,
    ClassValue,
    FunctionValue,
    Home,
    Literal,
    Object,
    Sequence,
    Table,
    Unknown,
    Value,
    bag,
    forgotten,
    merge,
    options,
)
from devlint.teaching import NOTHING, Teaching

FILLERS = frozenset({"append", "extend", "add", "insert", "update", "setdefault"})
"""Methods that put something into a container."""

MOST_INNER = 200  # functions defined inside functions that are run for themselves


class Program:
    """Runs a file and gathers what was seen."""

    def __init__(
        self,
        tree: form.Module,
        source: str = "",
        *,
        default_changes: bool = False,
        nccl: bool = True,
        wanted: Collection[type] = (),
        teaching: Teaching = NOTHING,
        home: Home | None = None,
        project: Project | None = None,
    ) -> None:
        """``tree`` holds what the scout left of ``source``.

        ``nccl`` says whether the process groups of the file are NCCL's for certain; ``wanted`` names the kinds of facts
        that are gathered for those only who ask. ``teaching`` is what the user says of helpers out of sight.
        ``home`` is the file's, ``project`` knows those it imports from.
        """
        self.source = source
        self.tree = tree
        self.sink = Sink([])
        self.every = Index(tree)
        self.called, self.own_calls = _called_names(self.every)
        self.own_calls.discard("forward")  # methods called on `self` are read with what they are given there
        self.domain = TorchDomain(self.sink, self.called, teaching, self.owns)
        self.run = Evaluator(self.domain, home, project)
        self._nodes: set[int] | None = None
        self.default_changes = default_changes
        self.nccl = nccl
        self.wanted = wanted
        self.late: dict[int, tuple[Mark, State]] = {}

    def facts(self) -> list[Fact]:
        """Everything seen, in the order it was seen."""
        state = self.run.module(self.tree.body)
        self._pending(state)
        beginning = State({}, Fields({k: v for k, v in state.fields.items() if k == DEFAULT_DEVICE}))
        if self.default_changes and DEFAULT_DEVICE not in beginning.fields:
            beginning.fields[DEFAULT_DEVICE] = DeviceValue(UNKNOWN)
        for value in list(self.run.home.names.values()):
            if isinstance(value, (FunctionValue, ClassValue)) and value.home is not self.run.home:
                continue
            if isinstance(value, FunctionValue) and isinstance(value.form, form.Function):
                passed_by = value.form.is_aside or self._only_helper(value.form.name, value)
                if not passed_by and not is_host_function(value):
                    self._function(value, beginning, None)
            elif isinstance(value, ClassValue) and not is_host_class(value):
                self._class(value, beginning)
        for function, seen in self.domain.inner[:MOST_INNER]:
            name = getattr(function.form, "name", "")
            if name not in self.called and not is_host_function(function):
                self._function(function, seen, None)
        for mark, seen in self.late.values():
            if id(mark.at) not in self.run.settled and mark.other is not None:
                self.sink.add(Attached(mark.at, seen.guards, mark.text, mark.other))
        settled = self.run.settled
        found = [f for f in self.sink.facts if not (isinstance(f, StateLeft) and id(f.made) in settled)]
        found = [f for f in found if not (isinstance(f, Result) and id(f.at) in settled)]
        found = [f for f in found if not (isinstance(f, Clash) and self._is_sent(f.host))]
        worth = sift(found, self.source, self.tree, self._is_tensor, self.domain.callers, nccl=self.nccl)
        if Hardcoded in self.wanted:
            worth += scan(self.tree)
        worth += ordinals.scan(self.every)
        worth += ranks.scan(self.every, self.source)
        worth += partners.scan(self.every)
        worth += unlike.scan(self.every, self._functions())
        broken = {id(fact.at) for fact in found if isinstance(fact, Overridden)}
        worth += recording.scan(self.every, self._classes(), broken)
        worth += collecting.scan(self.every, self._functions())
        worth += listing.scan(self.every, self._classes(), self.source)
        worth += replacing.scan(self.every, self._functions())
        late = {id(fact.at) for fact in found if isinstance(fact, Attached)}
        worth += (fact for fact in rebuilding.scan(self.every, self._functions()) if id(fact.attached) not in late)
        if ByName in self.wanted:
            worth += byname.scan(self.tree, self.every, self._modules())
        return worth

    def clear(self) -> None:
        """Let go of what would hold on to this program when it is done."""
        self.run.home.clear()
        for scope in self.run.scopes:
            scope.clear()
        self.domain.owns = foreign.everything

    def _is_sent(self, one: Operand) -> bool:
        """Whether what an object keeps unregistered is sent by the object itself to where it is used."""
        cause = one.tensor.cause
        return cause is not None and cause.made is Made.ATTRIBUTE and id(cause.at) in self.sink.sent

    def _functions(self) -> Iterator[FunctionValue]:
        """The functions and methods of this file that do not run on the host by their role."""
        for value in self.run.home.names.values():
            inside = [value] if isinstance(value, FunctionValue) else []
            if isinstance(value, ClassValue) and value.home is self.run.home and not is_host_class(value):
                inside = [one for one in value.members.values() if isinstance(one, FunctionValue)]
            for one in inside:
                if one.home is self.run.home and not is_host_function(one):
                    yield one

    def _classes(self) -> Iterator[ClassValue]:
        """The classes of this file."""
        for value in self.run.home.names.values():
            if isinstance(value, ClassValue) and value.home is self.run.home:
                yield value

    def _modules(self) -> set[int]:
        """The forms of the classes of this file that are modules for certain, by id."""
        classes = (value for value in self.run.home.names.values() if isinstance(value, ClassValue))
        return {id(cls.form) for cls in classes if is_module_class(cls)}

    def owns(self, at: form.Form) -> bool:
        """Whether ``at`` stands in this file, and not in another of the project."""
        if self.run.project is None:
            return True
        if self._nodes is None:
            self._nodes = {id(part.node) for part in self.every}
        return id(at.node) in self._nodes

    def _is_tensor(self, function: FunctionValue, place: str) -> bool:
        return self.domain.witness.of(self.run, function).is_tensor(place)

    def _only_helper(self, name: str, function: Value) -> bool:
        """Whether a function is read where it is called, and nowhere else."""
        private = name.startswith("_") and not name.startswith("__") and name in self.called
        return private and isinstance(function, FunctionValue) and not is_hidden(self.run, function)

    def _function(self, function: FunctionValue, beginning: State, instance: Value | None) -> State | None:
        """Run one function with parameters nobody chose; the state after it."""
        assert isinstance(function.form, form.Function), "lambdas are run where they are called"
        state = State({}, beginning.fields.copy(), beginning.guards)
        if is_backward(function):  # autograd has made the gradient's GPU the current one
            state.fields[CURRENT_DEVICE] = Literal(True)
        frame: dict[str, Value] = {}
        bound = FunctionValue(function.form, function.closure, instance, function.owner, function.kind)
        for number, parameter in enumerate(function.form.parameters.all):
            if number == 0 and instance is not None and function.kind != "static":
                frame[parameter.name] = instance
                continue
            frame[parameter.name] = self._parameter(bound, parameter)
        with self.run.unit():
            run_function(self.run, state, bound, frame, function.form)
            self._pending(state)
            return state
        return None

    def _parameter(self, function: FunctionValue, parameter: form.Parameter) -> Value:
        identity = self.run.identity(parameter)
        if parameter.kind == "args":
            return Sequence("tuple", (), identity, exact=False, open=True)
        if parameter.kind == "kwargs":
            return Table((), identity, open=True)
        value = self.domain.parameter(self.run, function, parameter, function.owner) or Unknown(identity)
        unset = isinstance(value, DeviceValue) and is_only_handed_on(function, parameter.name)
        if may_be_none(parameter) and (unset or isinstance(value, Tensor)):
            given = condition((DEVICE_GIVEN if unset else GIVEN, identity))
            return merge([(given.unless, NONE), (given.guards, value)], identity)
        return value

    def _pending(self, state: State) -> None:
        for (_, key), value in state.fields.items():
            if key == modules.LATE:
                for _, mark in options(value):
                    if isinstance(mark, Mark):
                        self.late.setdefault(id(mark.at), (mark, state))

    def _class(self, cls: ClassValue, beginning: State) -> None:
        instance = Object(("instance", id(cls.form)), cls)
        state: State | None = State({}, beginning.fields.copy())
        init = cls.find("__init__")
        if isinstance(init, FunctionValue) and not self._is_stub(init):
            state = self._function(init, beginning, instance) or state
        assert state is not None, "there is a state before a class is used"
        state.frame = {}
        if is_module_class(cls):
            modules.built(self.run, state, instance, cls.form)
            for fact in overriding.bypassed(state, cls, instance, self.source):
                self.sink.add(fact)
            symbol = Symbol(instance.id, SymbolKind.MODULE, "self")
            modules.move_module(self.run, state, instance, DeviceValue(Followed(symbol)), cls.form)
            for key in [k for k in state.fields if k[1] == modules.MOVED]:
                del state.fields[key]
        elif role(cls) is Role.UNCERTAIN:
            modules.out_of_sight(self.run, state, instance)
        methods = self._methods(cls)
        _free_flags(state, instance)
        _free_changed(state, instance, methods)
        left, seen = self._left_by(instance, methods, state)
        for method in methods:
            name = getattr(method.form, "name", "")
            helper = name in self.own_calls and name in cls.members and not is_hidden(self.run, method)
            if is_host_function(method) or helper and not self._is_told_more(method):
                continue
            found = _after([s for m, s in left.items() if m is not method.form], instance, state)
            abroad = method.home is not self.run.home  # what is seen there is not reported here
            if method.form in seen and (found is state or abroad and not seen[method.form]):
                self.sink.facts += seen[method.form]  # it would be run in the state it has been run in
            elif not (isinstance(method.form, form.Function) and method.form.is_aside):
                self._function(method, found, instance)

    def _is_told_more(self, method: FunctionValue) -> bool:
        """Whether others tell a public method a device, which the calls on ``self`` leave out."""
        name = getattr(method.form, "name", "")
        parameters = [p for p in method.form.parameters.all if p.kind != "keyword"][1:]
        told = [p for p in method.form.parameters.all if is_device_parameter(p)]
        if name.startswith("_") or not told or is_hidden(self.run, method):
            return False
        place = parameters.index(told[0]) if told[0] in parameters else len(parameters)
        for call in self.every.of(form.Call):
            if dotted(call.function) == f"self.{name}":
                given: dict[str | None, form.Expression] = dict(call.keywords)
                starred = None in given or any(isinstance(one, form.Star) for one in call.arguments)
                one = call.arguments[place] if place < len(call.arguments) else given.get(told[0].name)
                if starred or one is not None and not (isinstance(one, form.Constant) and one.value is None):
                    return False
        return True

    def _is_stub(self, function: FunctionValue) -> bool:
        return not isinstance(function.form, form.Function)

    def _methods(self, cls: ClassValue) -> list[FunctionValue]:
        found = []
        for name, value in cls.members.items():
            if not isinstance(value, FunctionValue) or value.home is not cls.home:
                continue
            if name == "__init__" or self._only_helper(name, value):
                continue
            if isinstance(value.form, form.Function):
                found.append(value)
        return [*found, *self._inherited(cls)]

    def _inherited(self, cls: ClassValue) -> list[FunctionValue]:
        """The methods of bases that call on ``self`` what ``cls`` has of its own: they mean something else here."""
        found: dict[str, FunctionValue] = {}
        for base in list(cls.linearised())[1:]:
            for name, value in base.members.items() if isinstance(base, ClassValue) else ():
                if name in cls.members or name in found or name == "__init__" or self._only_helper(name, value):
                    continue
                if isinstance(value, FunctionValue) and not cls.members.keys().isdisjoint(_calls_of(value)):
                    found[name] = value
        return list(found.values())

    def _left_by(
        self, instance: Object, methods: list[FunctionValue], state: State
    ) -> tuple[dict[object, State], dict[object, list[Fact]]]:
        """The state each method that changes its object leaves behind, and the facts seen on the way."""
        left: dict[object, State] = {}
        seen: dict[object, list[Fact]] = {}
        facts = self.sink.facts
        for method in methods:
            if _changes_its_object(method, self.domain.teaching.moving):
                self.sink.facts = seen[method.form] = []
                after = self._function(method, state, instance)
                if after is not None:
                    left[method.form] = after
        self.sink.facts = facts
        return left, seen


def _free_flags(state: State, instance: Object) -> None:
    """A flag that ``__init__`` sets may be set otherwise before a method is called, by whoever holds the object."""
    for key, value in state.fields_of(instance.id):
        if key.startswith(".") and isinstance(value, Literal) and isinstance(value.value, bool):
            state.fields[instance.id, key] = Unknown((instance.id, key))
        elif key.startswith(".") and isinstance(value, Sequence) and value.kind == "tuple":
            items = [
                Unknown((instance.id, key, i)) if isinstance(v, Literal) and isinstance(v.value, bool) else v
                for i, v in enumerate(value.items)
            ]
            state.fields[instance.id, key] = replace(value, items=tuple(items))


def _free_changed(state: State, instance: Object, methods: list[FunctionValue]) -> None:
    """What ``__init__`` sets to a number or to something unknown may be something else once a method sets it, too."""
    for method in methods:
        for name in _attributes_set(method):
            field = (instance.id, f".{name}")
            held = state.fields.get(field)
            if isinstance(held, Literal) and held != NONE or _is_plainly_unknown(held):
                state.fields[field] = Unknown(field)


def _after(left: list[State], instance: Object, state: State) -> State:
    """The state in which a method finds its object once the other methods may have been called.

    It is ``state`` itself where these leave nothing behind.
    """
    kept = {v.id: v for _, v in state.fields_of(instance.id) if isinstance(v, (Sequence, Table))}
    changed: dict[Field, Value] = {}
    for after in left:
        for field, value in after.fields.items():
            before = state.fields.get(field)
            if before is value:
                continue
            owner, key = field
            if key == PLACE and before is not None and before != value:
                changed[field] = DeviceValue(UNKNOWN)
            elif key == NOW and owner in kept:
                changed[field] = _of_either(changed.get(field, before), before or kept[owner], value)
            elif owner == instance.id and key.startswith(".") and before != value:
                changed[field] = _either(instance, key, changed.get(field, before), value)
    merged: State | None = None
    for field, value in changed.items():
        if not _tells_nothing(instance, field, value, state):
            merged = merged or state.fork()
            merged.fields[field] = value
    return merged or state


def _tells_nothing(instance: Object, field: Field, value: Value, state: State) -> bool:
    """Whether ``value`` is what ``state`` holds, or would be read where it holds nothing: something unknown."""
    owner, key = field
    before = state.fields.get(field)
    plain = _is_plainly_unknown(value)
    if before is not None:
        return value is before or plain and _is_plainly_unknown(before) and before == Unknown(field)
    return plain and owner == instance.id and instance.type.find(key[1:]) is None and not is_device_name(key)


def _is_plainly_unknown(value: Value | None) -> bool:
    return isinstance(value, Unknown) and value.hint is None


def _of_either(merged: Value | None, before: Value, value: Value) -> Value:
    """What a container holds that several methods fill."""
    if value == before:
        return before if merged is None else merged
    if isinstance(value, Sequence) and isinstance(merged or before, Sequence):
        others = merged or before
        assert isinstance(others, Sequence), "the condition says so"
        return bag(value.kind, (*others.items, *value.items), value.id, open=others.open or value.open)
    return forgotten(value)


def _either(instance: Object, key: str, before: Value | None, value: Value) -> Value:
    """An attribute that is set in more than one method: what is moved somewhere in one of them is unknown."""
    both = [v for one in (before, value) if one is not None for _, v in options(one)]
    on_host = [isinstance(v, Tensor) and is_host(v.device) for v in both]
    if before is None and all(on_host) and len(both) == 1:
        return value
    identity = (instance.id, key, "set")
    if before is not None and all(isinstance(v, Tensor) and (v.parameter or v.buffer) for v in both):
        return before
    places = {v.device if isinstance(v, Tensor) else UNKNOWN for v in both if v != NONE}
    if len(places) == 1 and all(isinstance(place, Followed) for place in places):
        return merge([(ALWAYS, v) for v in both], identity)
    if before is not None and all(isinstance(v, Tensor) for v in both):
        return Tensor(UNKNOWN, identity)
    return Unknown(identity)


def _changes_its_object(function: FunctionValue, moving: Set[str]) -> bool:
    """Whether a method sets attributes, or moves something; ``moving`` are functions that were taught to move."""
    if next(_attributes_set(function), None) is not None:
        return True
    names = {p.name for p in function.form.parameters.all[:1]}
    for part in form.walk(function.form, form.Call):
        called = part.function
        if isinstance(called, form.Attribute):
            if called.name in ("to", "cuda", "cpu", "setattr") or called.name in moving:
                return True
            place = called.value
            held = isinstance(place, form.Attribute) and isinstance(place.value, form.Name) and place.value.id in names
            if held and called.name in FILLERS:
                return True
        elif isinstance(called, form.Name) and called.id in moving:
            return True
    return False


def _attributes_set(function: FunctionValue) -> Iterator[str]:
    """The attributes of its object that a method assigns to."""
    names = {p.name for p in function.form.parameters.all[:1]}
    for part in form.walk(function.form, form.Assign, form.Annotate, form.Augment):
        targets: tuple[form.Expression, ...] = ()
        if isinstance(part, form.Assign):
            targets = part.targets
        elif isinstance(part, (form.Annotate, form.Augment)):
            targets = (part.target,)
        for target in targets:
            for one in form.walk(target, form.Attribute):
                if isinstance(one.value, form.Name) and one.value.id in names:
                    yield one.name


def _called_names(every: Index) -> tuple[set[str], set[str]]:
    """The names of everything the file calls, and those of what it calls on ``self``."""
    found: set[str] = set()
    own: set[str] = set()
    for call in every.of(form.Call):
        function = call.function
        if isinstance(function, form.Name):
            found.add(function.id)
        elif isinstance(function, form.Attribute) and not _is_super(function.value):
            found.add(function.name)
            if isinstance(function.value, form.Name) and function.value.id == "self":
                own.add(function.name)
    return found, own


def _is_super(at: form.Expression) -> bool:
    """``super()``: what is called on it is the method of another class."""
    return isinstance(at, form.Call) and isinstance(at.function, form.Name) and at.function.id == "super"


def _calls_of(function: FunctionValue) -> frozenset[object]:
    """The methods that a method calls on its object; noted where its module is, so that it is read once."""
    notes = function.home.notes if isinstance(function.home, Home) else {}
    known = notes.get((function.form, "calls"))
    if not isinstance(known, frozenset):
        known = notes[function.form, "calls"] = frozenset(_called_on_self(function))
    return known


def _called_on_self(function: FunctionValue) -> set[str]:
    calls = (part.function for part in form.walk(function.form) if isinstance(part, form.Call))
    return {
        called.name
        for called in calls
        if isinstance(called, form.Attribute) and isinstance(called.value, form.Name) and called.value.id == "self"
    }
