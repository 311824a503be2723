"""Transfer functions of indexing a tensor, and of storing into one.

x[i]            an index may be on the CPU; a CPU tensor takes no index from an accelerator
x[i] = y        slices copy across devices; a tensor as index takes no values from elsewhere
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks.foreign_functions import from_call
from devlint.devices.checks.meeting import meet, why_unexpected
from devlint.devices.facts.assumptions import FILLS_BLOCK, MASK_HAS_DIMENSION, Assumption
from devlint.devices.facts.operations import Clash, Operand
from devlint.devices.facts.recorder import Alternatives, Filling, Recorder, operands
from devlint.devices.lattice import rank as rank_arithmetic
from devlint.devices.lattice.common_origin import one_value
from devlint.devices.lattice.device import is_host, may_be_accelerator
from devlint.devices.lattice.hints import computed_from, hints
from devlint.devices.lattice.state_keys import FILLED, SIZED
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import HostArray
from devlint.devices.semantics.tensors.operators import changed, is_integer
from devlint.flow.containers import contents
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.counts import is_called_filler


def subscript(
    run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, index: Value, at: form.Subscript
) -> Value:
    """``tensor[index]``."""
    identity = run.identity(at)
    indices = _indices(state, index, at.index)
    clashed = check_index(run, state, recorder, tensor, at.value, indices, at)
    rank = rank_arithmetic.indexed(state, tensor.rank, index)
    made = computed_from(tensor, identity, rank)
    made = replace(made, maybe_scalar=rank is None, empty=tensor.empty, double=tensor.double)
    if not clashed or len(indices) > 1:
        return made
    mended = replace(made.history, mended=at)
    there = [(g, replace(made, device=one.device, cause=one.tensor.cause, history=mended)) for g, one in clashed]
    reported = {id(one) for _, one in clashed}
    return merge([*there, *((g, made) for g, one in indices[0] if id(one) not in reported)], identity)


def check_index(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    tensor: Tensor,
    place: form.Form,
    indices: list[Alternatives],
    at: form.Form,
) -> Alternatives:
    """Report a tensor on the CPU that is indexed by one that may be on an accelerator, and give such indices."""
    clashed: Alternatives = []
    if not is_host(tensor.device) or tensor.empty:
        return clashed
    for alternatives in indices:
        for guards, index in alternatives:
            all_guards = guards | state.guards
            if not feasible(guards, state.guards) or all_guards and one_value(tensor, index.tensor):
                continue
            number = index.tensor.rank == 0 or index.tensor.rank is None and index.tensor.maybe_scalar
            picks = number and index.tensor.mask and index.tensor.rank is None  # by a truth value for each, most likely
            reason = why_unexpected(run, all_guards, index.tensor)
            if may_be_accelerator(index.device, all_guards) and (picks or not number):
                assumed = (MASK_HAS_DIMENSION,) if picks else ()
                host = Operand(tensor, place)
                said = from_call(run, host, index, at) if run.site.abroad else (host, index, None)
                if said is None:
                    continue
                one, other, there = said
                where = run.site.place(at)
                met = Clash(where, all_guards, one, other, "[]", indexed=True, assumptions=assumed, elsewhere=there)
                if reason is None:
                    recorder.add(met)
                    clashed += [] if picks else [(guards, index)]
                else:
                    recorder.silence(reason, at, met)
    return clashed


def _indices(state: State, index: Value, at: form.Expression) -> list[Alternatives]:
    found: list[Alternatives] = []
    parts: list[tuple[Value, form.Form]] = [(index, at)]
    now = contents(state, index)
    if isinstance(now, Sequence) and now.kind == "tuple":
        inside = at.elements if isinstance(at, form.Display) else ()
        parts = [(v, inside[i] if i < len(inside) else at) for i, v in enumerate(now.items)]
    for value, where in parts:
        found += operands(state, value, where, certain=_was_moved(value))
    return found


def _was_moved(index: Value) -> bool:
    """Whether an index was moved on some path: what is moved and picks elements is a tensor on every path."""
    hints = [one.hint for _, one in options(index) if isinstance(one, Unknown)]
    return any(isinstance(h, Tensor) and h.cause is not None and h.cause.made is Made.MOVE for h in hints)


def store(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    tensor: Tensor,
    index: Value,
    value: Value,
    at: form.Subscript,
    given: form.Form,
) -> None:
    """``tensor[index] = value``: slices copy across devices; a tensor as index takes no values from elsewhere.

    ``given`` gives the value.

    The index itself may be anywhere: torch brings it to the tensor (``ensure_same_device`` in IndexingUtils.h). A value
    of one element may be, too: its leading ones are dropped (``slicePrefix1sSize`` in TensorIndexing.h), and what is
    left without a dimension is copied.
    """
    changed(run, state, recorder, tensor, at)
    indices = [one for one in _indices(state, index, at.index) if any(o.tensor.rank != 0 for _, o in one)]
    if not indices and not _picks(state, index):  # a number as a tensor selects, as a number does
        fill(state, tensor, value, at)
        if _is_block(at.index) and (tensor.id, FILLED) not in state.fields and not _may_be_number(value, given):
            fill(state, tensor, value, at, assumptions=(FILLS_BLOCK,))
        return
    here: Alternatives = [(ALWAYS, Operand(tensor, at.value))]
    away = [
        [(g, o) for g, o in alternatives if o.tensor.rank and not o.tensor.single]
        for alternatives in operands(state, value, given, certain=False)
    ]
    meet(run, state, recorder, [here, *(a for a in away if a)], at, "index_put", lenient=False)
    if not any(away):
        fill(state, tensor, value, at)  # it has no dimension, and is copied, or it is refused


def _picks(state: State, index: Value) -> bool:
    """Whether an index holds a list or an array: it picks, as a tensor with dimensions does."""
    parts = index.items if isinstance(index, Sequence) and index.kind == "tuple" else (index,)
    for part in parts:
        now = contents(state, part)
        if isinstance(now, HostArray) and now.several:
            return True
        if isinstance(now, Sequence) and now.kind == "list" and now.items and all(map(is_integer, now.items)):
            return True
    return False


def _is_block(index: form.Expression) -> bool:
    """Whether an index cuts out a block, ``x[:3, :3]``: whole rows and columns are filled with numbers as well."""
    slices = [one for one in index.elements if isinstance(one, form.Slice)] if isinstance(index, form.Display) else []
    return sum(one.lower is not None or one.upper is not None for one in slices) > 1


def _may_be_number(value: Value, given: form.Form) -> bool:
    """Whether ``value``, which ``given`` gives, may be a number: by its name, or a parameter that need not be given."""
    made = [hint.cause.at for hint in hints(value) if hint.cause is not None]
    optional = any(isinstance(one, form.Parameter) and one.default is not None for one in made)
    return optional or is_called_filler(dotted(given).rpartition(".")[2])


def fill(
    state: State,
    tensor: Tensor,
    value: Value,
    at: form.Form,
    *,
    certain: bool = False,
    assumptions: tuple[Assumption, ...] = (),
) -> None:
    """Record that a tensor made without a device takes its values from one that follows the caller's choice.

    ``certain``, or what is assumed, says that what may be a tensor is one.
    """
    if not is_host(tensor.device) or tensor.cause is None or tensor.cause.made is not Made.FACTORY:
        return
    sized = state.field(tensor.id, SIZED) is not None  # then what it is filled with is no number, most likely
    certain = certain or sized or bool(assumptions)
    for alternatives in operands(state, value, at, certain=certain):
        for guards, one in alternatives:
            if may_be_accelerator(one.device, guards | state.guards):
                state.fields[tensor.id, FILLED] = Filling(Operand(one.tensor, at), assumptions)
