"""Rules about other accelerators and about time pass over files of tests; those about names of torch do not."""

from __future__ import annotations

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint

PROGRAM = """
import torch

def made(x):
    return torch.zeros(3).to(x.device), x.cuda(), torch.cuda.amp.GradScaler()
"""


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("net.py", ["DEV701", "DEV703", "DEV804"]),
        ("tests/net.py", ["DEV701", "DEV703", "DEV804"]),  # the folder may hold all that the user has
        ("test_net.py", ["DEV703"]),
        ("net_test.py", ["DEV703"]),
        ("variational_test_case.py", ["DEV703"]),
        ("testing_utils.py", ["DEV703"]),
        ("conftest.py", ["DEV703"]),
    ],
)
def test_what_is_reported_in_a_file_of_this_name(path: str, wanted: list[str]) -> None:
    options = Options(select=("DEV7", "DEV8"))
    assert sorted({one.code for one in lint(PROGRAM, path, options)}) == wanted
