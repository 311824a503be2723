"""Tensors that are created on the CPU and moved at once.

torch.zeros(3).to(device)        torch.zeros(3, device=device)
torch.tensor(ids).cuda()         torch.tensor(ids, device="cuda")
torch.randn(3).to(device)        no: the GPU draws other numbers
"""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst
import libcst.matchers as m

from devlint.patterns.devices import given_device
from devlint.patterns.nodes import inside, is_plain, keyword, keywords, positional, string
from devlint.patterns.visitor import PatternVisitor
from devlint.rules.dev804_create_then_move.rule import EXACT
from devlint.torch_api.tables import factory

_MOVE = m.Call(func=m.Attribute(value=m.Call(), attr=m.Name("to") | m.Name("cuda")))
_OTHERWISE = frozenset({"device", "generator", "out", "pin_memory", "requires_grad"})


class Visitor(PatternVisitor):
    """Reports a call of a factory on which ``.to`` or ``.cuda`` is called."""

    in_tests = False

    def visit_Call(self, node: cst.Call) -> None:
        """Look at a move."""
        if not m.matches(node, _MOVE):
            return
        made = cst.ensure_type(cst.ensure_type(node.func, cst.Attribute).value, cst.Call)
        if not self._is_factory(made):
            return
        device = given_device(node, self.file)
        if device is None or string(device) == "cpu":
            return
        whole = made.with_changes(args=_with(made.args, device), lpar=node.lpar, rpar=node.rpar)
        self.report(
            node,
            f"`{self.file.text(made)}` is created on the CPU and then moved",
            help=f"use `device={self.file.text(device)}`",
            replacement=whole,
        )

    def _is_factory(self, call: cst.Call) -> bool:
        """True if a call creates a tensor that is the same on every device, and could be given the device."""
        name = self.file.meaning(call.func)
        known = factory(name) if name.startswith("torch.") else None
        if known is None or not known.takes_device or name.removeprefix("torch.") not in EXACT:
            return False
        if not is_plain(call) or keywords(call) & _OTHERWISE:
            return False
        if name == "torch.arange":
            return not any(isinstance(part, (cst.Float, cst.Divide)) for one in call.args for part in inside(one))
        given = positional(call)
        return name != "torch.tensor" or not (given and self._may_be_tensor(given[0]))

    def _may_be_tensor(self, data: cst.BaseExpression) -> bool:
        """True if ``torch.tensor`` is given a tensor, and so creates another one where that is."""
        return any(one.kind == "tensor" for one in self.file.facts.of(self.file.span(data)))


def _with(given: Sequence[cst.Arg], device: cst.BaseExpression) -> list[cst.Arg]:
    """The arguments of a call, and ``device=``."""
    added = keyword("device", device)
    if not given:
        return [added]
    *before, last = given
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    if isinstance(last.comma, cst.Comma):
        return [*before, last.with_changes(comma=comma), added.with_changes(comma=last.comma)]
    return [
        *before,
        last.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace("")),
        added.with_changes(whitespace_after_arg=last.whitespace_after_arg),
    ]
