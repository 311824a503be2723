"""Programs nobody would write: generated from Python's grammar, and every file that is installed here.

python -m pytest tests/test_generated_programs.py              some hundred programs
python -m pytest tests/test_generated_programs.py -m slow      every Python file of the environment as well
"""

from __future__ import annotations

import sysconfig
from pathlib import Path

import hypothesmith
import pytest
from hypothesis import HealthCheck, given, settings

from devlint.configuration.options import Options
from devlint.engine.batch import check_all
from devlint.selection.configurations import Configurations
from devlint.selection.search import select
from tests.engine.test_robustness import by_command_line, by_plugin

USES_TORCH = "import torch\nfrom torch import nn\n"
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
BOUNDED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


def assert_findings_or_silence(program: str) -> None:
    for source in (program, USES_TORCH + program):
        found, plugin = by_command_line(source), by_plugin(source)
        assert "DEV000" not in found
        assert plugin is None or plugin == found


@given(hypothesmith.from_grammar())
@BOUNDED
def test_programs_from_the_grammar(program: str) -> None:
    assert_findings_or_silence(program)


@pytest.mark.exhaustive
@given(hypothesmith.from_node())
@BOUNDED
def test_programs_from_libcst(program: str) -> None:
    assert_findings_or_silence(program)


@pytest.mark.slow
def test_every_installed_file() -> None:
    """Whatever is installed: no file may bring a mistake of our own to light. What is not Python is no concern here."""
    installed = {sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib")}
    files = select(sorted(installed), Configurations(isolated=True)).paths
    failed = [
        f"{outcome.path}: {d.message}"
        for outcome in check_all([f for f in files if Path(f).suffix == ".py"], Options(), noqa=False)
        for d in outcome.found
        if d.code == "DEV000"
    ]
    assert len(files) > 100
    assert failed == []
