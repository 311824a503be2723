"""Lists that a loop fills with tensors made here in some of its passes, and with the caller's in others.

for x in rows:
    out.append(x if len(x) else torch.zeros(1, 4))    what is decided in each pass anew may be both in one list
torch.stack(out)                                      meets itself
return out                                            leaves with tensors of two places

What code out of sight made of an argument has no cause, or is no tensor for certain: it is where it was made. What a
model gives that was moved is where the model is.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import product
from typing import NamedTuple

from devlint.devices.facts.recorder import Alternatives
from devlint.devices.lattice.device import is_chosen, is_host, may_be_accelerator
from devlint.devices.lattice.hints import is_made_on_host
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.containers import contents, elements
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.conditions import Condition
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.forms.parts import ids_in


def again(
    run: Evaluator, state: State, value: Value, found: list[Alternatives], at: form.Expression
) -> list[Alternatives]:
    """``found`` in the list ``value``, named ``at``: what each pass decides anew is there again, decided otherwise."""
    function = run.site.function
    if isinstance(at, form.Display) or function is None or not any(guards for one in found for guards, _ in one):
        return found
    certain = {_certain(v) for one in elements(state, value) for _, v in options(one)}
    known = [one for one in found if all(operand.tensor.id in certain for _, operand in one)]
    forms = _in_loops(function.form) if known else frozenset()
    more = [[(_otherwise(guards, forms), operand) for guards, operand in one] for one in known]
    return found + [one for before, one in zip(known, more, strict=True) if one != before]


def _certain(value: Value) -> Identity:
    """What tells ``value`` from other tensors, if it is known where it is; None if it is not."""
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        return value.hint.id if is_chosen(value.hint.device) else None
    return value.id if isinstance(value, Tensor) and value.cause is not None else None


def pairs(state: State, value: Value, function: form.Form) -> list[tuple[Tensor, Tensor]]:
    """What lists in ``value`` hold that ``function`` has made without a device, each beside what may be elsewhere."""
    found: list[tuple[Tensor, Tensor]] = []
    for _, one in options(value):
        now = contents(state, one)
        if isinstance(now, Sequence) and now.kind == "tuple" and now.exact:
            found += [pair for item in now.items for pair in pairs(state, item, function)]
        elif isinstance(now, Sequence) and now.kind == "list":
            found += _of_list(now, function)
    return found


def _of_list(now: Sequence, function: form.Form) -> list[tuple[Tensor, Tensor]]:
    held = [[(guards, v) for guards, v in options(item) if isinstance(v, Tensor)] for item in now.items]
    groups = held if now.exact else [[one for item in held for one in item]]
    found = []
    for group in groups:
        made = [(guards, v) for guards, v in group if is_made_on_host(v) and v.rank]
        others = [(guards, v) for guards, v in group if v.cause is not None and not is_host(v.device)]
        away = [(guards, v) for guards, v in others if may_be_accelerator(v.device, guards)]
        forms = _in_loops(function) if made and away else frozenset()
        for (mine, host), (theirs, other) in product(made, away):
            decided = {key for key, _ in mine ^ theirs}
            if all(_mentions(key, forms) for key in decided) if decided else not now.exact:
                found.append((host, other))
    return found


def holds_place(host: Tensor) -> bool:
    """True if ``host``, an item of a list, is ``torch.empty(0)``: it stands there until there is something else."""
    return host.empty and host.rank == 1


def _otherwise(guards: Guards, forms: Set[int]) -> Guards:
    return frozenset((_Again(key) if _mentions(key, forms) else key, arm) for key, arm in guards)


class _Again(NamedTuple):
    """A condition as it comes out in another round."""

    condition: Condition
    kind: str = "again"


def _mentions(key: object, forms: Set[int]) -> bool:
    """Whether a condition was made by one of ``forms``, or is one about what they made."""
    if isinstance(key, tuple):
        return any(_mentions(part, forms) for part in key)
    return isinstance(key, int) and not isinstance(key, bool) and key in forms


def _in_loops(function: form.Form) -> frozenset[int]:
    """The ids of all forms that a loop or a comprehension of ``function`` goes through in each pass."""
    found: set[int] = set()
    for loop in form.walk(function, form.For, form.While, form.Comprehension):
        rounds: tuple[form.Form, ...] = ()  # where the number of a round is made: `enumerate(rows)`, `range(n)`
        if isinstance(loop, form.Comprehension):
            roots: tuple[form.Form, ...] = (loop.element, *(one for g in loop.generators for one in g.conditions))
            rounds = tuple(g.iterable for g in loop.generators)
        else:
            roots = loop.body if isinstance(loop, (form.For, form.While)) else ()
            rounds = (loop.iterable,) if isinstance(loop, form.For) else ()
        found |= {id(loop), *(id(one) for one in rounds if isinstance(one, form.Call))} | ids_in(*roots)
    return frozenset(found)
