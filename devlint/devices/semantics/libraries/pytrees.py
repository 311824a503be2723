"""Functions that map over nested containers (pytrees): their value, leaf by leaf.

tree_map(lambda t: t.to(device), {"a": w, "b": [w]})
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.facts.recorder import Recorder
from devlint.flow.call import call_value
from devlint.flow.containers import DEEPEST_NEST, contents, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Sequence, Table, Unknown, Value
from devlint.forms import form


def tree_map(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``tree_map(function, tree)``: the same nest, with what the function makes of each leaf."""
    function, tree = arguments.get(0, "func"), arguments.get(1, "tree")
    if function is None or tree is None:
        return None
    made = _mapped(run, state, function, tree, at)
    run.domain.on_items(run, state, tuple(leaves(state, made)), at)
    return made


def _mapped(run: Evaluator, state: State, function: Value, tree: Value, at: form.Call, depth: int = 0) -> Value:
    now = contents(state, tree)
    if depth >= DEEPEST_NEST:
        return Unknown(run.identity(at))
    if isinstance(now, Sequence):
        items = []
        for number, one in enumerate(now.items):
            with run.of_element(number):
                items.append(_mapped(run, state, function, one, at, depth + 1))
        return replace(now, items=tuple(items), id=run.identity(at))
    if isinstance(now, Table):
        pairs = []
        for number, (key, one) in enumerate(now.items):
            with run.of_element(number):
                pairs.append((key, _mapped(run, state, function, one, at, depth + 1)))
        rest = None if now.rest is None else _mapped(run, state, function, now.rest, at, depth + 1)
        return replace(now, items=tuple(pairs), id=run.identity(at), rest=rest)
    return call_value(run, state, function, Arguments((tree,), forms=at.arguments[1:2]), at)
