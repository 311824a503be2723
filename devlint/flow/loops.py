"""Loops: the transfer function of ``for`` and ``while``.

    for x in [a, b]: f(x)                          a few elements that are known: one by one
    for i in range(n): x = f(x) if i else g(x)     the first round by itself, as it is asked for
    while x.any(): x = f(x)                        evaluated until nothing new comes in, three times at the most

The first pass begins as on entry, each further one joined with what the earlier passes left behind. Where the first
pass is the first round alone, the others begin with what it left behind, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.flow.assign import assign
from devlint.flow.containers import holds_some, iterate_exact, iterate_value
from devlint.flow.evaluator import Evaluator, executes
from devlint.flow.exposed import carries, exposed
from devlint.flow.narrowing import first_round, last_round
from devlint.flow.narrowing.predicate import split
from devlint.flow.values.alternatives import joined_of_many
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.state import State, changes, join
from devlint.flow.values.value import Unknown, Value, options
from devlint.forms import form

LOOP_PASSES = 2
UNROLLED = 6  # elements at the most of a loop that is evaluated one by one


def _loop(
    run: Evaluator,
    state: State,
    at: form.For | form.While,
    begin: Callable[[State], tuple[State | None, State | None]],
    *,
    entered_once: bool = False,
    of_first: tuple[last_round.Test, ...] = (),
    of_last: tuple[last_round.Test, ...] = (),
) -> State | None:
    """A loop; ``begin`` gives the state in which the body starts and the one in which the loop is over.

    ``entered_once`` takes the body to be executed at least once: what a loop over a container does to its elements is
    done to those there are. ``of_last`` are the tests that tell the last round from others.
    """
    entry, reached, broken = state, state, list[State]()
    over: list[State | None] = []
    for number in range(-1 if of_first else 0, LOOP_PASSES):
        run.parts(entry)
        inside, outside = begin(entry)
        over = [outside]
        if inside is None:
            break
        if number < 0:
            inside.guards |= last_round.outcome(run, inside, of_first)
        run.frame.breaks.append([])
        run.frame.continues.append([])
        followed = last_round.outcome(run, inside, of_last) if of_last else ALWAYS
        after = run.execute(inside, at.body)
        broken += run.frame.breaks.pop()
        again = join([after, *run.frame.continues.pop()], run.identity(at, ("again", number)))
        if again is None:
            over = [outside]
            break
        again.guards = state.guards
        if entered_once:
            over = [again.fork()]
        if followed:
            again = last_round.into_the_next(again, followed)
        if number < 0:
            entry = reached = again
            continue
        entered = join([reached, again], run.identity(at, "loop"))
        assert entered is not None, "two states that are reached have a join"
        if entered.frame == reached.frame and entered.fields == reached.fields:
            break
        if number < LOOP_PASSES - 1 and not carries(_exposed(run, at), entry, again):
            if not entered_once:
                over = [begin(entered)[1]]
            break
        reached = entered
        entry = again if _blurs(entered, again) else entered
        if number == LOOP_PASSES - 1 and not entered_once:
            over = [begin(reached)[1]]
    end = join(over, run.identity(at, "over"))
    if end is not None and at.otherwise:
        end = run.execute(end, at.otherwise)
    for one in broken:
        one.guards = state.guards
    return join([end, *broken], run.identity(at, "end"))


def _blurs(entered: State, again: State) -> bool:
    """True if the join of all passes has lost what is known of an object where a pass ends, for too many alternatives.

    for i in range(3):
        y = net(x)               on either device by a condition, and again so where the pass before was not the first
        if i == 1: net.cpu()     or on the CPU
    """
    for field in changes(again.fields, entered.fields):
        known, value = again.fields.get(field), entered.fields[field]
        if known is not None and _is_of_many(value) and not _is_of_many(known):
            return True
    return False


def _is_of_many(value: Value) -> bool:
    """True if some alternative of ``value`` stands for several that were not kept apart."""
    return any(isinstance(one, Unknown) and joined_of_many(one.id) for _, one in options(value))


def _exposed(run: Evaluator, at: form.For | form.While) -> frozenset[str]:
    known = run.exposed.get(id(at))
    if known is None:
        known = run.exposed[id(at)] = exposed(at)
    return known


def _tests(run: Evaluator, at: form.For) -> tuple[tuple[last_round.Test, ...], tuple[last_round.Test, ...]]:
    """The tests that are decided in the first round, and before the last one."""
    known = run.rounds.get(id(at))
    if known is None:
        known = run.rounds[id(at)] = (first_round.tests(at), last_round.tests(at))
    return known


@executes(form.While)
def _while(run: Evaluator, state: State, at: form.While) -> State | None:
    return _loop(run, state, at, lambda entry: split(run, entry.fork(), at.test))


@executes(form.For)
def _for(run: Evaluator, state: State, at: form.For) -> State | None:
    iterable = run.evaluate(state, at.iterable)
    items = iterate_exact(run, state, iterable)
    if items is not None and len(items) <= UNROLLED:
        return _unrolled(run, state, at, items)

    some = holds_some(state, iterable, at.iterable)

    def begin(entry: State) -> tuple[State, State | None]:
        inside = entry.fork()
        assign(run, inside, at.target, iterate_value(run, inside, iterable, at), at)
        return inside, None if some else entry.fork()

    of_first, of_last = _tests(run, at)
    return _loop(run, state, at, begin, entered_once=True, of_first=of_first, of_last=of_last)


def _unrolled(run: Evaluator, state: State, at: form.For, items: list[Value]) -> State | None:
    """A loop over elements that are all known: its body once for each."""
    now: State | None = state
    broken: list[State | None] = []
    for number, item in enumerate(items):
        if now is None:
            break
        run.frame.breaks.append([])
        run.frame.continues.append([])
        with run.of_element(number):
            assign(run, now, at.target, item, at)
            is_last = number == len(items) - 1
            followed = ALWAYS if is_last else last_round.outcome(run, now, _tests(run, at)[1])
            after = run.execute(now, at.body)
        broken += run.frame.breaks.pop()
        now = join([after, *run.frame.continues.pop()], run.identity(at, ("again", number)))
        if now is not None and followed:
            now = last_round.into_the_next(now, followed)
    if now is not None:
        now = run.execute(now, at.otherwise)
    return join([now, *broken], run.identity(at, "end"))
