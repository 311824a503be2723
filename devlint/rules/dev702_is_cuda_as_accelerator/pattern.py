"""Tests for CUDA where any accelerator is meant.

x.cpu().numpy() if x.is_cuda else x.numpy()     `x.device.type != "cpu"`
y.cuda() if x.is_cuda else y                    `y.to(x.device)`
"cuda" if x.is_cuda else "cpu"                  `x.device.type`
if x.is_cuda: y = y.cuda()                      the same as a statement, without a repair
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst
import libcst.matchers as m

from devlint.patterns.file import File
from devlint.patterns.nodes import inside, method, positional, receiver, string
from devlint.patterns.visitor import PatternVisitor

_IS_CUDA = m.Attribute(attr=m.Name("is_cuda"))
_CUDA_STRING = m.SimpleString(value='"cuda"') | m.SimpleString(value="'cuda'")
_TYPE_IS_CUDA = m.Comparison(
    left=m.Attribute(value=m.Attribute(attr=m.Name("device")), attr=m.Name("type")),
    comparisons=[m.ComparisonTarget(m.Equal(), _CUDA_STRING)],
)
_ACCELERATORS = "mps|xpu|npu|mlu|hpu|musa"
_OTHERS = m.Name(value=m.MatchRegex(f"is_({_ACCELERATORS})")) | m.SimpleString(
    value=m.MatchRegex(f"[\"']({_ACCELERATORS})[\"':]")
)
_FOR_CUDA = m.Name(value=m.MatchRegex("(?i).*(cuda|cudnn|nccl|triton|kernel|stream|nvtx|apex|ext).*"))


class Test(NamedTuple):
    """A test for CUDA: the expression, and the code of the tensor that it is about."""

    node: cst.BaseExpression
    tensor: str


class Visitor(PatternVisitor):
    """Reports conditions that are tests for CUDA, by what depends on them."""

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._others = bool(m.findall(file.module, _OTHERS))

    def visit_IfExp(self, node: cst.IfExp) -> None:
        """Look at a choice."""
        test = self._test(node.test)
        if test is None:
            return
        if string(node.body) == "cuda" and string(node.orelse) == "cpu":
            if not self.file.is_reported("DEV201", node):
                self._say(node, test, f"{test.tensor}.device.type", f"use `{test.tensor}.device.type`")
        elif (moved := self._moved(node.body)) and moved == self.file.code(node.orelse) and moved != test.tensor:
            repaired = f"{moved}.to({test.tensor}.device)"
            self._say(node, test, repaired, f"use `{repaired}`")
        elif self._is_for_the_cpu([node.body], test):
            self._changed(test)

    def visit_If(self, node: cst.If) -> None:
        """Look at a statement."""
        test = self._test(node.test)
        if test is None or isinstance(node.orelse, cst.If):
            return
        body = node.body.body
        assigned = [m.extract(one, _ASSIGNMENT) for one in body if isinstance(one, cst.BaseStatement)]
        moves = [self._moved(one["value"]) for one in assigned if one and isinstance(one["value"], cst.CSTNode)]
        if node.orelse is None and moves and len(moves) == len(body) and all(moves) and test.tensor not in moves:
            self._say(test.node, test, None, f"use `{moves[0]}.to({test.tensor}.device)` without the test")
        elif self._is_for_the_cpu(body, test):
            self._changed(test)

    def _test(self, node: cst.BaseExpression) -> Test | None:
        """The test for CUDA that ``node`` is, or that is the last condition of several."""
        if isinstance(node, cst.BooleanOperation) and isinstance(node.operator, cst.And):
            return self._test(node.left) or self._test(node.right)
        if self._others:
            return None
        if m.matches(node, _IS_CUDA):
            return Test(node, self.file.code(cst.ensure_type(node, cst.Attribute).value))
        if m.matches(node, _TYPE_IS_CUDA):
            device = cst.ensure_type(cst.ensure_type(node, cst.Comparison).left, cst.Attribute).value
            return Test(node, self.file.code(cst.ensure_type(device, cst.Attribute).value))
        return None

    def _moved(self, node: object) -> str:
        """The code of ``y`` in ``y.cuda()``, "" for anything else."""
        if not isinstance(node, cst.Call) or method(node) != "cuda" or positional(node):
            return ""
        moved = receiver(node)
        return "" if moved is None else self.file.code(moved)

    def _is_for_the_cpu(self, body: Sequence[cst.CSTNode], test: Test) -> bool:
        """True if ``body`` copies the tensor of ``test`` to the CPU, and does nothing that is for CUDA."""
        every = [part for one in body for part in inside(one)]
        if any(m.matches(part, _FOR_CUDA) for part in every):
            return False
        return any(
            isinstance(part, cst.Call) and _is_to_the_cpu(part) and test.tensor in self._owners(part) for part in every
        )

    def _owners(self, call: cst.Call) -> set[str]:
        """The code of all that the method is called on: {"x.detach()", "x"} for ``x.detach().cpu()``."""
        found: set[str] = set()
        owner = receiver(call)
        while owner is not None:
            found.add(self.file.code(owner))
            owner = receiver(owner) if isinstance(owner, cst.Call) else getattr(owner, "value", None)
            if not isinstance(owner, cst.BaseExpression):
                break
        return found

    def _changed(self, test: Test) -> None:
        """Report a test that is repaired by itself."""
        repaired = f'{test.tensor}.device.type != "cpu"'
        self._say(test.node, test, repaired, f"use `{repaired}`")

    def _say(self, node: cst.BaseExpression, test: Test, repaired: str | None, use: str) -> None:
        message = f"`{self.file.text(test.node)}` is False on other accelerators"
        self.report(node, message, use, replacement=repaired)


def _is_to_the_cpu(call: cst.Call) -> bool:
    """True for ``x.cpu()`` and ``x.to("cpu")``."""
    return method(call) == "cpu" or (method(call) == "to" and [string(one) for one in positional(call)] == ["cpu"])


_ASSIGNMENT = m.SimpleStatementLine(
    body=[m.Assign(targets=[m.AssignTarget()], value=m.SaveMatchedNode(m.DoNotCare(), "value"))]
)
