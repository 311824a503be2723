"""Which numbers are of the dtype float64: what a ``dtype=`` says, and what operations keep.

torch.zeros(3, dtype=torch.double)      said
np.random.rand(3)                       what NumPy gives without a dtype
torch.from_numpy(a).reshape(-1) / 255   kept
"""

from __future__ import annotations

from collections.abc import Sequence as Several

from devlint.base.record import replace
from devlint.devices.checks.device_values import double_on_mps
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.tensors import Double, Tensor
from devlint.devices.lattice.values import Dtype, HostArray, Scalar
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, External, Identity, Literal, Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.torch_api.tables.facts import Factory

_NAMES = frozenset("float64 double DoubleTensor".split())
_OF_NUMPY = frozenset("float64 double float f8 <f8 d float_".split())
"""What names the dtype float64 to NumPy: ``np.float64``, ``float``, ``"float64"``."""

_GIVES_DOUBLE = frozenset(
    "zeros ones empty eye identity linspace logspace geomspace loadtxt genfromtxt".split()
)
"""Functions of NumPy that give float64 where they are given no dtype."""

_DRAWS_DOUBLE = {
    "rand": 0, "randn": 0, "random": 0, "random_sample": 0, "ranf": 0, "standard_normal": 0, "exponential": 1,
    "normal": 2, "uniform": 2, "beta": 2, "gamma": 2, "laplace": 2, "lognormal": 2, "dirichlet": 0,
}  # fmt: skip
"""Functions of NumPy and methods of its generators that draw float64, with the position of the size: without one they
draw a number."""

_KEEPING = frozenset(
    """
    view reshape unsqueeze squeeze expand repeat flatten t transpose permute contiguous clone detach requires_grad_
    pin_memory flip exp sqrt log sin cos tanh abs mean sum div mul add sub clamp clip T mT float_power cat stack
    """.split()
)
"""Methods and functions of a tensor that give numbers of its dtype, where no other tensor takes part."""

_DTYPE = {"zeros": 1, "ones": 1, "empty": 1, "array": 1, "asarray": 1, "full": 2, "loadtxt": 1, "genfromtxt": 1}
"""The position of the dtype among the arguments of functions of NumPy."""

_KEEPING_ARRAYS = frozenset(
    """
    copy reshape ravel flatten transpose clip round mean sum squeeze repeat sqrt exp log sin cos tan tanh abs absolute
    stack concatenate vstack hstack column_stack expand_dims tile array asarray ascontiguousarray
    """.split()
)
"""Functions of NumPy, and methods of its arrays, that give float64 where all that they are given is of that dtype."""


def said(given: Value | None, at: form.Form) -> list[tuple[Guards, Double | None]]:
    """For each alternative of what is given as a dtype of torch, whether it is float64."""
    return [(g, Double(at) if _is_named(one) else None) for g, one in options(given)] if given is not None else []


def _is_named(value: Value) -> bool:
    """Whether ``value`` is torch's float64, or the type of tensors of it."""
    name = value.name if isinstance(value, (Dtype, External)) else getattr(value, "value", "")
    return isinstance(name, str) and name.startswith("torch.") and name.rpartition(".")[2] in _NAMES


def of_tensors(state: State, value: Value) -> Double | None:
    """What says that all of the tensors or arrays in ``value`` are of float64, if they are."""
    now = contents(state, value)
    items: Several[Value] = now.items if isinstance(now, Sequence) else (now,)
    found = [one.double for item in items for _, one in options(item) if isinstance(one, (Tensor, HostArray))]
    each = sum(len(options(item)) for item in items)
    return found[0] if found and len(found) == each and all(found) else None


def asked(name: str, arguments: Arguments, at: form.Form) -> list[tuple[Guards, Double | None]] | None:
    """What the method ``name`` that moves or casts makes of the dtype; None where it leaves that as it is."""
    if name == "double":
        return [(ALWAYS, Double(at))]
    if name == "type":
        return said(arguments.get(0, "dtype"), at)
    if name != "to":
        return None if name in ("cpu", "cuda", "xpu", "npu", "hpu", "mps") else [(ALWAYS, None)]
    dtype = arguments.get(None, "dtype")
    if dtype is not None and dtype != NONE:
        return said(dtype, at)
    for given in arguments.positional:
        if any(isinstance(one, Dtype) for _, one in options(given)):
            return said(given, at)
    as_another = any(isinstance(one, Tensor) for given in arguments.values() for _, one in options(given))
    return [(ALWAYS, None)] if as_another or arguments.open else None


def cast(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    tensor: Tensor,
    guards: Guards,
    types: list[tuple[Guards, Double | None]] | None,
    at: form.Form,
) -> list[tuple[Guards, Value]]:
    """``tensor`` after a move or a cast under ``guards``, with the dtypes that it is then of."""
    if types is None:
        return [(guards, double_on_mps.placed(run, state, recorder, tensor, guards, at, "moved"))]
    found: list[tuple[Guards, Value]] = []
    for under, double in types:
        both = guards | under
        if len(types) == 1 or feasible(guards, under) and feasible(both, state.guards):
            one = tensor if tensor.double == double else replace(tensor, double=double)
            found.append((both, double_on_mps.placed(run, state, recorder, one, both, at, "cast")))
    return found


