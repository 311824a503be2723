"""The check of an operation's operands, which have to be on one device.

torch.cat([x, pad])     x follows its caller, pad is on the default device: a Clash
x * torch.tensor(2.0)   a 0-dim CPU tensor may join element-wise: fine
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from devlint.base.record import dataclass
from devlint.devices.checks import model_inputs, split_weights
from devlint.devices.checks.foreign_functions import from_call
from devlint.devices.evidence.pair_assumptions import assumptions_of
from devlint.devices.facts.assumptions import GENERATES_IN_PLACE
from devlint.devices.facts.events import PairMet
from devlint.devices.facts.operations import Clash, Operand
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Alternatives, Recorder
from devlint.devices.lattice.common_origin import of_one_value
from devlint.devices.lattice.conditions import (
    asks_for_accelerator,
    devices_left_out,
    is_no_tensor_there,
    kinds_asked,
    says_nothing_of_data,
)
from devlint.devices.lattice.device import clash, is_host, is_of_argument
from devlint.devices.lattice.state_keys import DISCARDED, MENDED, as_maker
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.forms import form
from devlint.torch_api.names import JOINING

ZERO_DIM = Reason(
    "zero-dim",
    "A CPU tensor without dimensions (`torch.tensor(0.5)`) in an element-wise operation, which PyTorch accepts, and "
    "one whose number of dimensions is not known.",
    ("DEV101", "DEV102", "DEV302"),
)
EMPTY = Reason(
    "empty-tensor",
    "A tensor without elements, and one that stands in until a loop has found what is meant "
    "(`found = torch.tensor(0)`).",
    ("DEV101", "DEV102"),
)
OTHER_PATHS = Reason(
    "other-paths",
    "Two tensors that belong to different branches of one condition, and an argument in a branch in which it is on the "
    "CPU, None, or an instance of another class.",
    ("DEV101", "DEV102"),
)
GIVEN_ALIKE = Reason(
    "given-alike",
    "Two arguments of which a test finds one on an accelerator, or an array of NumPy, and the other not: callers give "
    "both in one place.",
    ("DEV102",),
)
DEVICE_LEFT_OUT = Reason(
    "device-left-out",
    "What is made on the device of a parameter that a caller leaves out, unless the same caller gives the other "
    "tensor.",
    ("DEV102",),
)
CHANGED_IN_PLACE = Reason(
    "changed-in-place",
    "A batch, or what a tokenizer gave, that was changed in place or handed to code out of sight since.",
    ("DEV105",),
)

FEW, MOST_MET = 8, 50
"""Operands that meet: so many cost no steps of their own, and of more than so many no pair is looked at."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of operands that met.

    ``reported`` is the operation, where some cannot meet and the report says where both are to be: what follows is so
    once that is mended. Of ``raising``, the other pairs that cannot meet, by the ``id`` of each operand, there is no
    result: the code has put one on the CPU, and the caller chooses where the other is.
    """

    reported: form.Form | None = None
    raising: frozenset[frozenset[int]] = frozenset()

    def raises(self, met: Sequence[Operand]) -> bool:
        """Whether two of ``met`` are such a pair."""
        return bool(self.raising) and any(frozenset(map(id, two)) in self.raising for two in combinations(met, 2))


FINE = Outcome()
"""All of the operands can meet."""

_ON_PURPOSE = (Made.HOST_MOVE, Made.EXPLICIT)
"""Why a tensor is on the CPU that the code wants there."""


def meet(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    met: list[Alternatives],
    at: form.Form,
    operator: str,
    *,
    lenient: bool,
    into: bool = False,
) -> Outcome:
    """Report every pair of ``met`` that cannot meet, and say what comes of it.

    ``lenient`` lets 0-dim tensors on the CPU join; ``into`` says that the first operand is changed in place, and what
    is written to has to be where the others are, whatever its rank. Of many operands each pair costs steps, and those
    behind ``MOST_MET`` are not looked at.
    """
    reported: form.Form | None = None
    raising = set[frozenset[int]]()
    if len(met) > FEW:
        met = met[:MOST_MET]
        run.steps -= sum(map(len, met)) ** 2
    for i, ones in enumerate(met):
        for others in met[i + 1 :]:
            for (g1, a), (g2, b) in product(ones, others):
                reason = _silence(operator, a.tensor, g1, b.tensor, g2, state.guards, lenient=lenient)
                if reason is not None:
                    if recorder.silenced is not None and clash(a.device, b.device, ALWAYS):
                        because = _deciding(operator, a, g1, b, g2, state.guards, lenient=lenient)
                        recorder.silence(reason, at, Clash(at, g1 | g2 | state.guards, a, b, operator), because)
                    continue
                if not clash(a.device, b.device, g1 | g2 | state.guards):
                    if recorder.silenced is not None and clash(a.device, b.device, ALWAYS):
                        because = _deciding(operator, a, g1, b, g2, state.guards, lenient=lenient)
                        recorder.silence(OTHER_PATHS, at, Clash(at, g1 | g2 | state.guards, a, b, operator), because)
                    recorder.tell(PairMet(run, state, a, b, (g1, g2), g1 | g2 | state.guards, at, operator, lenient))
                    continue
                host, other = (a, b) if is_host(a.device) else (b, a)
                written = into and i == 0 and host is a
                present = split_weights.as_it_is_now(state, host) if is_host(host.device) else host
                if present is None:
                    continue
                host = present
                joins = lenient and not host.tensor.rank
                joins = joins and is_host(host.device) and not written
                ranked = joins and _has_dimension(host)
                if joins and not ranked:
                    recorder.silence(ZERO_DIM, at)
                    continue
                twin = host.tensor.history.twin_of
                if twin is not None and twin == other.tensor.id and host.tensor.rank == 0:
                    recorder.silence(ZERO_DIM, at)
                    continue
                guards = g1 | g2 | state.guards
                reason = why_unexpected(run, guards, other.tensor)
                if reason is not None:
                    recorder.silence(reason, at)
                    continue
                there = None
                fed = host.made in model_inputs.FED
                if fed and not model_inputs.is_fed(state, host.tensor):
                    recorder.silence(CHANGED_IN_PLACE, at)
                    continue
                if run.site.abroad:
                    said = from_call(run, host, other, at)
                    if said is None:
                        continue
                    host, other, there = said
                elif fed:
                    host = Operand(host.tensor, run.site.passed(host.at))
                assumed = assumptions_of(run, state, host, other, at, ranked=ranked)
                met_here = Clash(
                    run.site.place(at),
                    guards,
                    host,
                    other,
                    operator,
                    elsewhere=there,
                    abroad=run.site.abroad_to(at),
                    discarded=_discarded(state, host, other),
                    assumptions=assumed,
                )
                recorder.add(met_here)
                if ranked or GENERATES_IN_PLACE in assumed:
                    continue  # nothing follows from what is assumed
                if host.made in _ON_PURPOSE and is_of_argument(other.device):
                    raising.add(frozenset((id(a), id(b))))
                else:
                    reported = at
                    if host.tensor.cause is not None:
                        state.fields[as_maker(host.tensor.cause.at), MENDED] = DeviceValue(other.device)
    return Outcome(reported, frozenset(raising)) if reported or raising else FINE


def _has_dimension(host: Operand) -> bool:
    """Whether what was moved to the CPU has a dimension for all that is likely: its rank is unknown, not doubtful."""
    return host.made is Made.HOST_MOVE and host.tensor.rank is None and not host.tensor.maybe_scalar


def _discarded(state: State, host: Operand, other: Operand) -> form.Form | None:
    """The move of one of two that clash whose result was thrown away: the cause of the clash."""
    for identity in (host.tensor.id, *host.tensor.roots, other.tensor.id):
        mark = state.field(identity, DISCARDED)
        if isinstance(mark, Mark):
            return mark.at
    return None


def _silence(
    operator: str, a: Tensor, its: Guards, b: Tensor, others: Guards, guards: Guards, *, lenient: bool
) -> Reason | None:
    """Why ``a`` and ``b`` do not meet, or may, wherever they are; None where their devices decide.

    ``its`` and ``others`` are what has to hold for the one and the other, ``guards`` what holds there.
    """
    together = its | others
    if not feasible(its, others) or not feasible(together, guards):
        return OTHER_PATHS
    if (a.empty or b.empty) and (operator not in JOINING or not says_nothing_of_data(together | guards)):
        return EMPTY
    apart = of_one_value(a, its, b, others) or lenient and is_no_tensor_there(together)
    return OTHER_PATHS if apart else None


def _deciding(
    operator: str, a: Operand, its: Guards, b: Operand, others: Guards, guards: Guards, *, lenient: bool
) -> Guards:
    """The fewest of the conditions for which ``a`` and ``b`` do not clash: without any one of them they would.

    Where some exclude each other, these: the two are never there at once.
    """

    def can_meet(its: Guards, others: Guards, guards: Guards) -> bool:
        return feasible(its, others) and feasible(its | others, guards)

    def can_clash(its: Guards, others: Guards, guards: Guards) -> bool:
        reason = _silence(operator, a.tensor, its, b.tensor, others, guards, lenient=lenient)
        return reason is None and clash(a.device, b.device, its | others | guards)

    may = can_clash if can_meet(its, others, guards) else can_meet
    for one in sorted(its | others | guards, key=str):
        fewer = its - {one}, others - {one}, guards - {one}
        if not may(*fewer):
            its, others, guards = fewer
    return its | others | guards


def why_unexpected(run: Evaluator, guards: Guards, other: Tensor) -> Reason | None:
    """Why ``guards`` let the code expect ``other`` to be with what is made here; None where they do not.

    A device that was left out is the default one, which all else that was made without it is on, too: only a tensor
    that the same caller passed is elsewhere. Who passes one of two alike as an array, or on an accelerator, does so
    with the other.
    """
    if {arm for key, arm in guards if asks_for_accelerator(key)} == {True, False}:
        return GIVEN_ALIKE
    if {arm for _, kinds, arm in kinds_asked(guards) if kinds == ("numpy.ndarray",)} == {True, False}:
        return GIVEN_ALIKE
    left = devices_left_out(guards)
    if not left:
        return None
    function = run.site.outermost
    parameters = {id(p) for p in function.form.parameters.all} if function is not None else set()
    passed_here = other.cause is not None and other.cause.made is Made.PARAMETER and id(other.cause.at) in parameters
    chosen = passed_here and any(made_by(identity) in parameters for identity in left)
    return None if chosen else DEVICE_LEFT_OUT
