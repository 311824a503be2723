"""What holds an expression: the call that it is given to, the member or the item that is read of it, an assignment.

holders(code).of(x)         the call `f(x)`, or `x.shape`, or `x[0]`
"""

from __future__ import annotations

from devlint.forms import form
from devlint.forms.source_file import SourceFile


class Holders:
    """The holders of the expressions of one file; ``stored`` are the parts that are assigned, by id, names aside.

    A name that an operator changes (``x += 1``) is among them.
    """

    def __init__(self, file: SourceFile) -> None:
        self.stored: set[int] = set()
        self._known: dict[int, form.Form] = {}
        for call in form.walk(file.tree, form.Call):
            for part in (call.function, *call.arguments, *(value for _, value in call.keywords)):
                self._known[id(part)] = call
        for attribute in form.walk(file.tree, form.Attribute):
            self._known[id(attribute.value)] = attribute
        for item in form.walk(file.tree, form.Subscript):
            self._known[id(item.value)] = item
        for assigned in form.walk(file.tree, form.Assign):
            self._known[id(assigned.value)] = assigned
            self._store(*assigned.targets)
        for annotated in form.walk(file.tree, form.Annotate):
            self._known[id(annotated.value)] = annotated
            self._store(annotated.target)
        for augmented in form.walk(file.tree, form.Augment):
            self._known[id(augmented.value)] = augmented
            self.stored.add(id(augmented.target))
        for returned in form.walk(file.tree, form.Return):
            self._known[id(returned.value)] = returned
        for loop in form.walk(file.tree, form.For):
            self._known[id(loop.iterable)] = loop

    def _store(self, *targets: form.Expression) -> None:
        for one in targets:
            parts = one.elements if isinstance(one, form.Display) else (one,)
            self.stored.update(id(part) for part in parts if not isinstance(part, form.Name))

    def of(self, at: form.Form) -> form.Form | None:
        """What holds ``at``; None where that is something else."""
        return self._known.get(id(at))


def holders(file: SourceFile) -> Holders:
    """The holders of the expressions of a file."""
    return file.once(_holders, None)


def _holders(of: None, file: SourceFile) -> Holders:
    return Holders(file)
