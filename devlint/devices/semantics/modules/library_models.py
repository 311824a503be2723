"""Models and metrics that libraries make on the CPU, and trainers that move what they are given.

bert = AutoModel.from_pretrained(name)     on the CPU until it is moved
metric = BinaryAccuracy()                  so are the sums that it keeps
Trainer(model=bert, args=args)             moves `bert` to the GPU, if there is one

What is loaded with a place of its own (`device_map=`), or with arguments out of sight, may be anywhere.
"""

from __future__ import annotations

from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import CPU, UNKNOWN, Known, is_accelerator, is_host
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import DISPATCHED, LIBRARY, PLACE, PLACING, PROVED, STRANGE, default_device
from devlint.devices.lattice.values import DeviceValue, Mark
from devlint.devices.semantics.modules import escape, placement, untyped
from devlint.devices.semantics.modules.weights import place_of
from devlint.flow.containers import contents, elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Literal, Method, Table, Unknown, Value, options
from devlint.forms import form
from devlint.stubs.finding import row
from devlint.torch_api import library_models as known

_PLACING = ("device_map", "device", "load_in_8bit", "load_in_4bit", "quantization_config", "tp_plan")
_ELSEWHERE = ("use_cpu", "no_cuda", "use_mps_device", "deepspeed", "fsdp")
"""Settings of a trainer by which its model stays on the CPU, or is spread."""


