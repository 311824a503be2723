"""Optimizers: whose weights they hold, and what they keep beside them.

    optimizer = Adam(model.parameters())
    optimizer.load_state_dict(saved)      what is loaded goes where the weights are now ...
    model.to(device)                      ... and stays there when they move

``load_state_dict`` casts the state to the device of each parameter; ``Adagrad`` makes its state at once. The others
make theirs at the first step.
"""

from __future__ import annotations

from devlint.devices.facts.modules import LeafMoved, StateLeft
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.state_keys import PLACE, TRAINED
from devlint.devices.lattice.values import DeviceValue, Mark, Optimizer, Scalar, Tensor, device_of
from devlint.devices.semantics.tensors.operators import changed
from devlint.flow.containers import leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import Identity, Value, options
from devlint.forms import form
from devlint.forms.form import dotted

_EAGER = frozenset({"Adagrad"})
_WEIGHTS = frozenset({"parameters", "named_parameters"})


def optimizer(run: Evaluator, state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call) -> Value:
    """``torch.optim.Adam(params)``."""
    given = arguments.get(0, "params")
    for one in _trained(state, given) if given is not None else ():
        if one.moved_leaf is not None:
            sink.add(LeafMoved(one.moved_leaf.at, state.guards, at, "optimised"))
        changed(state, sink, one, at)
    made = Optimizer(run.identity(at), _owners(run, state, arguments), at)
    if name.rpartition(".")[2] in _EAGER:
        _mark(state, made, at, "is made with its state")
    return made


def _trained(state: State, value: Value) -> list[Tensor]:
    """The tensors in what an optimizer is given: a list, or a list of dicts with ``params``."""
    found = [leaf for _, one in options(value) for leaf in leaves(state, one)]
    return [one for leaf in found for _, one in options(leaf) if isinstance(one, Tensor)]


def _owners(run: Evaluator, state: State, arguments: Arguments) -> tuple[Identity, ...]:
    """The modules whose ``parameters()`` an optimizer is given."""
    found: dict[Identity, None] = {}
    for where in arguments.all_forms()[:1]:
        for part in form.walk(where):
            if isinstance(part, form.Call) and isinstance(part.function, form.Attribute):
                receiver = part.function.value
                if part.function.name in _WEIGHTS and dotted(receiver):
                    for _, owner in options(run.evaluate(state, receiver)):
                        identity = getattr(owner, "id", None)
                        if identity is not None:
                            found[identity] = None
    return tuple(found)


def _mark(state: State, optimizer: Optimizer, at: form.Form, text: str) -> None:
    for owner in optimizer.owners:
        here = [device_of(v) or UNKNOWN for _, v in options(state.field(owner, PLACE) or DeviceValue(UNKNOWN))]
        if (owner, PLACE) not in state.fields or all(is_host(d) for d in here):
            state.fields[owner, TRAINED] = Mark(at, optimizer.made, text)


def method(run: Evaluator, state: State, optimizer: Optimizer, name: str, at: form.Call) -> Value:
    """``optimizer.name(...)``."""
    if name == "load_state_dict":
        _mark(state, optimizer, at, "is loaded")
    return Scalar(run.identity(at))


def moved(state: State, sink: Sink, value: Value, places: Value, at: form.Form) -> None:
    """A module moves: what an optimizer has for its weights stays, unless the move is one to the CPU."""
    mark = state.fields.pop((getattr(value, "id", None), TRAINED), None)
    targets = [device_of(place) or UNKNOWN for _, place in options(places)]
    if isinstance(mark, Mark) and any(not is_host(d) and d != UNKNOWN for d in targets):
        sink.add(StateLeft(mark.at, state.guards, mark.text, at, mark.other))


def release(run: Evaluator, optimizer: Optimizer) -> None:
    """The state of an optimizer is handed out: the code that gets it may move it."""
    if optimizer.made is not None:
        run.settled.add(id(optimizer.made))
