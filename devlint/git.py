"""Questions to git, which asks nothing back and runs nothing that a repository's configuration names."""

from __future__ import annotations

import subprocess

from devlint.errors import BadOption

PLAIN = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false")
"""Flags for every call."""


def git(flag: str, *arguments: str, why: str = "") -> bytes:
    """What git prints in the current folder.

    Raises BadOption, which begins with ``flag`` and says what git says, or ``why`` where it says nothing.
    """
    try:
        done = subprocess.run(["git", *PLAIN, *arguments], capture_output=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise BadOption(f"{flag}: git cannot be started: {error.strerror or error}") from None
    if done.returncode:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())
        raise BadOption(f"{flag}: {said or why or 'git failed'}")
    return done.stdout
