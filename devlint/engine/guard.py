"""Turns an exception inside devlint into a finding of DEV000, for both front ends.

    guarded_lint("x = 1", "a.py", workspace)  # findings; if devlint itself fails, one DEV000 and no traceback

A linter that raises takes the whole flake8 run with it, so both front ends go through here. What they still have to
handle is NotAnalysed: text that is not Python, or Python that cannot be analysed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast

    from devlint.base.diagnostic import Diagnostic
    from devlint.engine.linter import Begin
    from devlint.engine.workspace import Workspace


def guarded_lint(
    source: str, path: str, workspace: Workspace, tree: ast.Module | None = None, begin: Begin | None = None
) -> list[Diagnostic]:
    """What ``lint`` finds in ``source``, or one DEV000 that says how it failed.

    Raises NotAnalysed only, and what ``begin`` brings about that is no Exception.
    """
    from devlint.source.text import NotAnalysed

    try:
        return workspace.lint(source, path, tree, begin)
    except NotAnalysed:
        raise
    except Exception as error:
        return [internal_error(error)]


def timed_out(seconds: float) -> Diagnostic:
    """The DEV000 finding for a file that took too long."""
    from devlint.base.deadline import reason

    return _finding(reason(seconds), "")


def internal_error(error: Exception) -> Diagnostic:
    """The DEV000 finding for an exception that devlint should not have raised: one line, at the start of the file."""
    import traceback

    place = ""
    for frame in traceback.extract_tb(error.__traceback__)[-1:]:
        file = frame.filename.replace("\\", "/").rsplit("/", 1)[-1]
        place = f" ({file}:{frame.lineno}, in {frame.name})"
    words = " ".join(str(error).split())[:200]
    message = f"devlint failed on this file: {type(error).__name__}: {words}{place}"
    return _finding(message, "please report this, with the file if you can share it")


def _finding(message: str, advice: str) -> Diagnostic:
    from devlint.base.diagnostic import INTERNAL_ERROR, Diagnostic, Level, Span

    return Diagnostic(INTERNAL_ERROR, "internal-error", message, Span(1, 0, 1, 0), level=Level.ERROR, help=advice)
