"""Nothing of a file is remembered once the file is done."""

from __future__ import annotations

import gc
import weakref
from typing import Any

from devlint.configuration.options import Options
from devlint.devices.patterns import expressions
from devlint.engine.linter import lint, without_collector
from devlint.flow.values import guards, parts
from devlint.project import source

PROGRAM = """
import torch

class Net(torch.nn.Module):
    def forward(self, x, mask=None):
        rows = [x, x + 1]
        if mask is None and len(rows) > 1:
            mask = torch.ones(3)
        return x * mask
"""


def test_what_is_remembered_of_a_program_goes_with_it() -> None:
    files: list[weakref.ref[Any]] = []
    with without_collector():
        assert lint(PROGRAM, "net.py", Options(), begin=lambda program, _: files.append(weakref.ref(program.file)))
    assert files
    memories: list[Any] = [guards._FEASIBLE, guards._SPECIAL, parts._PARTS, parts._TOO_LARGE, expressions._WORDS]
    assert not any(memories) and not source._trees
    gc.collect()
    assert [one() for one in files] == [None] * len(files)
