"""Where a file is to be loaded: on the CPU where what it holds is copied or moved from there.

    net.load_state_dict(torch.load(path))        "cpu": the weights are copied to where those of the net are
    self.scaler = torch.load(path)               "": nothing shows where it is to be

Whoever goes on with a loaded object goes on with it where it was saved from.
"""

from __future__ import annotations

from devlint.devices.facts.repairs.holders import holders
from devlint.devices.facts.repairs.member_types import HOST
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, is_part_of
from devlint.forms.source_file import SourceFile
from devlint.naming.functions import restores

_COPIES = frozenset("load_state_dict copy_ set_state_dict load_weights".split())
_MOVES = frozenset("to cuda cpu item numpy tolist".split())
_PARTS = frozenset("get pop state_dict items values keys copy float half".split())
_READERS = frozenset("len print isinstance sorted list set str type int float bool repr any all hasattr".split())
_DEEPEST = 4
"""So many assignments and calls are gone after."""


def target(at: form.Form, file: SourceFile) -> str:
    """The code of the ``map_location`` for ``at``, a call that loads; "" where nothing shows which is right."""
    if file.binds("map_location", at):
        return "map_location"
    return HOST if _ends(at, file, _DEEPEST) == {True} else ""


def _ends(at: form.Form, file: SourceFile, left: int) -> set[bool]:
    """What becomes of the value of ``at``: True for a copy or a move, False for what may keep it where it is.

    Nothing for a part of it that is read.
    """
    if left == 0 or _is_restored(at, file):
        return {left > 0}
    holder = holders(file).of(at)
    if isinstance(holder, form.Subscript):
        return _ends(holder, file, left) - {False}
    if isinstance(holder, form.Attribute):
        called = holders(file).of(holder)
        if not isinstance(called, form.Call) or called.function is not holder:
            return {False}  # an object, of which something may stay in use
        if holder.name in _MOVES:
            return {True}
        return _ends(called, file, left) - {False} if holder.name in _PARTS else {False}
    if isinstance(holder, form.Call):
        return _given(holder, at, file, left)
    if isinstance(holder, (form.Assign, form.Annotate)):
        name = holder.targets[0] if isinstance(holder, form.Assign) else holder.target
        return _uses(name, holder, file, left) if isinstance(name, form.Name) else {False}
    if isinstance(holder, form.Return):
        return _returned(holder, file, left)
    return set() if isinstance(holder, form.For) or not isinstance(file.statement(at), form.Evaluate) else {False}


def _is_restored(at: form.Form, file: SourceFile) -> bool:
    """Whether ``at`` stands in the arguments of a call that copies what it is given: ``load_state_dict(f(at))``."""
    calls = (one for one in file.around(at) if isinstance(one, form.Call))
    copying = (one for one in calls if getattr(one.function, "name", "") in _COPIES)
    return any(is_part_of(at, *call.arguments) for call in copying)


def _given(call: form.Call, at: form.Form, file: SourceFile, left: int) -> set[bool]:
    """What becomes of ``at`` in a call that is given it."""
    name = dotted(call.function)
    if name in _READERS:
        return {True} if name in ("int", "float") else set()
    called = file.once(_functions, None).get(name)
    if called is not None and at in call.arguments:
        names = list(called.parameters.all)
        number = call.arguments.index(at)
        return _reads(names[number].name, called, file, left - 1) if number < len(names) else {False}
    if restores(name):
        return {True}
    return _ends(call, file, left - 1)


def _functions(of: None, file: SourceFile) -> dict[str, form.Function]:
    """The functions of the file's top level, by name."""
    return {one.name: one for one in file.tree.body if isinstance(one, form.Function)}


def _uses(name: form.Name, assigned: form.Form, file: SourceFile, left: int) -> set[bool]:
    """What becomes of what ``assigned`` gives ``name``, by its reads in the same function."""
    around = file.definitions(assigned)
    return _reads(name.id, around[-1] if around else None, file, left - 1)


def _reads(name: str, function: form.Function | form.Class | None, file: SourceFile, left: int) -> set[bool]:
    """What becomes of the variable ``name`` of a function, or of the file where that is None."""
    bound = {one.by for one in file.bound_in(function)}
    found = set[bool]()
    for one in file.reads(name):
        around = file.definitions(one)
        if (around[-1] if around else None) is function and id(one) not in bound:
            found |= _ends(one, file, left)
    if not found and _restores_later(function, file):
        return {True}
    return found


def _restores_later(function: form.Form | None, file: SourceFile) -> bool:
    """Whether the function goes on to copy weights, which it has picked from what was loaded."""
    return any(name.rpartition(".")[2] in _COPIES for name in called_in(function or file.tree))


def _returned(at: form.Return, file: SourceFile, left: int) -> set[bool]:
    """What becomes of what a function returns, by its calls in the file; False where it has none."""
    name = file.function(at)
    calls = [one for owner in ("", "self.", "cls.") for one in file.calls_of(f"{owner}{name}")]
    found = [_ends(one, file, left - 1) for one in calls]
    return set().union(*(one or {False} for one in found)) if found else {False}
