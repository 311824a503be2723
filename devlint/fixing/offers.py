"""What is offered to others: repairs that bring nothing new, proved on the text after the edits that carry them out.

    offered(text, found, lint)      `found`, each without its remedy where the edits of that do not hold

A tool that applies edits does not lint again, as ``devlint check --fix`` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from devlint.base.diagnostic import Diagnostic, Remedy, Safety
from devlint.base.errors import NotRepaired
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome, check
from devlint.engine.linter import NotAnalysed
from devlint.engine.workspace import Workspace
from devlint.fixing.passes import Lint, apart, name_of, split, tried
from devlint.report.edits import edits
from devlint.report.place import in_file
from devlint.source.files import Document
from devlint.source.text import lines

if TYPE_CHECKING:
    from devlint.file_systems.base import FileSystem

MOST = 12
"""So many texts of one file are linted; a repair that is not proved by then is not offered."""
_OF_NAMES = "DEV2"
"""The rules about how devices are named: what they find in a line that runs at last was there before."""


def offered(text: str, found: Sequence[Diagnostic], lint: Lint) -> list[Diagnostic]:
    """``found`` in ``text``, where a finding has its remedy left if no finding comes up that was not there before."""
    linted, mended = 0, set[str]()

    def counted(changed: str) -> Sequence[Diagnostic]:
        nonlocal linted
        linted += 1
        if linted > MOST:
            raise NotRepaired("there is too much to be proved")
        return [d for d in lint(changed) if not d.code.startswith(_OF_NAMES) or d.code in mended]

    groups, held = _groups(found), set[int]()
    while groups and linted < MOST:
        batch = groups.pop()
        mended = {d.code for d in batch}
        try:
            tried(text, batch, found, counted, frozenset(Safety), in_file, edited, only_alike=True)
        except NotRepaired as error:
            if len(batch) > 1:
                names = split(batch, error, text)[-1].names
                late = [d for d in batch if name_of(d, text) in names]
                others = [d for d in batch if name_of(d, text) not in names]
                groups += [others, late] if others and late else [[one] for one in batch]
            continue
        held.update(map(id, batch))
    return [d if d.remedy is None or id(d) in held else replace(d, remedy=None, fix=None) for d in found]


def _groups(found: Sequence[Diagnostic]) -> list[list[Diagnostic]]:
    """The findings that have remedies, those together whose remedies do not touch each other."""
    groups, left = [], [d for d in found if d.remedy is not None]
    while left:
        groups.append(apart(left))
        left = [d for d in left if not any(d is one for one in groups[-1])]
    return groups


def edited(text: str, remedies: Sequence[Remedy]) -> str:
    """``text`` after the edits of ``remedies``. Raises NotRepaired where one has none."""
    starts = [0]
    for line in lines(text):
        starts.append(starts[-1] + len(line))
    changes = []
    for remedy in remedies:
        own = edits(remedy, text)
        if not own:
            raise NotRepaired("nothing stands at its place")
        for edit in own:
            at = edit.span
            changes.append((starts[at.line - 1] + at.column, starts[at.end_line - 1] + at.end_column, edit.replacement))
    for start, end, replacement in sorted(changes, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def of_all_rules(options: Options) -> Options:
    """``options`` of a run that finds all that the rules say, at all levels, and remembers nothing on the disk."""
    named = (*options.select, *options.extend_select, *options.enable)
    return replace(
        options,
        select=(),
        ignore=(),
        extend_select=named,
        extend_ignore=(),
        per_file_ignores=(),
        level="hint",
        no_baseline=True,
        no_cache=True,
    )


class Offers:
    """The proofs of one run, which reads other files from ``files``; ``noqa`` says whether comments silence."""

    def __init__(self, files: FileSystem, *, noqa: bool) -> None:
        self._files = files
        self._noqa = noqa
        self._workspaces: dict[Options, Workspace] = {}

    def proved(self, outcome: Outcome, options: Options) -> Outcome:
        """``outcome``, of a file with these options, whose findings have the remedies that hold."""
        document = outcome.document
        if document is None or document.notebook is not None or not any(d.remedy for d in outcome.found):
            return outcome
        whole, path = of_all_rules(options), document.path
        workspace = self._workspaces.setdefault(whole, Workspace(whole, self._files))

        def lint(text: str) -> Sequence[Diagnostic]:
            again = check(Document(path, text), whole, self._noqa, workspace=workspace)
            if again.error or again.not_analysed or again.failures:
                raise NotAnalysed(again.error or "it cannot be analysed")
            return again.found

        try:
            return replace(outcome, found=tuple(among(outcome.found, document.text, lint)))
        except NotAnalysed:
            return outcome
        finally:
            workspace.project.forget(workspace.project.file(path))  # others see the file as it is


def among(shown: Sequence[Diagnostic], text: str, lint: Lint) -> list[Diagnostic]:
    """``shown``, which are among what ``lint`` finds in ``text``, with the remedies that hold. Raises NotAnalysed."""
    wanted = {(d.code, d.span): d for d in shown if d.remedy is not None}
    there = [d if (d.code, d.span) in wanted else replace(d, remedy=None) for d in lint(text)]
    kept = {(d.code, d.span) for d in offered(text, there, lint) if d.remedy is not None}
    return [d if (d.code, d.span) in kept else replace(d, remedy=None, fix=None) for d in shown]
