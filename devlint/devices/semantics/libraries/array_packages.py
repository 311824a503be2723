"""Functions of packages that know of numpy arrays only: of a tensor they make an array, which one on a GPU refuses.

np.sqrt(x), plt.plot(losses), pd.DataFrame({"score": scores}), accuracy_score(y, predicted)
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import replace
from devlint.devices.checks import uncalled_moves
from devlint.devices.facts.recorder import Recorder, as_tensor
from devlint.devices.lattice.device import UNKNOWN, Device, is_host
from devlint.devices.lattice.hints import hint_of, tensor_or_hint
from devlint.devices.lattice.state_keys import is_output
from devlint.devices.lattice.tensors import History, Tensor
from devlint.devices.lattice.values import HostArray
from devlint.devices.semantics.libraries import numpy_arrays
from devlint.devices.semantics.tensors import methods
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.containers import contents, elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.parts import names_in
from devlint.torch_api.array_functions import CONVERTING_LISTS, KEEPING, KEYED, LISTING, makes_arrays

_DEEPEST = 4
"""Containers in one another that are looked into."""

AXES = External("matplotlib.axes.Axes")
"""What matplotlib draws on, one or an array of them: it makes arrays of what it draws."""

_ESTIMATOR = External("sklearn.estimator")
"""An object of scikit-learn, or of a package whose objects have the same methods."""

_OF_ESTIMATORS = frozenset({"sklearn", "umap", "hdbscan"})
_FITTING = frozenset(
    """
    fit partial_fit fit_transform fit_predict fit_resample predict predict_proba predict_log_proba decision_function
    transform inverse_transform score score_samples kneighbors radius_neighbors
    """.split()
)
"""Methods of theirs that make arrays of what they are given."""

_GIVES_AXES = frozenset("axes gca subplot subplots add_axes add_subplot twinx twiny ravel flatten reshape".split())


def call(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``name(...)`` of a package other than numpy: what it makes arrays of, and the axes that it gives."""
    package, last = name.partition(".")[0], name.rpartition(".")[2]
    if makes_arrays(name):
        _made_arrays(run, state, recorder, name, arguments, at)
    if name == "sklearn.model_selection.train_test_split":
        return _parted(run, arguments, at)
    if package in _OF_ESTIMATORS:
        return _of_estimators(run, state, recorder, name, arguments, at)
    if package != "matplotlib":
        return None
    figure = External("matplotlib.figure")
    if name == "matplotlib.pyplot.subplots":
        return Sequence("tuple", (figure, AXES), run.identity(at))
    return figure if last in ("figure", "gcf") else AXES if last in _GIVES_AXES else None


def _parted(run: Evaluator, arguments: Arguments, at: form.Call) -> Value | None:
    """``train_test_split(x, y)``: two parts of each of its arguments, each where that is."""
    if arguments.starred:
        return None
    parts: list[Value] = []
    for number, value in enumerate(arguments.positional):
        for half in ("train", "test"):
            identity = (run.identity(at), number, half)
            parts.append(merge([(g, _part(one, identity)) for g, one in options(value)], identity))
    return Sequence("list", tuple(parts), run.identity(at))


def _part(value: Value, identity: Identity) -> Value:
    if isinstance(value, Tensor):
        return replace(value, id=identity, roots=value.lineage(), parameter=False, buffer=False)
    return replace(value, id=identity) if isinstance(value, HostArray) else Unknown(identity)


