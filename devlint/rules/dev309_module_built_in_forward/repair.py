"""A layer that ``forward`` builds, built in ``__init__`` instead."""

from __future__ import annotations

import re
from keyword import iskeyword

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, is_part_of, methods_of, names_in, paths_in
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import bound_at

_BASES = frozenset({"nn.Module", "torch.nn.Module", "Module"})
"""Classes whose constructor takes no arguments."""


def built_once(built: form.Form, file: SourceFile) -> Remedy | None:
    """The layer as an attribute that ``__init__`` sets, where all that it takes is known there."""
    around = file.definitions(built)
    owner = around[-2] if len(around) > 1 else None
    if not isinstance(owner, form.Class) or not isinstance(built, form.Call) or not file.binds("self", built):
        return None
    statement = file.statement(built)
    alone = isinstance(statement, form.Assign) and statement.value is built and len(statement.targets) == 1
    name = dotted(statement.targets[0]) if alone and isinstance(statement, form.Assign) else ""
    name = name or dotted(built.function).rpartition(".")[2].lower()
    text = file.source(owner)
    if _is_repeated(built, file):
        return None
    if not name.isidentifier() or iskeyword(name) or re.search(rf"\b(?:self\.|def ){name}\b", text):
        return None
    made = f"self.{name} = {file.source(built)}"
    used = replaced(built, f"self.{name}", file)
    begin = next(iter(methods_of(owner, "__init__")), None)
    if used is None:
        return None
    if begin is None:
        method = around[-1]
        plain = all(dotted(base) in _BASES for base in owner.bases) and not owner.keywords
        if "__init__" in text or not plain or not _is_known(built, None, file) or method.decorators:
            return None
        body = f"def __init__(self):\n    super().__init__()\n    {made}"
        return Remedy(RemedyKind.INSERTION, method, body, also=(used,))
    begun = any(isinstance(one, form.Evaluate) and "__init__(" in file.source(one) for one in begin.body[:-1])
    if not begun or not _is_known(built, begin, file):
        return None
    return Remedy(RemedyKind.INSERTION, begin.body[-1], made, also=(used,))


def _is_repeated(built: form.Form, file: SourceFile) -> bool:
    """True if one pass builds several layers at ``built``, in a loop or a comprehension, each with its own weights."""
    comprehensions = (one for one in file.around(built) if isinstance(one, form.Comprehension))
    inside = any(is_part_of(built, one.element) for one in comprehensions)
    return inside or bool(file.arms(built).loops(built))


def _is_known(built: form.Call, begin: form.Function | None, file: SourceFile) -> bool:
    """True if all arguments are constants, what the file imports, or attributes that ``begin`` has set by its end."""
    ready = {one.name for statement in (begin.body[:-1] if begin else ()) for one in bound_at(statement)}
    inside = arguments_of(built)
    attributes = {path for path in paths_in(*inside) if path.startswith("self.")}
    return attributes <= ready and all(name == "self" or file.scopes.imported(name) for name in names_in(*inside))
