"""Modules applied: their weights meet their inputs.

nn.Linear(3, 3)(x.to(device))     weights on the default device meet x on `device`
model(**batch)                    an unknown model meets, where it was moved to, what comes out of a loader
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import model_inputs, uncalled_moves
from devlint.devices.checks.meeting import FINE, meet
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Alternatives, Recorder, operands
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.hints import device_of, is_made_on_host
from devlint.devices.lattice.state_keys import APPLIED_WEIGHTS, PLACE
from devlint.devices.lattice.tensors import MOST_ROOTS, POSITIVE, Tensor
from devlint.devices.lattice.values import Module
from devlint.devices.semantics.modules import parallel, pretrained_attributes
from devlint.devices.semantics.modules.weights import Visited, carries, comes_to, place_of, places_of_all
from devlint.devices.semantics.tensors.results import perhaps, result
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Method, Unknown, Value, bag, options
from devlint.forms import form
from devlint.torch_api.tables import module as module_fact

MOVERS_OF_INPUTS = frozenset({"torch.nn.CTCLoss", "torch.nn.DataParallel"})
"""Modules whose inputs may be anywhere: they bring them to where they are wanted."""


_LONGEST_CHAIN = 50
"""The modules within each other of which the last says what applying the first gives."""

_MOST_FOR_A_LOSS = 3
"""How many tensors a loss of torch takes, but for `CTCLoss`: one that is given more is another one there."""


def weights(state: State, value: Module, at: form.Form) -> Alternatives:
    """The tensors a module carries, as one operand of its call; empty where it carries none."""
    if not carries(state, value):
        return []
    found: Alternatives = []
    for guards, device, cause in places_of_all(state, value):
        weight = Tensor(device, (value.id, APPLIED_WEIGHTS), POSITIVE, cause, parameter=True)
        found.append((guards, Operand(weight, at)))
    return found if any(one.device != UNKNOWN for _, one in found) else []


def invoke(
    run: Evaluator, state: State, recorder: Recorder, value: Module, arguments: Arguments, at: form.Call
) -> Value | None:
    """``module(x)`` for a module of torch.nn, or of another file of the project; None where nothing is known of it."""
    too_many = value.name.endswith("Loss") and len(arguments.positional) > _MOST_FOR_A_LOSS
    if value.name in MOVERS_OF_INPUTS or too_many:
        parallel.applied(state, recorder, value, at)
        return _of_replicas(run, state, value, at)
    uncalled_moves.given(state, recorder, arguments)
    fact = module_fact(value.name)
    met: list[Alternatives] = []
    own = weights(state, value, at.function)
    if value.borrowed and (not value.takes_inputs or not own or not all(is_host(o.device) for _, o in own)):
        _meet_borrowed(run, state, recorder, value, own, arguments, at)
        return None  # its other inputs may be where they like, as far as the evaluated file knows
    if own:
        met.append(own)
    for given, where in zip(arguments.values(), arguments.all_forms(), strict=True):
        met += operands(state, given, where, certain=True, lists=True)
    outcome = meet(run, state, recorder, met, at, value.name.rpartition(".")[2] or "module", lenient=False)
    identity = run.identity(at)
    rank = "positive" if not value.name.endswith("Loss") else "unknown"
    made = result(met[:1] if own and outcome == FINE else met, identity, rank, outcome=outcome)
    if own and outcome == FINE:
        made = _made_of(made, met[1:])
    if fact is not None and fact.returns == "tensors":
        return bag("tuple", [made], identity)
    return made if _gives_tensor(state, value) else perhaps(made, identity)


def _of_replicas(run: Evaluator, state: State, value: Module, at: form.Call) -> Value:
    """What a module that is wrapped for several GPUs gives: it is where the weights of the first replica are."""
    identity = run.identity(at)
    inner = state.field(value.id, ".module")
    if inner is None or isinstance(inner, Choice) or not carries(state, inner):
        return Unknown(identity)
    found: Alternatives = []
    for guards, place in options(place_of(state, inner)):
        device = device_of(place) or UNKNOWN
        if device == UNKNOWN or is_host(device):
            return Unknown(identity)
        found.append((guards, Operand(Tensor(device, (value.id, APPLIED_WEIGHTS), POSITIVE, parameter=True), at)))
    made = result([found], identity, "positive")
    return made if isinstance(inner, Module) and _gives_tensor(state, inner) else perhaps(made, identity)


def _meet_borrowed(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    value: Module,
    own: Alternatives,
    arguments: Arguments,
    at: form.Call,
) -> None:
    """The weights of a module of another file, wherever they were moved, meet what its layers are applied to."""
    for number, name in value.applied if own else ():
        given, where = arguments.get(number, name), arguments.form_of(number, name)
        for one in operands(state, given, where, certain=True) if given is not None and where is not None else ():
            meet(run, state, recorder, [own, one], at, "module", lenient=False)


def _made_of(made: Value, inputs: list[Alternatives]) -> Value:
    """``made``, which is where the weights are, with what it was computed from.

    From inputs on the CPU, a module gives something only if it is on the CPU as well, wherever it should be.
    """
    hosted = any(all(is_host(one.tensor.device) and one.tensor.rank != 0 for _, one in some) for some in inputs)
    roots = frozenset().union(*(one.tensor.lineage() for some in inputs for _, one in some))
    kept: list[tuple[Guards, Value]] = []
    for guards, one in options(made):
        if isinstance(one, Tensor):
            where = replace(one, device=UNKNOWN, cause=None) if hosted and not is_host(one.device) else one
            kept.append((guards, replace(where, roots=(one.roots | roots) if len(one.roots) < MOST_ROOTS else roots)))
        else:
            kept.append((guards, one))
    return Choice(tuple(kept)) if isinstance(made, Choice) else kept[0][1]


def _gives_tensor(state: State, value: Module, depth: int = 0, visited: Visited | None = None) -> bool:
    """Whether ``value`` applied to anything gives a tensor; a chain of modules gives what the last of them does."""
    fact = module_fact(value.name)
    seen = {} if visited is None else visited
    if depth > _LONGEST_CHAIN or not comes_to(seen, value.id, depth):
        return depth <= _LONGEST_CHAIN  # of one that is held several times it is asked once
    if fact is not None and fact.container == "sequential":
        inside = [child for key, child in state.fields_of(value.id) if key.startswith(".")]
        known = [one for _, one in options(inside[-1])] if inside else []
        known += [child for child in inside[:-1] if isinstance(child, Module)]  # how many there are is unknown
        modules = [one for one in known if isinstance(one, Module)]
        return 0 < len(modules) == len(known) and all(_gives_tensor(state, m, depth + 1, seen) for m in modules)
    return fact is not None and fact.returns == "tensor"


def feed(run: Evaluator, state: State, recorder: Recorder, callee: Value, arguments: Arguments, at: form.Call) -> None:
    """``model(batch)`` of an unknown model: it meets what comes out of a loader where it was moved to.

    So does what a tokenizer gives, there and in ``model.generate(**inputs)``. A model that was loaded meets what is
    made for it, too.
    """
    if isinstance(callee, Method) and callee.name == "generate":
        callee = callee.receiver
    if not isinstance(callee, Unknown):
        return
    loaded = pretrained_attributes.weights(state, callee, at)
    moved = not loaded and (callee.id, PLACE) in state.fields
    own = pretrained_attributes.weights_where(state, callee, callee, at) if moved else loaded
    given = [*zip(arguments.values(), arguments.all_forms(), strict=True), *arguments.spread]
    for i, (value, where) in enumerate(given if own else ()):
        made_here = i == 0 and bool(loaded)
        unmoved = made_here and pretrained_attributes.is_built_here(state, callee, own)
        for found in operands(state, value, where, certain=True):
            tensors = [operand.tensor for _, operand in found]
            fed = (made_here and is_made_on_host(t) and t.rank != 0 or model_inputs.is_fed(state, t) for t in tensors)
            if unmoved or all(fed):
                meet(run, state, recorder, [own, found], at, "model", lenient=False)
