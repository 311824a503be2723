"""Conditions and loops around the forms of one scope, found in one walk.

if use_cuda:
    net = net.cuda()          of `net.cuda()` the conditions hold the arm `then`
net(x)                        of `net(x)` they hold none
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.forms import form


class Arms:
    """The arms of conditions, and the bodies of loops, that each form of a function, class or module stands in."""

    def __init__(self, scope: form.Form) -> None:
        self._conditions: dict[int, set[int]] = {}
        self._loops: dict[int, set[int]] = {}
        for number, (parts, is_loop) in enumerate(_arms(scope)):
            known = self._loops if is_loop else self._conditions
            for part in parts:
                for inner in form.walk(part):
                    known.setdefault(id(inner), set()).add(number)

    def conditions(self, at: form.Form) -> set[int]:
        """The arms of conditions around ``at``, by number; the same number is the same arm."""
        return self._conditions.get(id(at), set())

    def loops(self, at: form.Form) -> set[int]:
        """The bodies of loops around ``at``, by number."""
        return self._loops.get(id(at), set())


def _arms(scope: form.Form) -> Iterator[tuple[tuple[form.Form, ...], bool]]:
    """The parts of ``scope`` that are not evaluated on every path, those that are together in one tuple.

    The flag says whether it is the body of a loop.
    """
    for part in form.walk(scope, form.If, form.For, form.While, form.Try, form.Match, form.Conditional, form.Boolean):
        if isinstance(part, (form.If, form.Conditional)):
            for arm in (part.then, part.otherwise):
                yield arm if isinstance(arm, tuple) else (arm,), False
        elif isinstance(part, (form.For, form.While)):
            yield part.body, True
        elif isinstance(part, form.Boolean):
            yield part.operands[1:], False
        else:
            yield (part,), False
