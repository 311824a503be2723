"""Times of GPU work that are taken before it is done.

    start = time.time()             a reading of a clock
    y = model(x)                    work on the GPU
    print(time.time() - start)      a second one, of the same block, with nothing between that waits
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst
import libcst.matchers as m

from devlint.naming.hosts import is_called_loader
from devlint.naming.losses import is_called_loss
from devlint.naming.models import is_called_model, is_called_module
from devlint.patterns.file import File
from devlint.patterns.nodes import called_name, dotted, inside, receiver
from devlint.patterns.visitor import PatternVisitor

_CLOCKS = frozenset(
    f"time.{name}{unit}" for name in ("time", "perf_counter", "monotonic") for unit in ("", "_ns")
) | {"timeit.default_timer"}
_READING = m.SimpleStatementLine(body=[m.Assign(targets=[m.AssignTarget(m.Name())], value=m.Call(args=[]))])
_QUEUED = frozenset(
    "append backward clip_grad_norm_ cuda detach enumerate eval float format half len no_grad range step to train tqdm "
    "zero_grad zip inference_mode autocast".split()
)
"""Functions and methods that do not wait for the GPU, or not for the work before them."""


class Visitor(PatternVisitor):
    """Reports differences of readings in the blocks of a file."""

    in_tests = False

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._functions = {one.name.value for one in inside(file.module) if isinstance(one, cst.FunctionDef)}
        self._synchronize = f"{torch}.cuda.synchronize()" if (torch := file.names.written("torch")) else ""

    def visit_IndentedBlock(self, node: cst.IndentedBlock) -> None:
        """Look at a block."""
        self._look(node.body)

    def visit_Module(self, node: cst.Module) -> None:
        """Look at the statements of the file."""
        self._look(node.body)

    def _look(self, block: Sequence[cst.BaseStatement]) -> None:
        readings: dict[str, int] = {}  # the number of the statement that set a name
        for number, statement in enumerate(block):
            for start, stop in self._differences(statement, readings, number):
                between = block[readings[start] + 1 : stop]
                if between and self._has_work(between) and not any(map(self._may_wait, between)):
                    self._say(statement, block[readings[start]], block[stop], between)
            name = self._set(statement)
            if name:
                readings[name] = number

    def _set(self, statement: cst.BaseStatement) -> str:
        """The name that is set to a reading: ``start = time.time()``."""
        if not m.matches(statement, _READING):
            return ""
        assign = cst.ensure_type(cst.ensure_type(statement, cst.SimpleStatementLine).body[0], cst.Assign)
        return dotted(assign.targets[0].target) if self._is_reading(assign.value) else ""

    def _is_reading(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.Call) and self.file.meaning(node.func) in _CLOCKS

    def _differences(
        self, statement: cst.BaseStatement, readings: dict[str, int], number: int
    ) -> Iterator[tuple[str, int]]:
        """For each difference of readings in a statement: the earlier one, by name, and the number of the later."""
        if not isinstance(statement, cst.SimpleStatementLine):
            return
        for node in inside(statement):
            if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Subtract):
                first, last = dotted(node.right), dotted(node.left)
                if first not in readings:
                    continue
                if self._is_reading(node.left):
                    yield first, number
                elif last in readings and readings[first] < readings[last]:
                    yield first, readings[last]

    def _has_work(self, between: Sequence[cst.BaseStatement]) -> bool:
        """True if something is computed that may be on a GPU for all that is known."""
        return any(
            isinstance(node, (cst.Call, cst.BinaryOperation)) and self.file.facts.may_be_on_gpu(self.file.span(node))
            for statement in between
            for node in inside(statement)
        )

    def _may_wait(self, statement: cst.BaseStatement) -> bool:
        """True if a statement may wait for the GPU, so that the work is done when the clock is read."""
        for node in inside(statement):
            if isinstance(node, cst.For) and is_called_loader(dotted(node.iter)):
                return True
            if isinstance(node, cst.FormattedStringExpression):
                return True
            if isinstance(node, cst.Call) and not self._is_queued(node):
                return True
        return False

    def _is_queued(self, call: cst.Call) -> bool:
        """True if a call gives work to the GPU, or none, and returns before that is done."""
        name, owner = called_name(call), receiver(call)
        meaning = self.file.meaning(call.func)
        if meaning.startswith("torch."):
            return not meaning.startswith(("torch.cuda", "torch.distributed", "torch.nonzero", "torch.unique"))
        if name in _QUEUED or self._is_reading(call):
            return True
        if is_called_model(dotted(call.func)) or is_called_module(name) or is_called_loss(name):
            return True
        if name in self._functions:
            return False
        known = self.file.facts.of(self.file.span(call))
        of = self.file.facts.of(self.file.span(owner)) if owner is not None else ()
        return all(one.device not in ("", "cpu") for one in known) if known else bool(of) and all(f.device for f in of)

    def _say(
        self,
        at: cst.BaseStatement,
        start: cst.BaseStatement,
        stop: cst.BaseStatement,
        between: Sequence[cst.BaseStatement],
    ) -> None:
        line = cst.ensure_type(at, cst.SimpleStatementLine).body[0]
        changes = []
        if self._synchronize:
            waits = f"if {self._synchronize.removesuffix('synchronize()')}is_available():\n    {self._synchronize}"
            changes = [self.before(start, waits), self.before(stop, waits)]
        self.report(
            line,
            "the clock is read before the work on the GPU is done",
            help="call `torch.cuda.synchronize()` before both readings",
            changes=changes,
            notes=[(cst.ensure_type(start, cst.SimpleStatementLine).body[0], "the time begins here")],
        )
