"""Numpy arrays beside tensors: what an array is indexed with, filled with or combined with has to be on the CPU.

table[torch.multinomial(weights, 8)]     the tensor becomes an array of places
losses[3:7] = model(x.to(device))        the tensor becomes an array of values
model(x.to(device)) * scale              numpy reckons, since torch does not know its arrays

A tensor without a dimension passes for a number, as a place and as a value (torch 2.13, NumPy 2.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import replace
from devlint.devices.facts.operations import STORED
from devlint.devices.facts.recorder import Recorder, as_tensor
from devlint.devices.lattice.conditions import asks_kind
from devlint.devices.lattice.device import is_chosen
from devlint.devices.lattice.hints import hint_of
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import HostArray, Scalar
from devlint.devices.semantics.tensors import doubles, methods
from devlint.flow.containers import contents, elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Unknown, Value, is_slice, options
from devlint.forms import form

_SIZED = frozenset({"zeros", "ones", "empty", "full"})
"""Functions of numpy that make an array of the size they are given."""

_SEVERAL = frozenset(
    """
    arange linspace permutation flatnonzero argwhere eye stack concatenate vstack hstack tile logspace geomspace
    bincount repeat identity diag fromiter frombuffer atleast_1d
    """.split()
)
"""Functions of numpy that give an array with a dimension, whatever they are given."""

_DRAWN = frozenset({"rand", "randn"})
"""Functions of ``numpy.random`` that take each size for itself, and give a number where there is none."""

_EACH = frozenset(
    """
    abs absolute exp exp2 expm1 log log2 log10 log1p sqrt square sin cos tan tanh sign floor ceil clip nan_to_num
    maximum minimum power multiply divide add subtract sort flip roll cumsum cumprod zeros_like ones_like empty_like
    full_like ascontiguousarray float32 float64 int32 int64
    """.split()
)
"""Functions of numpy whose result has a dimension where an array that they are given has one."""

_OF_LISTS = frozenset({"array", "asarray"})
_KEEPING = frozenset({"astype", "copy", "clip", "round"})
"""Methods of an array that give one with as many dimensions."""

_RECKONING = frozenset({"+", "-", "*", "/", "//", "@", "**"})


def made(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> HostArray:
    """What ``np.name(...)`` gives, as far as its dimensions and its dtype are known."""
    given = arguments.get(0, "shape" if name in _SIZED else "a")
    first = None if given is None else contents(state, given)
    rank = None
    if name in _SIZED:
        rank = len(first.items) if isinstance(first, Sequence) and first.exact else None
        rank = 1 if isinstance(first, Scalar) or isinstance(first, Literal) and type(first.value) is int else rank
    several = name in _SEVERAL or bool(rank) or name in _OF_LISTS and isinstance(first, Sequence)
    several = several or name in _SIZED and rank is None and first is not None
    several = several or name in _DRAWN and bool(arguments.positional)
    if name in _EACH or name in _OF_LISTS:
        several = several or any(isinstance(one, HostArray) and one.several for one in arguments.positional)
    double = doubles.of_numpy(state, name, arguments, at)
    return HostArray(run.identity(at), several=several, rank=rank, double=double)


def method(array: HostArray, name: str, arguments: Arguments, at: form.Call) -> HostArray:
    """What ``array.name(...)`` gives."""
    array = replace(array, double=doubles.method(array, name, arguments, at))
    if name in ("ravel", "flatten"):
        return replace(array, several=True, rank=1)
    return array if name in _KEEPING else replace(array, several=False, rank=None)


def subscript(
    run: Evaluator, state: State, recorder: Recorder, array: HostArray, index: Value, at: form.Subscript
) -> HostArray | None:
    """``array[index]``: an array where the index has a slice, or where the dtype is worth knowing."""
    read(run, state, recorder, index, at)
    sliced = any(map(is_slice, _parts(index)))
    if not sliced and array.double is None:
        return None
    return replace(array, id=run.identity(at), several=sliced, rank=None)


def read(run: Evaluator, state: State, recorder: Recorder, index: Value, at: form.Subscript) -> None:
    """``array[index]``: what is computed there has several places, while a slice of a tensor may have a single one."""
    for where, tensor in _in_index(state, index, at.index):
        if tensor.rank and isinstance(where, (form.Call, form.Compare)):
            methods.to_host(run, state, recorder, tensor, at, "array[...]", where)


def store(
    run: Evaluator, state: State, recorder: Recorder, array: HostArray, index: Value, value: Value, at: form.Subscript
) -> None:
    """``array[index] = value``: places that are a row or more take nothing but arrays."""
    read(run, state, recorder, index, at)
    parts = _parts(index)
    if not any(map(is_slice, parts)) and (array.rank or 0) <= len(parts):
        return
    if any(isinstance(one, HostArray) for _, one in options(value)):
        return  # the author tells apart what there may be
    for tensor in _tensors(state, value, rows=True):
        methods.to_host(run, state, recorder, tensor, at, STORED, at)


def reckon(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    operator: str,
    left: Value,
    right: Value,
    at: form.Form,
    where: form.Form,
) -> None:
    """``left operator right``, where ``left`` is a tensor, written as ``where``, and ``right`` is an array."""
    if operator not in _RECKONING or not isinstance(right, HostArray) or not right.several:
        return
    for tensor in _tensors(state, left, rows=True):
        methods.to_host(run, state, recorder, tensor, at, f"... {operator} array", where)


def moved(value: Value, guards: Guards) -> Tensor | None:
    """The tensor that ``value`` is where an array is wanted, if it was moved as it is; what it holds may be arrays."""
    hint = hint_of(value)
    if not isinstance(value, Unknown) or hint is None or asks_kind(guards):
        return None
    return as_tensor(value, hint) if hint.history.twin_of == value.id and is_chosen(hint.device) else None


def _tensors(state: State, value: Value, *, rows: bool) -> Iterator[Tensor]:
    """The tensors that ``value`` may be; what was moved is one where an array is wanted (``rows``)."""
    for guards, one in options(value):
        if rows:
            one = moved(one, guards | state.guards) or one
        if isinstance(one, Tensor) and feasible(guards, state.guards):
            yield one


def _parts(index: Value) -> tuple[Value, ...]:
    """The parts of an index, one for each dimension."""
    return index.items if isinstance(index, Sequence) else (index,)


def _in_index(state: State, index: Value, at: form.Expression) -> Iterator[tuple[form.Expression, Tensor]]:
    """The tensors of an index, each as it is written."""
    parts: tuple[Value, ...] = (index,)
    written: tuple[form.Expression, ...] = (at,)
    if isinstance(index, Sequence) and isinstance(at, form.Display) and len(at.elements) == len(index.items):
        parts, written = tuple(elements(state, index)), at.elements
    for part, where in zip(parts, written, strict=False):
        for tensor in _tensors(state, part, rows=False):
            yield where, tensor
