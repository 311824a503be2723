"""Methods that Python calls by itself: an object of the project that is gone through, or has an index.

    for x, y in OnDevice(loader, device): ...      what its `__iter__` yields, or the `__next__` of what that gives
    for row in Rows(table): ...                    what its `__getitem__` gives, where it has no `__iter__`
    Rows(table)[0]                                 and so here
"""

from __future__ import annotations

from devlint.flow.call import call_function
from devlint.flow.containers import iterate_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import ITERATES, Evaluator
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value
from devlint.forms import form


def each(run: Evaluator, state: State, owner: Object, at: form.Form) -> Value | None:
    """Any one of what ``owner`` gives when it is gone through; None where its class does not say."""
    begins = owner.type.find("__iter__")
    if begins is None:
        return item(run, state, owner, Unknown(run.identity(at, "number")), at)
    if not isinstance(begins, FunctionValue):
        return None
    given = _called(run, state, owner, begins, (), at)
    if not isinstance(given, Object):
        return iterate_value(run, state, given, at)
    follows = given.type.find("__next__")
    return _called(run, state, given, follows, (), at) if isinstance(follows, FunctionValue) else None


def item(run: Evaluator, state: State, owner: Object, index: Value, at: form.Form) -> Value | None:
    """``owner[index]``; None where the class of ``owner`` does not say."""
    gives = owner.type.find("__getitem__")
    return _called(run, state, owner, gives, (index,), at) if isinstance(gives, FunctionValue) else None


def _called(
    run: Evaluator, state: State, owner: Object, method: FunctionValue, given: tuple[Value, ...], at: form.Form
) -> Value:
    """What ``method`` of ``owner`` gives, which Python calls at ``at``."""
    bound = FunctionValue(method.form, method.closure, owner, method.owner, method.kind)
    name = form.Name(at.node, getattr(method.form, "name", ""))
    call = run.once(at, name.id, form.Call(at.node, name, (), ()))
    places = tuple(at.index if isinstance(at, form.Subscript) else call for _ in given)
    return call_function(run, state, bound, call, Arguments(given, forms=places))


ITERATES.append(each)
