"""Transfer functions of calls of what is imported: functions and classes of torch, of numpy, of the frameworks.

torch.zeros(3)            a factory            (``factories``)
torch.cat([a, b])         an operator          (``tensors``)
nn.Linear(3, 3)           a module             (``modules``)
torch.device("cuda")      a device
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks.device_values.generator_device import check
from devlint.devices.checks.placed_models import pretrained
from devlint.devices.facts.events import FunctionCalled, Use
from devlint.devices.facts.operations import Move
from devlint.devices.facts.recorder import Recorder, operands
from devlint.devices.lattice.device import CPU, DEFAULT, Known, is_host
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import HostArray, Scalar
from devlint.devices.semantics.calls import opaque_calls
from devlint.devices.semantics.libraries import array_packages, data as data_loading, distributed, random
from devlint.devices.semantics.libraries.distributions import distribution
from devlint.devices.semantics.libraries.optimizers import optimizer
from devlint.devices.semantics.modules import escape, library_models, placement, rebound_weights
from devlint.devices.semantics.placement.targets import tell_device
from devlint.devices.semantics.stubs import instances
from devlint.devices.semantics.tensors import doubles, operators
from devlint.devices.semantics.tensors.factories import made_on, make
from devlint.devices.semantics.tensors.results import derived, result
from devlint.devices.semantics.torch_functions import ANSWERS, init
from devlint.flow.containers import elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.torch_api.libraries import (
    CHANGERS,
    CONVERTERS,
    FOR_EXPORTERS,
    HOST_READERS,
    OTHER_FRAMEWORKS,
    STATEFUL_MODULES,
    reads_file,
)
from devlint.torch_api.tables import factory, operator


def call_imported(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``name(...)``, by its full dotted name; None where nothing is known of it."""
    recorder.tell(FunctionCalled(run, state, name, arguments, at))
    described = pretrained(run, state, name, arguments, at) or instances.call_named(
        run, state, recorder, name, arguments, at
    )
    if described is not None:
        return described
    answer = ANSWERS.get(name)
    if answer is not None:
        return answer(run, state, recorder, arguments, at)
    top = name.partition(".")[0]
    if top == "builtins":
        return _namesake(run, state, recorder, name, arguments, at)
    if name.rpartition(".")[2] in FOR_EXPORTERS:
        return Literal(False)
    if top == "pyro":
        return distribution(run, state, recorder, name, arguments, at)
    data = data_loading.dataset(run, state, name, arguments, at)
    if data is not None and name not in random.HOST_DRAWERS:
        return data
    if top in ("numpy", "np"):
        return array_packages.of_numpy(run, state, recorder, name, arguments, at)
    if name in STATEFUL_MODULES:
        return placement.construct_named(run, state, name, at)
    if name in HOST_READERS:
        return Tensor(DEFAULT, run.identity(at), POSITIVE, Cause(Made.FACTORY, at))
    if name in CONVERTERS:
        return External(CONVERTERS[name])
    if name == "torchvision.transforms.Compose":
        return _composed(state, arguments) or Unknown(run.identity(at))
    if top in OTHER_FRAMEWORKS:
        return Unknown(run.identity(at))
    if name in data_loading.LOADERS:
        return data_loading.loader(run, state, recorder, arguments, at)
    if top != "torch":
        drawn_on = array_packages.call(run, state, recorder, name, arguments, at)
        if drawn_on is not None:
            return drawn_on
        placed = (
            library_models.loaded(run, state, name, arguments, at)
            or library_models.trainer(run, state, name, arguments, at)
        )
        if placed is not None:
            return placed
        namesake = _namesake(run, state, recorder, name, arguments, at)
        if namesake is not None:
            return namesake
        return Scalar(run.identity(at)) if top in ("math", "os", "time", "logging", "random", "re") else None
    if name == "torch.hub.load":
        return library_models.loaded(run, state, name, arguments, at) or Unknown(run.identity(at))
    if name in random.HOST_DRAWERS:
        random.draw(run, state, recorder, name, arguments, at)
        if name.endswith("DataLoader"):
            return data_loading.loader(run, state, recorder, arguments, at)
        return data_loading.dataset(run, state, name, arguments, at) or Unknown(run.identity(at))
    if name.startswith("torch.optim.") and name.rpartition(".")[2][:1].isupper() and "lr_scheduler" not in name:
        return optimizer(run, state, recorder, name, arguments, at)
    if name.startswith("torch.distributed.") and name.rpartition(".")[2] in distributed.COLLECTIVES:
        return distributed.collective(run, state, recorder, name.rpartition(".")[2], arguments, at)
    made_by = factory(name)
    if made_by is not None:
        tell_device(run, state, recorder, arguments, None, Use.FACTORY)
        made_on(state, recorder, made_by, arguments, at)
        made_value = make(run, state, recorder, made_by, arguments, at)
        made_value = _brought_back(state, recorder, arguments, made_value, at)
        if made_by.random:
            where = arguments.form_of(None, "generator")
            check(run, state, recorder, arguments.get(None, "generator"), made_value, where or at, name)
        return made_value
    fact = operator(name)
    if fact is not None:
        made_value = operators.operate(run, state, recorder, fact, [], arguments, at, None)
        first = arguments.positional[0] if arguments.positional else None
        return doubles.kept(state, name.rpartition(".")[2], first, arguments.positional[1:], made_value)
    built = placement.construct(run, state, name, arguments, at)
    built = built or distribution(run, state, recorder, name, arguments, at)
    if built is not None:
        return built
    if name.startswith("torch.nn.Module.") and escape.may_move(name.rpartition(".")[2]):
        escape.lost_arguments(run, state, arguments)  # `nn.Module.to(net, device)`
    if name.startswith("torch.nn.init."):
        return init(run, state, recorder, name, arguments, at)
    if name.startswith("torch.nn.utils.") and name.endswith(".vector_to_parameters"):
        rebound_weights.filled(run, state, arguments, at)
    if name.startswith("torch.distributed."):
        escape.lost_arguments(run, state, arguments)  # what shards a module may move it
    if name.startswith(("torch.distributed.", "torch.utils.", "torch.cuda.", "torch.backends.", "torch.jit.")):
        return Unknown(run.identity(at))
    if reads_file(name):
        return Unknown(run.identity(at))
    return derived(state, arguments.values(), run.identity(at), assumed=not name.startswith("torch."))


