"""What it rests on, beside the code, that a tensor on the CPU and another operand cannot meet."""

from __future__ import annotations

from devlint.devices.evidence.constructors import builds_module
from devlint.devices.facts.assumptions import (
    BUILT_WITH_MOVED,
    GENERATES_IN_PLACE,
    HAS_DIMENSION,
    MADE_ON_CPU,
    Assumption,
)
from devlint.devices.facts.operations import Operand
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.lattice.state_keys import BY_ARGUMENT
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.identity import made_by, whole_of
from devlint.flow.values.state import State
from devlint.forms import form


def assumptions_of(
    run: Evaluator, state: State, host: Operand, other: Operand, at: form.Form, *, ranked: bool
) -> tuple[Assumption, ...]:
    """What it rests on that ``other`` and ``host`` on the CPU cannot meet; ``ranked`` says that this has a dimension.

    A module is moved once it is built: what its constructor is given is on the CPU in general, too. ``generate`` of
    transformers moves what it gives to the layers (huggingface/transformers, pull request 46590, June 2026).
    """
    found = [HAS_DIMENSION] if ranked else []
    if isinstance(at, form.Call) and isinstance(at.function, form.Attribute) and at.function.name == "generate":
        found.append(GENERATES_IN_PLACE)
    if (whole_of(host.tensor.id), BY_ARGUMENT) in state.fields:
        found.append(MADE_ON_CPU)
    outer, inner = run.site.outermost, run.site.function
    if outer is None or inner is None or not is_of_argument(other.device) or not builds_module(outer):
        return tuple(found)
    given = made_by(other.device.symbol.key) in {id(one) for one in outer.form.parameters.all}
    return (*found, BUILT_WITH_MOVED) if given and inner.owner is outer.owner else tuple(found)
