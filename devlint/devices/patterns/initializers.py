"""Functions that constructors apply to the modules they have built, which are still on the CPU at that time.

def init(layer): ...                  called from constructors only

class Net(nn.Module):
    def __init__(self):
        self.head = nn.Linear(8, 5)
        self.apply(init)
"""

from __future__ import annotations

from collections import Counter

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in
from devlint.forms.source_file import SourceFile


def in_constructors(file: SourceFile) -> frozenset[str]:
    """The names of the functions and methods of a file that its constructors apply, and that it mentions nowhere else.

    A method goes by its name alone.
    """
    if not any(_names(call) for call in file.of(form.Call)):
        return frozenset()
    inits = [function for function in file.of(form.Function) if function.name == "__init__"]
    given = (_names(call) for function in inits for call in calls_in(function))
    applied = Counter(name for name in given if name)
    named = Counter(part.id for part in file.of(form.Name))
    named.update(part.name for part in file.of(form.Attribute) if dotted(part.value) == "self")
    return frozenset(name for name, times in applied.items() if named[name] == times)


def _names(call: form.Call) -> str:
    """``init`` in ``self.apply(init)`` and in ``self.apply(self.init)``; "" for other calls."""
    if len(call.arguments) != 1 or dotted(call.function).rpartition(".")[2] != "apply":
        return ""
    name = dotted(call.arguments[0]).removeprefix("self.")
    return "" if "." in name else name