def _namesake(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """A function that is called as one of torch's and given tensors, as ``stack`` of some package: a tensor, too."""
    last = name.rpartition(".")[2]
    fact = operator(f"torch.{last}") or operator(f"torch.nn.functional.{last}")
    first = arguments.positional[0] if arguments.positional else None
    if fact is None or fact.returns != "tensor" or first is None:
        return None
    given = operands(state, first, at, certain=False, lists=True)
    devices = {operand.device for alternatives in given for _, operand in alternatives}
    if len(given) != max(1, len(elements(state, first))) or len(devices) != 1 or any(is_host(d) for d in devices):
        return None
    opaque_calls.check(state, recorder, arguments, at)
    return result(given[:1], run.identity(at), "positive" if fact.rank == "positive" else None)


def _composed(state: State, arguments: Arguments) -> Value | None:
    """``Compose([Resize(4), ToTensor(), Normalize(0, 1)])`` reads what is on the CPU, as ``ToTensor()`` alone does.

    What stands behind that may be the author's own, and move it.
    """
    given, written = arguments.get(0, "transforms"), arguments.form_of(0, "transforms")
    steps = elements(state, given) if given is not None else ()
    if not isinstance(written, form.Display) or len(steps) != len(written.elements):
        return None
    made = [isinstance(step, External) and step.name in CONVERTERS.values() for step in steps]
    if True not in made:
        return None
    later = written.elements[made.index(True) + 1 :]
    known = all(isinstance(one, form.Call) and dotted(one.function).rpartition(".")[2] in CHANGERS for one in later)
    return steps[made.index(True)] if known else None


def _brought_back(state: State, recorder: Recorder, arguments: Arguments, made: Value, at: form.Call) -> Value:
    """A tensor made from an array that was a tensor before: its visit to the CPU is not forgotten."""
    given = arguments.get(0, "data")
    if not isinstance(given, HostArray) or given.hosted is None:
        return made
    kept = []
    for guards, one in options(made):
        if isinstance(one, Tensor):
            visit = replace(one.history, hosted=given.hosted, came_from=given.came_from)
            before = replace(one, device=CPU, history=visit)
            if is_host(one.device):
                one = replace(one, history=visit)
            else:
                bare = isinstance(one.device, Known) and one.device.type == "cuda" and one.device.index is None
                recorder.add(Move(at, guards | state.guards, before, one, bare))
        kept.append((guards, one))
    return merge(kept, ("brought back", id(at)))
