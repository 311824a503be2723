"""Random numbers: which generator fills which tensor.

    torch.randn(3, device=x.device, generator=torch.Generator())    a host generator for a tensor of x's device

Torch compares the types of the two devices, nothing more.
"""

from __future__ import annotations

from devlint.devices.checks.device_values.generator_device import check
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.processes import RandomState
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Followed, Known, SymbolKind, may_be_accelerator
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.values import Generator
from devlint.devices.semantics.placement.targets import targets
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.torch_api.names import DRAWING

HOST_DRAWERS = frozenset({
    "torch.utils.data.DataLoader", "torch.utils.data.RandomSampler", "torch.utils.data.random_split",
    "torch.utils.data.SubsetRandomSampler", "torch.utils.data.WeightedRandomSampler",
    "torch.utils.data.sampler.RandomSampler", "torch.utils.data.dataloader.DataLoader",
    "torch.utils.data.sampler.SubsetRandomSampler", "torch.utils.data.sampler.WeightedRandomSampler",
    "torch.utils.data.dataset.random_split",
})  # fmt: skip
"""What draws on the CPU, whatever its data are."""


_POSITIONS = {"random_split": 2, "SubsetRandomSampler": 1, "RandomSampler": 3, "WeightedRandomSampler": 3}
"""The places of their generators among the arguments."""


def make_generator(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Value:
    """``torch.Generator(device=...)``."""
    given = arguments.get(0, "device")
    identity = run.identity(at)
    if given is None or given == Literal(None):
        return Generator(identity, CPU, at)
    made: list[tuple[Guards, Value]] = []
    for guards, value in options(given):
        device = device_of(value)
        if device is None or device == DEFAULT:
            found = targets(state, value, arguments.form_of(0, "device"))
            device = found[0][1] if len(found) == 1 and device is None else CPU if device == DEFAULT else UNKNOWN
        made.append((guards, Generator(identity, device, at)))
    return merge(made, identity)


def draw(run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call) -> None:
    """A loader or sampler: its numbers are drawn by the generator it is given, or by one of the CPU of its own.

    ``random_split``, ``RandomSampler`` and a loader that shuffles draw them on the default device all the same.
    """
    last = name.rpartition(".")[2]
    position = _POSITIONS.get(last)
    generator, where = arguments.get(position, "generator"), arguments.form_of(position, "generator")
    shuffles = last != "DataLoader" or arguments.get(2, "shuffle") == Literal(True)
    given = arguments.open or arguments.starred or generator not in (None, Literal(None))
    if not given and shuffles and last in DRAWING:
        generator, where = Generator(run.identity(at, "generator"), CPU), at
    check(run, state, recorder, generator, None, where or at, last)


def check_state(state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> None:
    """Report the state of a generator, or a list of states, that is set from elsewhere than the CPU.

    A state that the caller passed is the caller's business.
    """
    given, where = arguments.get(0, "new_state"), arguments.form_of(0, "new_state")
    for tensor in tensors_in(state, () if given is None else (given,)):
        device = tensor.device
        chosen = isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE
        if where is not None and may_be_accelerator(device, state.guards) and (chosen or isinstance(device, Known)):
            recorder.add(RandomState(at, state.guards, Operand(tensor, where), dotted(at.function) or "set_state"))


