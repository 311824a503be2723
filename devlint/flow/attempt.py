"""``try``: the states after its body, its handlers and ``finally``, joined.

try:
    place = next(weights).device      where there are weights, the first of them is there
except StopIteration:
    place = "cpu"                     only where there are none: passed over, since they are known
"""

from __future__ import annotations

from devlint.flow.evaluator import Evaluator, executes
from devlint.flow.values.state import State, join
from devlint.flow.values.value import Unknown
from devlint.forms import form
from devlint.forms.parts import calls_in

_WHATEVER = frozenset({"Exception", "BaseException"})


@executes(form.Try)
def _try(run: Evaluator, state: State, at: form.Try) -> State | None:
    run.parts(state)
    before = state.fork()
    known_before = len(run.frame.firsts)
    after = run.execute(state, at.body)
    there = {id(one) for one in run.frame.firsts[known_before:]}
    caught = join([before, None if after is None else after.fork()], run.identity(at, "caught")) or before
    caught.guards = before.guards
    ends: list[State | None] = []
    if after is not None:
        ends.append(run.execute(after, at.otherwise))
    for handler in at.handlers:
        if after is not None and not handler.body and len(at.body) == 1:
            continue  # what fails is passed over: what the one statement does is what is meant
        if _is_for_want_of_one(at, handler, there):
            continue
        inside = caught.fork()
        if handler.name is not None:
            inside.frame[handler.name] = Unknown(run.identity(handler))
        ends.append(run.execute(inside, handler.body))
    end = join(ends, run.identity(at, "end"))
    return None if end is None else run.execute(end, at.final)


def _is_for_want_of_one(at: form.Try, handler: form.Handler, there: set[int]) -> bool:
    """Whether ``handler`` is for iterables without elements, and those asked for their first one had it.

    ``there`` are the calls, by id, that got it. A handler of whatever may happen is for nothing else where one
    statement does nothing but ask.
    """
    calls = calls_in(*at.body)
    asked = [call for call in calls if form.dotted(call.function) == "next"]
    if not asked or any(id(call) not in there for call in asked):
        return False
    names = _kinds(handler.kind)
    if "StopIteration" in names:
        return True
    only_asks = len(at.body) == 1 and all(call in asked or not call.arguments for call in calls)
    return only_asks and (not names or not names.isdisjoint(_WHATEVER))


def _kinds(kind: form.Expression | None) -> set[str]:
    """The last names of the exceptions that a handler names."""
    kinds = kind.elements if isinstance(kind, form.Display) else () if kind is None else (kind,)
    return {form.dotted(one).rpartition(".")[2] for one in kinds}
