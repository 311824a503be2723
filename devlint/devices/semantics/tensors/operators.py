"""Transfer functions of torch's operators, called by function, method or sign: the result follows the table.

torch.cat([x, y])           x and y meet
x.add_(y)                   x and y meet; x stays where it is
x @ y                       x and y meet, whatever their ranks
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import mixed_lists, pending_copies, shared_identity, uncalled_moves, unproved_operands
from devlint.devices.checks.device_values.generator_device import check
from devlint.devices.checks.meeting import FINE, meet
from devlint.devices.facts.recorder import Alternatives, Recorder, operands
from devlint.devices.lattice import rank as rank_arithmetic
from devlint.devices.lattice.device import UNKNOWN, Followed, accelerated, is_chosen
from devlint.devices.lattice.hints import hints
from devlint.devices.lattice.state_keys import TWIN
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Dtype, Mark, Scalar
from devlint.devices.semantics.tensors.results import perhaps, result, with_host_operands
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Literal, Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.torch_api.tables.facts import Operator

_NUMBERS = frozenset("alpha beta value".split())


def changed(run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, at: form.Form) -> None:
    """``tensor`` is changed in place: if it was one with another before a move, that shows now."""
    twin = state.field(tensor.id, TWIN)
    if isinstance(twin, Mark):
        recorder.add(shared_identity.lost(run, state, tensor, twin.at, at, "changed in place"))


def operate(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    fact: Operator,
    met: list[Alternatives],
    arguments: Arguments,
    at: form.Call,
    receiver: Tensor | None,
) -> Value:
    """A function or method of the table: its tensors meet, and give what the table says."""
    identity = run.identity(at)
    uncalled_moves.given(state, recorder, arguments)
    unsure, picks = False, False
    given: list[tuple[str, Value, form.Expression]] = []
    names = _names_by_position(fact, len(arguments.positional), method=receiver is not None)
    for name, value, where in zip(names, arguments.positional, arguments.forms, strict=True):
        given.append((name, value, where))
    given += [(k, v, f) for (k, v), f in zip(arguments.keywords, arguments.keyword_forms, strict=True)]
    given += [(fact.variadic, value, at) for value in arguments.rest if fact.variadic]
    for name, value, where in given:
        if name == "generator" and fact.random and receiver is None:
            filled = arguments.get(0, fact.parameters[0] if fact.parameters else None)
            check(run, state, recorder, value, filled, where, fact.name)
        if name in fact.tensors and name not in fact.free and name != "out":
            several = name in fact.tensor_lists
            lists = several or name == fact.variadic
            picks = picks or name == "index"
            found = operands(state, value, where, certain=name in fact.tensor_only or _is_placed(value), lists=lists)
            met = [*met, *(mixed_lists.again(run, state, value, found, where) if several else found)]
            unsure = unsure or not found and not isinstance(value, (Literal, Scalar, Dtype, DeviceValue))
    if fact.mixing != "free" or fact.returns == "scalar":
        pending_copies.read_all(run, state, recorder, met, at)
    outcome = FINE
    if fact.mixing in ("strict", "lenient"):
        name = fact.name.rpartition(".")[2]
        lenient = fact.mixing == "lenient" or name.startswith("clamp")
        into = receiver is not None and fact.returns == "self"
        outcome = meet(run, state, recorder, met, at, name, lenient=lenient, into=into)
        _meet_out(run, state, recorder, fact, met, arguments, at)
    rank = _rank(state, fact, met, arguments, receiver)
    if fact.returns == "self":
        changed_one = receiver or _first(fact, arguments)
        if changed_one is not None:
            return changed_one
    if fact.returns in ("scalar", "none"):
        return Scalar(identity)
    if not met or fact.mixing == "unknown" and len(met) > 1:
        return Tensor(UNKNOWN, identity)
    asked = _asks_where(fact, arguments)
    rank = 1 if asked else rank
    decisive = met[:1] if fact.mixing in ("free", "index", "unknown") else met
    asks = fact.name.rpartition(".")[2] in _ASKING
    made = result(decisive, identity, rank, unsure=unsure, outcome=outcome, mask=asks)
    if fact.mixing in ("strict", "lenient"):
        brought = [value for name, value, _ in given if name in fact.tensors and name not in fact.free]
        made = with_host_operands(state, [*brought, *([receiver] if receiver else [])], made, identity)
    if picks and not any(one.tensor.history.hosted for some in met[:1] for _, one in some):
        made = merge([(g, _not_of_its_index(one)) for g, one in options(made)], identity)
    if fact.returns == "tensors" or asked or _gives_pairs(fact, arguments, receiver):
        return Sequence("tuple", (made,), identity, exact=False)  # all of them, in one place or in another
    if fact.returns == "tensor":
        return made
    return perhaps(made, identity)


def _names_by_position(fact: Operator, given: int, *, method: bool) -> tuple[str, ...]:
    """The parameters that ``given`` positional arguments are for, "" for one that is none.

    ``x.addcmul_(value, tensor1, tensor2)``, deprecated since torch 1.5, has the number first, which is a keyword
    otherwise: it is no tensor.
    """
    surplus = given - len(fact.parameters)
    if surplus <= 0:
        return fact.parameters[:given]
    if fact.variadic is None and _NUMBERS.intersection(fact.keywords):
        first = 0 if method else 1
        return (*fact.parameters[:first], *[""] * surplus, *fact.parameters[first:])
    return (*fact.parameters, *[fact.variadic or ""] * surplus)


def _not_of_its_index(value: Value) -> Value:
    """What an index has picked comes from elsewhere than the index."""
    if not isinstance(value, Tensor):
        return value
    return replace(value, history=replace(value.history, hosted=None, came_from=None))


def _meet_out(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    fact: Operator,
    met: list[Alternatives],
    arguments: Arguments,
    at: form.Call,
) -> None:
    """What is given as ``out=`` has to be where the operands are, whatever their ranks."""
    out, where = arguments.get(None, "out"), arguments.form_of(None, "out")
    if out is not None and where is not None and not isinstance(out, Sequence):
        found = operands(state, out, where, certain=True)
        for one in met if len(found) == 1 else ():
            meet(run, state, recorder, [found[0], one], at, fact.name.rpartition(".")[2], lenient=True)


_PAIRS = frozenset({"max", "min", "median", "nanmedian", "mode"})
"""Reductions that give the values and their places where they are given a dimension."""


def _along(fact: Operator, arguments: Arguments, receiver: Tensor | None) -> Value | None:
    """The second operand of an operator, or the dimension it is given."""
    dim = arguments.get(0 if receiver is not None else 1, "dim")
    return dim if fact.name.rpartition(".")[2] in _PAIRS else None


def is_integer(value: Value) -> bool:
    """Whether ``value`` is a whole number written in the code."""
    return isinstance(value, Literal) and isinstance(value.value, int)


def _gives_pairs(fact: Operator, arguments: Arguments, receiver: Tensor | None) -> bool:
    """``x.max(1)``, ``torch.median(x, dim=-1)``."""
    dim = _along(fact, arguments, receiver)
    return dim is not None and is_integer(dim)


def _asks_where(fact: Operator, arguments: Arguments) -> bool:
    """``torch.where(mask)``, ``mask.nonzero(as_tuple=True)``: the places, one tensor of them for each dimension."""
    name = fact.name.rpartition(".")[2]
    if name == "where":
        return fact.name == "torch.where" and len(arguments.positional) == 1 and not arguments.keywords
    return name == "nonzero" and arguments.get(None, "as_tuple") == Literal(True)


def _first(fact: Operator, arguments: Arguments) -> Value | None:
    """What ``fact`` gets first, where that is a tensor in any case: what changes it in place gives it back."""
    given = arguments.get(0, fact.parameters[0] if fact.parameters else None)
    return given if given is not None and all(isinstance(one, Tensor) for _, one in options(given)) else None


def _rank(
    state: State, fact: Operator, met: list[Alternatives], arguments: Arguments, receiver: Tensor | None
) -> str | int | None:
    """The rank of what an operator gives, or the table's word for how it follows from its operands'."""
    name = fact.name.rpartition(".")[2]
    offset = 0 if receiver is not None else 1
    if name == "matmul":
        return "product"
    if name == "einsum" and arguments.positional:
        return rank_arithmetic.einsum(arguments.positional[0])
    if isinstance(_along(fact, arguments, receiver), Tensor):
        return "same"
    if rank_arithmetic.known(name) and met and len(met[0]) == 1:
        return rank_arithmetic.after(name, met[0][0][1].tensor.rank, state, arguments, offset)
    if fact.rank == "scalar" and (
        len(arguments.positional) > offset or fact.reduces_with & {k for k, _ in arguments.keywords}
    ):
        return None
    return fact.rank


_COMPARING = frozenset({"<", "<=", ">", ">=", "==", "!="})
_ASKING = frozenset({
    "lt", "le", "gt", "ge", "eq", "ne", "isnan", "isinf", "isfinite", "isin", "isclose", "logical_not", "logical_and",
    "logical_or", "logical_xor",
})  # fmt: skip
"""Functions and methods that give truth values."""

_REACHING = frozenset({"+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">="})
"""Operators that a tensor has with tensors and numbers only."""


def binary(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    operator_: str,
    left: Value,
    right: Value,
    at: form.Expression,
    forms: tuple[form.Expression, form.Expression],
    *,
    into: bool = False,
) -> Value | None:
    """``left operator right`` where one of them is a tensor; ``into`` says that it is ``left operator= right``."""
    if operator_ in ("is", "is not"):
        return _is(run, state, recorder, left, right, at)
    if operator_ in ("in", "not in", "and", "or"):
        return None
    strict = operator_ == "@"
    both = strict or operator_ in _REACHING
    here = operands(state, left, forms[0], certain=strict or both and _is_beside(left, right))
    there = operands(state, right, forms[1], certain=strict or both and _is_beside(right, left))
    met = [*here, *there]
    if not met:
        return None
    if recorder.silenced is not None and len(met) == 1:
        unproved_operands.note(state, recorder, met[0], right if here else left, at, lenient=not strict)
    pending_copies.read_all(run, state, recorder, met, at)
    outcome = meet(run, state, recorder, met, at, operator_, lenient=not strict, into=into and bool(here))
    compares = operator_ in _COMPARING
    unsure = len(met) == 1 and any(isinstance(v, Unknown) for side in (left, right) for _, v in options(side))
    rank = "product" if strict else "same"
    made = result(met, run.identity(at), rank, unsure=unsure, outcome=outcome, mask=compares)
    if len(met) == 1:
        numbers = _numbers(state, left if here else right, right if here else left, run.identity(at, "number"))
        if numbers:
            guards = met[0][0][0] if len(met[0]) == 1 else ALWAYS
            made = merge([*((guards | g, v) for g, v in options(made)), *numbers], run.identity(at))
    return with_host_operands(state, (left, right), made, run.identity(at))


def _numbers(state: State, mixed: Value, other: Value, identity: Identity) -> list[tuple[Guards, Value]]:
    """What comes of the alternatives of ``mixed`` that are numbers, beside ``other``, of which none is a tensor."""
    beside = [one for _, one in options(other)]
    if not all(_is_number(one) or isinstance(one, Unknown) for one in beside):
        return []
    made = Scalar(identity) if all(map(_is_number, beside)) else Unknown(identity)
    there = [(g, one) for g, one in options(mixed) if g and feasible(g, state.guards)]
    return [(g, made) for g, one in there if _is_number(one)]


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar) or isinstance(value, Literal) and isinstance(value.value, (int, float))


def _is_beside(value: Value, other: Value) -> bool:
    """Whether ``value`` is a tensor beside ``other``: it was moved, or asked where it is for the sake of ``other``."""
    beside = options(other)
    if not all(isinstance(one, Tensor) for _, one in beside):
        return False
    places = [hint.device for hint in hints(value)]
    asked = {key for guards, _ in beside for key, _ in guards}
    return any(is_chosen(p) or isinstance(p, Followed) and accelerated(p.symbol) in asked for p in places)


def _is_placed(value: Value) -> bool:
    """Whether ``value`` would be somewhere by a move, as what a moved network gives: no number is."""
    return any(is_chosen(hint.device) for hint in hints(value))


def _is(
    run: Evaluator, state: State, recorder: Recorder, left: Value, right: Value, at: form.Expression
) -> Value | None:
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        one, other = state.field(left.id, TWIN), state.field(right.id, TWIN)
        if isinstance(one, Mark) and isinstance(other, Mark) and one.at is other.at:
            recorder.add(shared_identity.lost(run, state, left, one.at, at, "compared by `is`"))
    return None
