"""Tensors: their attributes, their methods and the operators on them.

x.T, x.grad, x.device       same place, same place, the place itself
x.add_(y)                   x and y meet; x stays where it is
x[i]                        an index may be on the CPU; a CPU tensor takes no index from an accelerator
"""

from __future__ import annotations

from devlint.devices import arrays, chance, gathered, homing, pending
from devlint.devices import rank as ranks
from devlint.devices.device import (
    UNKNOWN,
    Followed,
    accelerated,
    is_accelerator,
    is_chosen,
    is_host,
    may_be_accelerator,
)
from devlint.devices.facts import Clash, IdentityLost, LeafMoved, Operand
from devlint.devices.hosting import pinned
from devlint.devices.meeting import Alternatives, Sink, expected_here, meet, one_value, operands, perhaps, result
from devlint.devices.placing import SIZED, Filling, cast_by_name, follow, make, move, move_target
from devlint.devices.tables import OTHER_MEMBERS, SCALAR_MEMBERS, factory, operator
from devlint.devices.tables.facts import Operator
from devlint.devices.values import (
    FILLED,
    POSITIVE,
    DeviceIndex,
    DeviceType,
    DeviceValue,
    Dtype,
    HostArray,
    Made,
    Mark,
    Scalar,
    Tensor,
    TensorType,
    hints,
)
from devlint.flow import form
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.predicate import condition
from devlint.flow.state import State
from devlint.flow.value import ALWAYS, Literal, Sequence, Truth, Unknown, Value, feasible, merge, options
from devlint.record import replace

TWIN = "@twin"
"""The field that marks one of several tensors that were one before a move."""


DISCARDED = "@discarded"
"""The field that marks a tensor whose move was thrown away: that is the bug to report."""

RESULTS = frozenset("values indices eigenvalues eigenvectors Q R U S V Vh L LU LD pivots solution mantissa".split())
"""What operators with several results call them."""

VIEWS = frozenset("T mT H mH data real imag grad".split())


def _is_computed(tensor: Tensor) -> bool:
    """Whether ``tensor`` is one for certain: a weight, or made by the code itself."""
    if tensor.parameter or tensor.buffer or tensor.roots:
        return True
    return tensor.cause is not None and tensor.cause.made not in (Made.PARAMETER, Made.KEPT, Made.TOLD)


def attribute(run: Evaluator, state: State, sink: Sink, tensor: Tensor, name: str, at: form.Attribute) -> Value:
    """``tensor.name`` where it is not called."""
    identity = run.identity(at)
    if name == "device":
        return DeviceValue(tensor.device, read_from=tensor.id, cause=tensor.cause, of_tensor=_is_computed(tensor))
    if name in ("is_cuda", "is_cpu"):
        truth = is_on_accelerator(tensor)
        if truth is None or name == "is_cuda":
            return truth or Unknown(identity)
        return Literal(not truth.value) if isinstance(truth, Literal) else truth.negated()
    if name == "grad":
        if tensor.moved_leaf is not None:
            sink.add(LeafMoved(tensor.moved_leaf.at, state.guards, at, "grad"))
        return Unknown(identity, replace(tensor, id=identity, requires_grad=False, parameter=False, told=True))
    if name == "dtype":
        return Dtype()
    if name == "data":
        arrays.detached(state, identity, at)
    if name in VIEWS:
        rank = tensor.rank
        return replace(
            tensor,
            id=identity,
            rank=rank,
            parameter=False,
            roots=tensor.roots | {tensor.id},
            requires_grad=False,
            moved_leaf=None,
            twin_of=None,
        )
    if name == "shape":
        return Scalar(identity, tensor)
    if name == "requires_grad" and not tensor.requires_grad and not tensor.parameter and _is_made_here(tensor):
        return Literal(False)  # nobody has asked for its gradient
    if name in ("ndim", "itemsize", "nbytes", "names", "layout", "requires_grad", "is_leaf", "is_sparse"):
        return Scalar(identity)
    return Unknown(identity)


def named_result(value: Sequence, name: str) -> Value | None:
    """``x.sort().values``: one of the tensors that an operator gives together; None where nothing is known of it."""
    one = value.items[0] if value.kind == "tuple" and len(value.items) == 1 and not value.exact else None
    return one if isinstance(one, Tensor) and name in RESULTS else None


