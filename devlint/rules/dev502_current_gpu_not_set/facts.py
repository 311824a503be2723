"""What the detector of DEV502 finds.

    torch.cuda.synchronize()        NotCurrent: it waits for the current GPU, which nothing has chosen
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class NotCurrent(Fact):
    """The code relies on the current GPU, and nothing sets which one that is.

    ``at`` is the device of a process, or a stream of the current GPU for what is moved to ``followed``, or what is
    ``bare``: put on the current GPU, whichever that is; or a ``question`` to it, by the name of what is called, where
    ``followed`` is the device that is meant. ``question`` is "barrier" for what comes before the GPU is set, and "one
    branch" for a process group of the branch that does not set it.
    """

    followed: form.Form | None
    bare: bool = False
    question: str = ""
