"""What holds for every test, and ``pytest --rule DEV103``: the fixtures and the page of one rule, and nothing else."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.marks import fixture_files

if importlib.util.find_spec("torch"):  # tests that need none also run where there is none
    import torch

    # The tensors here are tiny: threads that share them only wait for each other, on a busy machine for long.
    torch.set_num_threads(1)


TESTS = Path(__file__).parent
OF_ONE_RULE = (TESTS / "test_fixtures.py", TESTS / "rules" / "test_rule_pages.py")
"""The files whose tests are about one rule each."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--rule``."""
    parser.addoption("--rule", metavar="CODE", help="run the tests of one rule's fixtures and page: --rule DEV103")


def pytest_configure(config: pytest.Config) -> None:
    """Collects the files about one rule alone where ``--rule`` names one. Raises UsageError if it has no fixtures."""
    if code := config.getoption("rule"):
        if not fixture_files(code):
            raise pytest.UsageError(f"no fixtures of a rule {code}: see fixtures/")
        config.args = [str(path) for path in OF_ONE_RULE]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests whose id names the rule of ``--rule``."""
    if code := config.getoption("rule"):
        others = [item for item in items if code.lower() not in item.name.lower()]
        items[:] = [item for item in items if item not in others]
        config.hook.pytest_deselected(items=others)


@pytest.fixture(autouse=True, scope="session")
def _cache_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the user's own cache."""
    folder = tmp_path_factory.mktemp("caches")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder
