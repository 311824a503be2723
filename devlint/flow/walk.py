"""Statements: the transfer function of each kind, from the state before it to the states after it.

A statement gets the state before it and gives the state after it, or None where its end is never reached.
Branches are joined where they meet. A loop's body is evaluated until nothing new comes in, three times at the most:
once as on entry, then joined with what the earlier passes left behind.
"""

from __future__ import annotations

from devlint.flow import attempt, display, expression, logic, loops  # noqa: F401 - they say how the others are evaluated
from devlint.flow.assign import assign
from devlint.flow.builtins.methods import extended
from devlint.flow.call import define_class, define_function
from devlint.flow.containers import forget, iterate_value
from devlint.flow.evaluator import Evaluator, executes
from devlint.flow.narrowing.predicate import fork, split
from devlint.flow.narrowing.truths import condition, truth
from devlint.flow.values.conditions import Undecided
from devlint.flow.values.state import MANY, State, join
from devlint.flow.values.value import NONE, External, Sequence, Unknown, Value
from devlint.forms import form


@executes(form.Evaluate)
def _evaluate(run: Evaluator, state: State, at: form.Evaluate) -> State | None:
    if isinstance(at.value, form.Constant):
        return state
    value = run.evaluate(state, at.value)
    run.domain.on_discard(run, state, value, at.value)
    return None if isinstance(at.value, form.Call) and _never_returns(run, state, at.value.function) else state


_WITHOUT_RETURN = frozenset({
    "sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit",
    "pytest.skip", "pytest.fail", "pytest.xfail", "pytest.exit",
})  # fmt: skip
"""Functions that end the program, or the test."""
_ENDS = frozenset(name.rpartition(".")[2] for name in _WITHOUT_RETURN)


def _never_returns(run: Evaluator, state: State, function: form.Expression) -> bool:
    """Whether a call of ``function`` ends the program, or the test that makes it."""
    name = function.name if isinstance(function, form.Attribute) else getattr(function, "id", "")
    if name == "skipTest":  # of unittest's cases, whose base may be out of sight
        return isinstance(function, form.Attribute) and isinstance(function.value, form.Name)
    called = run.evaluate(state, function) if name in _ENDS else None
    return isinstance(called, External) and called.name in _WITHOUT_RETURN


@executes(form.Assign)
def _assign(run: Evaluator, state: State, at: form.Assign) -> State:
    value = _assigned(run, state, at)
    for target in at.targets:
        assign(run, state, target, value, at)
    return state


def _assigned(run: Evaluator, state: State, at: form.Assign) -> Value:
    """What is assigned; a display with one ``*`` has as many elements as the target it is taken apart into.

    Where the target has a ``*`` as well, that stands for one.
    """
    target = at.targets[0]
    if isinstance(at.value, form.Display) and isinstance(target, form.Display):
        stars = [sum(isinstance(part, form.Star) for part in one.elements) for one in (at.value, target)]
        if stars in ([1, 0], [1, 1]):
            return display.display(run, state, at.value, len(target.elements))
    return run.evaluate(state, at.value)


@executes(form.Annotate)
def _annotate(run: Evaluator, state: State, at: form.Annotate) -> State:
    if at.value is not None:
        assign(run, state, at.target, run.evaluate(state, at.value), at)
    return state


@executes(form.Augment)
def _augment(run: Evaluator, state: State, at: form.Augment) -> State:
    before = run.evaluate(state, at.target)
    value = run.evaluate(state, at.value)
    if at.operator == "+" and isinstance(before, Sequence) and before.kind == "list":
        extended(run, state, before, value, at)
        return state
    after = run.domain.augment(run, state, at.operator, before, value, at)
    assign(run, state, at.target, Unknown(run.identity(at)) if after is None else after, at, augmented=True)
    return state


@executes(form.Return)
def _return(run: Evaluator, state: State, at: form.Return) -> None:
    value = NONE if at.value is None else run.evaluate(state, at.value)
    run.frame.returns.append((state, value))


@executes(form.Raise)
def _raise(run: Evaluator, state: State, at: form.Raise) -> None:
    return None


@executes(form.Assert)
def _assert(run: Evaluator, state: State, at: form.Assert) -> State | None:
    return split(run, state, at.test)[0]


@executes(form.Delete)
def _delete(run: Evaluator, state: State, at: form.Delete) -> State:
    for target in at.targets:
        if isinstance(target, form.Name):
            state.frame.pop(target.id, None)
        elif isinstance(target, form.Subscript):
            forget(state, run.evaluate(state, target.value))
    return state


@executes(form.Break)
def _break(run: Evaluator, state: State, at: form.Break) -> None:
    if run.frame.breaks:
        run.frame.breaks[-1].append(state)


@executes(form.Continue)
def _continue(run: Evaluator, state: State, at: form.Continue) -> None:
    if run.frame.continues:
        run.frame.continues[-1].append(state)


