"""Modules whose class is not in this file: their uses show that they are modules, and where they are.

net = Net(width=8)                     a class from elsewhere: it may build anything
opt = Adam(net.parameters())           a module, since only modules hand out parameters
net(x.to(device))                      it was not moved, and x is elsewhere
other.to(device)                       whatever this is, it is on `device` once it is called:
other(torch.ones(3))                   what it is applied to has to be there, too

Only the first argument of a call is looked at, where it is given by its place: lengths and masks beside it may be
wanted on the CPU.
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import applied_too_soon
from devlint.devices.checks.meeting import meet
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Alternatives, Recorder, operands
from devlint.devices.lattice.device import (
    CPU,
    DEFAULT,
    UNKNOWN,
    Device,
    Followed,
    SymbolKind,
    is_accelerator,
    is_host,
    is_of_argument,
    of_a_module,
)
from devlint.devices.lattice.hints import device_of, hint_of, maybe, names_device
from devlint.devices.lattice.state_keys import (
    APPLIED_WEIGHTS,
    BY_ARGUMENT,
    LIBRARY,
    PLACE,
    PROVED,
    STRANGE,
    default_device,
)
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.devices.semantics.modules import escape, weights
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import identifiers_in, members_of
from devlint.naming.counts import looks_like_count
from devlint.naming.devices import speaks_of_placement
from devlint.naming.models import is_called_module, is_called_pipeline, is_called_stateful_helper
from devlint.naming.settings import is_called_settings
from devlint.scout.vocabulary import METHODS_THAT_MOVE
from devlint.stubs.finding import class_called, lineage
from devlint.torch_api.libraries import MOVING_THEMSELVES

_LISTS_WEIGHTS = frozenset({"parameters", "named_parameters"})
_OF_MODULES = _LISTS_WEIGHTS | frozenset({"load_state_dict", "eval", "train"})


def construct(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Unknown | None:
    """``Net(...)`` of a class imported from elsewhere; None where it may be placed by what it is given."""
    package, _, last = name.rpartition(".")
    if (
        not package
        or not last[:1].isupper()
        or is_called_stateful_helper(last)
        or package.lstrip(".").partition(".")[0] in MOVING_THEMSELVES
    ):
        return None
    if package.startswith(("builtins", "torch.")) or arguments.open or arguments.starred:
        return None
    given = zip(arguments.values(), arguments.all_forms(), strict=True)
    if says_where(arguments) or any(_may_place(value, at) for value, at in given):
        return None
    escape.lost_arguments(run, state, arguments)
    made = Unknown(run.identity(at))
    state.fields.drop(made.id)
    state.fields[made.id, STRANGE] = Mark(at)
    state.fields[made.id, PLACE] = default_device(state)
    return made


def made_by_argument(state: State, callee: Value, arguments: Arguments, made: Identity, at: form.Call) -> None:
    """Take note of what ``callee``, an argument or what was picked, has ``made``: a module, should it be a class.

    It is one if the code asks it for its weights (``_settle``). What is given tensors, models or settings may be
    anywhere.
    """
    if not isinstance(callee, Unknown) or arguments.starred or says_where(arguments):
        return
    if not isinstance(at.function, (form.Call, form.Subscript)) and not _is_argument(callee):
        return
    given = zip(arguments.values(), arguments.all_forms(), strict=True)
    if not any(_brings_place(value, form_of) for value, form_of in given):
        state.fields[made, BY_ARGUMENT] = Mark(at)


def _is_argument(callee: Unknown) -> bool:
    """Whether ``callee`` is what a function was given, as it came."""
    hint = hint_of(callee)
    if hint is None or hint.cause is None or hint.cause.made is not Made.PARAMETER:
        return False
    return is_of_argument(hint.device) and callee.id == hint.device.symbol.key


def _settle(run: Evaluator, state: State, value: Unknown, name: str, at: form.Form) -> None:
    """Believe that what an argument made is a module on the CPU, if the code asks for its weights and never moves it.

    The code is the function that calls it ``name``, or the class of which it is an attribute.
    """
    made = state.field(value.id, BY_ARGUMENT)
    if made is None or (value.id, PLACE) in state.fields:
        return
    owner = name.rpartition(".")[0]
    keeper, function = state.frame.get(owner), run.site.function
    whole = keeper.type.form if isinstance(keeper, Object) else None if owner or function is None else function.form
    asked = members_of(name, whole) if whole is not None else set()
    if not _LISTS_WEIGHTS.isdisjoint(asked) and METHODS_THAT_MOVE.isdisjoint(asked):
        state.fields[value.id, STRANGE] = made
        state.fields[value.id, PROVED] = Mark(at)
        state.fields[value.id, PLACE] = default_device(state)


def _brings_place(value: Value, at: form.Expression) -> bool:
    """``_may_place``, of what an argument of a function is given: another argument of it may well be a number."""
    if isinstance(value, Unknown) and (hint := hint_of(value)) is not None and is_of_argument(hint.device):
        return is_model(dotted(at)) or isinstance(at, form.Name) and is_called_settings(at.id)
    return isinstance(value, (Module, DeviceValue)) or _may_place(value, at)


def says_where(arguments: Arguments) -> bool:
    """Whether a call speaks of places: ``Net(8, device="cuda")``, ``Net(8, "cuda")``, ``Net(8, args.gpu)``."""
    if any(isinstance(value, DeviceValue) or names_device(value) for value in arguments.values()):
        return True
    words = (word for at in arguments.all_forms() for word in identifiers_in(at))
    return any(map(speaks_of_placement, (*(keyword for keyword, _ in arguments.keywords), *words)))


def _may_place(value: Value, at: form.Expression) -> bool:
    """Whether an argument may bring a place along: a tensor, a model, or settings from elsewhere."""
    if is_model(dotted(at)) or isinstance(value, Tensor) or isinstance(value, Unknown) and value.hint is not None:
        return True
    if isinstance(value, Table) and not value.open:
        return any(speaks_of_placement(str(key)) for key, _ in value.items)
    return isinstance(at, form.Name) and (at.id == "self" or is_called_settings(at.id))


def used(state: State, value: Unknown, name: str, at: form.Form) -> bool:
    """Take note of ``value.name(...)``; say whether that leaves a module from elsewhere where it is."""
    if name not in _OF_MODULES or (value.id, STRANGE) not in state.fields:
        return False
    state.fields[value.id, PROVED] = Mark(at)
    return name == "load_state_dict"


def invoke(
    run: Evaluator, state: State, recorder: Recorder, value: Unknown, arguments: Arguments, at: form.Call
) -> None:
    """``value(x)``: what it is applied to meets its weights, unless it is a pipeline, which brings it there."""
    _settle(run, state, value, dotted(at.function), at)
    own = [] if is_called_pipeline(dotted(at.function)) else _weights(state, value, at)
    for one in _first(state, arguments, at) if own else ():
        meet(run, state, recorder, [own, one], at, "module", lenient=False)
    if arguments.positional:
        applied_too_soon.applied(run, state, value, arguments.positional[0], at)


def _weights(state: State, value: Unknown, at: form.Call) -> Alternatives:
    """The weights of what ``at`` applies; empty where their device is unknown."""
    if (value.id, PLACE) not in state.fields:
        return []
    mark = state.field(value.id, STRANGE)
    proved = isinstance(mark, Mark) and (value.id, PROVED) in state.fields
    own: Alternatives = []
    places = [(guards, place, device_of(place) or UNKNOWN) for guards, place in options(weights.place_of(state, value))]
    moved = any(device not in (DEFAULT, UNKNOWN) for _, _, device in places)
    sent = is_model(dotted(at.function))  # a module that was moved, in place, and is applied: no tensor, which is not
    for guards, place, device in places:
        placed = proved or sent and device == CPU
        if device == UNKNOWN or is_host(device) and not placed or device == DEFAULT and moved:
            continue
        cause = place.cause if device == CPU and isinstance(place, DeviceValue) else None
        if device == DEFAULT and isinstance(mark, Mark):
            cause = Cause(Made.MODULE, mark.at)
        own.append((guards, _weight(value, device, at, cause)))
    return own


def _weight(value: Unknown, device: Device, at: form.Call, cause: Cause | None = None) -> Operand:
    return Operand(Tensor(device, (value.id, APPLIED_WEIGHTS), POSITIVE, cause, parameter=True), at.function)


def _is_sent_to(device: Device) -> bool:
    """Whether the code says that something is to be on ``device``: by the name of an accelerator, or of a variable."""
    return isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE or is_accelerator(device)


def _first(state: State, arguments: Arguments, at: form.Call) -> list[Alternatives]:
    """What something is applied to: the first argument, or those that are given by name, but for how many there are."""
    if arguments.positional:
        return operands(state, arguments.positional[0], arguments.forms[0], certain=True)
    starred = next((one.value for one in at.arguments if isinstance(one, form.Star)), None)
    if arguments.rest and starred is not None:
        return operands(state, arguments.rest[0], starred, certain=True)
    named = zip(arguments.keywords, arguments.keyword_forms, strict=True)
    given = [operands(state, value, at, certain=True) for (name, value), at in named if not looks_like_count(name)]
    given += [operands(state, value, at, certain=True) for value, at in arguments.spread]
    return [alternatives for one in given for alternatives in one]


def is_model(name: str) -> bool:
    """Whether something is a model by its dotted name: what it gives is a tensor, if it takes part in arithmetic."""
    return is_called_module(name.rpartition(".")[2])


def is_model_there(state: State, callee: Value, name: str) -> bool:
    """Whether ``callee`` is a model, by its class, by its ``name``, or because it was moved in place."""
    if is_model(name) or isinstance(callee, Module):
        return True
    return isinstance(callee, (Object, Unknown)) and (callee.id, PLACE) in state.fields


def output(state: State, callee: Value, name: str, made: Value) -> Value:
    """What ``callee`` gives: a model, called so by its ``name``, gives what is where it was moved or handed in.

    ``made`` is what is known of that from what it is applied to.
    """
    if not isinstance(callee, Unknown) or not isinstance(made, Unknown):
        return made
    hint = made.hint
    if hint is not None:
        part = _of_part(state, callee, name, made)
        if part is not made or not isinstance(hint, Tensor) or not is_of_argument(hint.device):
            return part
    described = is_part(state, callee)
    if not described and not is_model(name):
        return made
    if (callee.id, PLACE) not in state.fields:
        if hint is not None:
            return made
        own = callee.hint.device if isinstance(callee.hint, Tensor) else UNKNOWN
        return maybe(made.id, own) if is_of_argument(own) and own.symbol.key == callee.id else made
    places = [(guards, device_of(place) or UNKNOWN) for guards, place in options(weights.place_of(state, callee))]
    if not any(_is_sent_to(device) for _, device in places):
        return made
    there: list[tuple[Guards, Value]] = []
    for guards, device in places:
        given = replace(hint, device=device, cause=None) if isinstance(hint, Tensor) else None
        if described and given is None:
            given = Tensor(device, made.id, POSITIVE)
        known = Unknown(made.id, given) if given is not None else maybe(made.id, device)
        there.append((guards, known if _is_sent_to(device) else made))
    return merge(there, made.id)


def is_part(state: State, value: Value) -> bool:
    """Whether a stub says that ``value`` is a model, or a part of one, and which parts it has."""
    mark = state.field(value.id, LIBRARY) if isinstance(value, Unknown) else None
    known = class_called(mark.name) if isinstance(mark, External) else None
    return known is not None and any(one.parts for one in lineage(known))


def _of_part(state: State, callee: Unknown, name: str, made: Unknown) -> Unknown:
    """What a part of the module in progress, ``self.encoder``, gives of an argument: it is where the module is."""
    hint, owner = made.hint, state.frame.get("self")
    if not isinstance(hint, Tensor) or not is_of_argument(hint.device) or (callee.id, STRANGE) not in state.fields:
        return made
    if weights.place_of(state, callee) != DeviceValue(UNKNOWN):
        return made  # it was put somewhere by itself
    own = isinstance(owner, Object) and is_module_class(owner.type) and name.startswith("self.") and is_model(name)
    there = device_of(weights.place_of(state, owner)) if own and name.count(".") == 1 and owner is not None else None
    return Unknown(made.id, replace(hint, device=there)) if there is not None and of_a_module(there) else made
