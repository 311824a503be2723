"""Tensors that are copied to a GPU in each pass of a loop though they stay the same.

    weight = torch.tensor([1.0, 2.0])
    for x in batches:
        y = model(x) * weight.to(device)        `moved_weight = weight.to(device)` before the loop
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from devlint.patterns.devices import given_device
from devlint.patterns.file import File
from devlint.patterns.loops import Loop, changing, in_each_pass, is_steady
from devlint.patterns.nodes import dotted, inside, method, positional, receiver, string
from devlint.patterns.visitor import Change, PatternVisitor


class Visitor(PatternVisitor):
    """Reports moves whose tensor and device are the same in each pass of a loop."""

    in_tests = False

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._loops: list[Loop] = []
        self._seen: set[int] = set()

    def visit_For(self, node: cst.For) -> None:
        """Keep the loops, outermost first."""
        self._loops.append(node)

    def visit_While(self, node: cst.While) -> None:
        """Keep the loops, outermost first."""
        self._loops.append(node)

    def end(self) -> None:
        """Look at the loops."""
        for loop in self._loops:
            if any(method(part) in ("to", "cuda") for part in inside(loop.body)):
                self._look(loop)

    def _look(self, loop: Loop) -> None:
        """Report the first of the moves that are written alike, with the repair of all."""
        changed = changing(loop) | set(_given(loop))
        moves: dict[str, list[cst.Call]] = {}
        for node in in_each_pass(loop, changed):
            if isinstance(node, cst.Call) and self._is_move(node, changed) and id(node) not in self._seen:
                moves.setdefault(self.file.code(node), []).append(node)
        for alike in moves.values():
            self._seen.update(map(id, alike))
            self._say(loop, alike)

    def _is_move(self, call: cst.Call, changed: set[str]) -> bool:
        """True if ``call`` copies a tensor that is on the CPU, and will copy the same one in the next pass."""
        moved = receiver(call)
        if moved is None or not dotted(moved) or method(call) not in ("to", "cuda"):
            return False
        if not is_steady(moved, changed) or any(not is_steady(one, changed) for one in call.args):
            return False
        known = self.file.facts.of(self.file.span(moved))
        if not known or any(one.kind != "tensor" or one.device != "cpu" for one in known):
            return False
        device = given_device(call, self.file)
        return device is not None and string(device) != "cpu" and is_steady(device, changed)

    def _say(self, loop: Loop, alike: list[cst.Call]) -> None:
        moved = receiver(alike[0])
        name = f"moved_{dotted(moved).rpartition('.')[2].lstrip('_')}"
        self.report(
            alike[0],
            f"`{self.file.text(alike[0])}` copies the same tensor in each pass of the loop",
            help="move it before the loop",
            changes=list(self._hoisted(loop, alike, name)),
            notes=[(loop.target if isinstance(loop, cst.For) else loop.test, "the loop is here")],
        )

    def _hoisted(self, loop: Loop, alike: list[cst.Call], name: str) -> Iterator[Change]:
        """The move before ``loop``, and its result in the place of each move; none where that cannot be written."""
        read = {part for part in inside(alike[0]) if isinstance(part, cst.Name)}
        bound = [part.value for part in read if self.file.binds(part.value, loop)]
        needed = {dotted(receiver(alike[0])).partition(".")[0]}
        if not needed <= set(bound) or name in self.file.source:
            return
        yield self.before(loop, f"{name} = {self.file.code(alike[0])}")
        for one in alike:
            yield self.replaced(one, name)


def _given(loop: Loop) -> Iterator[str]:
    """The names that the loop hands to functions of unknown effect: ``fill(buffer)``."""
    for node in inside(loop.body):
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
            yield from (name for one in positional(node) if (name := dotted(one)))
