"""Calls: functions and classes of the file are evaluated at each call site, with the arguments of the call.

    def make(n): return torch.zeros(n)
    make(3) + x                           # the zeros made in `make` meet x here

That is their summary for these arguments. Deep recursion and more than four calls in one another, or five below a
statement of the file, give an unknown result.
"""

from __future__ import annotations

from devlint.flow.binding import bind, fits
from devlint.flow.builtins.dataclass import call_dataclasses, is_filled
from devlint.flow.builtins.functions import call_builtin
from devlint.flow.builtins.library import call_library
from devlint.flow.builtins.methods import container_method
from devlint.flow.domain import Arguments
from devlint.flow.escape import escapes
from devlint.flow.evaluator import Evaluator
from devlint.flow.site import Frame
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Object, Scope
from devlint.flow.values.guards import feasible
from devlint.flow.values.parts import bounded
from devlint.flow.values.state import MANY, State, join
from devlint.flow.values.value import NONE, Choice, External, Method, Unknown, Value, bag
from devlint.forms import form
from devlint.forms.form import decorator_name

DEEPEST = 4
"""The functions that are followed within each other, with the one that is evaluated for itself, and ..."""
FROM_THE_FILE = 1
"""... how many more below a statement of the file: a script calls ``main`` for what begins elsewhere by itself."""
MOST_RECURSION = 3
CALL_STEPS = 8
"""The steps that a call costs by itself, beside those of the body, and ..."""
FIELDS_A_STEP = 16
"""... of how many fields that it copies one more is for."""


def call_value(run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call) -> Value:
    """``callee(*arguments)``."""
    if isinstance(callee, Choice):
        answers = []
        for guards, one in callee.options:
            if feasible(guards, state.guards):
                with state.supposing(guards):
                    answers.append((guards, call_value(run, state, one, arguments, at)))
        return merge(answers, run.identity(at))
    told = run.domain.call_configured(run, state, callee, arguments, at)
    if told is not None:
        return told
    if isinstance(callee, FunctionValue):
        run.domain.before_call(run, state, callee, arguments, at)
        return call_function(run, state, callee, at, arguments)
    if isinstance(callee, ClassValue):
        return _construct(run, state, callee, arguments, at)
    escapes(run, state, arguments, at)
    known: Value | None = None
    if isinstance(callee, External):
        if callee.name.startswith("builtins."):
            known = run.domain.call(run, state, callee.name, arguments, at)
            if known is None:
                known = call_builtin(run, state, callee.name[9:], arguments, at, call_value)
        elif callee.name.startswith(("collections.", "itertools.", "random.")):
            known = call_library(run, state, callee.name, arguments, at, call_value)
            if known is None:
                known = run.domain.call(run, state, callee.name, arguments, at)
        elif callee.name.startswith("dataclasses."):
            known = call_dataclasses(run, state, callee.name[12:], arguments, at)
        else:
            known = run.domain.call(run, state, callee.name, arguments, at)
    elif isinstance(callee, Method):
        known = container_method(run, state, callee.receiver, callee.name, arguments, at)
        if known is None:
            known = run.domain.method(run, state, callee.receiver, callee.name, arguments, at)
    else:
        known = run.domain.invoke(run, state, callee, arguments, at)
        if known is None and isinstance(callee, Object):
            member = callee.type.find("__call__")
            if isinstance(member, FunctionValue):
                bound = FunctionValue(member.form, member.closure, callee, member.owner, member.kind)
                return call_function(run, state, bound, at, arguments)
    return run.domain.unresolved(run, state, arguments, at, callee) if known is None else known


def call_function(
    run: Evaluator, state: State, function: FunctionValue, at: form.Call, arguments: Arguments | None = None
) -> Value:
    """What ``function`` returns for ``arguments``, its effects applied to ``state``."""
    arguments = arguments or Arguments()
    if function.home is not run.home:
        _note_library(run, function, at)
    if function.home is not run.home and not run.domain.is_worthwhile(run, state, function, arguments):
        return run.domain.call_unevaluated(run, state, function, arguments, at)  # asked first: it need not be made
    if not function.form.body:  # cut by the scout: its effects are unknown
        return run.domain.unresolved(run, state, arguments, at, function)
    if not fits(function, arguments):  # it would raise: this is not what is called here
        return run.domain.unresolved(run, state, arguments, at, function)
    if is_too_deep(run, function) or is_hidden(run, function):
        return run.domain.unresolved(run, state, arguments, at, function)
    if len(run.frames) == 1:
        run.home.names = state.frame
    frame = bind(run, state, function, arguments)
    run.domain.on_entry(run, function, frame)
    value = run_function(run, state, function, frame, at, arguments)
    if function.home is not run.home and not run.site.abroad:
        value = run.domain.from_other_file(run, state, value, at)
    return run.domain.result_of_call(run, state, value, arguments, at)


def _note_library(run: Evaluator, callee: FunctionValue | ClassValue, at: form.Call) -> None:
    """Take note of a call of what another file defines, if that is one of a library."""
    if run.project is not None and isinstance(callee.home, Home):
        run.read_in_library(at, getattr(callee.form, "name", ""), run.project.library(callee.home.file))


