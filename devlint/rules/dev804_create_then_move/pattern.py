"""Tensors that are created on the CPU and moved at once.

torch.zeros(3).to(device)        torch.zeros(3, device=device)
torch.tensor(ids).cuda()         torch.tensor(ids, device="cuda")
torch.randn(3).to(device)        no: the GPU draws other numbers
"""

from __future__ import annotations

import libcst as cst
import libcst.matchers as m

from devlint.patterns.devices import given_device
from devlint.patterns.nodes import is_plain, keyword, keywords
from devlint.patterns.visitor import PatternVisitor
from devlint.torch_api.tables import factory

_MOVE = m.Call(
    func=m.Attribute(value=m.Call(), attr=m.Name("to") | m.Name("cuda")),
    args=[m.ZeroOrMore(m.Arg(star=""))],
)
_RANDOM = frozenset({"rand", "randn", "randint", "randperm", "normal", "rand_like", "randn_like", "randint_like"})


class Visitor(PatternVisitor):
    """Reports a call of a factory on which ``.to`` or ``.cuda`` is called."""

    def visit_Call(self, node: cst.Call) -> None:
        """Look at a move."""
        if not m.matches(node, _MOVE):
            return
        made = cst.ensure_type(cst.ensure_type(node.func, cst.Attribute).value, cst.Call)
        device = given_device(node, self.file)
        if device is None or not self._is_factory(made):
            return
        whole = made.with_changes(args=_with(made.args, device))
        self.report(
            node,
            f"`{self.file.text(made)}` is created on the CPU and then moved",
            help=f"use `device={self.file.text(device)}`",
            replacement=whole.with_changes(lpar=node.lpar, rpar=node.rpar),
        )

    def _is_factory(self, call: cst.Call) -> bool:
        """True if a call creates a tensor that is not random, and takes the device that it is not given."""
        name = self.file.meaning(call.func)
        known = factory(name) if name.startswith("torch.") else None
        if known is None or not known.takes_device or name.rpartition(".")[2] in _RANDOM:
            return False
        return is_plain(call) and not keywords(call) & {"device", "generator", "out", "pin_memory"}


def _with(args: object, device: cst.BaseExpression) -> list[cst.Arg]:
    """The arguments of a call and ``device=``."""
    assert isinstance(args, (list, tuple))
    added = keyword("device", device.with_changes(lpar=(), rpar=()) if not isinstance(device, cst.Tuple) else device)
    if not args:
        return [added]
    *before, last = args
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    if isinstance(last.comma, cst.Comma):
        return [*before, last.with_changes(comma=comma), added.with_changes(comma=last.comma)]
    return [
        *before,
        last.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace("")),
        added.with_changes(whitespace_after_arg=last.whitespace_after_arg),
    ]