def _is_made_here(tensor: Tensor) -> bool:
    return tensor.cause is not None and tensor.cause.made in (Made.FACTORY, Made.ATTRIBUTE)


def is_on_accelerator(tensor: Tensor) -> Truth | Literal | None:
    """``tensor.is_cuda`` as a condition."""
    if isinstance(tensor.device, Followed):
        return condition(accelerated(tensor.device.symbol))
    if is_accelerator(tensor.device):
        return Literal(True)
    if is_host(tensor.device):
        return Literal(False)
    return None


def method(
    run: Evaluator, state: State, sink: Sink, tensor: Tensor, name: str, arguments: Arguments, at: form.Call
) -> Value:
    """``tensor.name(...)``."""
    identity = run.identity(at)
    if name == "type" and not arguments.positional and not arguments.keywords:
        return TensorType(tensor.device)
    where = move_target(run, state, sink, name, arguments, at)
    if name == "type":
        cast_by_name(state, sink, tensor, arguments, at)
    if where is not None:
        copies = "copy" in dict(arguments.keywords)
        moved = []
        for guards, device in where:
            if device is None:
                moved.append((guards, _retyped(run, tensor, at, name)))
            else:
                if len(where) == 1 and is_host(device):
                    homing.sent_back(run, state, sink, tensor, at)
                there = move(run, state, sink, tensor, device, at, copies=copies, chosen=len(where) > 1)
                there = follow(there, arguments) if len(where) == 1 else there
                pending.begin(run, state, sink, tensor, there, arguments, at)
                moved.append((guards, there))
        return merge(moved, identity)
    if name in ("requires_grad_", "retain_grad"):
        trained = tensor.requires_grad
        if name == "requires_grad_":
            trained = arguments.get(0, "requires_grad") != Literal(False)
        leaf = replace(tensor, requires_grad=trained, moved_leaf=None)
        return _reassigned(run, state, at, leaf)
    if name == "get_device":
        homing.numbered(state, sink, tensor, at)
        return DeviceIndex(tensor.device)
    if name in SCALAR_MEMBERS or name == "numpy":
        pending.read(run, state, sink, tensor, at)
    if (name in SCALAR_MEMBERS or name in pending.WAITING) and not is_host(tensor.device):
        pending.arrived(state)
    if name == "numpy":
        if arguments.get(None, "force") in (None, Literal(False)):
            to_host(run, state, sink, tensor, at, ".numpy()", _receiver(at))
            _on_the_host_from_here(state, tensor, _receiver(at))
        return HostArray(identity, tensor.hosted, tensor.came_from)
    if name in ("detach", "clone", "detach_"):
        kept = tensor.moved_leaf if name == "clone" else None
        if name == "detach":
            arrays.detached(state, identity, at)
        return replace(
            tensor,
            id=identity,
            roots=tensor.roots | {tensor.id},
            parameter=False,
            buffer=False,
            requires_grad=False,
            moved_leaf=kept,
            was_parameter=False,
            twin_of=None,
        )
    if name == "pin_memory":
        pinned(run, state, sink, tensor, at)
        return tensor
    made = factory(f"torch.Tensor.{name}")
    if made is not None:
        return make(run, state, made, arguments, at, tensor)
    fact = operator(f"torch.Tensor.{name}")
    if name in SCALAR_MEMBERS or name == "tolist":
        return Scalar(identity, tensor if name in ("size", "numel", "nelement") else None)
    if fact is None:
        return Unknown(identity, None if name in OTHER_MEMBERS else _computed(tensor, identity, None))
    if name.endswith("_") and not name.startswith("_"):
        changed(state, sink, tensor, at)
    if name == "copy_" and arguments.positional and isinstance(at.function, form.Attribute):
        part = at.function.value
        whole = run.evaluate(state, part.value) if isinstance(part, form.Subscript) else None
        if isinstance(whole, Tensor):
            _fill(state, whole, arguments.positional[0], at)
    if fact.random:
        place = fact.parameters.index("generator") if "generator" in fact.parameters else None
        chance.check(
            run,
            state,
            sink,
            arguments.get(place, "generator"),
            tensor,
            arguments.form_of(place, "generator") or at,
            f".{name}",
        )
    return operate(run, state, sink, fact, [[(ALWAYS, Operand(tensor, _receiver(at)))]], arguments, at, tensor)


