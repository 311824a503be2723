"""The flow of a run that repairs: each file's outcome goes in, and comes out as it is after the repairs.

repairs = Repairs(options, Request(unsafe=True), noqa=True)
outcomes = [repairs.done(outcome) for outcome in check_all(paths, options)]
repairs.fixed, repairs.differences, repairs.complaints
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from devlint.base.diagnostic import Diagnostic, Safety, Span
from devlint.base.errors import NotRepaired
from devlint.base.file_replacement import clear_leftovers
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome, check
from devlint.engine.linter import NotAnalysed
from devlint.fixing.added_ignores import ignored
from devlint.fixing.contents import Contents, contents, replace_file, target
from devlint.fixing.passes import Repaired, repair
from devlint.report.place import place_of
from devlint.source.files import LARGEST, Document, regular_bytes
from devlint.source.notebook import Notebook
from devlint.source.text import lines


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line wants: unsafe repairs, too; a diff, and nothing written; to ignore findings, and why."""

    unsafe: bool = False
    diff: bool = False
    noqa: bool = True
    reason: str | None = None

    def wants(self, d: Diagnostic) -> bool:
        """True if something is to be done about a finding."""
        return self.reason is not None or (d.remedy is not None and d.remedy.safety in self.safety)

    @property
    def safety(self) -> frozenset[Safety]:
        """The repairs that are wanted."""
        return frozenset({Safety.SAFE, Safety.UNSAFE} if self.unsafe else {Safety.SAFE})


@dataclass(slots=True)
class Repairs:
    """What came of the repairs of a run so far.

    ``differences`` are the diffs, by line; ``complaints`` name the repairs that could not be made, and why.
    """

    options: Options
    request: Request
    fixed: int = 0
    files: int = 0
    undone: int = 0
    differences: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    failed: bool = False
    _cleared: set[str] = field(default_factory=set)

    def done(self, outcome: Outcome, stdin: bytes | None = None) -> Outcome:
        """Repair the file of ``outcome``; ``stdin`` are the bytes that stand for it where it is standard input."""
        if stdin is None and not self.request.diff:
            self._clear(os.path.dirname(outcome.path))
        if not any(map(self.request.wants, outcome.found)) or outcome.failures:
            if stdin is not None and not self.request.diff:
                _write(stdin)
            return outcome
        try:
            raw = _read(outcome.path) if stdin is None else stdin
            return self._repaired(outcome, contents(outcome.path, raw), is_stdin=stdin is not None)
        except NotRepaired as error:
            self.failed = True
            self.complaints.append(f"not repaired: {outcome.path}: {error}")
            return outcome

    def _clear(self, folder: str) -> None:
        """Remove what an earlier run that was ended has left in a folder."""
        if folder not in self._cleared:
            self._cleared.add(folder)
            clear_leftovers(folder)

    def _repaired(self, outcome: Outcome, before: Contents, *, is_stdin: bool) -> Outcome:
        def lint(text: str) -> Sequence[Diagnostic]:
            document = before.document_of(text)
            again = check(document, self.options, self.request.noqa)
            if again.error or again.not_analysed != outcome.not_analysed or again.failures:
                raise NotAnalysed(again.error or "it cannot be analysed")
            return again.found

        def where(text: str, span: Span) -> str:
            return place_of(span, before.document_of(text)).line_in_words

        if not self.request.diff and not is_stdin:
            target(outcome.path)
        if self.request.reason is None:
            result = repair(before.text, lint, self.request.safety, outcome.found, where)
        else:
            result = ignored(before.text, lint, outcome.found, self.request.reason, where)
        after = before.bytes_of(result.text)
        self._take_back(outcome, before, result)
        self.undone += len(result.taken_back)
        if result.text == before.text:
            if is_stdin and not self.request.diff:
                _write(before.raw)
            return replace(outcome, found=tuple(result.left))
        if self.request.diff:
            self.differences += _difference(outcome.path, before, result.text)
        elif is_stdin:
            _write(after)
        else:
            replace_file(outcome.path, before.raw, after)
        self.fixed += len(result.fixed)
        self.files += 1
        document: Document | None = before.document_of(result.text)
        return replace(outcome, found=tuple(result.left), document=document if result.left else None)

    def _take_back(self, outcome: Outcome, before: Contents, result: Repaired) -> None:
        document = before.document_of(result.text)
        for one in result.taken_back:
            place = f"{outcome.path}:{place_of(one.finding.span, document)}"
            self.complaints.append(f"not repaired: {place}: {one.finding.code}: {one.reason}")


def _read(path: str) -> bytes:
    try:
        return regular_bytes(path, LARGEST)
    except OSError as error:
        raise NotRepaired(error.strerror or str(error)) from error


def _write(raw: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()


def _difference(path: str, before: Contents, text: str) -> list[str]:
    """The unified diff of a file; of a notebook, that of its cells, each under its number."""
    name = path.replace(os.sep, "/")
    if before.notebook is None:
        return _unified(name, before.text, text)
    after = before.document_of(text).notebook
    assert after is not None, "a notebook stays one"
    found: list[str] = []
    for number in sorted({cell for cell, _ in before.notebook.places}):
        found += _unified(f"{name}:cell {number}", _cell(before.notebook, number), _cell(after, number))
    return found


def _cell(notebook: Notebook, number: int) -> str:
    """The Python of one cell."""
    there = zip(notebook.text.split("\n")[:-1], notebook.places, strict=True)
    return "".join(f"{line}\n" for line, (cell, _) in there if cell == number)


def _unified(name: str, before: str, after: str) -> list[str]:
    found = []
    for line in difflib.unified_diff(lines(before), lines(after), name, name):
        found.append(line.removesuffix("\n"))
        if not line.endswith(("\n", "\r")):
            found.append("\\ No newline at end of file")
    return found
