"""What a repair would change beside what it mends: one that does is none.

bias().to(d).add_(x)         the sum would go into a copy, and what `bias()` gives stays as it is
total.to("cuda")             would raise where there is no CUDA, unless the function does so already
"""

from __future__ import annotations

import re

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.cuda_there import may_name
from devlint.devices.facts.repairs.holders import holders
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import mentions_of
from devlint.forms.source_file import SourceFile
from devlint.torch_api.names import SHARING, WRITTEN_FIRST
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS, IN_PLACE_MEMBERS, factory

_REBOUND = re.compile(r"([\w.]+) = \1\.(?:to|cuda|cpu)\(")
_ITEMS = frozenset("__setitem__ __iadd__ __isub__ __imul__ __itruediv__ __iand__ __ior__ __ixor__".split())


def keeps_the_rest(remedy: Remedy, file: SourceFile) -> bool:
    """False if ``remedy``, or a part of it, takes a write away from its tensor, or needs CUDA where nothing did."""
    return not any(_loses_a_write(one, file) or _brings_cuda(one, file) for one in (remedy, *remedy.also))


def _loses_a_write(remedy: Remedy, file: SourceFile) -> bool:
    """Whether something is written into what ``remedy`` puts a copy in the place of."""
    if remedy.kind is RemedyKind.MOVE:
        return is_written(remedy.at, file)
    rebound = _REBOUND.match(remedy.code)
    if rebound is None:
        return False
    name, around = rebound[1], file.definitions(remedy.at)
    here = [one for one in file.reads(name) if file.definitions(one) == around]
    own = mentions_of({name}, remedy.at)
    made_here = bool(own) and all(one is not None and _is_new(one) for one in file.values(own[0]))
    start = file.span(remedy.at)
    later = (one for one in here if file.span(one) >= start)
    return not made_here and any(is_written(one, file) for one in later)


def is_written(at: form.Form, file: SourceFile) -> bool:
    """Whether something is written into the tensor that ``at`` gives, which others hold, too.

    A method does so, an assignment to its items or its data, or a call that is given it to write to.
    """
    uses = holders(file)
    if _is_new(at):
        return False
    while id(at) not in uses.stored:
        holder = uses.of(at)
        if isinstance(holder, form.Subscript):
            at = holder
            continue
        if isinstance(holder, form.Call):
            return _writes_to(holder, at)
        if not isinstance(holder, form.Attribute):
            return False
        called = uses.of(holder)
        if isinstance(called, form.Call) and called.function is holder:
            if holder.name in IN_PLACE_MEMBERS or holder.name in _ITEMS:
                return True
            at = called
        else:
            at = holder
        if holder.name not in SHARING and id(at) not in uses.stored:
            return False
    return True


def _writes_to(call: form.Call, at: form.Form) -> bool:
    """Whether a call writes into its argument ``at``: ``nn.init.zeros_(at)``, ``torch.exp(x, out=at)``."""
    last = dotted(call.function).rpartition(".")[2]
    if any(value is at and name == "out" for name, value in call.keywords):
        return True
    if not call.arguments or call.arguments[0] is not at:
        return False
    changed = any(name == "inplace" for name, _ in call.keywords)
    return changed or last.endswith("_") and not last.endswith("__") or last in WRITTEN_FIRST


def _is_new(at: form.Form) -> bool:
    """True if ``at`` makes a tensor that nothing else holds: ``a + b``, ``torch.zeros(3)``, ``x.exp().cpu()``."""
    while isinstance(at, form.Call):
        function = at.function
        last = function.name if isinstance(function, form.Attribute) else dotted(function)
        if last not in SHARING:
            made = factory(f"torch.{last}") is not None
            computed = isinstance(function, form.Attribute) and last in ALL_TENSOR_MEMBERS
            return last not in IN_PLACE_MEMBERS and (made or computed)
        if not isinstance(function, form.Attribute):
            return False
        at = function.value
    return isinstance(at, (form.Binary, form.Unary, form.Compare))


def _brings_cuda(remedy: Remedy, file: SourceFile) -> bool:
    """Whether ``remedy`` names CUDA where the code did not, and nothing shows that there is CUDA."""
    before = "" if remedy.kind is RemedyKind.INSERTION else file.source(remedy.at)
    return not may_name(remedy.code, remedy.at, file, before)