@executes(form.If)
def _if(run: Evaluator, state: State, at: form.If) -> State | None:
    arms: list[State | None] = []
    rest: tuple[form.Statement, ...] = (at,)
    going: State | None = state
    while going is not None and len(rest) == 1 and isinstance(rest[0], form.If):  # a chain of elifs, however long
        branch = rest[0]
        yes, going = split(run, going, branch.test)
        arms.append(None if yes is None else run.execute(yes, branch.then))
        rest = branch.otherwise
    if rest or len(arms) < 2 or not _is_switch(at) or not any(arms):
        arms.append(None if going is None else run.execute(going, rest))
    return join(arms, run.identity(at))


def _is_switch(at: form.If) -> bool:
    """Whether a chain of elifs compares one place with constants: then one of them is meant to hold."""
    places: set[str] = set()
    rest: tuple[form.Statement, ...] = (at,)
    while len(rest) == 1 and isinstance(rest[0], form.If):
        test = rest[0].test
        if not isinstance(test, form.Compare) or test.operators != ("==",):
            return False
        if not isinstance(test.comparators[0], form.Constant):
            return False
        places.add(form.dotted(test.left))
        rest = rest[0].otherwise
    return len(places) == 1 and "" not in places


@executes(form.With)
def _with(run: Evaluator, state: State, at: form.With) -> State | None:
    entered = []
    for context, target in at.items:
        value = run.evaluate(state, context)
        given: Value | None = None
        if isinstance(value, Sequence) and isinstance(context, form.Call):  # what a generator yields, made a context
            given = iterate_value(run, state, value, at)
            value = Unknown(run.identity(context, "context"))
        result = run.domain.enter(run, state, value, context)
        result = given if result is None else result
        entered.append(value)
        if target is not None:
            assign(run, state, target, value if result is None else result, at)
    after = run.execute(state, at.body)
    for value in reversed(entered):
        run.domain.leave(run, state if after is None else after, value)
    return after


@executes(form.Match)
def _match(run: Evaluator, state: State, at: form.Match) -> State | None:
    subject = run.evaluate(state, at.subject)
    going: State | None = state
    ends: list[State | None] = []
    for number, case in enumerate(at.cases):
        if going is None:
            break
        run.parts(going)
        if case.always:
            inside, going = going, None
        elif case.test is not None:
            compared = run.once(case, "==", form.Compare(case.node, at.subject, ("==",), (case.test,)))
            yes, no = fork(going, truth(run, going, run.evaluate(going, compared), case))
            if yes is None:
                going = no
                continue
            inside, going = yes, no
        else:
            maybe, other = fork(going, condition(Undecided(run.identity(at, ("case", number)))))
            assert maybe is not None and other is not None, "a fresh condition can go either way"
            inside, going = maybe, other
        for name in case.names:
            inside.frame[name] = subject if case.always else Unknown(run.identity(case, name))
        if case.guard is not None:
            guarded, refused = split(run, inside, case.guard)
            going = join([going, refused], run.identity(case, "refused"))
            if guarded is None:
                continue
            inside = guarded
        ends.append(run.execute(inside, case.body))
    every = [one for one in (*ends, going) if one is not None]
    if len(every) > MANY:
        run.meeting(every)
    return join(every, run.identity(at))


@executes(form.Import)
def _import(run: Evaluator, state: State, at: form.Import) -> State:
    for name, alias in at.names:
        full = name if alias is not None else name.partition(".")[0]
        state.frame[alias or full] = _imported(run, 0, full, ()) or External(full)
    return state


@executes(form.ImportFrom)
def _import_from(run: Evaluator, state: State, at: form.ImportFrom) -> State:
    prefix = "." * at.level + at.module
    for name, alias in at.names:
        if name == "*":
            _import_all(run, state, at)
            continue
        full = f"{prefix}.{name}" if at.module else f"{prefix}{name}"
        state.frame[alias or name] = _imported(run, at.level, at.module, (name,)) or External(full)
    return state


def _import_all(run: Evaluator, state: State, at: form.ImportFrom) -> None:
    """``from module import *``: what a module of the project defines, and what it imports itself."""
    file, project = run.module_in_progress.file, run.project
    if project is None:
        return
    for one in project.exported(file, at.level, at.module):
        outside = project.passed_on(file, at.level, at.module, one)
        brought = External(outside) if outside else _imported(run, at.level, at.module, (one,))
        state.frame[one] = brought or Unknown(run.identity(at, one))


def _imported(run: Evaluator, level: int, module: str, names: tuple[str, ...]) -> Value | None:
    """What an import brings from another file of the project."""
    file = run.module_in_progress.file
    return run.project.bring(file, level, module, names) if run.project is not None and file else None


@executes(form.Scope)
def _scope(run: Evaluator, state: State, at: form.Scope) -> State:
    run.frame.outer_names.update(at.names)
    if at.kind == "global":
        run.module_in_progress.rebound.update(at.names)
    return state


@executes(form.Function)
def _function(run: Evaluator, state: State, at: form.Function) -> State:
    made = define_function(run, state, at)
    state.frame[at.name] = made
    if run.frame.function is not None:
        run.domain.on_definition(run, state, made)
    return state


@executes(form.Class)
def _class(run: Evaluator, state: State, at: form.Class) -> State:
    state.frame[at.name] = define_class(run, state, at)
    return state
