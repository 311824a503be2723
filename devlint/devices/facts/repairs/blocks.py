"""Where a form stands among the blocks and conditions of its function: what remedies ask before they use a name.

    if use_cuda:
        net = net.cuda(gpu)                may_be_skipped(net.cuda(gpu), net(x)): True
    return net(x)
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.forms import form
from devlint.forms.source_file import SourceFile

Block = tuple[form.Statement, ...]


def may_be_skipped(at: form.Form, place: form.Form, file: SourceFile, *, loops: bool = True) -> bool:
    """True if ``at`` stands under a condition, or in a loop, that ``place`` in the same function does not share.

    Without ``loops``, the body of a loop counts as done once at least. In another function it may always be skipped.
    """
    here, there = file.arms(at), file.arms(place)
    if here is not there or here.conditions(at) - there.conditions(place):
        return True
    return loops and bool(here.loops(at) - there.loops(place))


def block_of(at: form.Form, file: SourceFile) -> Block:
    """The statements of the block that the statement ``at`` is one of; none where it is no statement."""
    around = file.definitions(at)
    outer = around[-1] if around else file.tree
    return next((block for block in _blocks(outer) if any(one is at for one in block)), ())


def _blocks(outer: form.Form) -> Iterator[Block]:
    """The blocks of ``outer``, its own first."""
    if isinstance(outer, (form.Function, form.Class, form.Module)):
        yield outer.body
    for part in form.walk(outer, form.If, form.For, form.While, form.With, form.Try):
        if isinstance(part, form.If):
            yield part.then
        else:
            assert isinstance(part, (form.For, form.While, form.With, form.Try)), "asked for"
            yield part.body
        if not isinstance(part, form.With):
            yield part.otherwise