def loaded(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``AutoModel.from_pretrained(name)`` and its like: a model, on the CPU; None for any other call."""
    if name == "torch.hub.load":
        repository = arguments.get(0, "repo_or_dir")
        if not isinstance(repository, Literal) or not known.is_hub_of_models(repository.value):
            return None
    elif row(name) is not None:
        return None  # a stub says more
    elif name.endswith(".load_from_checkpoint"):
        return from_checkpoint(run, state, arguments, at)
    elif known.builds_vision_model(name):
        return None if untyped.says_where(arguments) else placement.construct_named(run, state, name, at)
    elif known.COLLECTION.search(name):
        return _collection(run, state, arguments, at)
    elif known.is_summing_metric(name):
        if arguments.get(None, "multidim_average") is not None or arguments.get(None, "compute_on_cpu") is not None:
            return None
    elif not known.loads_model(name):
        return None
    made = _made(run, state, arguments, at)
    if made is not None and known.is_summing_metric(name):
        state.fields[made.id, LIBRARY] = External("torchmetrics.Metric")
    elif made is not None and name.endswith(".from_pretrained"):
        state.fields[made.id, LIBRARY] = External(name.rpartition(".")[0])
    return made


def from_checkpoint(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Value | None:
    """``Net.load_from_checkpoint(path, map_location="cuda")`` of Lightning: a module, which is on the device named.

    Without one it is where the weights were saved.
    """
    where = arguments.get(1, "map_location")
    if where is None or not all(device_of(one) is not None for _, one in options(where)):
        return None
    made = Unknown(run.identity(at))
    state.fields.drop(made.id)
    state.fields[made.id, STRANGE] = Mark(at)
    state.fields[made.id, PROVED] = Mark(at)
    there = [(guards, DeviceValue(device_of(one) or UNKNOWN)) for guards, one in options(where)]
    state.fields[made.id, PLACE] = merge(there, run.identity(at, "place"))
    return made


def _made(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Unknown | None:
    if any(arguments.get(None, word) not in (None, Literal(None), Literal(False)) for word in _PLACING):
        return None
    if arguments.starred or any(map(arguments.may_give, _PLACING)) or untyped.says_where(arguments):
        return None
    made = Unknown(run.identity(at))
    state.fields.drop(made.id)
    state.fields[made.id, STRANGE] = Mark(at)
    state.fields[made.id, PROVED] = Mark(at)
    state.fields[made.id, PLACE] = default_device(state)
    return made


def _collection(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Value | None:
    """``MetricCollection([BinaryAccuracy(), BinaryPrecision()])``: where its metrics are, which add what it is given.

    One that has been moved before it was put in is moved; so is a collection with it, as far as is known here.
    """
    given = arguments.get(0, "metrics")
    if given is None or arguments.open or len(arguments.positional) > 1:
        return None
    now = contents(state, given)
    inside = list(now.values()) if isinstance(now, Table) else list(elements(state, given))
    if not inside or not all(_is_on_cpu(state, one) for one in inside):
        return None
    for one in inside:
        escape.lost_track(run, state, one)  # it moves with the collection
    return _made(run, state, arguments, at)


def _is_on_cpu(state: State, value: Value) -> bool:
    """Whether ``value`` is a model or a metric of a library that has not been moved."""
    if not isinstance(value, Unknown) or (value.id, PROVED) not in state.fields:
        return False
    return all(is_host(device_of(place) or UNKNOWN) for _, place in options(place_of(state, value)))


def place(state: State, value: Value) -> Value | None:
    """``model.device`` of such a model that has not been moved; None for anything else."""
    return place_of(state, value) if _is_on_cpu(state, value) else None


def part_moved(state: State, value: Unknown) -> None:
    """``model.encoder.to(device)``: a part goes somewhere, and where the whole model is cannot be said any more."""
    for whole in _wholes(value.id):
        if (whole, STRANGE) in state.fields:
            state.fields[whole, PLACE] = DeviceValue(UNKNOWN)
            state.fields.pop((whole, PROVED), None)


def _wholes(identity: object, depth: int = 0) -> list[object]:
    """The identities of which one is made: those of the objects that something was read from."""
    if not isinstance(identity, tuple) or depth > 8:
        return []
    inner = [one for one in identity if isinstance(one, tuple)]
    return [*inner, *(whole for one in inner for whole in _wholes(one, depth + 1))]


def method(run: Evaluator, state: State, receiver: Unknown, name: str) -> Value | None:
    """``model.half()``, ``model.parallelize()``: the model where it was, or anywhere; None for other methods."""
    if (receiver.id, PROVED) not in state.fields:
        return None
    if name in known.RETYPING:
        return receiver
    if name in known.SPREADING:
        escape.lost_track(run, state, receiver)
    return None


def trainer(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``Trainer(model=model, ...)`` moves the model to the first GPU, if there is one; None for any other call."""
    if name in known.ARGUMENTS:
        made = Unknown(run.identity(at))
        state.fields.drop(made.id)
        stays = any(arguments.get(None, word) not in (None, Literal(None), Literal(False)) for word in _ELSEWHERE)
        if not stays and not arguments.open:
            state.fields[made.id, PLACING] = Mark(at)
        return made
    if name not in known.TRAINERS:
        return None
    model, settings = arguments.get(0, "model"), arguments.get(1, "args")
    where = _trained_at(state, model, settings) if not arguments.open else None
    escape.lost_arguments(run, state, arguments)
    made = Unknown(run.identity(at))
    state.fields.drop(made.id)
    if isinstance(model, Unknown):
        state.fields[made.id, ".model"] = model
    if where is not None and model is not None:
        placement.move_module(run, state, model, where, at)
    return made


def _trained_at(state: State, model: Value | None, settings: Value | None) -> Value | None:
    """Where a trainer puts ``model``; None where that is not known."""
    identity = getattr(model, "id", None)
    if identity is None or isinstance(model, Choice) or (identity, PLACE) not in state.fields:
        return None
    if (identity, DISPATCHED) in state.fields:
        return None
    if settings is not None and (getattr(settings, "id", None), PLACING) not in state.fields:
        return None  # settings from elsewhere may keep it on the CPU
    here = place_of(state, model) if model is not None else DeviceValue(UNKNOWN)
    devices = [device_of(one) or UNKNOWN for _, one in options(here)]
    if all(map(is_accelerator, devices)):
        return here
    if not all(map(is_host, devices)):
        return None
    there = [(frozenset({(AVAILABLE, True)}), DeviceValue(Known("cuda")))]
    return merge([*there, (frozenset({(AVAILABLE, False)}), DeviceValue(CPU))], (identity, "trained"))


def applied(state: State, callee: Value) -> Unknown | None:
    """The model that ``model.generate(ids)`` or ``metric.update(x, y)`` applies; None for any other call."""
    if not isinstance(callee, Method) or callee.name not in known.APPLYING or not isinstance(callee.receiver, Unknown):
        return None
    return callee.receiver if (callee.receiver.id, PROVED) in state.fields else None
