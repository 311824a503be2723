"""Functions of packages that know of numpy arrays only: of a tensor they make an array, which one on a GPU refuses.

np.sqrt(x), plt.plot(losses), pd.DataFrame({"score": scores}), accuracy_score(y, predicted)
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import UNKNOWN, Device, is_host
from devlint.devices.lattice.values import HostArray, Tensor, hint_of, tensor_or_hint
from devlint.devices.semantics.libraries import numpy_arrays
from devlint.devices.semantics.tensors import methods
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.alternatives import merge
from devlint.flow.containers import elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import External, Sequence, Table, Unknown, Value, feasible, options
from devlint.forms import form
from devlint.record import replace
from devlint.scout.vocabulary import CONVERTING, CONVERTING_BY_VALUE, CONVERTING_LISTS

OF_ARRAYS = frozenset({"numpy", "sklearn", "scipy", "matplotlib", "seaborn", "pandas", "soundfile"})
"""Packages that know of numpy arrays only."""

AXES = External("matplotlib.axes")
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


def call(run: Evaluator, state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``name(...)`` of a package other than numpy: what it makes arrays of, and the axes that it gives."""
    package, last = name.partition(".")[0], name.rpartition(".")[2]
    if package in OF_ARRAYS and (last in CONVERTING or last in CONVERTING_BY_VALUE):
        _made_arrays(run, state, sink, name, arguments, at)
    if package in _OF_ESTIMATORS:
        return _of_estimators(run, state, sink, name, arguments, at)
    if package != "matplotlib":
        return None
    figure = External("matplotlib.figure")
    if name == "matplotlib.pyplot.subplots":
        return Sequence("tuple", (figure, AXES), run.identity(at))
    return figure if last in ("figure", "gcf") else AXES if last in _GIVES_AXES else None


def _of_estimators(
    run: Evaluator, state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``PCA(2)`` and what its methods do: ``fit`` gives the estimator again."""
    before, _, last = name.rpartition(".")
    if before != _ESTIMATOR.name:
        return _ESTIMATOR if last[:1].isupper() else None
    if last in _FITTING:
        _made_arrays(run, state, sink, last, arguments, at)
    return _ESTIMATOR if last in ("fit", "partial_fit") else None


def is_axes(value: Value) -> bool:
    """Whether ``value`` is matplotlib's axes, or an array of them."""
    return isinstance(value, External) and value.name.startswith(AXES.name)


def of_numpy(run: Evaluator, state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call) -> Value:
    """``np.name(...)``: an array, which remembers the tensor it was made from."""
    if name.rpartition(".")[2] in CONVERTING | CONVERTING_BY_VALUE | CONVERTING_LISTS:
        _made_arrays(run, state, sink, name, arguments, at)
    arrays = (v for v in arguments.values() if isinstance(v, HostArray) and v.hosted)
    visited: HostArray | Tensor | None = next(arrays, None)
    if visited is None:
        visited = next((t for t in tensors_in(state, arguments.values()) if t.hosted), None)
    array = numpy_arrays.made(run, name.rpartition(".")[2], arguments, at)
    return replace(array, hosted=visited.hosted, came_from=visited.came_from) if visited else array


def _made_arrays(run: Evaluator, state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call) -> None:
    """A function that makes arrays of its (first three) arguments: of a tensor, or of a list or a dict of them."""
    for value, where in list(zip(arguments.positional, arguments.forms, strict=True))[:3]:
        for guards, one in options(value):
            if not feasible(guards, state.guards):
                continue
            if isinstance(one, Table):
                held = list(one.values()) if name.startswith("pandas.") else []
            elif isinstance(one, Sequence):
                held = list(elements(state, one))[:1]
            else:
                held = [] if name.rpartition(".")[2] in CONVERTING_LISTS else [one]
            for item in held:
                _made_array(run, state, sink, name, item, at, where)


def _made_array(
    run: Evaluator, state: State, sink: Sink, name: str, value: Value, at: form.Call, where: form.Form
) -> None:
    for guards, one in options(value):
        one = numpy_arrays.moved(one, guards | state.guards) or one
        hint = hint_of(one)
        if hint is not None and hint.told:
            one = hint
        if isinstance(one, Tensor) and feasible(guards, state.guards):
            methods.to_host(run, state, sink, one, at, name, where)
            _on_the_host_from_here(state, one, where)


def _on_the_host_from_here(state: State, tensor: Tensor, where: form.Form) -> None:
    """Had it been elsewhere, nothing behind this would be reached: what it is a part of is as good as on the CPU."""
    for name in {part.id for part in form.walk(where, form.Name)} & state.frame.keys():
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
