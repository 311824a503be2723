"""What of a file is taken to LibCST: the statements around a repair."""

from __future__ import annotations

import pytest

from devlint.base.diagnostic import Remedy, RemedyKind, Span
from devlint.fixing.statements import Statements, Stretch
from devlint.fixing.stretches import carried_out
from devlint.fixing.tree import Tree

PROGRAM = '''\
# of the file
import torch

a = torch.ones(3); b = a


class Net:
    """Doc."""

    # of first
    @property
    def first(self):
        return torch.ones(3)  # one

    # of second
    def second(self, x):
        y = torch.ones(3)
        return x + y


class Short: c = torch.ones(3)
'''


@pytest.mark.parametrize(
    ("first", "last", "whole", "wanted"),
    [
        (2, 2, (), Stretch(2, 2)),
        (4, 4, (), Stretch(3, 4)),
        (13, 13, (), Stretch(9, 13, True)),
        (11, 11, (), Stretch(9, 13, True)),
        (17, 17, (17,), Stretch(14, 18, True)),
        (12, 18, (), Stretch(9, 18, True)),
        (8, 8, (8,), Stretch(5, 18)),
        (4, 17, (), Stretch(3, 18)),
        (2, 4, (4,), Stretch(1, 21)),
        (21, 21, (), Stretch(19, 21)),
        (1, 1, (), Stretch(1, 21)),
    ],
)
def test_stretch(first: int, last: int, whole: tuple[int, ...], wanted: Stretch) -> None:
    assert Statements(PROGRAM).stretch(first, last, whole) == wanted


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_all_stretches_are_changed_as_in_the_tree_of_the_file(end: str) -> None:
    text = PROGRAM.replace("\n", end).removesuffix(end)
    remedies = [
        Remedy(RemedyKind.ARGUMENT, Span(number, column, number, column + len("torch.ones(3)")), '"cuda"')
        for number, line in enumerate(PROGRAM.splitlines(), 1)
        if (column := line.find("torch.ones(3)")) >= 0
    ]
    assert len(remedies) == 4
    assert carried_out(text, remedies) == Tree(text).carried_out(remedies)


def test_what_libcst_cannot_read_costs_its_own_function_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()
    real = Tree.__init__

    def noted(self: Tree, text: str, **options: bool) -> None:
        read.append(text)
        real(self, text, **options)

    monkeypatch.setattr(Tree, "__init__", noted)
    carried_out(PROGRAM, [Remedy(RemedyKind.ARGUMENT, Span(17, 12, 17, 25), "x.device")])
    assert len(read) == 1 and read[0].startswith("class _:\n\n    # of second\n    def second") and "Net" not in read[0]
