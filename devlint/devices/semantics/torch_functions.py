"""Transfer functions of single functions of torch, for what a row of the tables cannot say.

torch.device("cuda", 1)       a device
nn.Parameter(x)               a leaf, where x is
torch.load(path)              reported without ``map_location``
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.base.record import replace
from devlint.devices.checks.device_values.generator_device import check
from devlint.devices.checks.meeting import meet
from devlint.devices.evidence import type_tests
from devlint.devices.facts.events import DeviceMade
from devlint.devices.facts.recorder import Recorder, operands
from devlint.devices.lattice.conditions import AVAILABLE, Available
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Followed, Known, Symbol, SymbolKind
from devlint.devices.lattice.hints import device_of, maybe
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceType, DeviceValue, Dtype, Generator, Scalar
from devlint.devices.semantics.libraries import distributions, pytrees, random, serialization
from devlint.devices.semantics.libraries.higher_order import applied
from devlint.devices.semantics.modules import averaged, copies, parallel
from devlint.devices.semantics.placement import environment
from devlint.devices.semantics.placement.current_devices import (
    asks_about_gpu,
    current,
    default,
    set_default_device,
    set_default_tensor_type,
    set_device,
)
from devlint.devices.semantics.placement.targets import text_of
from devlint.devices.semantics.tensors import operators
from devlint.devices.semantics.tensors.factories import make
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.alternatives import merge
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Unknown, Value, bag, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.torch_api.tables import factory, operator

Answer = Callable[[Evaluator, State, Recorder, Arguments, form.Call], Value | None]


def _device(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    given = arguments.get(0, "device") or arguments.get(0, "type")
    if given is None:
        return DeviceValue(UNKNOWN, made=True)
    index = arguments.get(1, "index")
    forms = arguments.form_of(0, "device") or arguments.form_of(0, "type"), arguments.form_of(1, "index")
    recorder.tell(DeviceMade(run, state, given, index, forms, at))
    made = []
    for guards, value in options(given):
        device = device_of(value)
        if device is None and isinstance(value, Unknown):
            where = at.arguments[0] if at.arguments else at
            text = dotted(where) or "device"
            device = Followed(Symbol(value.id, SymbolKind.DEVICE, text)) if dotted(where) else None
        if device is None:
            device = Followed(Symbol(run.identity(at), SymbolKind.DEVICE, "device"))
        if isinstance(device, Known) and device.index is None and index is not None:
            fixed = index.value if isinstance(index, Literal) and isinstance(index.value, int) else None
            device = Known(device.type, fixed)
        typed = value.at if isinstance(value, DeviceType) and not value.written and index is None else None
        made.append((guards, DeviceValue(device, made=True, numbered=index is not None, typed=typed)))
    return merge(made, run.identity(at))


def _available(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    return condition(AVAILABLE)


def _generator(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    return random.make_generator(run, state, arguments, at)


def _host_generator(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    return Generator(run.identity(at), CPU, at)


def _parameter(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    identity = run.identity(at)
    data = arguments.get(0, "data")
    trained = arguments.get(1, "requires_grad") != Literal(False)
    made = []
    for guards, value in options(data) if data is not None else ():
        tensor = value.hint if isinstance(value, Unknown) and isinstance(value.hint, Tensor) else value
        if not isinstance(tensor, Tensor):
            tensor = Tensor(UNKNOWN, identity)
        made.append(
            (
                guards,
                replace(
                    tensor,
                    id=identity,
                    parameter=True,
                    requires_grad=trained,
                    buffer=False,
                    history=replace(tensor.history, moved_leaf=None, was_parameter=False, twin_of=None),
                ),
            )
        )
    if not made:
        return Tensor(DEFAULT, identity, cause=Cause(Made.FACTORY, at), parameter=True, requires_grad=trained)
    return merge(made, identity)


def _buffer(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    value = _parameter(run, state, recorder, arguments, at)
    made = [
        (g, replace(v, parameter=False, requires_grad=False, buffer=True))
        for g, v in options(value)
        if isinstance(v, Tensor)
    ]
    return merge(made, run.identity(at))


def _same(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """A function that hands its first argument on: ``torch.compile(model)``, ``Variable(x)``."""
    return arguments.get(0, None)


def _copy(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    given = arguments.get(0, "x")
    return None if given is None else copies.shallow(run, state, given, at)


def _deep_copy(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    given = arguments.get(0, "x")
    return None if given is None else copies.deep(run, state, given, at)


def _averaged(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    return averaged.averaged(run, state, arguments, at)


def _second(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """A function that hands its second argument on: ``typing.cast(Tensor, x)``."""
    return arguments.get(1, None)


def _summed(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``sum(terms)``: the tensors in a list meet as if they were added."""
    if len(arguments.positional) != 1 or not isinstance(arguments.positional[0], Sequence):
        return None
    met = operands(state, arguments.positional[0], arguments.forms[0], certain=False, lists=True)
    if len(met) > 1:
        meet(run, state, recorder, met, at, "sum", lenient=True)
    return None


