"""Real editors, headless, with the settings that the page on editors shows."""

from __future__ import annotations

import shutil

import pytest

from tools.try_editors import EDITORS, tried


@pytest.mark.slow
@pytest.mark.parametrize("editor", EDITORS)
def test_an_editor_shows_repairs_and_saves(editor: str) -> None:
    if shutil.which(EDITORS[editor][0]) is None:
        pytest.skip(f"{editor} is not installed")
    said = tried(editor)
    assert any("DIAGNOSTIC 11 devlint" in line for line in said) and "SAVED" in said
    assert "HOVER `` torch.ones(3) ``: tensor, CPU (here: without a device)" in said
    assert "ACTION Use `device=self.fc.weight.device` (DEV102, safe fix)" in said
