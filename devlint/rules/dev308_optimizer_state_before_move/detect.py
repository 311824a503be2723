"""Optimizers that make their state where they are made: one look over the forms.

class Momentum(Optimizer):
    def __init__(self, params):
        super().__init__(params, {})
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["velocity"] = torch.zeros_like(p)     where `p` is now

Moving a module changes where its parameters are and leaves them the same objects: the optimizer goes on with them,
beside the state of before. torch's own optimizers make theirs at the first step, all but ``Adagrad``.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, calls_named, methods_of
from devlint.rules.dev308_optimizer_state_before_move.facts import EagerState

_LIKE = frozenset({"zeros_like", "empty_like", "ones_like", "full_like", "clone"})


def detect(file: AnalyzedFile) -> Iterator[EagerState]:
    """Every statement of a file in which an optimizer's ``__init__`` makes state where a parameter is.

    What several processes are to share has to be there before the first step.
    """
    if file.text_index.defines("share_memory"):
        return
    for cls in file.derived("Optimizer"):
        for method in methods_of(cls, "__init__") if not _moves(cls) else ():
            yield from _made(method)


def _made(init: form.Function) -> Iterator[EagerState]:
    each = {loop.target.id for loop in form.walk(init, form.For) if isinstance(loop.target, form.Name)}
    each |= {clause.target.id for clause in form.walk(init, form.Generator) if isinstance(clause.target, form.Name)}
    bindings = form.once(Bindings, init)
    kept = {one.name for one in bindings.every if one.value is not None and _is_state(one.value, frozenset())}
    for one in (*bindings.every, *bindings.stored):
        if one.source is not None and one.target is not None and _is_state(one.target, frozenset(kept)):
            copied = next((call for call in calls_in(one.source) if _is_like(call, each)), None)
            if copied is not None and not _is_placed(one.source):
                yield EagerState(one.at, ALWAYS, copied)


def _is_state(place: form.Expression, kept: frozenset[str]) -> bool:
    """``self.state[p]``, an item of that or of one of ``kept``."""
    if not isinstance(place, form.Subscript):
        return False
    return dotted(place.value) in kept | {"self.state"} or _is_state(place.value, kept)


def _is_like(call: form.Call, each: set[str]) -> bool:
    """``torch.zeros_like(p.data)`` or ``p.clone()``, of something that is gone through."""
    if last(call.function) not in _LIKE:
        return False
    receiver = call.function.value if isinstance(call.function, form.Attribute) else None
    return any(dotted(one).partition(".")[0] in each for one in (receiver, *call.arguments[:1]))


def _is_placed(value: form.Expression) -> bool:
    """Whether what is made is sent somewhere, or made there."""
    calls = calls_in(value)
    return any(last(c.function) in ("to", "cpu", "cuda") or "device" in dict(c.keywords) for c in calls)


def _moves(cls: form.Class) -> bool:
    """Whether a class sends its state after its parameters: ``state["velocity"].to(p.device)``."""
    moved = [one for call in calls_named({"to"}, cls) for one in call.arguments]
    return any(dotted(one).endswith("device") for one in moved)