def init(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``nn.init.*_``: fills its first argument and returns it."""
    first = arguments.get(0, "tensor")
    where = arguments.form_of(None, "generator")
    check(run, state, recorder, arguments.get(None, "generator"), first, where or at, name)
    return first


def _save(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    serialization.save(run, state, recorder, arguments, at)
    return Literal(None)


def _set_rng_state(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    random.check_state(state, recorder, arguments, at)
    return Literal(None)


def _rng_state(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """The state of a generator, of one on CUDA, too: bytes on the CPU."""
    return Tensor(CPU, run.identity(at), rank=1, cause=Cause(Made.EXPLICIT, at))


def _rng_states(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """The states of the generators of all GPUs: a list of bytes on the CPU."""
    return bag("list", (_rng_state(run, state, recorder, arguments, at),), run.identity(at, "states"))


def _scalar(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    return Scalar(run.identity(at))


def _normal(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``torch.normal(mean, std)`` is an operator where one of the two is a tensor, a factory where none is."""
    given = tensors_in(state, [one for one in (arguments.get(0, "mean"), arguments.get(1, "std")) if one is not None])
    fact = operator("torch.normal") if given else None
    if fact is not None:
        return operators.operate(run, state, recorder, fact, [], arguments, at, None)
    made_by = factory("torch.normal")
    return (
        maybe(run.identity(at), given[0].device)
        if given or made_by is None
        else make(run, state, recorder, made_by, arguments, at)
    )


ANSWERS: dict[str, Answer] = {
    "torch.device": _device,
    "torch.cuda.is_available": _available,
    "torch.accelerator.is_available": _available,
    "torch.backends.mps.is_available": lambda run, state, recorder, arguments, at: condition(Available("mps")),
    "torch.get_default_device": default,
    "torch.distributions.kl_divergence": distributions.divergence,
    "torch.distributions.kl.kl_divergence": distributions.divergence,
    "builtins.sum": _summed,
    "torch.Generator": _generator,
    "torch._C.Generator": _generator,
    "torch.manual_seed": _host_generator,
    "torch.random.manual_seed": _host_generator,
    "torch.nn.Parameter": _parameter,
    "torch.nn.parameter.Parameter": _parameter,
    "torch.nn.Buffer": _buffer,
    "torch.nn.parameter.Buffer": _buffer,
    "torch.normal": _normal,
    "torch.utils._pytree.tree_map": pytrees.tree_map,
    "torch.utils.checkpoint.checkpoint": applied,
    "torch.nn.utils.skip_init": applied,
    "torch.nn.utils.init.skip_init": applied,
    "torch.autograd.Variable": _same,
    "torch.compile": _same,
    "tqdm.tqdm": _same,
    "tqdm.auto.tqdm": _same,
    "tqdm.notebook.tqdm": _same,
    "tqdm.rich.tqdm": _same,
    "rich.progress.track": _same,
    "copy.copy": _copy,
    "copy.deepcopy": _deep_copy,
    "torch.optim.swa_utils.AveragedModel": _averaged,
    "torch.nn.utils.weight_norm": _same,
    "torch.nn.utils.spectral_norm": _same,
    "torch.nn.utils.parametrizations.weight_norm": _same,
    "torch.nn.utils.parametrizations.spectral_norm": _same,
    "os.environ.get": environment.variable,
    "os.getenv": environment.variable,
    "typing.cast": _second,
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm": _same,
    "torch.jit.annotate": _second,
    "torch.nn.DataParallel": parallel.wrapped,
    "torch.nn.parallel.DataParallel": parallel.wrapped,
    "torch.nn.parallel.DistributedDataParallel": parallel.distributed,
    "torch.set_default_device": set_default_device,
    "torch.set_default_tensor_type": set_default_tensor_type,
    "torch.cuda.set_device": set_device,
    "torch.cuda.device": set_device,
    "torch.cuda.device_of": set_device,
    "torch.cuda.synchronize": asks_about_gpu,
    "torch.cuda.get_device_name": asks_about_gpu,
    "torch.cuda.get_device_properties": asks_about_gpu,
    "torch.cuda.get_device_capability": asks_about_gpu,
    "torch.cuda.current_device": current,
    "torch.load": serialization.load,
    "torch.jit.load": serialization.load_script,
    "torch.hub.load_state_dict_from_url": serialization.load_from_address,
    "torch.utils.model_zoo.load_url": serialization.load_from_address,
    "safetensors.torch.load_file": serialization.load_safetensors,
    "torch.save": _save,
    "torch.jit.save": _save,
    "torch.get_rng_state": _rng_state,
    "torch.random.get_rng_state": _rng_state,
    "torch.cuda.get_rng_state": _rng_state,
    "torch.cuda.random.get_rng_state": _rng_state,
    "torch.cuda.get_rng_state_all": _rng_states,
    "torch.cuda.random.get_rng_state_all": _rng_states,
    "torch.set_rng_state": _set_rng_state,
    "torch.random.set_rng_state": _set_rng_state,
    "torch.cuda.set_rng_state": _set_rng_state,
    "torch.cuda.random.set_rng_state": _set_rng_state,
    "torch.cuda.set_rng_state_all": _set_rng_state,
    "torch.cuda.random.set_rng_state_all": _set_rng_state,
    "torch.get_default_dtype": lambda run, state, recorder, arguments, at: Dtype(),
    "torch.finfo": _scalar,
    "torch.iinfo": _scalar,
    "torch.numel": _scalar,
    "torch.cuda.device_count": _scalar,
    "torch.is_tensor": type_tests.is_tensor,
    "builtins.hasattr": type_tests.has_attribute,
    "builtins.type": type_tests.type_of,
    "builtins.str": text_of,
    "builtins.isinstance": type_tests.is_instance,
    "builtins.print": _scalar,
    "builtins.float": _scalar,
    "builtins.int": type_tests.number_of,
    "builtins.len": type_tests.number_of,
    "builtins.range": type_tests.number_of,
}
