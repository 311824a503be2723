"""CUDA asked for by name: one walk over the forms, done only where the rule is on.

x.cuda()                          yes; not `x.cuda(x.device)`
device = "cuda:0"                 yes
if device.type == "cuda":         no: a question, not a choice
speeds = {"cuda": 10}             no: a key
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.detectors import File
from devlint.devices.lattice.device import is_name_of_cuda
from devlint.flow.value import ALWAYS
from devlint.forms import form
from devlint.rules.dev701_hard_coded_cuda.facts import Hardcoded

_SPEAKERS = frozenset(
    "startswith endswith find rfind index count replace split rsplit partition strip join get pop setdefault format "
    "print log debug info warn warning error exception critical getattr hasattr setattr delattr isinstance append add "
    "is_available autocast GradScaler skip skipif mark".split()
)
"""Functions to which a string is a word, a key or a name rather than a device."""


def detect(file: File) -> Iterator[Hardcoded]:
    """Every bare ``.cuda()`` and every string that names a CUDA device in ``tree``, in the order of the forms."""
    tree = file.tree
    words = _words(tree)
    for part in form.walk(tree):
        if isinstance(part, form.Constant) and id(part) not in words and _is_name(part):
            yield Hardcoded(part, ALWAYS, str(part.value))
        elif isinstance(part, form.Call) and _is_bare_move(part):
            yield Hardcoded(part, ALWAYS, ".cuda()")


def _is_name(part: form.Constant) -> bool:
    return isinstance(part.value, str) and is_name_of_cuda(part.value)


def _is_bare_move(call: form.Call) -> bool:
    given = {name for name, _ in call.keywords}
    return (
        isinstance(call.function, form.Attribute)
        and call.function.name == "cuda"
        and not call.arguments
        and given <= {"non_blocking"}
    )


def _words(tree: form.Module) -> set[int]:
    """The ids of the constants that choose nothing: compared, keys, indices, annotations, words given to functions."""
    found: set[int] = set()
    for part in form.walk(tree):
        for inside in _asking(part):
            found.update(id(c) for c in form.walk(inside) if isinstance(c, form.Constant))
    return found


def _asking(part: form.Form) -> Iterator[form.Expression]:
    """The parts of a form in which a string is a word."""
    if isinstance(part, form.Compare):
        yield part.left
        yield from part.comparators
    elif isinstance(part, form.Mapping):
        yield from (key for key, _ in part.items if key is not None)
    elif isinstance(part, form.Subscript):
        yield part.index
    elif isinstance(part, form.Evaluate) and isinstance(part.value, form.Constant):
        yield part.value
    elif isinstance(part, (form.Annotate, form.Parameter)) and part.annotation is not None:
        yield part.annotation
    elif isinstance(part, form.Case) and part.test is not None:
        yield part.test
    elif isinstance(part, form.Opaque):
        yield from part.parts
    elif isinstance(part, form.Call):
        name = part.function.name if isinstance(part.function, form.Attribute) else getattr(part.function, "id", "")
        if name in _SPEAKERS:
            yield from part.arguments
