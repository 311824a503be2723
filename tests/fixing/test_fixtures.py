"""All fixtures repaired: every repair holds, no comment is lost, and a second run changes nothing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from devlint.base.diagnostic import Level, Safety
from devlint.fixing.passes import comments, repair
from tests.harness.marks import fixture_files
from tests.harness.repairs import findings, repaired

FILES = [path for path in fixture_files() if path.stem.startswith("bad")]


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_repairs_hold(path: Path) -> None:
    before, result = path.read_text(encoding="utf-8"), repaired(path)
    ast.parse(result.text)
    assert comments(result.text) == comments(before)
    old = Counter((d.code, d.span.line) for d in findings(path, before))
    shown = [d for d in findings(path, result.text) if d.level is not Level.HINT]  # a new hint undoes no repair
    new = Counter((d.code, d.span.line) for d in shown)
    if before.count("\n") == result.text.count("\n"):
        assert not new - old
        assert not new - (old - Counter((d.code, d.span.line) for d in result.fixed))
    assert not any(d.remedy for d in result.left if d not in [one.finding for one in result.taken_back])


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "bad"], ids=ids)
def test_repairing_again_changes_nothing(path: Path) -> None:
    text = repaired(path).text
    assert repair(text, lambda text: findings(path, text), frozenset(Safety)).text == text


def test_nearly_all_remedies_can_be_carried_out() -> None:
    fixed = sum(len(repaired(path).fixed) for path in FILES)
    taken_back = sum(len(repaired(path).taken_back) for path in FILES)
    assert fixed > 600 and taken_back < fixed / 30
