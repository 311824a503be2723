"""Run real editors, headless, with the settings that docs/editors.md shows, against the real server.

    python tools/try_editors.py [neovim] [emacs]

Each opens a file with a bug, shows what the server says of it, makes the quick fix and saves. It fails where one of
these steps does, or where the file that was saved is not repaired. Editors that are not installed are passed over.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "editors.md"
BUG = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        mask = torch.ones(3)
        return self.fc(x) * mask
"""
REPAIRED = BUG.replace("torch.ones(3)", "torch.ones(3, device=self.fc.weight.device)")
EDITORS = {"neovim": ("nvim", "lua", "start_client"), "emacs": ("emacs", "elisp", "eglot")}
"""Of each editor its program, and the language and a word of the block of the page with its settings."""
NEW_NEOVIM = (0, 11)
"""The first Neovim that has ``vim.lsp.config``, for which the page has other lines."""


def settings(editor: str, command: list[str]) -> str:
    """The settings that the page shows, with the command that starts the server of this checkout."""
    program, language, word = EDITORS[editor]
    if editor == "neovim" and _version(program) >= NEW_NEOVIM:
        word = "vim.lsp.enable"
    blocks = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = (one for one in blocks if word in one)
    shown = {"lua": '"devlint", "server"', "elisp": '"devlint" "server"'}[language]
    assert shown in block, "the page starts the server in another way"
    return str(block.replace(shown, {"lua": ", ", "elisp": " "}[language].join(f'"{one}"' for one in command)))


def _version(program: str) -> tuple[int, ...]:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+)\.(\d+)", said)
    assert found, said
    return int(found[1]), int(found[2])


def tried(editor: str) -> list[str]:
    """The lines that the editor prints. Raises AssertionError where it fails."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "pyproject.toml").touch()
        file, own = folder / "net.py", folder / f"settings.{EDITORS[editor][1]}"
        file.write_text(BUG, encoding="utf-8")
        own.write_text(settings(editor, [sys.executable, "-m", "devlint", "server"]), encoding="utf-8")
        script = ROOT / "tools" / "editors"
        if editor == "neovim":
            run = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {own}"]
            command = [*run, "-c", f"luafile {script / 'neovim.lua'}", str(file)]
        else:
            command = ["emacs", "--batch", "-l", str(own), "-l", str(script / "emacs.el"), str(file)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": made, "XDG_CONFIG_HOME": made}
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=folder, env=environment)
        said = done.stdout.replace("\r", "").splitlines()
        assert done.returncode == 0 and "SAVED" in said, f"{editor}: {done.stdout}\n{done.stderr}"
        assert file.read_text(encoding="utf-8") == REPAIRED, f"{editor} saved\n{file.read_text(encoding='utf-8')}"
        return said


def main() -> int:
    """Try the editors that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editors", nargs="*", metavar="EDITOR", help=f"of {', '.join(EDITORS)} (default: all)")
    for editor in parser.parse_args().editors or EDITORS:
        if shutil.which(EDITORS[editor][0]) is None:
            print(f"{editor}: not installed")
            continue
        for line in tried(editor):
            print(f"{editor}: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
