"""What the evaluator believes of an expression, asked by its position.

    y = model(x)        facts.of(span of `y`)      (Fact("tensor", device="the caller's"),)
    y.item()            facts.is_tensor(span)      True

The file is evaluated when the first question is asked, and all of it, since a pattern may ask about any line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from devlint.base.diagnostic import Span
from devlint.source.text import lines, span

if TYPE_CHECKING:
    from devlint.devices.beliefs import Belief, Record


class Fact(NamedTuple):
    """One alternative of the value of an expression.

    ``kind`` is "tensor", "module", "device", "number", "string", "dtype", "list" and so on, "unknown" for what is not
    known. ``device`` is where it is: "cpu", "cuda:1", "accelerator", "caller" for what follows an argument or the
    module, "" for what has none or is not known. ``is_certain`` is False for a value that is there only if it is a
    tensor at all.
    """

    kind: str
    device: str = ""
    is_certain: bool = True


class Facts:
    """The facts of one file."""

    def __init__(self, tree: ast.Module, text: str, evaluated: Callable[[], Record]) -> None:
        """``evaluated`` evaluates ``tree``, the ``ast`` of ``text``."""
        self._tree = tree
        self._text = text
        self._evaluated = evaluated

    def of(self, at: Span) -> tuple[Fact, ...]:
        """The alternatives of the expression at ``at``; none where it was not evaluated."""
        return self._known.get(at, ())

    def is_tensor(self, at: Span) -> bool:
        """True if the expression at ``at`` is a tensor, whatever path leads there."""
        found = self.of(at)
        return bool(found) and all(one.kind == "tensor" for one in found)

    def may_be_on_gpu(self, at: Span) -> bool:
        """True if the expression at ``at`` is a tensor that may be on an accelerator. Not for an unknown device."""
        return self.is_tensor(at) and any(one.device not in ("", "cpu") for one in self.of(at))

    def is_a(self, kind: str, at: Span) -> bool:
        """True if the expression at ``at`` is of one ``kind``, whatever path leads there."""
        found = self.of(at)
        return bool(found) and all(one.kind == kind for one in found)

    @cached_property
    def _known(self) -> dict[Span, tuple[Fact, ...]]:
        record, there = self._evaluated(), lines(self._text)
        found: dict[Span, tuple[Fact, ...]] = {}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.expr) and (held := record.of(node)):
                found[span(node, there)] = tuple(dict.fromkeys(map(_fact, held)))
        return found


def _fact(belief: Belief) -> Fact:
    from devlint.devices.lattice.device import UNKNOWN, Default, Followed, Known

    kind, device = belief.kind, belief.device
    if device is None or device == UNKNOWN:
        return Fact(kind, "", belief.is_certain)
    if isinstance(device, Default):
        return Fact(kind, "cpu", belief.is_certain)
    if isinstance(device, Known):
        return Fact(kind, str(device), belief.is_certain)
    return Fact(kind, "caller" if isinstance(device, Followed) else "accelerator", belief.is_certain)
