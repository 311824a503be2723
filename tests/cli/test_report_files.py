"""A report is not written over a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.cli import main


@pytest.mark.parametrize("flags", [["--output-file", "used.py"], ["--output-format", "json:used.py"]])
def test_a_program_is_not_written_over(
    flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("used.py").write_text("import torch\n", "utf-8")
    Path("net.py").write_text("import torch\n", "utf-8")
    assert main(["check", "--no-cache", *flags, "net.py"]) == 2
    assert "used.py holds a program" in capsys.readouterr().err
    assert Path("used.py").read_text("utf-8") == "import torch\n"
    assert main(["check", "--no-cache", "--output-file", "new.py", "net.py"]) == 0, "there is none yet"