def _receiver(at: form.Call) -> form.Form:
    return at.function.value if isinstance(at.function, form.Attribute) else at


def _computed(tensor: Tensor, identity: object, rank: int | None) -> Tensor:
    return Tensor(
        tensor.device,
        identity,
        rank,
        tensor.cause,
        tensor.roots | {tensor.id},
        hosted=tensor.hosted,
        came_from=tensor.came_from,
        left=tensor.left,
    )


def _retyped(run: Evaluator, tensor: Tensor, at: form.Call, name: str) -> Tensor:
    kept = tensor if name == "to" else replace(tensor, parameter=False, requires_grad=False)
    return replace(kept, id=run.identity(at), roots=tensor.roots | {tensor.id}, buffer=False)


def _reassigned(run: Evaluator, state: State, at: form.Call, tensor: Tensor) -> Tensor:
    """A method that changes what its receiver is: the place it is read from holds the changed tensor."""
    place = _receiver(at)
    if isinstance(place, form.Name) and place.id in state.frame:
        state.frame[place.id] = tensor
    return tensor


def _on_the_host_from_here(state: State, tensor: Tensor, place: form.Form) -> None:
    """What was given to NumPy is on the host, or nobody gets any further."""
    held = state.frame.get(place.id) if isinstance(place, form.Name) else None
    if isinstance(place, form.Name) and isinstance(held, Tensor) and held.id == tensor.id and not is_host(held.device):
        state.frame[place.id] = replace(held, device=UNKNOWN)


def changed(state: State, sink: Sink, tensor: Tensor, at: form.Form) -> None:
    """``tensor`` is changed in place: if it was one with another before a move, that shows now."""
    twin = state.field(tensor.id, TWIN)
    if isinstance(twin, Mark):
        sink.add(IdentityLost(twin.at, state.guards, at, "changed in place"))


def to_host(
    run: Evaluator, state: State, sink: Sink, tensor: Tensor, at: form.Form, name: str, operand: form.Form
) -> None:
    """A tensor becomes a numpy array, which only one on the host can."""
    if (tensor.id, DISCARDED) not in state.fields:
        arrays.converted(run, state, sink, tensor, at, name, operand)


def operate(
    run: Evaluator,
    state: State,
    sink: Sink,
    fact: Operator,
    met: list[Alternatives],
    arguments: Arguments,
    at: form.Call,
    receiver: Tensor | None,
) -> Value:
    """A function or method of the table: its tensors meet, and give what the table says."""
    identity = run.identity(at)
    unsure = False
    given: list[tuple[str, Value, form.Expression]] = []
    for position, value in enumerate(arguments.positional):
        name = fact.parameters[position] if position < len(fact.parameters) else fact.variadic or ""
        given.append((name, value, arguments.forms[position]))
    given += [(k, v, f) for (k, v), f in zip(arguments.keywords, arguments.keyword_forms, strict=True)]
    given += [(fact.variadic, value, at) for value in arguments.rest if fact.variadic]
    for name, value, where in given:
        if name == "generator" and fact.random and receiver is None:
            filled = arguments.get(0, fact.parameters[0] if fact.parameters else None)
            chance.check(run, state, sink, value, filled, where, fact.name)
        if name in fact.tensors and name not in fact.free and name != "out":
            several = name in fact.tensor_lists
            lists = several or name == fact.variadic
            found = operands(state, value, where, certain=name in fact.tensor_only or _is_placed(value), lists=lists)
            met = [*met, *(gathered.again(run, state, value, found, where) if several else found)]
            unsure = unsure or not found and not isinstance(value, (Literal, Scalar, Dtype, DeviceValue))
    if fact.mixing != "free" or fact.returns == "scalar":
        pending.read_all(run, state, sink, met, at)
    if fact.mixing in ("strict", "lenient"):
        name = fact.name.rpartition(".")[2]
        lenient = fact.mixing == "lenient" or name.startswith("clamp")
        meet(run, state, sink, met, at, name, lenient=lenient, into=receiver is not None and fact.returns == "self")
        _meet_out(run, state, sink, fact, met, arguments, at)
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
    made = result(met[:1] if fact.mixing in ("free", "index", "unknown") else met, identity, rank, unsure=unsure)
    if fact.returns == "tensors" or asked or _gives_pairs(fact, arguments, receiver):
        return Sequence("tuple", (made,), identity, exact=False)  # all of them, in one place or in another
    if fact.returns == "tensor":
        return made
    return perhaps(made, identity)


