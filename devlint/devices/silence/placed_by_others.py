"""Inputs that a library moves: ``DataParallel(net)`` brings what it is given to where the model is."""

from __future__ import annotations

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Clash, LeftBehind
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.patterns.cuda_by_name import last
from devlint.forms import form
from devlint.naming.models import is_called_model

INPUTS_SCATTERED = Reason(
    "inputs-scattered",
    "What a model, or another module that is wrapped, is given in a file that wraps models in `DataParallel`, in "
    "`FullyShardedDataParallel`, or in `DistributedDataParallel` with `device_ids`: these move their inputs.",
    ("DEV102", "DEV105"),
)


class Placed:
    """The modules that a file wraps in what moves their inputs."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.every = file
        calls = file.of(form.Call)
        scattering = list(filter(_scatters, calls))
        self.scatters = bool(scattering)
        self.wrapped = {name for call in scattering for name in file.bindings.names_with(call)}

    def is_scattered(self, fact: Clash | LeftBehind) -> bool:
        """True if what is used on the CPU is given to a model, and the file wraps models in what moves their inputs."""
        if isinstance(fact, LeftBehind):
            return self.scatters and (is_called_model(fact.operator) or fact.operator in self.wrapped)
        return self.scatters and is_of_argument(fact.other.device) and fact.other.tensor.parameter


def _scatters(call: form.Call) -> bool:
    """Whether ``call`` wraps a module in what moves its inputs.

    ``DataParallel(net)`` does, and ``DistributedDataParallel(net, device_ids=[rank])``, as its classes in libraries do.
    """
    name = last(call.function)
    if name in ("DistributedDataParallel", "DDP"):
        return any(key == "device_ids" for key, _ in call.keywords)
    return name.endswith("DataParallel") or name == "FSDP"
