"""What the detector of DEV202 finds.

0 if device.index is None else device.index        FirstTaken: a device without an index becomes the first GPU
dist.init_process_group("nccl"); x.to("cuda:0")    FirstOfAll: each of several processes takes the first GPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class FirstTaken(Fact):
    """A device becomes the first GPU: ``device`` without an index where it is ``missing``, else whichever GPU it is.

    ``on_cuda`` says that the device has been asked whether it is CUDA, ``of_any_kind`` that the first of its own kind
    is taken, which need not be CUDA.
    """

    missing: bool
    device: str = ""
    on_cuda: bool = False
    of_any_kind: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FirstOfAll(Fact):
    """The first GPU is taken in a function that is the ``process``'s: it asks for its rank, or starts the group."""

    process: form.Form
