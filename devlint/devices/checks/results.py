"""Results of functions that are on the default device where the inputs follow the caller.

out = torch.zeros(n, 2)          made without a device,
out[i] = x.mean()                filled from x (legal: values are copied),
return out                       and returned: on the CPU, wherever x is
return decode(out)               so is, most likely, what code out of sight makes of it
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from devlint.base.record import dataclass
from devlint.devices.checks import mixed_lists
from devlint.devices.facts.operations import Operand, Result
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Filling, Recorder
from devlint.devices.lattice.conditions import asks_kind
from devlint.devices.lattice.device import Followed, is_of_argument, may_be_accelerator
from devlint.devices.lattice.hints import is_made_on_host
from devlint.devices.lattice.state_keys import CARRIED, FILLED, SIZED
from devlint.devices.lattice.tensors import POSITIVE, Tensor
from devlint.flow.containers import contents, leaves
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.identity import has_whole
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.functions import takes_to_host
from devlint.naming.models import is_called_saved_state

MAY_BE_INDEX = Reason(
    "result-may-be-index",
    "A mask with one dimension, or a range: as an index it may be on the CPU, whatever it selects from.",
    ("DEV110",),
)

FROM_ARRAY = Reason(
    "made-from-array",
    "What is made of an array (`torch.from_numpy`) and returned beside a tensor.",
    ("DEV110",),
)
PLACE_IN_LIST = Reason(
    "place-in-list",
    "A placeholder in a list (`[torch.empty(0) for _ in range(n)]`), which has no elements and one dimension: "
    "`torch.cat` takes it wherever it is.",
    ("DEV110",),
)

_ON_THE_HOST = frozenset(
    "builtins numpy scipy pandas PIL matplotlib sklearn skimage cv2 math json pickle copy collections imageio plotly "
    "seaborn librosa soundfile networkx datasets av tqdm logging warnings itertools functools".split()
)
"""Packages whose functions work on the CPU."""


@dataclass(frozen=True, slots=True, eq=False)
class Carried(Value):
    """Tensors that went into something, each with what it was filled from."""

    tables: tuple[tuple[Tensor, Operand], ...]


Returns = list[tuple[State, Value]]


def check(recorder: Recorder, function: form.Form, returns: Returns) -> None:
    """Report what a function returns from the default device although it was made of, or beside, the caller's."""
    for state, value in returns:
        for guards, tensor in _tensors(state, value):
            if not _made_without_device(tensor) or tensor.cause is None:
                continue
            known = (tensor.id, *tensor.roots)
            index = MAY_BE_INDEX if _is_index(tensor) else None
            for filling in (state.field(root, FILLED) for root in known):
                if isinstance(filling, Filling) and _is_away(filling, guards):
                    at, assumed = tensor.cause.at, filling.assumptions
                    _report(recorder, Result(at, state.guards, filling.source, "filled", assumed), index)
            for sized in (state.field(root, SIZED) for root in known):
                if isinstance(sized, Filling) and tensor.rank and _is_away(sized, guards):
                    _report(recorder, Result(sized.source.at, state.guards, sized.source, "sized"), index)
        for host, other in mixed_lists.pairs(state, value, function):
            if host.cause is not None and not _is_index(host) and not is_of_array(host.cause.at):
                beside = Result(host.cause.at, state.guards, Operand(other, host.cause.at), "among")
                _report(recorder, beside, PLACE_IN_LIST if mixed_lists.holds_place(host) else None)
        for table, source in _carried(state, value):
            assert table.cause is not None, "it was made here"
            recorder.add(Result(table.cause.at, state.guards, source, "carried"))
    _asymmetry(recorder, returns)


def _report(recorder: Recorder, fact: Result, reason: Reason | None) -> None:
    """Report ``fact``, or note the ``reason`` not to."""
    if reason is None:
        recorder.add(fact)
    else:
        recorder.silence(reason, fact.at, fact)


def check_gradients(recorder: Recorder, function: FunctionValue, returns: Returns) -> None:
    """Report gradients that a ``backward`` makes on the CPU, and returns for inputs that may be elsewhere.

    Autograd sends one without dimensions to where the input is, and no other (torch/csrc/autograd/engine.cpp,
    ``validate_outputs``).
    """
    given = [one.name for one in function.form.parameters.all[1:]]
    for state, value in returns:
        known = [one for name in given if isinstance(one := state.frame.get(name), Tensor)]
        for guards, tensor in _tensors(state, value) if known else ():
            here = _made_without_device(tensor) and tensor.rank != 0
            if here and tensor.cause is not None and may_be_accelerator(known[0].device, guards):
                recorder.add(Result(tensor.cause.at, guards, Operand(known[0], tensor.cause.at), "gradient"))


def _is_away(filling: Filling, guards: Guards) -> bool:
    """Whether the source of a filling may be on an accelerator; a saved state is as good on the CPU."""
    device = filling.source.tensor.device
    of_saved = isinstance(device, Followed) and is_called_saved_state(device.symbol.text)
    return may_be_accelerator(device, guards) and not of_saved


