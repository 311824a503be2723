"""Tensors that are read on the CPU in every step of a training loop.

    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()                 a training loop, and its loss
        total += loss.item()            waits for the GPU, in every step
        if step % 100 == 0:
            print(loss.item())          in some steps only
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst
import libcst.matchers as m

from devlint.naming.hosts import is_called_loader
from devlint.patterns.file import File
from devlint.patterns.loops import changing, in_each_pass
from devlint.patterns.nodes import called_name, dotted, inside, method, positional, receiver
from devlint.patterns.visitor import PatternVisitor

_READS = frozenset({"item", "cpu", "tolist", "numpy"})
_NUMBERS = frozenset({"item", "tolist"})
_SAME = frozenset({"detach", "clone", "mean", "sum", "float", "data"})
"""What gives a loss again, and needs no wait."""
_CONVERSIONS = frozenset({"float", "int"})


class Visitor(PatternVisitor):
    """Reports reads in loops over loaders that call ``backward``."""

    in_tests = False

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._loaders: set[str] = set()
        self._loops: list[cst.For] = []
        self._sums: dict[int, cst.AugAssign] = {}  # by the id of the terms that are added to something
        self._seen: set[int] = set()

    def visit_Assign(self, node: cst.Assign) -> None:
        """Note the names of loaders."""
        if isinstance(node.value, cst.Call) and called_name(node.value) == "DataLoader":
            self._loaders.update(filter(None, (dotted(one.target) for one in node.targets)))

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        """Note the terms of ``total += a.item() + 2 * b.item()``."""
        if isinstance(node.operator, cst.AddAssign) and isinstance(node.target, cst.Name):
            self._sums.update((id(one), node) for one in _operands(node.value))

    def visit_For(self, node: cst.For) -> None:
        """Keep the loops, outermost first."""
        self._loops.append(node)

    def end(self) -> None:
        """Look at the loops over loaders."""
        for loop in self._loops:
            parts = (part for part in inside(loop.iter) if isinstance(part, (cst.Name, cst.Attribute)))
            if any(dotted(part) in self._loaders or is_called_loader(dotted(part)) for part in parts):
                self._look(loop)

    def _look(self, loop: cst.For) -> None:
        calls = [part for part in inside(loop.body) if isinstance(part, cst.Call)]
        backward = next((call for call in calls if method(call) == "backward"), None)
        if backward is None:
            return
        losses = _losses(calls, loop)
        for node in in_each_pass(loop, changing(loop)):
            for read in _read(node) if id(node) not in self._seen else ():
                loss = _base(read)
                is_loss = loss is not None and dotted(loss) in losses
                if is_loss or (self._is_number(node) and self._is_on_gpu(read)):
                    self._seen.add(id(node))
                    self._say(node, loss if is_loss and loss is not None else read, backward, is_loss=is_loss)
                    break

    def _is_number(self, node: cst.CSTNode) -> bool:
        """True if a number is read. Not for ``.cpu()``, which makes room on the GPU."""
        return method(node) in _NUMBERS or (isinstance(node, cst.Call) and called_name(node) in _CONVERSIONS)

    def _is_on_gpu(self, read: cst.BaseExpression) -> bool:
        return self.file.facts.may_be_on_gpu(self.file.span(read))

    def _say(self, node: cst.CSTNode, read: cst.BaseExpression, backward: cst.Call, *, is_loss: bool) -> None:
        tensor = self.file.text(read)
        use = f"use `{tensor}.detach()` here and `.item()` after the loop"
        is_summed = is_loss and id(node) in self._sums and self._is_number(node)
        shown = node if isinstance(node, cst.Call) else read
        self.report(
            shown,
            f"`{self.file.text(shown)}` waits for the GPU in every step",
            help=use,
            replacement=f"{self.file.code(read)}.detach()" if is_summed else None,
            notes=[(backward, "the loop trains here")],
        )


def _operands(value: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """``a.item()``, ``b.item()`` and ``2`` of ``a.item() + 2 * b.item()``."""
    if isinstance(value, cst.BinaryOperation):
        yield from _operands(value.left)
        yield from _operands(value.right)
    else:
        yield value


def _read(node: cst.CSTNode) -> list[cst.BaseExpression]:
    """What is needed on the CPU: ``loss.detach()`` of ``loss.detach().item()``, ``loss`` of ``float(loss)``."""
    if isinstance(node, cst.FormattedStringExpression):
        return [node.expression]
    if not isinstance(node, cst.Call):
        return []
    owner = receiver(node)
    if owner is not None and method(node) in _READS and not node.args:
        return [owner]
    return positional(node) if m.matches(node.func, m.Name("float") | m.Name("int") | m.Name("print")) else []


def _base(value: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """``loss`` in ``loss.detach().mean()``; None where something else is done to it on the way."""
    while value is not None and not dotted(value):
        value = receiver(value) if method(value) in _SAME else None
    if isinstance(value, cst.Attribute) and value.attr.value in _SAME:
        return value.value
    return value


def _losses(calls: Iterable[cst.Call], loop: cst.For) -> set[str]:
    """What ``backward`` is called on or given, and the terms of a sum that it is."""
    found: set[str] = set()
    for call in calls:
        if method(call) == "backward":
            for one in (receiver(call), *positional(call)):
                found.update(dotted(part) for part in _terms(one))
    for part in inside(loop.body):
        if isinstance(part, cst.Assign) and any(dotted(one.target) in found for one in part.targets):
            found.update(dotted(one) for one in _terms(part.value))
    return found - {"", "self"}


def _terms(value: cst.BaseExpression | None) -> Iterator[cst.BaseExpression]:
    """``a`` and ``b`` of ``a + 0.5 * b``; ``loss`` of ``scaler.scale(loss)``."""
    if isinstance(value, cst.BinaryOperation):
        yield from _terms(value.left)
        yield from _terms(value.right)
    elif isinstance(value, cst.Call) and method(value) == "scale":
        for one in positional(value):
            yield from _terms(one)
    elif isinstance(value, (cst.Name, cst.Attribute)):
        yield value
