"""Real editors, headless, with the settings that the page on editors shows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "try_editors.py"


@pytest.mark.slow
@pytest.mark.parametrize(("editor", "program"), [("neovim", "nvim"), ("emacs", "emacs")])
def test_an_editor_shows_repairs_and_saves(editor: str, program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([sys.executable, str(SCRIPT), editor], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    said = [line.removeprefix(f"{editor}: ") for line in done.stdout.splitlines()]
    assert any(line.startswith("DIAGNOSTIC 11 devlint") for line in said) and "SAVED" in said
    assert "HOVER `` torch.ones(3) ``: tensor, CPU (here: without a device)" in said
    assert "ACTION Use `device=self.fc.weight.device` (DEV102, safe fix)" in said
