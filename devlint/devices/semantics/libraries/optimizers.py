"""Optimizers: whose weights they hold, and what they keep beside them.

    optimizer = Adam(model.parameters())
    optimizer.load_state_dict(saved)      what is loaded goes where the weights are now ...
    model.to(device)                      ... and stays there when they move

    optimizer.step()                      the first step after a backward pass makes the state ...
    model.to(device)
    optimizer.step()                      ... which the next one finds where the weights were

``load_state_dict`` casts the state to the device of each parameter; ``Adagrad`` makes its state at once. The others
make theirs at the first step; ``SGD`` has none without momentum.
"""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass
from devlint.devices.facts.modules import LeafMoved, StateLeft
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import BACKWARD, LEFT, PLACE, TRAINED
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Optimizer, Scalar
from devlint.devices.semantics.tensors.operators import changed
from devlint.flow.containers import leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Literal, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named

_EAGER = frozenset({"Adagrad"})
_WEIGHTS = frozenset({"parameters", "named_parameters"})
_STEPS = "steps"


@dataclass(frozen=True, slots=True)
class Left(Value):
    """The state that an ``optimizer`` has made at a step, ``at``, before the weights were ``moved``."""

    at: form.Form = field(compare=False)
    moved: form.Form = field(compare=False)
    optimizer: form.Form = field(compare=False)


def optimizer(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value:
    """``torch.optim.Adam(params)``."""
    given = arguments.get(0, "params")
    for one in _trained(state, given) if given is not None else ():
        if one.history.moved_leaf is not None:
            recorder.add(LeafMoved(one.history.moved_leaf.at, state.guards, at, "optimised"))
        changed(run, state, recorder, one, at)
    made = Optimizer(run.identity(at), _owners(run, state, arguments), at, _keeps_state(name, arguments))
    if name.rpartition(".")[2] in _EAGER:
        _mark(state, made, at, "is made with its state")
    return made


def _keeps_state(name: str, arguments: Arguments) -> bool:
    """True if the optimizer ``name`` keeps tensors for its weights from one step to the next."""
    if name.rpartition(".")[2] != "SGD":
        return True
    momentum = arguments.get(2, "momentum")
    return isinstance(momentum, Literal) and momentum.value not in (0, None)


def _trained(state: State, value: Value) -> list[Tensor]:
    """The tensors in what an optimizer is given: a list, or a list of dicts with ``params``."""
    found = [leaf for _, one in options(value) for leaf in leaves(state, one)]
    return [one for leaf in found for _, one in options(leaf) if isinstance(one, Tensor)]


def _owners(run: Evaluator, state: State, arguments: Arguments) -> tuple[Identity, ...]:
    """The modules whose ``parameters()`` an optimizer is given."""
    found: dict[Identity, None] = {}
    for call in calls_named(_WEIGHTS, *arguments.all_forms()[:1]):
        receiver = call.function.value if isinstance(call.function, form.Attribute) else None
        if receiver is not None and dotted(receiver):
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


def method(run: Evaluator, state: State, recorder: Recorder, optimizer: Optimizer, name: str, at: form.Call) -> Value:
    """``optimizer.name(...)``."""
    if name == "load_state_dict":
        _mark(state, optimizer, at, "is loaded")
        for owner in optimizer.owners:
            state.fields.pop((owner, LEFT), None)
    elif name == "step":
        _step(run, state, recorder, optimizer, at)
    return Scalar(run.identity(at))


def _step(run: Evaluator, state: State, recorder: Recorder, optimizer: Optimizer, at: form.Call) -> None:
    """A step makes the state where the weights are, or finds that of an earlier step where they were.

    Without gradients it makes none: who steps only to please a scheduler may move the weights afterwards.
    """
    for owner in optimizer.owners:
        left = state.field(owner, LEFT)
        if isinstance(left, Left) and left.optimizer is optimizer.made:
            recorder.add(StateLeft(left.at, state.guards, "steps", left.moved, left.optimizer))
            del state.fields[owner, LEFT]
        known = (owner, PLACE) in state.fields and (owner, TRAINED) not in state.fields
        if known and optimizer.keeps_state and (BACKWARD in state.fields or at.arguments or at.keywords):
            _mark(state, optimizer, run.site.place(at), _STEPS)


def went_backward(state: State) -> None:
    """Take note that the program has gone backward: weights have gradients from here on."""
    state.fields[BACKWARD] = Literal(True)


def moved(state: State, recorder: Recorder, value: Value, places: Value, at: form.Form) -> None:
    """A module moves: what an optimizer has for its weights stays, unless the move is one to the CPU.

    What the optimizer made at a step matters if it steps again, and not another one that is made after the move.
    """
    owner: Identity = getattr(value, "id", None)
    mark = state.fields.pop((owner, TRAINED), None)
    targets = [device_of(place) or UNKNOWN for _, place in options(places)]
    if not isinstance(mark, Mark) or not any(not is_host(d) and d != UNKNOWN for d in targets):
        return
    if mark.text == _STEPS:
        if mark.other is not None:
            state.fields[owner, LEFT] = Left(mark.at, at, mark.other)
    else:
        recorder.add(StateLeft(mark.at, state.guards, mark.text, at, mark.other))


def release(run: Evaluator, optimizer: Optimizer) -> None:
    """The state of an optimizer is handed out: the code that gets it may move it."""
    if optimizer.made is not None:
        run.settled.add(id(optimizer.made))
