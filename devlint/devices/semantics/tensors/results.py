"""The results of operations: the device and the rank of what is made of several tensors.

x * torch.tensor(2.0)       where x is: a 0-dim tensor joins it
x + y                       where both are; unknown if they differ
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.base.record import replace
from devlint.devices.checks.meeting import FINE, Outcome
from devlint.devices.checks.numpy_conversion import is_of_host
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Alternatives, T
from devlint.devices.lattice.device import (
    CPU,
    UNKNOWN,
    Device,
    Followed,
    is_chosen,
    is_host,
    is_of_argument,
    of_a_module,
)
from devlint.devices.lattice.hints import hint_of, is_plain, maybe, tensor_or_hint
from devlint.devices.lattice.state_keys import OF_HOST
from devlint.devices.lattice.tensors import MOST_ROOTS, NO_HISTORY, POSITIVE, Made, Tensor
from devlint.devices.lattice.values import MOST_COMBINATIONS, HostArray
from devlint.flow.containers import leaves
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Literal, Unknown, Value, options


def result(
    met: list[Alternatives],
    identity: Identity,
    rank: str | int | None = "same",
    *,
    unsure: bool = False,
    outcome: Outcome = FINE,
    mask: bool = False,
) -> Value:
    """The tensor an operation gives.

    ``rank`` is the number of its dimensions, or a word of the tables for how it follows from the operands'. ``unsure``
    says that operands took part that may be tensors on unknown devices, ``outcome`` what came of their meeting: where
    that was reported the tensor is where it is once it is mended. ``mask`` says that truth values are made.
    """
    if not met:
        return Tensor(UNKNOWN, identity)
    together = _together(met)
    if together is None:
        return Tensor(UNKNOWN, identity)
    made = [(g, _one_result(operands, identity, rank, unsure, outcome)) for g, operands in together]
    if mask:
        made = [(g, replace(one, mask=True)) for g, one in made]
    return merge(made, identity) if made else Tensor(UNKNOWN, identity)


def perhaps(made: Value, identity: Identity) -> Value:
    """Something that is ``made`` if it is a tensor."""
    found = [(g, Unknown(identity, v if isinstance(v, Tensor) else None)) for g, v in options(made)]
    return merge(found, identity)


def _one_result(
    met: list[Operand], identity: Identity, rank: str | int | None, unsure: bool, outcome: Outcome
) -> Tensor:
    tensors = [operand.tensor for operand in met]
    if any(t.absent for t in tensors) or outcome.raises(met):
        # who mends that has it where the code itself puts another operand, wherever the caller's tensors are
        chosen = next((t.device for t in tensors if is_chosen(t.device) and not is_host(t.device)), None)
        return Tensor(chosen or UNKNOWN, identity, _rank(tensors, rank, unsure), absent=chosen is None)
    decisive = _decisive(tensors, unsure, outcome.reported is not None)
    # what is not known to be on the CPU may have been moved, whatever it was made of
    certain = [t for t in tensors if is_host(t.device)] if decisive and is_host(decisive.device) else tensors
    roots: frozenset[Identity] = frozenset().union(*(t.roots | {t.id} for t in certain))
    if len(roots) > MOST_ROOTS:  # its operands alone
        roots = frozenset(t.id for t in certain)
    hosted = next((t.history for t in tensors if t.history.hosted), NO_HISTORY)
    left = None if decisive is None else decisive.history.left
    mended = None if decisive is None or is_host(decisive.device) else decisive.history.mended
    if outcome.reported is not None and decisive is not None and any(is_host(t.device) for t in tensors):
        mended = outcome.reported
    return Tensor(
        UNKNOWN if decisive is None else decisive.device,
        identity,
        rank=_rank(tensors, rank, unsure),
        cause=None if decisive is None else decisive.cause,
        roots=roots,
        assumed=decisive is not None and decisive.assumed,
        maybe_scalar=_may_be_scalar(tensors, rank),
        empty=any(t.empty for t in tensors),
        single=rank == "same" and not unsure and all(t.single or t.rank == 0 for t in tensors),
        history=replace(hosted.of_result(), left=left, mended=mended),
    )


def _decisive(tensors: list[Tensor], unsure: bool, clashed: bool) -> Tensor | None:
    """The operand on whose device the result is: if the operation works at all, it is where they all are.

    If it does not and that was reported (``clashed``), it is where it is meant to be: not on the CPU. What came of a
    tensor on the CPU in an unknown place met another one there: where that is does not show when it meets the first
    one again.

    Where a module is says more than where an argument is, which may have come from anywhere.
    """
    away = [t for t in tensors if not is_host(t.device) and t.device != UNKNOWN]
    here = [t for t in tensors if is_host(t.device)]
    if away:
        if any(t.rank for t in here) and not clashed:
            return None
        return next((t for t in away if of_a_module(t.device)), away[0])
    unknown = [t for t in tensors if t.device == UNKNOWN]
    if not here or unknown or unsure:
        apart = frozenset[Identity]().union(*(t.roots for t in unknown))
        return next((t for t in here if t.rank and apart.isdisjoint(t.roots | {t.id})), None)
    return max(here, key=lambda t: t.rank or 0)


def _may_be_scalar(tensors: list[Tensor], rank: str | int | None) -> bool:
    """Whether a result of unknown rank may well be a number, as a product of rows and of vectors is."""
    if rank == "product":
        return any(t.maybe_scalar or t.rank in (1, POSITIVE) for t in tensors)
    return rank is None or (all if rank == "same" else any)(t.maybe_scalar for t in tensors)


def _rank(tensors: list[Tensor], rank: str | int | None, unsure: bool) -> int | None:
    if not isinstance(rank, str):
        return rank
    if rank == "scalar":
        return 0
    if rank == "positive":
        return POSITIVE
    if rank == "product":  # a number only where both operands have one dimension
        return POSITIVE if any(t.rank is not None and 2 <= t.rank < POSITIVE for t in tensors) else None
    if rank != "same":
        return None
    ranks = [t.rank for t in tensors]
    known = [r for r in ranks if r]
    if None in ranks or unsure:
        return POSITIVE if known else None
    return max(r for r in ranks if r is not None)


def tensors_in(state: State, values: Iterable[Value]) -> list[Tensor]:
    """Every tensor among ``values`` and what they hold, or that may be one."""
    found: list[Tensor] = []
    for value in values:
        for _, option in options(value):
            for leaf in leaves(state, option):
                one = tensor_or_hint(leaf)
                if one is not None:
                    found.append(one)
    return found


def _together(alternatives: Iterable[list[tuple[Guards, T]]]) -> list[tuple[Guards, list[T]]] | None:
    """Every choice of one of each that can be at the same time; None where there are too many."""
    found: list[tuple[Guards, list[T]]] = [(ALWAYS, [])]
    for some in alternatives:
        found = [(g | guards, [*chosen, one]) for guards, chosen in found for g, one in some if feasible(guards, g)]
        if len(found) > MOST_COMBINATIONS:
            return None
    return found


def derived(state: State, values: Iterable[Value], identity: Identity, *, assumed: bool = False) -> Value:
    """What unknown code makes of ``values``: should it be a tensor, it probably is where they are.

    An argument that nothing shows to be a tensor says where the result is only if no other value does. With
    ``assumed``, nothing but that says so: it is no operator, and no model by its name.
    """
    values = tuple(values)
    if all(is_plain(one) and not (isinstance(one, Unknown) and is_of_host(state, one.id)) for one in values):
        return Unknown(identity)
    brought = [[(g, _sources(state, v)) for g, v in options(value)] for value in values]
    together = _together(brought)
    if together is None:
        return Unknown(identity)
    met = [(g, _telling([source for some in held for source in some])) for g, held in together]
    if any(found for _, found in met) and all(is_host(t.device) for _, found in met for t in found):
        state.fields[identity, OF_HOST] = Literal(True)
    made: list[tuple[Guards, Value]] = []
    for guards, found in met:
        unsure = assumed or any(t.assumed for t in found)
        made.append((guards, maybe(identity, _common_device(found), assumed=unsure)))
    return merge(made, identity) if made else Unknown(identity)


def _sources(state: State, value: Value) -> list[tuple[Tensor | None, bool]]:
    """Every tensor that ``value`` is, holds or may be; and whether more than the call at hand says that it is one.

    What unknown code made of tensors on the CPU stands for one that is there. None stands for an array of NumPy.
    """
    if isinstance(value, (Tensor, Unknown)) and _is_still_of_host(state, value):
        return [(Tensor(CPU, value.id), True)]
    found: list[tuple[Tensor | None, bool]] = []
    for leaf in leaves(state, value):
        for _, one in options(leaf):
            tensor = tensor_or_hint(one)
            if tensor is not None or isinstance(one, HostArray):
                found.append((tensor, not is_open_argument(one)))
    return found


def _is_still_of_host(state: State, value: Tensor | Unknown) -> bool:
    """True if ``value`` was made of tensors on the CPU by unknown code, and was not moved since."""
    tensor = tensor_or_hint(value)
    return (tensor is None or tensor.device == UNKNOWN) and is_of_host(state, value.id)


def with_host_operands(state: State, operands: Iterable[Value], made: Value, identity: Identity) -> Value:
    """``made``, the result of an operator; it is on the CPU if unknown code made one of ``operands`` of what is there.

    field = Field(torch.randn(2, 3))                  on the CPU
    F.linear(field.tensor, self.weight)               so is this, or the operator has failed

    Beside an argument it is still said to be where that is, for what it meets later; it is only no wrong conversion.
    """
    each = (one for value in operands for _, one in options(value))
    if not any(isinstance(one, (Tensor, Unknown)) and _is_still_of_host(state, one) for one in each):
        return made
    state.fields[identity, OF_HOST] = Literal(True)
    kept: list[tuple[Guards, Value]] = []
    for guards, one in options(made):
        if isinstance(one, Tensor) and is_chosen(one.device):
            kept.append((guards, replace(one, device=UNKNOWN, cause=None)))
        else:
            kept.append((guards, one))
    return merge(kept, identity)


def _telling(sources: list[tuple[Tensor | None, bool]]) -> list[Tensor]:
    """The tensors that say where a result is: what may be no tensor does so only by itself, and not beside an array."""
    known = [tensor for tensor, shown in sources if shown and tensor is not None]
    if any(tensor.rank != 0 for tensor in known):
        return known
    if any(tensor is None for tensor, _ in sources):
        return []
    return [tensor for tensor, _ in sources if tensor is not None]


def is_open_argument(value: Value) -> bool:
    """True if ``value`` is an argument, or a part of one, that nothing shows to be a tensor."""
    hint = hint_of(value)
    if hint is None or hint.cause is None or hint.told:
        return False
    return hint.cause.made in (Made.PARAMETER, Made.KEPT) and is_of_argument(hint.device)


def _common_device(tensors: list[Tensor]) -> Device:
    devices = list(dict.fromkeys(t.device for t in tensors if t.rank != 0))
    if not devices or any(is_host(d) or d == UNKNOWN for d in devices):
        return UNKNOWN
    return devices[0] if len(devices) == 1 or all(isinstance(d, Followed) for d in devices) else UNKNOWN
