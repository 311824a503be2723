"""What the types of a file say of a repair."""

from __future__ import annotations

import ast

from devlint.devices.facts.repairs.member_types import fits_at
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.forms.source_file import SourceFile


class _Own(SourceFile):
    """A file among others, which knows the forms that stand in it."""

    def owns(self, at: form.Form) -> bool:
        return any(one is at for one in self.forms())


def test_of_a_place_in_another_file_nothing_is_known() -> None:
    other = lower(ast.parse("\n" * 60 + "same = t.device == 'gpu'\n"))
    (compared,) = form.walk(other, form.Compare)
    assert isinstance(compared, form.Compare)
    text = "y = t.to(0)\n"
    assert fits_at("t.device.type", compared.left, _Own(text, lower(ast.parse(text)))) is None