def run_function(
    run: Evaluator,
    state: State,
    function: FunctionValue,
    frame: dict[str, Value],
    at: form.Form,
    arguments: Arguments | None = None,
) -> Value:
    """Evaluate the body of ``function`` with ``frame`` as its locals."""
    run.entered.add(id(function.form))
    run.steps -= CALL_STEPS + len(state.fields) // FIELDS_A_STEP
    inside = State(frame, state.fields.copy(), state.guards)
    call = Frame(function.closure, function, function.bound, arguments)
    with run.called(call, at):
        if isinstance(function.form, form.Lambda):
            call.returns.append((inside, run.evaluate(inside, function.form.body)))
        else:
            end = run.execute(inside, function.form.body)
            if end is not None:
                call.returns.append((end, NONE))
        run.domain.on_return(run, function, call.returns)
    for name in call.outer_names:
        for seen in (state.frame, *function.closure):
            if name in seen and not isinstance(seen, Home):
                seen[name] = Unknown(run.identity(at, name))
    site = run.identity(at, "returned")
    if not call.returns:
        return Unknown(site)
    values = [(s.guards - state.guards, v) for s, v in call.returns]
    ends = [State({}, s.fields, s.guards) for s, _ in call.returns]
    if len(ends) > MANY:
        run.meeting(ends)
    after = join(ends, site)
    assert after is not None, "a function that returns has a state where it does"
    state.fields = after.fields
    if isinstance(function.form, form.Function) and function.form.is_generator:
        return bag("list", call.yields, site, open=not call.yields)
    return bounded(merge(values, site))


def is_too_deep(run: Evaluator, function: FunctionValue) -> bool:
    """Whether a call of ``function`` here is not evaluated, because of the calls in progress."""
    active = [f.function.form for f in run.frames if f.function is not None]
    called = len(run.frames) > 1 and isinstance(run.frames[1].at, form.Call)
    deepest = DEEPEST + FROM_THE_FILE if called else DEEPEST
    return len(active) >= deepest or sum(one is function.form for one in active) >= MOST_RECURSION


def is_hidden(run: Evaluator, function: FunctionValue) -> bool:
    """Whether an unknown decorator stands between the caller and the function."""
    if isinstance(function.form, form.Lambda):
        return False
    return not all(run.domain.transparent(decorator_name(d)) for d in function.form.decorators)


def _construct(run: Evaluator, state: State, cls: ClassValue, arguments: Arguments, at: form.Call) -> Value:
    if cls.home is not run.home:
        _note_library(run, cls, at)
        made = run.domain.instance_of(run, state, cls, arguments, at)
        if made is not None:
            return made
    instance = Object(run.identity(at), cls)
    state.fields.drop(instance.id)
    init = cls.find("__init__")
    if isinstance(init, FunctionValue):
        bound = FunctionValue(init.form, init.closure, instance, init.owner)
        call_function(run, state, bound, at, arguments)
    elif is_filled(cls):
        _fill_fields(run, state, cls, instance, arguments)
        run.domain.on_items(run, state, arguments.values(), at)
    run.domain.constructed(run, state, instance, at)
    return instance


def _fill_fields(run: Evaluator, state: State, cls: ClassValue, instance: Object, arguments: Arguments) -> None:
    """The generated ``__init__`` of a dataclass: arguments, defaults and ``field(default_factory=...)``."""
    fields = [s for s in cls.form.body if isinstance(s, form.Annotate) and isinstance(s.target, form.Name)]
    for position, one in enumerate(fields):
        assert isinstance(one.target, form.Name), "the caller looked"
        value = arguments.get(position, one.target.id)
        if value is None and isinstance(one.value, form.Call):
            factory = next((f for n, f in one.value.keywords if n == "default_factory"), None)
            default = next((f for n, f in one.value.keywords if n == "default"), None)
            if factory is not None:
                with run.called(Frame(cls.closure), one):
                    made = run.evaluate(state, factory)
                    call = run.once(one, "factory", form.Call(one.node, factory, (), ()))
                    value = call_value(run, state, made, Arguments(), call)
            elif default is not None:
                value = run.evaluate(state, default)
        elif value is None and one.value is not None:
            value = run.evaluate(state, one.value)
        if value is not None:
            state.fields[instance.id, f".{one.target.id}"] = value


def scopes(run: Evaluator, state: State) -> tuple[Scope, ...]:
    """What a function sees that is defined here."""
    return run.frame.closure if len(run.frames) == 1 else (state.frame, *run.frame.closure)


def define_function(run: Evaluator, state: State, at: form.Function) -> FunctionValue:
    """The function that ``def`` makes."""
    closure = scopes(run, state)
    if len(run.frames) > 1:
        run.scopes.append(state.frame)
    kinds = {"staticmethod": "static", "classmethod": "class", "property": "property", "cached_property": "property"}
    kind = next((kinds[n] for d in at.decorators if (n := decorator_name(d)) in kinds), "function")
    return FunctionValue(at, closure, kind=kind)


def define_class(run: Evaluator, state: State, at: form.Class) -> ClassValue:
    """The class that ``class`` makes; its body is executed in a frame of its own."""
    written = (b.value if isinstance(b, form.Subscript) else b for b in at.bases)  # `Generic[T]` is `Generic`
    bases = tuple(run.evaluate(state, b) for b in written if not isinstance(b, form.Star))
    closure = scopes(run, state)
    body = State({}, state.fields, state.guards)
    with run.called(Frame((state.frame, *run.frame.closure)), at):
        end = run.execute(body, at.body) or body
    members: dict[str, Value] = {}
    cls = ClassValue(at, bases, members, closure, run.domain.class_record(at, bases))
    for name, value in end.frame.items():
        if isinstance(value, FunctionValue) and value.owner is None and value.home is cls.home:
            value = FunctionValue(value.form, closure, None, cls, value.kind)
        members[name] = value
    return cls
