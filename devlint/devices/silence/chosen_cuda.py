"""Files, and functions, for which CUDA has been chosen: what they make on CUDA by name is where it is wanted."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.device_choices import MadeByName
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.patterns.cuda_requests import chosen_by_file, puts_models_on_cuda, puts_models_wherever
from devlint.forms.parts import called_in

MODELS_ON_CUDA = Reason(
    "models-on-cuda",
    "Files that put their models on CUDA by name: they run on CUDA only.",
    ("DEV207",),
)
CALLED_WITH_CUDA = Reason(
    "called-by-its-file",
    "A function that its own file calls outside of a `forward`, so its arguments are known.",
    ("DEV207",),
)
PROGRAM_DEVICE = Reason(
    "program-device",
    "The device of a whole program, chosen once outside of functions, in a script or in a file that moves its models "
    "to it.",
    ("DEV207",),
)

_CALLED = re.compile(r"(?<!def )\b(\w+)\(")
_ANY_CALL = re.compile(r"(?<!def )\b\(")


class ChosenCuda:
    """What a file says of CUDA as the device of all that it does."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.file = file
        self.certain = puts_models_on_cuda(file.tree)
        self.wherever = puts_models_wherever(file.tree)

    def puts_models_there(self, fact: MadeByName) -> bool:
        """True if the file puts its models on CUDA, or, where CUDA was asked for, wherever there is CUDA."""
        return self.certain or fact.available and self.wherever

    def is_called_by_file(self, fact: MadeByName) -> bool:
        """True if the file calls the function in which the tensors meet, other than from a module's ``forward``.

        What a module's ``forward`` hands on is where the module's input is, which any caller may choose.
        """
        if not is_of_argument(fact.other.device):
            return False
        name = getattr(fact.inside.form, "name", "") if fact.inside is not None else ""
        calls = self.called[name] if name else len(_ANY_CALL.findall(self.file.content))
        if name == "forward" or not calls:
            return False
        return self.applied[name] != calls

    @cached_property
    def called(self) -> Counter[str]:
        """How often the file calls what has a name."""
        return Counter(_CALLED.findall(self.file.content))

    @cached_property
    def applied(self) -> Counter[str]:
        """How often the methods ``forward`` of the file call what has a name, on ``self`` or alone."""
        forwards = (one for one in self.file.functions_by_name.get("forward", ()) if self.file.owner(one) is not None)
        return Counter(name.rpartition("self.")[2] for name in called_in(*forwards))

    def is_of_program(self, fact: MadeByName) -> bool:
        """True if the name that stands for CUDA is the device of a program, or its models are put there by it."""
        if not fact.through:
            return False
        return "__main__" in self.file.content or not chosen_by_file(self.file.tree, fact.through)
