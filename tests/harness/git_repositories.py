"""Repositories for tests, made by git itself."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ALONE = {"GIT_CONFIG_GLOBAL": "nowhere", "GIT_CONFIG_NOSYSTEM": "1", "XDG_CONFIG_HOME": "nowhere"}
WHO = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")


def git(*arguments: str, folder: Path | None = None, fails: bool = False, **environment: str) -> str:
    """What git says in ``folder``, the current one unless it is given. ``fails`` lets it fail."""
    done = subprocess.run(
        ["git", *WHO, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="surrogateescape",
        stdin=subprocess.DEVNULL,
        env={**os.environ, **ALONE, **environment},
    )
    assert fails or done.returncode == 0, done.stderr
    return done.stdout.strip()