def of_data(state: State, factory: Factory, arguments: Arguments, at: form.Form) -> Double | None:
    """Whether a tensor that is made without a dtype is of float64: by the data, or by the name of the factory."""
    if factory.name.rpartition(".")[2] == "DoubleTensor":
        return Double(at)
    data = arguments.get(0, "data") if factory.shape in ("data", "host") else None
    return None if data is None or not isinstance(data, (HostArray, Tensor)) else data.double


def kept(state: State, name: str, given: Value | None, rest: Several[Value], made: Value) -> Value:
    """``made`` by the function or method ``name`` of ``given``: float64 where that keeps the dtype, and no other."""
    if given is None or name not in _KEEPING or any(isinstance(one, (Tensor, Unknown, Choice)) for one in rest):
        return made
    return with_double(made, of_tensors(state, given))


def arithmetic_result(state: State, operator: str, sides: tuple[Value, Value], made: Value) -> Value:
    """``left operator right``: float64 where one is, and the other is that or a number."""
    if operator not in ("+", "-", "*", "/", "**") or not any(_of_double(one) for one in sides):
        return made
    found = [of_tensors(state, one) for one in sides if not _is_number(one)]
    return with_double(made, found[0] if all(found) else None)


def with_double(made: Value, double: Double | None) -> Value:
    """``made``, where it is a tensor of which it is known that its numbers are ``double``."""
    if double is None:
        return made
    found = [(g, replace(one, double=double) if isinstance(one, Tensor) else one) for g, one in options(made)]
    return found[0][1] if len(found) == 1 else merge(found, ("double", getattr(made, "id", None)))


def _of_double(value: Value) -> bool:
    return any(isinstance(one, (Tensor, HostArray)) and one.double is not None for _, one in options(value))


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar) or isinstance(value, Literal) and isinstance(value.value, (int, float))


# Arrays


def of_numpy(state: State, name: str, arguments: Arguments, at: form.Form) -> Double | None:
    """Whether what ``np.name(...)`` gives is of float64."""
    data, dtype = arguments.get(0, "a"), arguments.get(_DTYPE.get(name), "dtype")
    if dtype is not None and dtype != NONE:
        return Double(at) if is_numpys(dtype) else None
    if arguments.open:
        return None
    if name in _GIVES_DOUBLE or _is_drawn(name, arguments):
        return Double(at)
    if data is None:
        return None
    if name in ("array", "asarray") and _are_floats(state, data):
        return Double(at)
    return of_tensors(state, data) if name in _KEEPING_ARRAYS else None


def _is_drawn(name: str, arguments: Arguments) -> bool:
    """Whether an array of numbers is drawn by ``name``, and not one number."""
    return name in _DRAWS_DOUBLE and arguments.get(_DRAWS_DOUBLE[name], "size") not in (None, NONE)


def method(array: HostArray, name: str, arguments: Arguments, at: form.Form) -> Double | None:
    """Whether ``array.name(...)``, of an array or of a generator of NumPy, is of float64."""
    dtype = arguments.get(0 if name == "astype" else None, "dtype")
    if dtype is not None:
        return Double(at) if is_numpys(dtype) else None
    return Double(at) if _is_drawn(name, arguments) else array.double if name in _KEEPING_ARRAYS else None


def arithmetic_array(operator: str, left: Value, right: Value, identity: Identity) -> HostArray | None:
    """``left operator right`` of arrays, or of one and a number: float64 where all arrays are."""
    sides = (left, right)
    arrays = [one for one in sides if isinstance(one, HostArray)]
    if operator not in ("+", "-", "*", "/", "**") or not arrays:
        return None
    if not all(isinstance(one, HostArray) or _is_number(one) for one in sides):
        return None
    double = arrays[0].double if all(one.double for one in arrays) else None
    return replace(arrays[0], id=identity, several=any(one.several for one in arrays), rank=None, double=double)


def is_numpys(value: Value) -> bool:
    """Whether ``value`` is float64 as NumPy takes it."""
    if isinstance(value, Literal):
        return value.value in _OF_NUMPY
    return isinstance(value, External) and value.name.rpartition(".")[2] in _OF_NUMPY


def _are_floats(state: State, value: Value, depth: int = 0) -> bool:
    """Whether ``value`` is a list of numbers that are written with a point, or of lists of them."""
    now = contents(state, value)
    if not isinstance(now, Sequence) or not now.items or not now.exact or depth > 3:
        return False
    inside = now.items
    if all(isinstance(one, Literal) and type(one.value) in (int, float) for one in inside):
        return any(isinstance(one, Literal) and type(one.value) is float for one in inside)
    return all(_are_floats(state, one, depth + 1) for one in inside)


