"""The output format ``html``: one document, with its style and script in it, that loads nothing."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from devlint.base.diagnostic import LEVELS, Diagnostic
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.engine.projects import open_project
from devlint.page.component import script, style
from devlint.page.fragment import sections
from devlint.page.markup import LEGEND, prose, rule, text
from devlint.report.entry import Entry, entries
from devlint.report.format import Run, statistics
from devlint.report.style import Style
from devlint.report.summary import found_text

if TYPE_CHECKING:
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


def begin(style: Style) -> Html:
    """The format, for one run."""
    return Html()


class Html:
    """One document for all files."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._index: list[str] = []
        self._projects: dict[Options, Project[Scouted]] = {}

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """Nothing yet."""
        listed = list(entries(outcome))
        if listed:
            number = len(self._files) + 1
            self._files.append("\n".join(self._file(number, outcome, listed, options)))
            place = f'<a href="#file-{number}">{text(outcome.path)}</a> <span class="count">{len(listed)}</span>'
            self._index.append(f'<li data-path="{text(outcome.path)}">{place}</li>')
        return iter(())

    def end(self, run: Run) -> Iterator[str]:
        """The document."""
        from devlint import __version__

        code = script()
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
        yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>devlint: {text(found_text(run))}</title>\n<style>\n{style()}{style('report')}</style>\n</head>"
        yield '<body class="report">\n<a class="skip" href="#files">Skip to the findings</a>'
        yield "<header>\n<h1>devlint</h1>"
        yield f"<p>{text(found_text(run))}.</p>"
        yield "</header>"
        yield from _filters(run)
        yield f'<div class="columns"><nav aria-label="Files"><ul>{"".join(self._index)}</ul></nav>'
        yield f'<main id="files">{LEGEND if self._files else ""}'
        yield from self._files
        yield "</main></div>"
        yield f"<footer><p>devlint {__version__}</p></footer>\n<script>{code}</script>\n</body>\n</html>"

    def _file(self, number: int, outcome: Outcome, listed: list[Entry], options: Options) -> Iterator[str]:
        path = text(outcome.path)
        yield f'<section class="file" id="file-{number}" data-path="{path}" aria-labelledby="name-{number}">'
        yield f'<h2 id="name-{number}">{path}</h2>'
        for entry in listed:
            if entry.finding is None:
                yield _failure(entry)
        if outcome.document is not None and outcome.found:
            ids: dict[Diagnostic, str] = {}
            for position, one in enumerate(outcome.found, 1):
                ids.setdefault(one, f"finding-{number}-{position}")
            project = self._projects.setdefault(options, open_project(options))
            yield from sections(outcome.document, outcome.found, options, project, anchor=ids.__getitem__)
        yield "</section>"


def _failure(entry: Entry) -> str:
    """Why a file, or a part of it, was not checked."""
    place = f"{entry.start}: " if entry.start is not None else ""
    head = f'{text(place)}<span class="level">{entry.level.word}</span> {rule("", entry.name)}'
    return (
        f'<article class="finding {entry.level.word}" tabindex="-1" data-code="{text(entry.name)}"'
        f' data-level="{entry.level.word}"><p class="rule">{head}</p><p>{prose(entry.message)}</p></article>'
    )


def _filters(run: Run) -> Iterator[str]:
    """What chooses among the findings; the script shows it, which alone can carry it out."""
    counts = statistics(run.found)
    if not counts:
        return
    levels = Counter(one.level.word for one in run.found)
    worst = {one.code: max(other.level for other in run.found if other.code == one.code).word for one in run.found}
    yield '<form class="filters" hidden role="search" aria-label="Findings"><p>'
    yield '<input type="search" name="file" placeholder="Files   /" aria-label="Files whose path has" size="18">'
    for level in LEVELS:
        if levels[level]:
            yield _choice("level", level, f"{level} {levels[level]}", level)
    yield '<output></output><span class="keys"><kbd>j</kbd> <kbd>k</kbd> next, previous</span></p><p class="rules">'
    for one in counts:
        title = f"{one['name']}: {one['count']}, {one['fixable']} repairable"
        yield _choice("code", one["code"], f"{one['code']} {one['count']}", worst[one["code"]], title)
    yield "</p></form>"


def _choice(name: str, value: str, words: str, level: str, title: str = "") -> str:
    box = f'<input type="checkbox" name="{name}" value="{text(value)}">'
    return f'<label class="choice {level}" title="{text(title)}">{box} {text(words)}</label>'
