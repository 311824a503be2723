"""Autocast for a device that is written out, where the code knows its device.

with torch.autocast("cuda"): ...      `torch.device(device).type`, where `device` is in scope
                                      `x.device.type` for a tensor `x` of the block
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst
import libcst.matchers as m

from devlint.naming.devices import is_about_cuda
from devlint.patterns.file import File
from devlint.patterns.nodes import argument, dotted, inside, is_plain, string
from devlint.patterns.visitor import PatternVisitor

_AUTOCAST = frozenset({"torch.autocast", "torch.amp.autocast", "torch.amp.autocast_mode.autocast"})
_CUDA = m.Name(value=m.MatchRegex("(?i).*cuda.*")) | m.SimpleString(value=m.MatchRegex("(?i).*cuda.*"))


class Visitor(PatternVisitor):
    """Reports calls of ``torch.autocast``."""

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._functions: list[cst.FunctionDef] = []
        self._for_cuda = 0  # how many conditions and names around this place speak of CUDA
        self._blocks: dict[int, cst.With] = {}  # by the id of the call under which they run

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        """Enter a function."""
        self._functions.append(node)
        self._for_cuda += is_about_cuda(node.name.value)

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        """Leave it."""
        self._functions.pop()
        self._for_cuda -= is_about_cuda(original_node.name.value)

    def visit_If(self, node: cst.If) -> None:
        """Enter a condition, and what is done otherwise."""
        self._for_cuda += bool(m.findall(node.test, _CUDA))

    def leave_If(self, original_node: cst.If) -> None:
        """Leave it."""
        self._for_cuda -= bool(m.findall(original_node.test, _CUDA))

    def visit_IfExp(self, node: cst.IfExp) -> None:
        """Enter a choice."""
        self._for_cuda += bool(m.findall(node.test, _CUDA))

    def leave_IfExp(self, original_node: cst.IfExp) -> None:
        """Leave it."""
        self._for_cuda -= bool(m.findall(original_node.test, _CUDA))

    def visit_With(self, node: cst.With) -> None:
        """Note what runs under a call."""
        self._blocks.update((id(one.item), node) for one in node.items)

    def visit_Call(self, node: cst.Call) -> None:
        """Look at a call."""
        if self.file.meaning(node.func) not in _AUTOCAST or not is_plain(node):
            return
        device = argument(node, "device_type", 0)
        if device is None:
            return
        if string(device) == "cuda" and not self.file.is_reported("DEV207", node):
            self._written_out(node, device)

    def _written_out(self, call: cst.Call, device: cst.BaseExpression) -> None:
        """Report ``"cuda"`` where another name for the device is in scope."""
        enabled = argument(call, "enabled", 2)
        if self._for_cuda or is_about_cuda(_stem(self.file.path)) or (enabled and m.findall(enabled, _CUDA)):
            return
        there = next(filter(None, self._devices(call)), "")
        if there:
            self.report(
                device,
                f"`{self.file.text(device)}` is hard-coded, so autocast does nothing for other accelerators",
                help=f"use `{there}.type`",
                replacement=f"{there}.type",
            )

    def _devices(self, call: cst.Call) -> Iterator[str]:
        """Expressions for the device that autocast is needed on: names that hold one, then those of tensors."""
        block = self._blocks.get(id(call))
        if not self._functions or (block is not None and m.findall(block.body, _CUDA)):
            return
        end = self.file.span(call)
        for node in inside(self._functions[-1]):
            name = dotted(node)
            if not name or (at := self.file.span(node)).line >= end.line or not self._is_bound(name, call):
                continue
            if self.file.facts.is_a("device", at):
                yield name if self._is_of_tensor(node) else self._as_device(name)
        for node in inside(block.body) if block is not None else ():
            name = dotted(node)
            if name and self._is_bound(name, call) and self.file.facts.may_be_on_gpu(self.file.span(node)):
                yield f"{name}.device"

    def _is_of_tensor(self, node: cst.CSTNode) -> bool:
        """True if ``node`` is the device of a tensor, which is no string."""
        if not isinstance(node, cst.Attribute) or node.attr.value != "device":
            return False
        return self.file.facts.is_a("tensor", self.file.span(node.value))

    def _as_device(self, name: str) -> str:
        """A device that may be a string, as a device; "" where torch is not imported."""
        torch = self.file.names.written("torch")
        return f"{torch}.device({name})" if torch else ""

    def _is_bound(self, name: str, call: cst.Call) -> bool:
        """True if the device of ``name`` is known before the block begins."""
        return self.file.binds(name.partition(".")[0], call) and "cuda" not in name.lower()


def _stem(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