def _of_estimators(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``PCA(2)`` and what its methods do: ``fit`` gives the estimator again."""
    before, _, last = name.rpartition(".")
    if before != _ESTIMATOR.name:
        return _ESTIMATOR if last[:1].isupper() else None
    if last in _FITTING:
        _made_arrays(run, state, recorder, last, arguments, at)
    return _ESTIMATOR if last in ("fit", "partial_fit") else None


def is_axes(value: Value) -> bool:
    """Whether ``value`` is matplotlib's axes, or an array of them."""
    return isinstance(value, External) and value.name.startswith(AXES.name)


def of_numpy(run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call) -> Value:
    """``np.name(...)``: an array, which remembers the tensor it was made from."""
    if makes_arrays(name) or name.rpartition(".")[2] in CONVERTING_LISTS:
        _made_arrays(run, state, recorder, name, arguments, at)
    arrays = (v for v in arguments.values() if isinstance(v, HostArray) and v.hosted)
    visited: HostArray | History | None = next(arrays, None)
    if visited is None:
        given = tensors_in(state, arguments.values())
        visited = next((t.history for t in given if t.history.hosted), None)
    array = numpy_arrays.made(run, state, name.rpartition(".")[2], arguments, at)
    return replace(array, hosted=visited.hosted, came_from=visited.came_from) if visited else array


def _made_arrays(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> None:
    """A function that makes arrays of its arguments, however they are given: of a tensor, and of a list of tensors."""
    places: list[form.Expression] = [*arguments.forms, *at.arguments[len(arguments.forms) :]]
    given = [*zip((*arguments.positional, *arguments.rest), places, strict=False)]
    named = zip(arguments.keywords, arguments.keyword_forms, strict=True)
    given += [(value, where) for (key, value), where in named if key not in KEEPING or "savez" in name]
    only_lists = name.rpartition(".")[2] in CONVERTING_LISTS
    for value, where in given:
        make_array(run, state, recorder, name, value, at, where, only_lists=only_lists)


def make_array(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    name: str,
    value: Value,
    at: form.Call,
    where: form.Expression,
    *,
    only_lists: bool = False,
) -> None:
    """The function ``name`` makes an array of ``value``, written as ``where``, or of the lists in it alone."""
    for guards, one, depth in _items(state, name, value):
        if feasible(guards, state.guards) and (depth or not only_lists):
            _made_array(run, state, recorder, name, one, guards, at, where)


def _items(
    state: State, name: str, value: Value, under: Guards = ALWAYS, depth: int = 0
) -> Iterator[tuple[Guards, Value, int]]:
    """What the function ``name`` makes arrays of where it is given ``value``, and in how many containers each is."""
    for guards, one in options(value):
        both = under | guards
        now = contents(state, one)
        if isinstance(now, Table):
            inside = now.values() if name.startswith(KEYED) and not depth else ()
        elif isinstance(now, Sequence):
            inside = () if name.startswith(LISTING) or depth == _DEEPEST else tuple(elements(state, one))
        else:
            yield both, one, depth
            continue
        for item in inside:
            yield from _items(state, name, item, both, depth + 1)


def _made_array(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    name: str,
    one: Value,
    guards: Guards,
    at: form.Call,
    where: form.Form,
) -> None:
    one = numpy_arrays.moved(one, guards | state.guards) or one
    hint = hint_of(one)
    if hint is not None and hint.told:
        one = hint
    elif hint is not None and isinstance(one, Unknown) and is_output(state, one.id):
        one = replace(as_tensor(one, hint), assumed=True)  # models give tensors, and what holds some is no array
    uncalled_moves.used(state, recorder, one)
    if isinstance(one, Tensor):
        methods.to_host(run, state, recorder, one, at, name, where)
        _on_the_host_from_here(state, one, where)


def _on_the_host_from_here(state: State, tensor: Tensor, where: form.Form) -> None:
    """Had it been elsewhere, nothing behind this would be reached: what it is a part of is as good as on the CPU."""
    for name in names_in(where) & state.frame.keys():
        kept = state.frame[name]
        if any(_device_of(one) == tensor.device for _, one in options(kept)):
            now = [(g, _anywhere(one) if _device_of(one) == tensor.device else one) for g, one in options(kept)]
            state.frame[name] = merge(now, getattr(kept, "id", None)) if len(now) > 1 else now[0][1]


def _device_of(value: Value) -> Device | None:
    """Where ``value`` is, if it is a tensor or may be one, and not on the CPU."""
    one = tensor_or_hint(value)
    return one.device if one is not None and not is_host(one.device) else None


def _anywhere(value: Value) -> Value:
    return replace(value, device=UNKNOWN) if isinstance(value, Tensor) else Unknown(getattr(value, "id", None))
