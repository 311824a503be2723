"""What contradicts a file that is meant to run without CUDA, or with the device that its user names.

device = "cuda"                          FixedDefault: the file asks elsewhere whether there is CUDA
model.cuda()                             BesideChoice: the file puts other things on a device that it chooses
x.cuda()                                 OptionIgnored: the option `--gpu` is only printed
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class FixedDefault(Fact):
    """``at`` sets a device of ``name`` to CUDA, and ``shown`` is what shows that the file is to run without CUDA.

    With ``branches``, that is a branch on the kind of this device, else a question for CUDA.
    """

    name: str
    shown: form.Form
    branches: bool


@dataclass(frozen=True, slots=True, eq=False)
class BesideChoice(Fact):
    """``at`` and ``also`` put something on CUDA by name, where the file chooses a device, ``chosen`` as ``name``."""

    name: str
    chosen: form.Form
    also: tuple[form.Form, ...]


@dataclass(frozen=True, slots=True, eq=False)
class OptionIgnored(Fact):
    """``at`` and ``also`` put something on CUDA by name, and the ``option`` called ``name`` does not choose that."""

    name: str
    option: form.Form
    also: tuple[form.Form, ...]
