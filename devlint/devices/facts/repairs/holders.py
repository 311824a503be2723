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
        self._file = file
        changed = {id(one.target) for one in file.of(form.Augment)}
        self.stored = changed | {id(one) for one in file.bindings.targets if not isinstance(one, form.Name)}

    def of(self, at: form.Form) -> form.Form | None:
        """What holds ``at``; None where that is something else."""
        outer = self._file.parent(at)
        if isinstance(outer, (form.Call, form.Return)):
            return outer
        if isinstance(outer, (form.Attribute, form.Subscript, form.Assign, form.Annotate, form.Augment)):
            return outer if outer.value is at else None
        return outer if isinstance(outer, form.For) and outer.iterable is at else None


def holders(file: SourceFile) -> Holders:
    """The holders of the expressions of a file."""
    return file.once(_holders, None)


def _holders(of: None, file: SourceFile) -> Holders:
    return Holders(file)
