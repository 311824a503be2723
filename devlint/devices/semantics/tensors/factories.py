"""Transfer functions of factories (``torch.zeros``): the device and the rank of the tensor that each makes.

torch.zeros(3)              on the default device, because of this call
x.new_zeros(3)              where x is
torch.as_tensor(x)          where x is, and x itself
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks.device_values import double_on_mps
from devlint.devices.checks.placeholders import stands_for_a_found_one
from devlint.devices.facts.operations import HostOnly, Operand
from devlint.devices.facts.recorder import Filling, Recorder
from devlint.devices.lattice.conditions import asks_kind, kinds_asked, was_left_out
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Followed, Known, is_host, may_be_accelerator
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import DEFAULT_TYPE, SIZED, default_device
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, HostArray, Scalar
from devlint.devices.patterns.parameters import holds_several
from devlint.devices.semantics.placement.targets import targets
from devlint.devices.semantics.tensors import doubles
from devlint.devices.semantics.tensors.made_shapes import is_empty, is_single, rank_of
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.containers import contents, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Identity, Literal, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.targets import names_bound_in
from devlint.naming.hosts import is_called_host_device
from devlint.torch_api.tables.facts import Factory

_SIZES = frozenset({"size", "n", "m", "end", "steps"})
"""What factories call the sizes they are given."""


def make(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    factory: Factory,
    arguments: Arguments,
    at: form.Call,
    receiver: Value | None = None,
) -> Value:
    """The tensor a factory makes, for each alternative of its data."""
    first = arguments.positional[0] if arguments.positional else None
    if run.site.abroad and asks_kind(state.guards):
        return Tensor(UNKNOWN, run.identity(at))
    if factory.shape != "data" or not isinstance(first, Choice):
        return _typed(run, state, recorder, factory, arguments, at, _make(run, state, factory, arguments, at, receiver))
    made = []
    for guards, data in first.options:
        one = replace(arguments, positional=(data, *arguments.positional[1:]))
        made.append((guards, _make(run, state, factory, one, at, receiver)))
    return merge(made, run.identity(at))


def _typed(
    run: Evaluator, state: State, recorder: Recorder, factory: Factory, arguments: Arguments, at: form.Call, made: Value
) -> Value:
    """What a factory has ``made``, of the dtype that it is asked for, or that its data have."""
    given = arguments.get(_position(factory, "dtype"), "dtype")
    types = [(ALWAYS, doubles.of_data(state, factory, arguments, at))] if given in (None, NONE) else []
    types = types or doubles.said(given, at)
    if not any(double for _, double in types):
        return made
    found: list[tuple[Guards, Value]] = []
    for guards, one in options(made):
        for asked, double in types:
            both = guards | asked
            if isinstance(one, Tensor) and feasible(guards, asked) and feasible(both, state.guards):
                typed = replace(one, double=double)
                found.append((both, double_on_mps.placed(run, state, recorder, typed, both, at, "made")))
    return merge(found, run.identity(at)) if found else made


def _omitted_at(run: Evaluator, at: form.Call) -> form.Call:
    """The call that left the device out of what a function passes on as ``**kwargs``, else ``at`` itself."""
    parameters = run.site.function.form.parameters.all if run.site.function is not None else ()
    rest = {one.name for one in parameters if one.kind == "kwargs"}
    passes_on = any(name is None and dotted(given) in rest for name, given in at.keywords)
    called = run.site.at
    return called if passes_on and isinstance(called, form.Call) and not run.site.abroad else at


def _make(
    run: Evaluator, state: State, factory: Factory, arguments: Arguments, at: form.Call, receiver: Value | None = None
) -> Value:
    """The tensor a factory makes."""
    identity = run.identity(at)
    out = arguments.get(None, "out")
    if out is not None and out != Literal(None):
        return out
    rank, single = rank_of(state, factory, arguments), is_single(state, factory, arguments)
    if rank is None and factory.shape == "data" and arguments.forms and _is_of_several(run, arguments.forms[0]):
        rank = POSITIVE
    requires_grad = arguments.get(None, "requires_grad") == Literal(True)
    given = arguments.get(None, "device")
    position = _position(factory, "device")
    if given is None and position is not None:
        given = arguments.get(position, None)
    empty = (
        is_empty(state, factory, arguments) or factory.shape == "data" and stands_for_a_found_one(run, arguments, at)
    )
    if factory.name == "torch.Tensor" and isinstance(data := arguments.get(0, None), Tensor):
        return data  # another name for it, wherever it is
    blank = Tensor(UNKNOWN, identity, rank, requires_grad=requires_grad, empty=empty, single=single)
    if factory.shape == "legacy" and given is not None:
        asked = targets(state, given, arguments.form_of(None, "device"))
        if not all(is_host(device) for _, device in asked):
            return Tensor(UNKNOWN, identity, rank)  # it raises for any device but the CPU
    if factory.name == "torch.Tensor" and DEFAULT_TYPE in state.fields:
        return merge([(g, _by_default(one, blank, at)) for g, one in options(state.fields[DEFAULT_TYPE])], identity)
    if factory.device:
        _size(state, factory, arguments, identity, at)
        made_on = CPU if factory.device == "cpu" else Known(factory.device)
        cause = Cause(Made.FACTORY if made_on == CPU else Made.EXPLICIT, at)
        return replace(blank, device=made_on, cause=cause)
    late = given == NONE and isinstance(arguments.form_of(position, "device"), form.Attribute)  # it is yet to be set
    if given is None and arguments.may_give("device") or late:
        return Tensor(UNKNOWN, identity, rank)
    if given is not None and given != Literal(None):
        where = arguments.form_of(None, "device")
        made: list[tuple[Guards, Value]] = []
        read = [v for _, v in options(given) if isinstance(v, DeviceValue) and v.read_from]
        roots = frozenset(v.read_from for v in read)
        causes = {v.device: v.cause for v in read if v.cause is not None and is_host(v.device)}
        chosen = targets(state, given, where)
        elsewhere = any(not is_host(device) for _, device in chosen)
        for guards, device in chosen:
            said = Made.CHOSEN if elsewhere and device == CPU else Made.EXPLICIT
            unsaid = device == DEFAULT or device == CPU and was_left_out(guards)
            cause = causes.get(device) or Cause(Made.FACTORY if unsaid else said, at)
            made.append((guards, replace(blank, device=device, cause=cause, roots=roots)))
        return merge(made, identity)
    followed = _followed(state, factory, arguments, receiver)
    if followed is not None:
        shaped = factory.shape == "like"
        made = [(g, _like(v, identity, rank, requires_grad, shaped)) for g, v in options(followed)]
        return merge(made, identity)
    _size(state, factory, arguments, identity, at)
    at = _omitted_at(run, at)
    if factory.shape == "host" or factory.shape == "legacy":
        return replace(blank, device=DEFAULT, cause=Cause(Made.FACTORY, at))
    return merge([(g, _by_default(one, blank, at)) for g, one in options(default_device(state))], identity)


def _by_default(default: Value, blank: Tensor, at: form.Form) -> Tensor:
    """What is made without a device where the ``default`` one is known, or unknown."""
    device = device_of(default) or UNKNOWN
    return replace(blank, device=device, cause=Cause(Made.FACTORY if device == DEFAULT else Made.EXPLICIT, at))


def _size(state: State, factory: Factory, arguments: Arguments, identity: Identity, at: form.Call) -> None:
    """Remember whose size a tensor is made in: it is meant to go with that tensor."""
    sizes = (*arguments.positional, *arguments.rest, *(v for name, v in arguments.keywords if name in _SIZES))
    if factory.shape == "legacy":
        sizes = tuple(v for v in sizes if not isinstance(contents(state, v), Sequence))  # a list is data
    given = [leaf for value in sizes for leaf in leaves(state, value)]
    for value in given if factory.shape != "data" else ():
        for _, one in options(value):
            if isinstance(one, Scalar) and one.of is not None and isinstance(one.of.device, Followed):
                state.fields[identity, SIZED] = Filling(Operand(one.of, at))


def resized(state: State, tensor: Tensor, arguments: Arguments, made: Value) -> None:
    """Remember whose size ``made`` has, which was made of ``tensor``: ``torch.eye(3).repeat(len(x), 1, 1)``."""
    if tensor.cause is None or tensor.cause.made is not Made.FACTORY:
        return
    for leaf in (leaf for value in arguments.values() for leaf in leaves(state, value)):
        for _, one in options(leaf):
            if isinstance(one, Scalar) and one.of is not None and isinstance(one.of.device, Followed):
                for result in (each for _, each in options(made) if isinstance(each, Tensor)):
                    state.fields[result.id, SIZED] = Filling(Operand(one.of, tensor.cause.at))


def _like(value: Value, identity: Identity, rank: int | None, requires_grad: bool, shaped: bool) -> Value:
    """A tensor where ``value`` is; ``shaped``, it is as empty as that."""
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        value = value.hint
    if isinstance(value, Tensor):
        rank = value.rank if rank is None else rank
        empty = shaped and value.empty
        made = Tensor(value.device, identity, rank, value.cause, requires_grad=requires_grad, empty=empty)
        return replace(made, single=shaped and value.single)
    return Tensor(UNKNOWN, identity, rank)


def _followed(state: State, factory: Factory, arguments: Arguments, receiver: Value | None) -> Value | None:
    """The argument whose device the result has when no ``device=`` is given.

    The indices of a sparse tensor go to where its values are.
    """
    if factory.shape == "new":
        return receiver
    if "values" in factory.follows and _is_elsewhere(values := _given(factory, arguments, "values")):
        return values
    for name in factory.follows:
        value = _given(factory, arguments, name)
        if value == NONE and factory.shape == "like":
            return Unknown(("none",))
        if value is None or isinstance(value, Literal):
            continue
        if factory.shape == "data":
            return _followed_data(state, factory, value)
        return value
    if factory.shape == "data":
        return _followed_data(state, factory, arguments.get(0, "data"))
    return None


def _given(factory: Factory, arguments: Arguments, name: str) -> Value | None:
    return arguments.get(_position(factory, name), name)


def _position(factory: Factory, name: str) -> int | None:
    return factory.parameters.index(name) if name in factory.parameters else None


def _is_elsewhere(value: Value | None) -> bool:
    return isinstance(value, (Tensor, Unknown)) and not (isinstance(value, Tensor) and is_host(value.device))


def _is_denied(state: State, value: Value) -> bool:
    """Whether the code has found out here that ``value`` is no tensor."""
    identity = getattr(value, "id", None)
    return any(of == identity and not arm and "torch.Tensor" in kinds for of, kinds, arm in kinds_asked(state.guards))


def _followed_data(state: State, factory: Factory, data: Value | None) -> Value | None:
    """`torch.tensor(x)` copies to where x is, a list of tensors to the default device; unknown data are unknown."""
    if data is not None and _is_denied(state, data):
        return None
    if data == NONE:
        return Unknown(("data",))  # nothing is made of nothing: what was not given is not there to be None
    if data is None or isinstance(data, (Literal, Scalar, HostArray, Table)):
        return None
    now = contents(state, data)
    if isinstance(now, Sequence):
        inside = tensors_in(state, now.items)
        return Unknown(("data",)) if any(not is_host(t.device) for t in inside) and factory.follows else None
    if isinstance(now, Unknown):
        return None if now.hint is None and factory.name == "torch.tensor" else Unknown(("data",))
    return now


def made_on(state: State, recorder: Recorder, factory: Factory, arguments: Arguments, at: form.Call) -> None:
    """``torch.FloatTensor(rows, device=device)``: RuntimeError for any device but the CPU (torch 2.13)."""
    asked, where = arguments.get(None, "device"), arguments.form_of(None, "device")
    if asked is None or where is None or factory.shape != "legacy" or factory.device != "cpu":
        return
    for guards, device in targets(state, asked, where):
        both = guards | state.guards
        by_name = isinstance(device, Followed) and is_called_host_device(device.symbol.text)
        if feasible(guards, state.guards) and may_be_accelerator(device, both) and not by_name:
            one = Operand(Tensor(device, (id(at), "legacy")), where)
            recorder.add(HostOnly(where, both, one, f"`{dotted(at.function)}`", makes=True))
            return


def _is_of_several(run: Evaluator, data: form.Expression) -> bool:
    """Whether ``data`` is a parameter that is a list or a tuple by its annotation, and nothing else in the function."""
    function = run.site.function
    if function is None or not isinstance(data, form.Name):
        return False
    declared = next((one for one in function.form.parameters.all if one.name == data.id), None)
    if declared is None or declared.kind in ("args", "kwargs") or not holds_several(declared.annotation):
        return False
    return data.id not in form.once(names_bound_in, function.form)
