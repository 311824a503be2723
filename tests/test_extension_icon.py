"""The icon of the extension for VS Code is the one that its script draws."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def check(root: Path) -> int:
    return subprocess.run([sys.executable, root / "tools" / "extension_icon.py", "--check"], check=False).returncode


def test_the_icon_is_drawn_by_its_script(tmp_path: Path) -> None:
    assert check(ROOT) == 0
    (tmp_path / "tools").mkdir()
    (tmp_path / "editors" / "vscode").mkdir(parents=True)
    script = (ROOT / "tools" / "extension_icon.py").read_text(encoding="utf-8")
    other = script.replace("HEAD = 26.0", "HEAD = 20.0")
    (tmp_path / "tools" / "extension_icon.py").write_text(other, encoding="utf-8")
    assert check(tmp_path) == 1  # there is none
    icon = Path("editors", "vscode", "icon.png")
    (tmp_path / icon).write_bytes((ROOT / icon).read_bytes())
    assert check(tmp_path) == 1  # there is another
