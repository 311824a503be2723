"""The mapping that a loop goes through, and whether a model is given what is in it: the values of a batch.

for key, value in batch.items(): value.to(device)      an element of `batch`, under `key`
for key in batch: batch[key].to(device)                the same
loss = model(**batch)                                  a model is given the elements of `batch`
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, is_part_of
from devlint.naming.models import is_called_model
from devlint.naming.tensors import is_called_batch, is_called_batch_tensor

_GOING_THROUGH = frozenset({"items", "values", "keys"})


@dataclass(frozen=True, slots=True)
class Element:
    """A value of the mapping ``whole``, as a loop goes through it; ``key`` is the variable for its key, or ""."""

    whole: str
    key: str


def element_of(scope: form.Form, at: form.Expression) -> Element | None:
    """Which value of a mapping ``at`` reads, in a loop of ``scope`` that goes through all of them; None for others."""
    index = at.index if isinstance(at, form.Subscript) else None
    name = index if isinstance(at, form.Subscript) else at
    if not isinstance(name, form.Name):
        return None
    for target, iterable, body in _loops(scope):
        bound = target.elements if isinstance(target, form.Display) else (target,)
        number = next((i for i, one in enumerate(bound) if isinstance(one, form.Name) and one.id == name.id), None)
        if number is None or not is_part_of(at, *body):
            continue
        whole, how = _gone_through(iterable)
        if isinstance(at, form.Subscript):
            keys = how in ("", "keys") and len(bound) == 1 or how == "items" and number == 0
            return Element(whole, name.id) if keys and whole and dotted(at.value) == whole else None
        if how == "items" and number == 1 and len(bound) == 2:
            return Element(whole, dotted(bound[0]))
        return Element(whole, "") if how == "values" and len(bound) == 1 and whole else None
    return None


def is_given_to_model(scope: form.Form, whole: str) -> bool:
    """Whether ``scope`` gives a model the values of ``whole``: all at once, or by their names."""
    for call in calls_in(scope):
        called = dotted(call.function)
        if not is_called_model(called.removesuffix(".generate")):
            continue
        if any(key is None and dotted(one) == whole for key, one in call.keywords):
            return True
        given = (*call.arguments, *(one for key, one in call.keywords if key is not None))
        if any(_is_item(one, whole) for one in given) or is_called_batch(whole) and whole in map(dotted, given):
            return True
    return False


def _is_item(given: form.Expression, whole: str) -> bool:
    """Whether an argument is an item of ``whole`` that is called like a tensor: ``batch["input_ids"]``."""
    index = given.index if isinstance(given, form.Subscript) and dotted(given.value) == whole else None
    return isinstance(index, form.Constant) and is_called_batch_tensor(str(index.value))


def _loops(scope: form.Form) -> list[tuple[form.Expression, form.Expression, tuple[form.Form, ...]]]:
    """The target, the iterable and the body of each loop and comprehension, the inner ones first."""
    found: list[tuple[form.Expression, form.Expression, tuple[form.Form, ...]]] = []
    for loop in form.walk(scope, form.For, form.Comprehension):
        if isinstance(loop, form.For):
            found.append((loop.target, loop.iterable, loop.body))
        elif isinstance(loop, form.Comprehension) and len(loop.generators) == 1:
            found.append((loop.generators[0].target, loop.generators[0].iterable, (loop.element,)))
    return found[::-1]


def _gone_through(iterable: form.Expression) -> tuple[str, str]:
    """What a loop goes through, and how: ``("batch", "items")`` for ``batch.items()``; "" where it is not named."""
    if not isinstance(iterable, form.Call):
        return dotted(iterable), ""
    method = iterable.function
    if isinstance(method, form.Attribute) and method.name in _GOING_THROUGH:
        return dotted(method.value), method.name
    given = iterable.arguments[0] if len(iterable.arguments) == 1 else None
    return _gone_through(given) if dotted(method) in ("list", "tuple", "sorted") and given is not None else ("", "")
