"""The last assignment of a script is evaluated although nothing reads it: it may fail by itself."""

from __future__ import annotations

import pytest

from devlint.engine.linter import lint

SCRIPT = """\
import torch
from torch import nn

x = torch.rand(3, 4).cuda()
y = torch.rand(3, 4)
net = nn.Linear(4, 2)
"""


@pytest.mark.parametrize("last", ["loss = x + y", "loss = torch.dot(x[0], y[0])", "a = x > y", "a: object = x * y"])
def test_an_assignment_that_nothing_reads_is_evaluated(last: str) -> None:
    assert [one.code for one in lint(f"{SCRIPT}{last}\n")] == ["DEV101"]


@pytest.mark.parametrize("last", ["names = {1: 2}", "other = x", "loss = x + y.cuda()", "loss = net(y)"])
def test_one_that_is_right_is_not_reported(last: str) -> None:
    assert lint(f"{SCRIPT}{last}\n") == []
