"""How long an editor waits: from a change of a file to the diagnostics of the changed text.

    python -m benchmarks.editing [--packages timm,kornia] [--edits 200] [--typed 2000] [--verified 100] [--json OUT]

Of each package one file of about 1,000 lines is opened in the real server, started as an editor starts it, in its own
folder with all other files of the package around it. Then it is edited at random places: a statement is added or taken
back, a key is pressed that leaves no Python, and is taken back. One run waits for the diagnostics of all ``--edits``,
with no pause before a check (``debounce`` of 0: what an editor waits is longer by its setting). Its times are the time
that passes, and the time that the worker computes, which other programs on the machine have less part in. Another run
makes ``--typed`` edits and seldom waits, as one who types fast: checks are given up.

Of both runs, ``--verified`` versions that were shown are checked anew, from an empty memory: what was shown for a
version has to be what is found in its text. Memory is that of the worker before and after the edits.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks import CACHE
from benchmarks.ecosystem.packages import package
from benchmarks.scan import read
from benchmarks.table import table, write_json
from devlint.configuration.reading import configured
from devlint.engine.batch import check
from devlint.engine.workspace import Workspace
from devlint.source.files import Document

LINES = 1000
PATIENCE = 60.0
STATEMENTS = ("probe = torch.ones(3)", "probe = torch.zeros(2).cuda()", "probe = [torch.arange(4)]", "probe = 1")
KEYS = ("(", ")", "x", ":", "=", " ", "\t", '"')


@dataclass
class Run:
    """What one run over one file gave."""

    file: str
    lines: int
    pace: str
    edits: int
    times: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    shown: int = 0
    wrong: int = 0
    before: float = 0.0
    after: float = 0.0


def subject(name: str) -> tuple[Path, Path]:
    """The folder of a package, and its file with some 1,000 lines that speaks most of torch."""
    found = package(name, CACHE / "packages")
    near = [path for path in found.files if abs(read(path).count("\n") - LINES) <= LINES // 4]
    return found.folder, max(near, key=lambda path: read(path).count("torch."))


def edits(text: str, number: int, chance: random.Random) -> list[str]:
    """Texts that follow each other: every second one is ``text`` again."""
    found = []
    rows = text.split("\n")
    for _ in range(number // 2):
        at = chance.randrange(1, len(rows))
        if chance.random() < 0.7:
            indent = " " * (len(rows[at]) - len(rows[at].lstrip()))
            found.append("\n".join([*rows[:at], indent + chance.choice(STATEMENTS), *rows[at:]]))
        else:
            column = chance.randint(0, len(rows[at]))
            row = rows[at][:column] + chance.choice(KEYS) + rows[at][column:]
            found.append("\n".join([*rows[:at], row, *rows[at + 1 :]]))
        found.append(text)
    return found


class Editor:
    """A client of a server that was started for it, with the last diagnostics of each version."""

    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self.shown: dict[int, list[types.Diagnostic]] = {}
        self._news = asyncio.Event()
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._published(params))

    def _published(self, params: types.PublishDiagnosticsParams) -> None:
        if params.version is not None:
            self.shown[params.version] = list(params.diagnostics)
            self._news.set()

    async def start(self, root: Path) -> None:
        """Start the server for a folder."""
        await self.client.start_io(sys.executable, "-m", "devlint", "server")
        params = types.InitializeParams(
            types.ClientCapabilities(), root_uri=root.as_uri(), initialization_options={"debounce": 0}
        )
        await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())

    async def until(self, version: int) -> None:
        """Wait for the diagnostics of a version."""
        while version not in self.shown:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    def worker(self) -> Path:
        """What the system says of the server's worker."""
        server = self.client._server
        assert server is not None
        (child, *_) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        return Path("/proc", child)


def memory(worker: Path) -> float:
    """MiB of memory that the worker holds."""
    return int((worker / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def computed(worker: Path) -> float:
    """Seconds for which the worker was on a processor."""
    return sum(int(task.read_text().split()[0]) for task in worker.glob("task/*/schedstat")) / 1e9


async def run(name: str, number: int, verified: int, *, waits: bool) -> Run:
    """Edit one file."""
    root, path = subject(name)
    text, chance = read(path), random.Random(1)
    texts = [text, *edits(text, number, chance)]
    pace = "waits" if waits else "types on"
    found = Run(f"{root.name}/{path.relative_to(root)}", text.count("\n"), pace, number)
    editor, uri = Editor(), path.as_uri()
    await editor.start(root)
    item = types.TextDocumentItem(uri, "python", 0, text)
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await editor.until(0)
    worker = editor.worker()
    found.before = memory(worker)
    for version, changed in enumerate(texts[1:], 1):
        named = types.VersionedTextDocumentIdentifier(version, uri)
        change = types.TextDocumentContentChangeWholeDocument(changed)
        begun, spent = time.perf_counter(), computed(worker)
        editor.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))
        if waits:
            await editor.until(version)
            found.times.append(time.perf_counter() - begun)
            found.computed.append(computed(worker) - spent)
        elif chance.random() < 0.02:
            await editor.until(version)
        else:
            await asyncio.sleep(chance.choice((0.0, 0.005, 0.02, 0.1)))
    await editor.until(len(texts) - 1)
    found.after, found.shown = memory(worker), len(editor.shown)
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()
    for version in chance.sample(sorted(editor.shown), min(verified, len(editor.shown))):
        found.wrong += _said(editor.shown[version]) != expected(path, texts[version])
    return found


def _said(shown: Sequence[types.Diagnostic]) -> list[tuple[str, int, int]]:
    return sorted((str(one.code), one.range.start.line + 1, one.range.end.line + 1) for one in shown)


def expected(path: Path, text: str) -> list[tuple[str, int, int]]:
    """What is found in a text where nothing is remembered."""
    options = configured(start=str(path.parent))
    outcome = check(Document(str(path), text), options, workspace=Workspace(options))
    if outcome.error:
        return [("invalid-syntax", outcome.line, outcome.line)]
    return sorted((d.code, d.span.line, d.span.end_line) for d in outcome.found)


def summary(runs: Sequence[Run]) -> str:
    """A row a run; times in milliseconds."""
    rows = []
    for one in runs:
        marks: list[object] = []
        for times in (one.times, one.computed):
            inner = [1000 * spent for spent in times]
            marks += [statistics.median(inner), statistics.quantiles(inner, n=20)[18]] if inner else ["-", "-"]
        rows.append([one.file, one.lines, one.pace, one.edits, *marks, one.shown, one.wrong, one.before, one.after])
    times_of = ("median ms", "95 % ms", "computed", "95 %")
    return table(["file", "lines", "pace", "edits", *times_of, "shown", "wrong", "MiB before", "after"], rows)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="timm,kornia", metavar="NAMES", help="which (default: %(default)s)")
    parser.add_argument("--edits", type=int, default=200, metavar="N", help="edits waited for (default: %(default)s)")
    parser.add_argument("--typed", type=int, default=2000, metavar="N", help="edits made fast (default: %(default)s)")
    parser.add_argument("--verified", type=int, default=100, metavar="N", help="checked anew (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write every time to this file")
    given = parser.parse_args()
    runs = [
        asyncio.run(run(name, number, given.verified, waits=waits))
        for name in given.packages.split(",")
        for number, waits in ((given.edits, True), (given.typed, False))
    ]
    print(summary(runs))
    if given.json:
        write_json(given.json, runs)
    return int(any(one.wrong for one in runs))


if __name__ == "__main__":
    sys.exit(main())
