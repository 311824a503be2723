"""What a file of tests is, and what is reported in one.

Rules about other accelerators and about time pass over files of tests; those about names of torch do not.
"""

from __future__ import annotations

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.naming.files import is_file_of_tests

MADE = """
import torch

def made(x):
    return torch.zeros(3).to(x.device), x.cuda(), torch.cuda.amp.GradScaler()
"""
TEST = f"""{MADE}
def test_made():
    assert made(torch.zeros(3))
"""
TRAINING = """
import argparse
import torch

def test_epoch(scores: torch.Tensor, masks):
    mask = torch.ones(8)
    for one in masks:
        scores = scores * mask * one
    return scores

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    print(test_epoch(torch.zeros(4, 8, device=options.device), [2.0]))
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
    assert sorted({one.code for one in lint(TEST, path, options)}) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "import pytest\n",
        "import argparse, pytest\n",
        "from absl.testing import absltest\n",
        "from torch.testing._internal.common_utils import run_tests\n",
        "if True:\n    import unittest\n",
        "def test_sum():\n    assert 1\n",
        "def test():\n    assert 1\n",
        "async def test_sum():\n    assert 1\n",
        "class Sums:\n    def testSum(self):\n        assert 1\n",
    ],
)
def test_a_file_called_so_that_defines_tests_or_imports_what_they_are_written_with_is_one(text: str) -> None:
    assert is_file_of_tests("src/net_test.py", text) and is_file_of_tests("test_net.py", text)
    assert not is_file_of_tests("latest.py", text) and not is_file_of_tests("testing.py", text)


@pytest.mark.parametrize(
    "text",
    [
        TRAINING,
        MADE,
        "def test(net, loader): ...\n",
        "# import pytest\n",
        "def untested_sum(): ...\n",
        "import click\ndef test_epoch(net): ...\n",
        "class TestOptions(Options):\n    def parse(self): ...\n",
    ],
)
def test_a_script_of_that_name_is_none(text: str) -> None:
    assert not is_file_of_tests("src/net_test.py", text) and not is_file_of_tests("test_net.py", text)


@pytest.mark.parametrize("path", ["train.py", "train_test.py", "test_train.py"])
def test_a_training_script_is_reported_whatever_its_name(path: str) -> None:
    assert [(one.code, one.span.line) for one in lint(TRAINING, path)] == [("DEV102", 6)]


@pytest.mark.parametrize("path", ["train.py", "train_test.py"])
def test_where_a_test_framework_is_imported_its_functions_are_tests(path: str) -> None:
    assert lint(f"import pytest\n{TRAINING.partition('if __name__')[0]}", path) == []
