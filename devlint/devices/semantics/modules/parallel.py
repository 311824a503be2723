"""Modules wrapped for several GPUs, which have to be on the first of them.

nn.DataParallel(net)                                      `net` has to be on cuda:0 when this is applied
nn.DataParallel(net, device_ids=[1, 2])                   and here on cuda:1
DistributedDataParallel(net, device_ids=[rank])           `net` has to be on a GPU already
"""

from __future__ import annotations

from devlint.devices.checks import shared_tensors
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.facts.modules import NotOnFirst, WrappedOnHost
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import CPU, UNKNOWN, Device, Known
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import CURRENT_DEVICE, FIRST_GPU, PLACE, PROVED, STRANGE
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.devices.semantics.modules import placement
from devlint.devices.semantics.modules.weights import carries, is_on_host, place_of, places_of_parts
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.forms.parts import called_in, ifs_in, is_part_of

_NAME = "torch.nn.DataParallel"


def wrapped(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``DataParallel(model)``: another module, with the first inside."""
    inner = _wrap(run, state, arguments, at)
    ids = _numbers(state, arguments.get(1, "device_ids"))
    if isinstance(inner, Object) and (ids is None or len(ids) != 1):
        several = bool(ids) or _counts_gpus(run, at)
        shared_tensors.of_replicas(state, recorder, inner, at, several=several)
    if inner is None or arguments.starred or arguments.may_give("device_ids") or ids is None:
        return inner and Module(run.identity(at), _NAME, None)
    if len(ids) == 1:
        placement.move_module(run, state, inner, DeviceValue(UNKNOWN), at)  # it moves the module itself
    else:
        state.fields[run.identity(at), FIRST_GPU] = Mark(at, text=str(ids[0] if ids else 0))
    return Module(run.identity(at), _NAME, None)


def distributed(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``DistributedDataParallel(model, device_ids=[rank])``: one with weights on the CPU is refused."""
    inner = _wrap(run, state, arguments, at)
    if inner is None:
        return None
    if _is_on_cpu(state, inner) and (AVAILABLE, False) not in state.guards:
        ids = arguments.form_of(1, "device_ids")
        given = arguments.get(1, "device_ids")
        named = isinstance(ids, form.Display) and bool(ids.elements) or bool(_numbers(state, given))
        absent = given is None and not arguments.open and not arguments.starred
        if named or absent and arguments.get(2, "output_device") is None:
            recorder.add(WrappedOnHost(at, state.guards, arguments.forms[0] if arguments.forms else at, named))
            placement.move_module(run, state, inner, DeviceValue(UNKNOWN), at)
            state.fields[run.identity(at), PLACE] = DeviceValue(UNKNOWN)
    return Module(run.identity(at), _NAME, None)


def applied(state: State, recorder: Recorder, value: Module, at: form.Call) -> None:
    """A wrapped module is applied: what it wraps is on the first of its GPUs, or this is refused."""
    mark, inner = state.field(value.id, FIRST_GPU), state.field(value.id, ".module")
    if not isinstance(mark, Mark) or inner is None or isinstance(inner, Choice):
        return
    first = int(mark.text)
    for guards, place in options(place_of(state, inner)):
        device = device_of(place) or UNKNOWN
        if feasible(guards, state.guards) and _is_other(state, device, first):
            recorder.add(NotOnFirst(mark.at, guards | state.guards, first, device, at))
            return
    if _is_on_cpu(state, inner) and (AVAILABLE, False) not in state.guards:
        recorder.add(NotOnFirst(mark.at, state.guards, first, CPU, at))


def _wrap(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Value | None:
    """What is wrapped, put into the module that wraps it; None where that is no module for certain."""
    inner = arguments.get(0, "module")
    identity = run.identity(at)
    if inner is None or not is_module(inner) and not _is_strange(state, inner):
        return None
    state.fields.drop(identity)
    state.fields[identity, ".module"] = inner
    state.fields[identity, PLACE] = place_of(state, inner)
    if isinstance(inner, Unknown):
        state.fields[inner.id, PROVED] = Mark(at)
    return inner


def _is_strange(state: State, value: Value) -> bool:
    """Whether ``value`` is of a class out of sight that was built here: to be wrapped proves it a module."""
    return isinstance(value, Unknown) and (value.id, STRANGE) in state.fields


def _is_on_cpu(state: State, value: Value) -> bool:
    """Whether a module has weights, and all of them are on the CPU."""
    if isinstance(value, Unknown):
        return is_on_host(place_of(state, value))
    if carries(state, value) is not True or not is_on_host(place_of(state, value)):
        return False
    return all(map(is_on_host, places_of_parts(state, value)))


def _numbers(state: State, given: Value | None) -> list[int] | None:
    """The numbers of the GPUs in ``device_ids``, none for all of them; None where they are not known."""
    if given is None or given == NONE:
        return []
    now = contents(state, given)
    if not isinstance(now, Sequence) or now.open or not now.exact:
        return None
    found = [device_of(one) for one in now.items]
    numbers = [one.index for one in found if isinstance(one, Known) and one.type == "cuda" and one.index is not None]
    return numbers if len(numbers) == len(found) else None


def _counts_gpus(run: Evaluator, at: form.Call) -> bool:
    """Whether the function in progress asks for the number of GPUs before ``at``: ``if device_count() > 1:``."""
    function = run.site.function
    for test in ifs_in(function.form) if function is not None else ():
        asks = any(name.rpartition(".")[2] == "device_count" for name in called_in(test.test))
        if asks and is_part_of(at, *test.then):
            return True
    return False


def _is_other(state: State, device: Device, first: int) -> bool:
    """Whether a module on ``device`` is on another GPU than the ``first`` of those that it is spread over."""
    if not isinstance(device, Known) or device.type != "cuda":
        return False
    if device.index is None:
        return first > 0 and CURRENT_DEVICE not in state.fields
    return device.index != first
