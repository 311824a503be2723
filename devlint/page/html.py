"""The output format ``html``: one document, with its style in it, that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from devlint.batch import Outcome
from devlint.configuration.options import Options
from devlint.files import Document
from devlint.linter import NotAnalysed, open_project
from devlint.page.lanes import Lanes, lanes_of, stretches
from devlint.page.markup import (
    code,
    entry_article,
    lanes_table,
    text,
)
from devlint.report.entry import Entry, entries
from devlint.report.format import Run, statistics
from devlint.report.style import Style
from devlint.report.summary import found_text
from devlint.reveal.answer import reveal
from devlint.reveal.question import BadQuestion, Lines

if TYPE_CHECKING:
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


def begin(style: Style) -> Html:
    """The format, for one run."""
    return Html()


def stylesheet() -> str:
    """The style of the page and its pieces, as CSS."""
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


class Html:
    """One document for all files."""

    def __init__(self) -> None:
        self._sections: list[str] = []
        self._files: list[tuple[str, int]] = []
        self._projects: dict[Options, Project[Scouted]] = {}

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """Nothing yet."""
        listed = list(entries(outcome))
        if listed:
            number = len(self._files) + 1
            self._files.append((outcome.path, len(listed)))
            self._sections.append("\n".join(self._section(number, outcome, listed, options)))
        return iter(())

    def end(self, run: Run) -> Iterator[str]:
        """The document."""
        from devlint import __version__

        yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
        yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>devlint: {text(found_text(run))}</title>\n<style>\n{stylesheet()}</style>\n</head>\n<body>"
        yield '<a class="skip" href="#files">Skip to the files</a>\n<header>\n<h1>devlint</h1>'
        yield f"<p>{text(found_text(run))}.</p>"
        yield from _counts(run)
        yield '</header>\n<nav aria-label="Files" id="files">\n<ul>'
        for number, (path, count) in enumerate(self._files, 1):
            yield f'<li><a href="#file-{number}">{text(path)}</a> <span class="soft">{count}</span></li>'
        yield "</ul>\n</nav>\n<main>"
        yield from self._sections
        yield f'</main>\n<footer class="soft"><p>devlint {__version__}</p></footer>\n</body>\n</html>'

    def _section(self, number: int, outcome: Outcome, listed: list[Entry], options: Options) -> Iterator[str]:
        yield f'<section id="file-{number}" aria-labelledby="name-{number}">'
        yield f'<h2 id="name-{number}">{text(outcome.path)}</h2>'
        for position, entry in enumerate(listed, 1):
            yield from entry_article(entry, f"finding-{number}-{position}")
        if outcome.document is not None:
            try:
                found = list(self._lanes(outcome, outcome.document, options))
            except (NotAnalysed, BadQuestion, RecursionError) as error:
                found = []
                yield f'<p class="soft">The lanes of this file are not known: {text(str(error))}</p>'
            for one in found:
                yield from lanes_table(one)
        yield "</section>"

    def _lanes(self, outcome: Outcome, document: Document, options: Options) -> Iterator[Lanes]:
        """The lanes of the functions with findings; the analysis that found them is run again, and observed."""
        wanted = stretches(document, outcome.found)
        if not wanted:
            return
        project = self._projects.setdefault(options, open_project(options))
        whole = None if document.notebook is not None else Lines(wanted[0].first, max(one.last for one in wanted))
        answer = reveal(document, whole, options, project=project)
        for one in wanted:
            lanes = lanes_of(answer, one, outcome.found)
            if lanes is not None:
                yield lanes


def _counts(run: Run) -> Iterator[str]:
    """The findings of each rule."""
    counts = statistics(run.found)
    if not counts:
        return
    yield '<table class="counts"><thead><tr><th scope="col">Rule</th><th scope="col">Name</th>'
    yield '<th scope="col">Findings</th><th scope="col">Repairable</th></tr></thead><tbody>'
    for one in counts:
        cells = f"<td>{one['name']}</td><td>{one['count']}</td><td>{one['fixable']}</td>"
        yield f'<tr><th scope="row">{code(one["code"])}</th>{cells}</tr>'
    yield "</tbody></table>"
