"""The page on security promises what tests hold."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text()
ROWS = [line for line in PAGE.split("\n") if line.startswith("| ") and not line.startswith(("| attack", "| ---"))]
TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
COMMAND = re.compile(r"`python -m ([\w.]+)[^`]*`")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:40])
def test_each_promise_names_a_test_that_exists(row: str) -> None:
    last = row.rstrip("| ").rpartition("|")[2]
    named = TEST.findall(last)
    assert named or COMMAND.search(last)
    for path, name in named:
        tests = {one.name for one in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(one, ast.FunctionDef)}
        assert any(one.startswith("test_") for one in tests)
        assert not name or name in tests


def test_the_page_has_its_parts() -> None:
    assert len(ROWS) > 30
    for title in ("## Attacks, and the test of each", "## What Python does itself", "## What is not promised"):
        assert PAGE.count(f"\n{title}\n") == 1
    assert "docs/security.md" in (ROOT / "SECURITY.md").read_text()
