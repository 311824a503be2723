"""Listings of a module: its weights, its buffers, its submodules, as its methods and an optimizer give them.

    model.parameters()             weights, where the model is
    optimizer.param_groups         groups of them
"""

from __future__ import annotations

from devlint.devices.lattice.device import DEFAULT, UNKNOWN, Device, Followed, Symbol, SymbolKind
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import COPIED, PLACE
from devlint.devices.lattice.tensors import POSITIVE, Cause, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.devices.semantics.modules import weights as module_weights
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import tag_of, whole_of
from devlint.flow.values.state import State
from devlint.flow.values.value import Sequence, Unknown, Value, options, table_of
from devlint.forms import form
from devlint.forms.form import dotted

SUBMODULES = frozenset({"modules", "named_modules", "children", "named_children"})


def submodules(run: Evaluator, state: State, receiver: Unknown | Module, name: str, at: form.Call) -> Value:
    """What a module that is not of this file holds: modules, which are where it is."""
    identity = run.identity(at)
    child = Module((receiver.id, "child"))
    place = state.field(receiver.id, PLACE)
    if place is None:
        symbol = Symbol((receiver.id, "modules"), SymbolKind.MODULE, dotted(at.function) or "the module")
        place = DeviceValue(Followed(symbol))
    if (child.id, PLACE) not in state.fields:
        state.fields[child.id, PLACE] = place
    if not name.startswith("named"):
        return Sequence("list", (child,), identity, exact=False)
    pair = Sequence("tuple", (Unknown((identity, "name")), child), (identity, "pair"))
    return Sequence("list", (pair,), identity, exact=False)


def weights(
    run: Evaluator, state: State, receiver: Unknown | Module | Object, name: str, place: Value, at: form.Call
) -> Value:
    """``model.parameters()`` and ``model.named_parameters()``: weights, which are where the model is."""
    found: list[tuple[Guards, Value]] = []
    for guards, device, cause in _places(state, receiver, place):
        found.append((guards, Tensor(device, (receiver.id, "weights"), POSITIVE, cause, parameter=True)))
    part = merge(found, (receiver.id, "weights"))  # under the guards of the place, which other modules may share
    if name.startswith("named"):
        identity = run.identity(at)
        part = Sequence("tuple", (Unknown((identity, "name")), part), (identity, "pair"))
    return Sequence("tuple", (part,), (receiver.id, name), exact=False)  # nothing is added to it


def _places(
    state: State, receiver: Unknown | Module | Object, place: Value
) -> list[tuple[Guards, Device, Cause | None]]:
    """Where the weights of ``receiver`` are, and why: at its ``place``, where that is out of sight."""
    if isinstance(receiver, Unknown):
        return [(g, device_of(one) or UNKNOWN, None) for g, one in options(place)]
    every = module_weights.places_of_all(state, receiver)
    return [(g, device, cause if device == DEFAULT else None) for g, device, cause in every]


def saved(run: Evaluator, state: State, receiver: Unknown | Module | Object, at: form.Call) -> Value:
    """``model.state_dict()``: weights and buffers by their names, where the model is now, whatever is moved later."""
    identity, roots = run.identity(at), frozenset({(receiver.id, "weights")})
    places = _places(state, receiver, module_weights.place_of(state, receiver))
    held = [(g, Tensor(device, (identity, "state"), POSITIVE, cause, roots)) for g, device, cause in places]
    state.fields[(identity, "state"), COPIED] = Mark(at)
    return table_of(merge(held, (identity, "state")), identity)


def are_weights(value: Value) -> bool:
    """Whether ``value`` lists a module's weights: it has some, or there is nothing whose place matters."""
    items = value.items if isinstance(value, Sequence) and not value.open else ()
    every = [one for item in items for _, one in options(item)]
    return bool(every) and all(isinstance(v, Tensor) and v.parameter and _of_all(v.id) for v in every)


def _of_all(identity: object) -> bool:
    return tag_of(identity) == "weights"


def trained(run: Evaluator, state: State, receiver: Unknown, name: str, at: form.Call) -> Value:
    """``weights`` of an unknown model: wherever it was moved, here or by the caller.

    A model that was not moved may have been built on its device.
    """
    place = state.field(receiver.id, PLACE)
    if place is not None and any(device_of(one) == DEFAULT for _, one in options(place)):
        place = DeviceValue(UNKNOWN)
    if place is None and isinstance(at.function, form.Attribute):
        symbol = Symbol((receiver.id, "modules"), SymbolKind.MODULE, dotted(at.function.value) or "the module")
        place = DeviceValue(Followed(symbol))
    return weights(run, state, receiver, name, place or DeviceValue(UNKNOWN), at)


def group(value: Unknown, at: form.Subscript) -> Sequence | None:
    """``group["params"]`` of an optimizer: the weights it trains; None where ``value`` is no group of an optimizer's.

    It is one by its name, or as an item of ``optimizer.param_groups``.
    """
    listed = tag_of(whole_of(value.id)) == ".param_groups"
    if not listed and not dotted(at.value).rpartition(".")[2].endswith("group"):
        return None
    symbol = Symbol((value.id, "params"), SymbolKind.MODULE, "the parameters")
    weight = Tensor(Followed(symbol), (value.id, "params", "weights"), None, parameter=True)
    return Sequence("list", (weight,), (value.id, "params"), exact=False)
