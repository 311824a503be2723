"""The process that checks repositories: it can be killed, or run out of memory, without ending the run.

    subprocess.Popen(command("devlint.fleet.child", "5", "6", "1024"))    reads from descriptor 5, writes to 6
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from devlint.base.diagnostic import INTERNAL_ERROR
from devlint.base.errors import BadOption
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome, check_all
from devlint.file_systems.tree import Tree, without_those_below_files
from devlint.fleet.request import (
    FINDING,
    NOT_CHECKED,
    Answer,
    Begun,
    Checked,
    Ended,
    Place,
    Ready,
    Request,
    failure,
)
from devlint.report.entry import entries
from devlint.report.json import as_object
from devlint.selection.configurations import Configurations
from devlint.selection.search import Selection, select
from devlint.source.files import too_large

ROOT = os.path.join(os.sep, "repository")
"""Where the tree of a repository is said to lie."""


class Spooled:
    """The contents of files, each a stretch of one file."""

    def __init__(self, spool: int, files: Mapping[str, Place]) -> None:
        self._spool = spool
        self._files = files

    def load(self, name: str, most: int) -> bytes:
        """The bytes of the file ``name``."""
        offset, size = self._files[name]
        if size > most:
            raise too_large(most)
        return os.pread(self._spool, size, offset)


def answers(request: Request) -> Iterator[Answer]:
    """What comes of a request, file by file."""
    spool = os.open(request.spool, os.O_RDONLY)
    before = time.process_time()
    try:
        names = list(without_those_below_files(request.files.keys()))
        tree = Tree(ROOT, Spooled(spool, request.files), names)
        try:
            selection = _selection(tree, request)
        except BadOption as error:
            yield Ended(reason=f"configuration: {error}")
            return
        search = time.process_time() - before
        yield from _checked(request, tree, selection)
        there, found = set(names), {os.path.relpath(one.path, ROOT) for one in selection.files}
        asked = request.files.keys() if request.only is None else request.only
        below = [failure(request.repository, name, "lies below a file") for name in sorted(asked - there)]
        yield Ended(below, search, passed_over=len((asked & there) - found))
    finally:
        os.close(spool)


def _selection(tree: Tree, request: Request) -> Selection:
    changes = dict(request.options.changes)

    def over(options: Options) -> Options:
        return replace(options, **changes, no_cache=True, site_packages="ignore")

    return select([ROOT], Configurations(isolated=request.options.isolated, over=over, files=tree))


def _checked(request: Request, tree: Tree, selection: Selection) -> Iterator[Answer]:
    names = {one.path: os.path.relpath(one.path, ROOT) for one in selection.files}
    chosen = [
        one for one in selection.files
        if names[one.path] not in request.done and (request.only is None or names[one.path] in request.only)
    ]  # fmt: skip
    outcomes = check_all([one.path for one in chosen], [one.options for one in chosen], jobs=1, files=tree)
    for one in chosen:
        name = names[one.path]
        yield Begun(name)
        before = time.process_time()
        outcome = next(outcomes)
        size = request.files.get(name, (0, 0))[1]
        lines = (tree.raw(one.path, size) or b"").count(b"\n")
        yield Checked(name, list(_rows(request.repository, name, outcome)), lines, time.process_time() - before)


def _rows(repository: str, name: str, outcome: Outcome) -> Iterator[dict[str, Any]]:
    for entry in entries(outcome):
        kind = FINDING if entry.code not in ("", INTERNAL_ERROR) else NOT_CHECKED
        row = as_object(entry)
        for note in row.get("notes") or ():
            if note.get("path"):  # it lies in another file of the repository
                note["path"] = os.path.relpath(note["path"], ROOT)
        yield {**row, "kind": kind, "repository": repository, "path": name}


def _limit_memory(mebibytes: int) -> None:
    """Have what asks for more memory fail, rather than the machine."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


def serve(requests: Connection, results: Connection) -> None:
    """Answer requests until there are no more."""
    with contextlib.suppress(EOFError, BrokenPipeError):
        results.send(Ready())
        while True:
            for answer in answers(requests.recv()):
                results.send(answer)


def main() -> None:
    """Be the process, with descriptors and mebibytes of memory as arguments."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(int(sys.argv[3]))
    serve(Connection(int(sys.argv[1]), writable=False), Connection(int(sys.argv[2]), readable=False))
