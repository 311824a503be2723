"""Functions of the standard library that hand on what containers hold.

    random.choice(self.layers)(x)              one of the layers
    random.sample(self.memory, 32)             a list of some of what was remembered
    itertools.chain(a.children(), b)           what the one holds and the other
    deque(maxlen=100)                          a list, as far as its elements are concerned
"""

from __future__ import annotations

from devlint.flow.builtins.functions import Calls, call_builtin
from devlint.flow.containers import contents, iterate_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Sequence, Value, bag
from devlint.forms import form

_PICKING = frozenset({"random.sample", "random.choices", "itertools.cycle", "itertools.islice"})
"""Functions that give some of the elements of their first argument."""


def call_library(
    run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call, call_value: Calls
) -> Value | None:
    """``name(...)`` for a function of the standard library; None where nothing is known of it or its argument."""
    if name == "collections.OrderedDict":
        return call_builtin(run, state, "dict", arguments, at, call_value)
    if arguments.open or arguments.starred:
        return None
    rows = arguments.positional
    if name == "collections.deque":
        first = Arguments(rows[:1], forms=arguments.forms[:1])  # the other is how many it keeps
        return call_builtin(run, state, "list", first, at, call_value)
    if name == "itertools.chain":
        return bag("list", [iterate_value(run, state, row, at) for row in rows], run.identity(at), open=not rows)
    if not rows:
        return None
    if name == "itertools.chain.from_iterable":
        inner = [iterate_value(run, state, row, at) for row in rows]
        return bag("list", [iterate_value(run, state, row, at) for row in inner], run.identity(at))
    if not isinstance(contents(state, rows[0]), Sequence):
        return None
    if name == "random.choice":
        return iterate_value(run, state, rows[0], at)
    if name in _PICKING:
        return bag("list", [iterate_value(run, state, rows[0], at)], run.identity(at))
    return None
