"""Comparisons that are several in one.

(x.device, x.dtype) == (y.device, y.dtype)     x.device == y.device and x.dtype == y.dtype
x.device == y.device == z.device               x.device == y.device and y.device == z.device
"""

from __future__ import annotations

from devlint.flow.evaluator import Evaluator
from devlint.forms import form


def conjunction(run: Evaluator, test: form.Expression) -> form.Boolean | None:
    """The ``and`` of comparisons that ``test`` is, or is the contrary of, as ``(a, b) != (c, d)``; None for others."""
    if not isinstance(test, form.Compare):
        return None
    if len(test.operators) > 1:
        pairs = tuple(zip((test.left, *test.comparators), test.comparators, strict=False))
        chained = set(test.operators) == {"=="} and all(map(_is_read, (test.left, *test.comparators)))
        return _all_equal(run, test, pairs) if chained else None
    left, right = test.left, test.comparators[0]
    if not isinstance(left, form.Display) or not isinstance(right, form.Display) or left.kind != right.kind:
        return None
    ordered = left.kind != "set" and test.operators[0] in ("==", "!=") and len(left.elements) == len(right.elements)
    if not ordered or any(isinstance(part, form.Star) for part in (*left.elements, *right.elements)):
        return None
    return _all_equal(run, test, tuple(zip(left.elements, right.elements, strict=True)))


def _is_read(side: form.Expression) -> bool:
    """Whether evaluating ``side`` twice is as good as once."""
    return isinstance(side, (form.Name, form.Attribute, form.Constant))


def _all_equal(
    run: Evaluator, test: form.Compare, pairs: tuple[tuple[form.Expression, form.Expression], ...]
) -> form.Boolean | None:
    if len(pairs) < 2:
        return None
    each = tuple(form.Compare(test.node, one, ("==",), (other,)) for one, other in pairs)
    return run.once(test, "conjunction", form.Boolean(test.node, "and", each))