def is_for_constructors(fact: Result, file: SourceFile) -> bool:
    """Whether something is made in a size only, and for constructors: it moves with what keeps it.

    ``file`` are the forms of the file. Others may call the function too, but nothing shows that they do.
    """
    if fact.how != "sized":
        return False
    calls = file.calls_named(*{one.name for one in file.definitions(fact.at)})
    return bool(calls) and all(any(one.name == "__init__" for one in file.definitions(call)) for call in calls)


def handed(state: State, given: Iterable[Value], at: form.Call, callee: Value, identity: Identity) -> None:
    """Code out of sight is given tensors; remember under ``identity`` that its result comes of one that was filled."""
    if isinstance(callee, External) and callee.name.partition(".")[0] in _ON_THE_HOST:
        return
    tables: list[tuple[Tensor, Operand]] = []
    for tensor in (v for value in given for _, v in options(value) if isinstance(v, Tensor)):
        for root in (tensor.id, *tensor.roots) if _made_without_device(tensor) else ():
            filling = state.field(root, FILLED)
            if isinstance(filling, Filling):
                tables.append((tensor, filling.source))
    if tables and not takes_to_host(dotted(at.function).rpartition(".")[2]):
        state.fields[identity, CARRIED] = Carried(tuple(tables))


def _carried(state: State, value: Value) -> list[tuple[Tensor, Operand]]:
    """What was filled and went, on the way, through code out of sight."""
    found: list[tuple[Tensor, Operand]] = []
    for leaf in (leaf for _, one in options(value) for leaf in leaves(state, one)):
        for _, one in options(leaf):
            if isinstance(one, Unknown) and one.hint is None:
                identity = one.id
                while (identity, CARRIED) not in state.fields and has_whole(identity):
                    identity = identity[0]  # the part is as the whole
                carried = state.field(identity, CARRIED)
                if isinstance(carried, Carried):
                    found += carried.tables
    return found


def _asymmetry(recorder: Recorder, returns: Returns) -> None:
    shapes = [_parts(state, value) for state, value in returns]
    if not shapes or len({len(s) for s in shapes}) != 1:
        return
    for position in range(len(shapes[0])):
        column = [
            (state.guards | guards, one)
            for (state, _), shape in zip(returns, shapes, strict=True)
            for guards, one in options(shape[position])
            if feasible(guards, state.guards)
        ]
        away = [v for guards, v in column if _is_followed(v) and v.cause and may_be_accelerator(v.device, guards)]
        for guards, value in column:
            if not away or not isinstance(value, Tensor) or not _made_without_device(value) or not value.rank:
                continue
            if value.empty and value.rank in (1, POSITIVE):
                continue  # `torch.cat` takes it wherever it is
            if value.cause is not None and is_of_array(value.cause.at) or _is_index(value):
                if value.cause is not None:
                    recorder.silence(MAY_BE_INDEX if _is_index(value) else FROM_ARRAY, value.cause.at)
                continue
            other = away[0]
            if asks_kind(guards):
                continue  # another kind of input than the one that is followed
            if value.id in other.roots:
                continue  # what is moved on one path may stay on the other
            there = may_be_accelerator(other.device, guards)
            if value.cause is not None and there and is_of_argument(other.device):
                recorder.add(Result(value.cause.at, guards, Operand(other, value.cause.at), "beside"))


def _is_followed(value: Value) -> TypeGuard[Tensor]:
    return isinstance(value, Tensor) and isinstance(value.device, Followed)


def _made_without_device(tensor: Tensor) -> bool:
    """True if a factory without a device made ``tensor``. Not if it is pinned: then it is wanted on the CPU."""
    at = tensor.cause.at if tensor.cause is not None else None
    pinned = isinstance(at, form.Call) and any(name == "pin_memory" for name, _ in at.keywords)
    return is_made_on_host(tensor) and not pinned


def _is_index(tensor: Tensor) -> bool:
    """Whether a tensor is a mask or a range of rows: as an index it may be on the CPU, whatever it selects from."""
    made = None if tensor.cause is None else tensor.cause.at
    if not isinstance(made, form.Call):
        return False
    dtypes = [dotted(value).rpartition(".")[2] for name, value in made.keywords if name == "dtype"]
    if not dtypes:
        return tensor.rank == 1 and dotted(made.function).rpartition(".")[2] in ("arange", "randperm")
    one_size = len(made.arguments) == 1 and isinstance(made.arguments[0], (form.Subscript, form.Call))
    return dtypes[0] == "bool" and (tensor.rank == 1 or one_size)


def is_of_array(made: form.Form) -> bool:
    """Whether a tensor is made of what was computed on the CPU, which is no oversight."""
    return isinstance(made, form.Call) and dotted(made.function).rpartition(".")[2] == "from_numpy"


def _parts(state: State, value: Value) -> list[Value]:
    now = contents(state, value)
    if isinstance(now, Sequence) and now.kind == "tuple" and now.exact:
        return list(now.items)
    return [now]


def _tensors(state: State, value: Value) -> list[tuple[Guards, Tensor]]:
    """The tensors in a value, each under what has to hold for it to be there."""
    found = [(guards, leaf) for guards, one in options(value) for leaf in leaves(state, one)]
    inner = [(guards | more, v) for guards, leaf in found for more, v in options(leaf)]
    return [(guards | state.guards, v) for guards, v in inner if isinstance(v, Tensor)]
