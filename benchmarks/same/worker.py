"""Lint a list of files with the devlint of one tree, and print what is found as lines of JSON.

    python worker.py TREE < files                 one line of JSON a file, {"file": ..., "findings": [...]}

It runs in a process of its own, started by ``benchmarks.same.findings``, so that the devlint it imports is that of
``TREE`` and no other. It uses only ``lint``, ``Options`` and ``open_project``, which older revisions have, too.
"""

from __future__ import annotations

import json
import signal
import sys
import tokenize
import warnings
from dataclasses import astuple
from types import FrameType
from typing import Any

LIMIT = 120  # seconds after which a file is given up
SELECTED = ("DEV7", "DEV8")


class TooSlow(Exception):
    """The file took longer than ``LIMIT``."""


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def findings_of(path: str, options: Any, project: Any) -> list[list[object]]:
    """Every finding in one file: code, span, message, notes, help; a single entry where the file was not linted."""
    from devlint.linter import NotAnalysed, lint

    try:
        with tokenize.open(path) as handle:
            source = handle.read()
        signal.alarm(LIMIT)
        found = lint(source, path, options, project=project)
    except (SyntaxError, UnicodeDecodeError, NotAnalysed) as error:
        return [["not analysed", str(error)]]
    except TooSlow:
        return [["too slow"]]
    except Exception as error:  # a crash is a difference like any other
        return [["crashed", type(error).__name__, str(error)]]
    finally:
        signal.alarm(0)
    notes = [[[note.message, *astuple(note.span)] for note in one.notes] for one in found]
    return [[one.code, *astuple(one.span), one.message, one.help, n] for one, n in zip(found, notes, strict=True)]


def main() -> None:
    """Read names of files from standard input."""
    tree = sys.argv[1]
    sys.path[0] = tree
    warnings.simplefilter("ignore")  # invalid escapes and the like in the files read
    signal.signal(signal.SIGALRM, _give_up)
    from devlint import linter
    from devlint.options import Options

    assert linter.__file__ is not None and linter.__file__.startswith(tree), linter.__file__
    options = Options(extend_select=SELECTED)
    project = linter.open_project(options)
    for line in sys.stdin:
        path = line.rstrip("\n")
        print(json.dumps({"file": path, "findings": findings_of(path, options, project)}), flush=True)


if __name__ == "__main__":
    main()