def _meet_out(
    run: Evaluator,
    state: State,
    sink: Sink,
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
            meet(run, state, sink, [found[0], one], at, fact.name.rpartition(".")[2], lenient=True)


_PAIRS = frozenset({"max", "min", "median", "nanmedian", "mode"})
"""Reductions that give the values and their places where they are told a dimension."""


def _along(fact: Operator, arguments: Arguments, receiver: Tensor | None) -> Value | None:
    """The second operand of an operator, or the dimension it is told."""
    dim = arguments.get(0 if receiver is not None else 1, "dim")
    return dim if fact.name.rpartition(".")[2] in _PAIRS else None


def _gives_pairs(fact: Operator, arguments: Arguments, receiver: Tensor | None) -> bool:
    """``x.max(1)``, ``torch.median(x, dim=-1)``."""
    dim = _along(fact, arguments, receiver)
    return dim is not None and _is_integer(dim)


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
    if name == "einsum" and arguments.positional:
        return ranks.einsum(arguments.positional[0])
    if isinstance(_along(fact, arguments, receiver), Tensor):
        return "same"
    if ranks.known(name) and met and len(met[0]) == 1:
        return ranks.after(name, met[0][0][1].tensor.rank, state, arguments, offset)
    if fact.rank == "scalar" and (
        len(arguments.positional) > offset or fact.reduces_with & {k for k, _ in arguments.keywords}
    ):
        return None
    return fact.rank


_REACHING = frozenset({"+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">="})
"""Operators that a tensor has with tensors and numbers only."""


def binary(
    run: Evaluator,
    state: State,
    sink: Sink,
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
        return _is(state, sink, left, right, at)
    if operator_ in ("in", "not in", "and", "or"):
        return None
    strict = operator_ == "@"
    both = strict or operator_ in _REACHING
    here = operands(state, left, forms[0], certain=strict or both and _is_beside(left, right))
    there = operands(state, right, forms[1], certain=strict or both and _is_beside(right, left))
    met = [*here, *there]
    if not met:
        return None
    pending.read_all(run, state, sink, met, at)
    meet(run, state, sink, met, at, operator_, lenient=not strict, into=into and bool(here))
    unsure = len(met) == 1 and any(isinstance(v, Unknown) for side in (left, right) for _, v in options(side))
    rank = POSITIVE if any(2 <= (o.tensor.rank or 0) < POSITIVE for a in met for _, o in a) else None
    return result(met, run.identity(at), rank if strict else "same", unsure=unsure)


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


def _is(state: State, sink: Sink, left: Value, right: Value, at: form.Expression) -> Value | None:
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        one, other = state.field(left.id, TWIN), state.field(right.id, TWIN)
        if isinstance(one, Mark) and isinstance(other, Mark) and one.at is other.at:
            sink.add(IdentityLost(one.at, state.guards, at, "compared by `is`"))
    return None


def subscript(run: Evaluator, state: State, sink: Sink, tensor: Tensor, index: Value, at: form.Subscript) -> Value:
    """``tensor[index]``."""
    identity = run.identity(at)
    indices = _indices(state, index, at.index)
    check_index(run, state, sink, tensor, at.value, indices, at)
    rank = ranks.indexed(state, tensor.rank, index)
    return Tensor(
        tensor.device,
        identity,
        rank,
        tensor.cause,
        tensor.roots | {tensor.id},
        hosted=tensor.hosted,
        came_from=tensor.came_from,
        left=tensor.left,
        maybe_scalar=rank is None,
        empty=tensor.empty,
    )


def check_index(
    run: Evaluator,
    state: State,
    sink: Sink,
    tensor: Tensor,
    place: form.Form,
    indices: list[Alternatives],
    at: form.Form,
) -> None:
    """Report a tensor on the host that is indexed by one that may be on an accelerator."""
    if not is_host(tensor.device) or tensor.empty:
        return
    for alternatives in indices:
        if state.guards and any(is_host(index.device) for _, index in alternatives):
            continue  # each is in either place, most likely both in one
        for guards, index in alternatives:
            all_guards = guards | state.guards
            if not feasible(guards, state.guards) or all_guards and one_value(tensor, index.tensor):
                continue
            number = index.tensor.rank == 0 or index.tensor.rank is None and index.tensor.maybe_scalar
            expected = expected_here(run, all_guards, index.tensor)
            if may_be_accelerator(index.device, all_guards) and not number and expected:
                sink.add(Clash(at, all_guards, Operand(tensor, place), index, "[]", indexed=True))


def _indices(state: State, index: Value, at: form.Expression) -> list[Alternatives]:
    found: list[Alternatives] = []
    parts: list[tuple[Value, form.Form]] = [(index, at)]
    now = contents(state, index)
    if isinstance(now, Sequence) and now.kind == "tuple":
        inside = at.elements if isinstance(at, form.Display) else ()
        parts = [(v, inside[i] if i < len(inside) else at) for i, v in enumerate(now.items)]
    for value, where in parts:
        found += operands(state, value, where, certain=False)
    return found


def store(
    run: Evaluator, state: State, sink: Sink, tensor: Tensor, index: Value, value: Value, at: form.Subscript
) -> None:
    """``tensor[index] = value``: slices copy across devices; a tensor as index takes no values from elsewhere.

    The index itself may be anywhere: torch brings it to the tensor (``ensure_same_device`` in IndexingUtils.h).
    """
    changed(state, sink, tensor, at)
    indices = [one for one in _indices(state, index, at.index) if any(o.tensor.rank != 0 for _, o in one)]
    if not indices and not _picks(state, index):  # a number as a tensor selects, as a number does
        _fill(state, tensor, value, at)
        return
    here: Alternatives = [(ALWAYS, Operand(tensor, at.value))]
    away = [
        [(g, o) for g, o in alternatives if o.tensor.rank] for alternatives in operands(state, value, at, certain=False)
    ]
    meet(run, state, sink, [here, *(a for a in away if a)], at, "index_put", lenient=False)
    if not any(away):
        _fill(state, tensor, value, at)  # it has no dimension, and is copied, or it is refused


def _is_integer(value: Value) -> bool:
    return isinstance(value, Literal) and isinstance(value.value, int)


def _picks(state: State, index: Value) -> bool:
    """Whether an index holds a list or an array: it picks, as a tensor with dimensions does."""
    parts = index.items if isinstance(index, Sequence) and index.kind == "tuple" else (index,)
    for part in parts:
        now = contents(state, part)
        if isinstance(now, HostArray) and now.several:
            return True
        if isinstance(now, Sequence) and now.kind == "list" and now.items and all(map(_is_integer, now.items)):
            return True
    return False


def _fill(state: State, tensor: Tensor, value: Value, at: form.Form) -> None:
    """Remember that a tensor made without a device takes its values from one that follows somebody's choice."""
    if not is_host(tensor.device) or tensor.cause is None or tensor.cause.made is not Made.FACTORY:
        return
    sized = state.field(tensor.id, SIZED) is not None  # then what it is filled with is no number, most likely
    for alternatives in operands(state, value, at, certain=sized):
        for guards, one in alternatives:
            if may_be_accelerator(one.device, guards | state.guards):
                state.fields[tensor.id, FILLED] = Filling(Operand(one.tensor, at))


def device_attribute(run: Evaluator, state: State, value: DeviceValue, name: str, at: form.Attribute) -> Value:
    """``device.type`` and ``device.index``."""
    if name == "type":
        return DeviceType(value.device, at=at)
    identity = ("device", value.device, name)
    return Unknown(identity, DeviceIndex(value.device) if name == "index" else None)
