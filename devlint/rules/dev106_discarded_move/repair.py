"""The result of a move, assigned to the name of what was moved."""

from __future__ import annotations

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.patterns.elements import Element, element_of
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, receiver
from devlint.forms.source_file import SourceFile


def kept(move: form.Form, file: SourceFile) -> Remedy | None:
    """What assigns the result to the name of the tensor, unless that is one of rows that a loop changes in place."""
    moved = receiver(move)
    name = file.source(moved) if isinstance(moved, form.Subscript) and _is_entry(moved) else dotted(moved)
    statement = file.statement(move)
    if not isinstance(statement, form.Evaluate) or statement.value is not move:
        return None
    if moved is not None and (element := _element(moved, file)) is not None and element.key:
        return Remedy(RemedyKind.REPLACEMENT, move, f"{element.whole}[{element.key}] = {file.source(move)}")
    if not name:
        return None
    of_loop = any(isinstance(one.at, form.For) for one in file.bindings.to(name))
    if not _is_read_after(moved, file) or of_loop and _is_changed_in_place(name, move, file):
        return None
    return Remedy(RemedyKind.REPLACEMENT, move, f"{name} = {file.source(move)}")


def _is_read_after(moved: form.Form | None, file: SourceFile) -> bool:
    """Whether something reads the variable ``moved`` after the move; what is no variable is there for others."""
    if not isinstance(moved, form.Name):
        return True
    place = file.span(moved)
    return file.scopes.is_read_after(moved.id, place.line, place.column)


def _is_changed_in_place(name: str, move: form.Form, file: SourceFile) -> bool:
    """True if the function around ``move`` changes what is called ``name``: ``x += 1``, ``x[0] = 1``, ``x.add_(1)``."""
    around = file.definitions(move)
    scope = around[-1] if around else file.tree
    if any(called.startswith(f"{name}.") and called.endswith("_") for called in called_in(scope)):
        return True
    augmented = [one.target for one in form.walk(scope, form.Augment)]
    items = [one.value for one in Bindings(scope).targets if isinstance(one, form.Subscript)]
    return name in map(dotted, [*augmented, *items])


def _is_entry(part: form.Subscript) -> bool:
    """True for ``batch["x"]``."""
    index = part.index
    return isinstance(index, form.Constant) and isinstance(index.value, str) and bool(dotted(part.value))


def _element(moved: form.Expression, file: SourceFile) -> Element | None:
    """The value of a mapping that ``moved`` is, where a loop goes through all of them."""
    around = file.definitions(moved)
    return element_of(around[-1] if around else file.tree, moved)


def advice_on(move: form.Form, file: SourceFile) -> str:
    """What is said where no repair is made: the name that the new tensor is to have."""
    moved = receiver(move)
    element = _element(moved, file) if moved is not None else None
    if element is not None:
        return f"give `{element.whole}` what it returns"
    is_name = isinstance(moved, (form.Name, form.Attribute, form.Subscript))
    if isinstance(moved, form.Name) and not _is_read_after(moved, file):
        return "use its result, or remove it"
    return f"assign it to `{file.text(moved)}`" if moved is not None and is_name else "give the new tensor a name"
