"""What the detector of DEV209 finds.

def cuda(self, device="cuda:0"):
    return self.to()        Dropped: `device` is left out
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form
from devlint.forms.targets import Bound


@dataclass(frozen=True, slots=True, eq=False)
class Dropped(Fact):
    """The call ``at`` leaves out the device that the function around it was ``given``, or uses the ``old`` one."""

    given: form.Parameter
    old: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Unread(Fact):
    """The constructor of ``owner`` never reads its parameter ``at``, a device: ``kept`` holds another one."""

    owner: form.Class
    kept: Bound


@dataclass(frozen=True, slots=True, eq=False)
class OnOneArmOnly(Fact):
    """The choice ``at`` asks for a ``given`` device in one of its arms: the condition is asked first."""

    given: form.Expression
