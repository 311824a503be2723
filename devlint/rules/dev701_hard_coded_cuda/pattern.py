"""CUDA asked for by name.

x.cuda()                          yes; not `x.cuda(x.device)`
device = "cuda:0"                 yes
if device.type == "cuda":         no: a question, not a choice
speeds = {"cuda": 10}             no: a key
KINDS = ("cpu", "cuda")           no: kinds of devices
def on_cuda(x): x.cuda()          no: it is there for CUDA
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import libcst as cst
import libcst.matchers as m

from devlint.devices.lattice.device import is_name_of_cuda
from devlint.patterns.file import File
from devlint.patterns.nodes import called_name, dotted, inside, string
from devlint.patterns.visitor import PatternVisitor

_SPEAKERS = frozenset(
    "startswith endswith find rfind index count replace split rsplit partition strip join get pop setdefault format "
    "print log debug info warn warning error exception critical getattr hasattr setattr delattr isinstance append add "
    "is_available autocast GradScaler skip skipif mark".split()
)
"""Functions to which a string is a word, a key or a name rather than a device."""

_KINDS = "mps|xpu|npu|hpu|mlu|musa|tpu|xla"
_OTHER_KINDS = m.Name(value=m.MatchRegex(f"(?i)(.*_)?({_KINDS})(_.*)?")) | m.SimpleString(
    value=m.MatchRegex(f"[\"']({_KINDS})[\"':]")
)
_FOR_CUDA = re.compile(r"cuda|nccl|triton|tensorrt", re.I)
_BARE_MOVE = m.Call(func=m.Attribute(attr=m.Name("cuda")), args=[m.ZeroOrMore(m.Arg(keyword=m.Name("non_blocking")))])


def _is_for_cuda(name: str) -> bool:
    """True if a function, class or constant of this name is there for CUDA."""
    return _FOR_CUDA.search(name) is not None


class Visitor(PatternVisitor):
    """Reports every bare ``.cuda()`` and every string that names a CUDA device."""

    in_tests = False

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._words: set[int] = set()  # the ids of the strings and calls that choose nothing
        self._chosen: set[int] = set()  # the ids of the strings that are chosen where CUDA is available

    def visit_Call(self, node: cst.Call) -> None:
        """Look at ``.cuda()``, and pass over the words that are given to functions."""
        if any("::" in (string(one.value) or "") for one in node.args):
            self._pass_over(node.args)  # what a kernel is registered for
        if m.matches(node, _BARE_MOVE):
            if id(node) not in self._words:
                self._report(node)
        elif called_name(node) in _SPEAKERS:
            whole = called_name(node) == "autocast"  # DEV704 and DEV207 look at these
            self._pass_over(one.value for one in node.args if whole or one.keyword is None)

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        """Look at the name of a device."""
        if id(node) not in self._words and is_name_of_cuda(string(node) or ""):
            self._report(node)

    def _report(self, node: cst.Call | cst.SimpleString) -> None:
        text = self.file.text(node)
        chosen = "use `torch.accelerator.current_accelerator()`, if there is one"
        self.report(
            node,
            f"`{text}` hard-codes CUDA, so other accelerators are never used",
            help=chosen if id(node) in self._chosen else "use the device of an input",
        )

    def _pass_over(self, nodes: Iterable[cst.CSTNode], *, calls: bool = False) -> None:
        kinds = (cst.SimpleString, cst.Call) if calls else cst.SimpleString
        self._words.update(id(one) for node in nodes for one in inside(node) if isinstance(one, kinds))

    def visit_Comparison(self, node: cst.Comparison) -> None:
        """Pass over ``device.type == "cuda"``."""
        self._pass_over([node])

    def visit_If(self, node: cst.If) -> None:
        """Pass over choices between accelerators, with all their arms."""
        parts: list[cst.CSTNode] = [node.test]
        arm = node.orelse
        while isinstance(arm, cst.If):
            parts += [arm.test, arm.body]
            arm = arm.orelse
        if arm is not None:
            parts.append(arm.body)
        if len(parts) > 1:
            parts.append(node.body)
        if any(m.findall(part, _OTHER_KINDS) for part in parts):
            self._pass_over([node], calls=True)
        elif self._asks_for_cuda(node.test):
            self._pass_over([node.body], calls=True)

    def _asks_for_cuda(self, test: cst.BaseExpression) -> bool:
        """True for ``use_cuda`` and ``kind == "cuda"``: such a test asks for CUDA, and for no other accelerator."""
        if m.matches(test, m.BooleanOperation(operator=m.And())):
            assert isinstance(test, cst.BooleanOperation), "matched"
            return self._asks_for_cuda(test.left) or self._asks_for_cuda(test.right)
        if m.matches(test, m.Comparison(comparisons=[m.ComparisonTarget(operator=m.Equal())])):
            return any(is_name_of_cuda(string(one) or "") for one in inside(test) if isinstance(one, cst.SimpleString))
        name = dotted(test).rpartition(".")[2]
        return name != "is_cuda" and _is_for_cuda(name)

    def visit_BooleanOperation(self, node: cst.BooleanOperation) -> None:
        """Pass over ``torch.accelerator.current_accelerator() or "cuda"``."""
        if m.matches(node.operator, m.Or()) and any(
            "accelerator" in called_name(one) for one in inside(node.left) if isinstance(one, cst.Call)
        ):
            self._pass_over([node.right], calls=True)

    def visit_IfExp(self, node: cst.IfExp) -> None:
        """Pass over choices between accelerators."""
        if m.findall(node, _OTHER_KINDS) or m.findall(node, m.Name("accelerator")):
            self._pass_over([node], calls=True)
        elif self._asks_for_cuda(node.test):
            self._pass_over([node.body], calls=True)
        elif m.findall(node.test, m.Name("is_available")):
            self._chosen.update(id(one) for one in inside(node.body) if isinstance(one, cst.SimpleString))

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        """Pass over functions for CUDA, and tests."""
        if _is_for_cuda(node.name.value) or node.name.value.startswith("test"):
            self._pass_over([node.body], calls=True)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        """Pass over classes for CUDA."""
        if _is_for_cuda(node.name.value):
            self._pass_over([node], calls=True)

    def visit_Assign(self, node: cst.Assign) -> None:
        """Pass over ``FIRST_CUDA_DEVICE = torch.device("cuda")`` and ``accelerator_type = "cuda"``."""
        names = [dotted(one.target).rpartition(".")[2] for one in node.targets]
        if any(_is_for_cuda(name) or "accelerator" in name.lower() for name in names):
            self._pass_over([node.value])

    def visit_List(self, node: cst.List) -> None:
        """Pass over lists of kinds of devices."""
        self._pass_over_kinds(node)

    def visit_Tuple(self, node: cst.Tuple) -> None:
        """Pass over tuples of kinds of devices."""
        self._pass_over_kinds(node)

    def visit_Set(self, node: cst.Set) -> None:
        """Pass over sets of kinds of devices."""
        self._pass_over_kinds(node)

    def _pass_over_kinds(self, node: cst.List | cst.Tuple | cst.Set) -> None:
        """Pass over ``["cuda", "xpu"]``: what is known or supported, and not what is used.

        Among other words, as in ``("cuda", "triton")``, it names an implementation.
        """
        words = [word for one in node.elements if (word := string(one.value)) is not None]
        if not all(map(is_name_of_cuda, words)):
            self._pass_over([node])

    def visit_Arg(self, node: cst.Arg) -> None:
        """Pass over ``device_types="cuda"``, for which a kernel is registered."""
        if node.keyword is not None and node.keyword.value == "device_types":
            self._pass_over([node])

    def visit_DictElement(self, node: cst.DictElement) -> None:
        """Pass over keys."""
        self._pass_over([node.key])

    def visit_SubscriptElement(self, node: cst.SubscriptElement) -> None:
        """Pass over ``speeds["cuda"]``."""
        self._pass_over([node])

    def visit_Expr(self, node: cst.Expr) -> None:
        """Pass over docstrings."""
        if isinstance(node.value, cst.SimpleString):
            self._pass_over([node])

    def visit_Annotation(self, node: cst.Annotation) -> None:
        """Pass over annotations."""
        self._pass_over([node])

    def visit_MatchCase(self, node: cst.MatchCase) -> None:
        """Pass over the patterns of ``match``."""
        self._pass_over([node.pattern])

    def visit_FormattedString(self, node: cst.FormattedString) -> None:
        """Pass over what is written into a text."""
        self._pass_over([node])

    def visit_ConcatenatedString(self, node: cst.ConcatenatedString) -> None:
        """Pass over the parts of a longer text."""
        self._pass_over([node])
