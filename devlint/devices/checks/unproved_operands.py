"""Operands that may be tensors, beside one that is: they are not reported, and ``devlint reveal`` says why.

def f(x):
    return x + torch.ones(3)        nothing shows that `x` is a tensor
"""

from __future__ import annotations

from itertools import product

from devlint.devices.evidence.parameters import NO_EVIDENCE
from devlint.devices.facts.recorder import Alternatives, Recorder
from devlint.devices.lattice.device import clash
from devlint.devices.lattice.hints import hint_of
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Value, options
from devlint.forms import form


def note(
    state: State, recorder: Recorder, met: Alternatives, other: Value, at: form.Expression, *, lenient: bool
) -> None:
    """Note that ``other`` does not clash with the tensor beside it, because nothing shows that it is a tensor."""
    for (guards, one), (others, hint) in product(met, ((g, hint_of(value)) for g, value in options(other))):
        if hint is None or lenient and one.tensor.rank == 0:
            continue
        if feasible(guards, others) and clash(one.device, hint.device, guards | others | state.guards):
            recorder.silence(NO_EVIDENCE, at)
