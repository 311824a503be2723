"""What code of another file does with what the caller brings: found at the call, and gone once that is mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.base.diagnostic import Level
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from tests.project.calls_with_modules import MODULES
from tests.project.calls_with_tensors import TENSORS
from tests.project.test_project import write

_CASES = {**TENSORS, **MODULES}


def found(folder: Path, file: str) -> list[tuple[str, int, Level]]:
    path = folder / file
    every = lint(path.read_text(), str(path), Options(level="hint"))
    return [(one.code, one.span.line, one.level) for one in every]


@pytest.mark.parametrize("name", _CASES)
def test_what_a_caller_brings(tmp_path: Path, name: str) -> None:
    files, checked, finding, (mended, old, new) = _CASES[name]
    write(tmp_path, files)
    assert found(tmp_path, checked) == [finding]
    write(tmp_path, {mended: files[mended].replace(old, new)})
    assert not found(tmp_path, checked)
