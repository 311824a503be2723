"""Tensors whose place is decided elsewhere: by a library, or by the key that they are kept under.

DataParallel(net)                                  moves what it is given to where the model is
torch.onnx.export(self.net, torch.zeros(3), path)  a module that exports its own parts does so on the CPU
"""

from __future__ import annotations

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Clash, LeftBehind
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.patterns.cuda_by_name import last
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import owners_of
from devlint.naming.models import is_called_model

INPUTS_SCATTERED = Reason(
    "inputs-scattered",
    "What a model, or another module that is wrapped, is given in a file that wraps models in `DataParallel`, in "
    "`FullyShardedDataParallel`, or in `DistributedDataParallel` with `device_ids`: these move their inputs.",
    ("DEV102", "DEV105"),
)
EXPORTED_EXAMPLE = Reason(
    "exported-example",
    "An example that a module makes for its own parts in a function that calls an exporter (`torch.onnx.export`).",
    ("DEV102",),
)
KEPT_BY_DEVICE = Reason(
    "kept-by-device",
    "What an object keeps by the device it is for (`self.windows[str(x.device)]`).",
    ("DEV102",),
)


class Placed:
    """What a file hands to libraries that place it, or that take it on the CPU."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.every = file
        calls = file.of(form.Call)
        scattering = list(filter(_scatters, calls))
        self.scatters = bool(scattering)
        self.wrapped = {name for call in scattering for name in file.bindings.names_with(call)}
        exporting = (call for call in calls if dotted(call.function).endswith(("onnx.export", "dynamo_export")))
        self.exporting = {one for call in exporting for one in file.definitions(call) if isinstance(one, form.Function)}

    def is_scattered(self, fact: Clash | LeftBehind) -> bool:
        """True if what is used on the CPU is given to a model, and the file wraps models in what moves their inputs."""
        if isinstance(fact, LeftBehind):
            return self.scatters and (is_called_model(fact.operator) or fact.operator in self.wrapped)
        return self.scatters and is_of_argument(fact.other.device) and fact.other.tensor.parameter

    def is_example(self, fact: Clash) -> bool:
        """True if what a module makes for a part of its own is made in a function that exports something."""
        return not is_of_argument(fact.other.device) and not self.exporting.isdisjoint(
            self.every.definitions(fact.host.culprit)
        )

    def is_kept_by_device(self, at: form.Form) -> bool:
        """True for ``self.windows[str(x.device)]``, and the same by way of a variable."""
        if not isinstance(at, form.Subscript):
            return False
        keys: list[form.Form] = [at.index]
        if isinstance(at.index, form.Name):
            keys += filter(None, self.every.bindings.values_of(at.index.id))
        return bool(owners_of({"device"}, *keys))


def _scatters(call: form.Call) -> bool:
    """Whether ``call`` wraps a module in what moves its inputs.

    ``DataParallel(net)`` does, and ``DistributedDataParallel(net, device_ids=[rank])``, as its classes in libraries do.
    """
    name = last(call.function)
    if name in ("DistributedDataParallel", "DDP"):
        return any(key == "device_ids" for key, _ in call.keywords)
    return name.endswith("DataParallel") or name == "FSDP"
