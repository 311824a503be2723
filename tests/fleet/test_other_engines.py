"""Ray and Spark: the lines that the page shows, run as they stand there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from devlint.fleet import FleetOptions
from tests.fleet.test_fleet import linted, results, same, sources, write

pytestmark = pytest.mark.slow
PAGE = Path(__file__).parents[2] / "docs" / "fleet.md"


def lines_of_the_page(engine: str) -> str:
    """The one program on the page that imports ``engine``."""
    blocks = [block.partition("```")[0] for block in PAGE.read_text().split("```python\n")[1:]]
    (program,) = (block for block in blocks if f"import {engine}\n" in block or f"from {engine}." in block)
    return program


@pytest.mark.parametrize("engine", ["ray", "pyspark"])
def test_the_lines_of_the_page_lint_a_table(engine: str, tmp_path: Path) -> None:
    pytest.importorskip(engine)
    if engine == "pyspark" and shutil.which("java") is None:
        pytest.skip("Spark takes a Java")
    rows = sources()
    write(tmp_path / "sources", rows[::2], rows[1::2])
    for_children = {
        "PYSPARK_PYTHON": sys.executable,
        "RAY_USAGE_STATS_ENABLED": "0",
        "PYTHONPATH": os.pathsep.join([str(PAGE.parents[1]), os.environ.get("PYTHONPATH", "")]),
    }
    command = [sys.executable, "-c", lines_of_the_page(engine)]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | for_children, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert same(results(tmp_path / "findings"), linted(rows, FleetOptions()))
