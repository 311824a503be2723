"""What the detector of DEV202 finds.

0 if device.index is None else device.index        FirstTaken: a device without an index becomes the first GPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class FirstTaken(Fact):
    """A device becomes the first GPU: without an index where it is ``missing``, else whichever GPU ``device`` is.

    ``on_cuda`` says that the device has been asked whether it is CUDA, ``of_any_kind`` that the first of its own kind
    is taken, which need not be CUDA.
    """

    missing: bool
    device: str = ""
    on_cuda: bool = False
    of_any_kind: bool = False
