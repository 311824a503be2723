"""The findings of one file as HTML, for pages and editors: a section for each function with findings.

"".join(sections(document, found, options))       <section class="listing">...</section>...
function(document, line, found, options)          that of the function around a line, whether it has findings or not
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from devlint.base.diagnostic import Diagnostic
from devlint.configuration.options import Options
from devlint.engine.linter import NotAnalysed
from devlint.engine.projects import open_project
from devlint.page.lanes import Row, lanes_of
from devlint.page.listing import Listing
from devlint.page.markup import text
from devlint.page.stretches import Stretch, functions, stretches
from devlint.reveal.answer import Answer, reveal
from devlint.reveal.question import BadQuestion, Lines
from devlint.source.files import Document

if TYPE_CHECKING:
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


def sections(
    document: Document,
    found: Sequence[Diagnostic],
    options: Options,
    project: Project[Scouted] | None = None,
    *,
    anchor: Callable[[Diagnostic], str],
    has_editor: bool = False,
) -> Iterator[str]:
    """A section for each function in which something of ``found`` or its notes stands; ``anchor`` gives a finding's id.

    ``has_editor`` is whether the page goes to a line whose number is chosen.
    The analysis that found them is run again, and observed. Where it fails, a sentence says so, and no lanes are drawn.
    """
    wanted = stretches(document, found)
    answer: Answer | None = None
    whole = None if document.notebook is not None else Lines(wanted[0].first, max(one.last for one in wanted))
    every = functions(document)
    try:
        answer = reveal(document, whole, options, project=project or open_project(options))
    except (NotAnalysed, BadQuestion, RecursionError) as error:
        yield f'<p class="unknown">The lanes of this file are not known: {text(str(error))}</p>'
    repeats: dict[tuple[str, str], Row] = {}
    for one in wanted:
        others = wanted if one.path else every
        yield from Listing(
            lanes_of(document, answer, one, found, others), anchor, repeats, has_editor=has_editor
        ).html()


def drawing(answer: Answer, stretch: Stretch, found: Sequence[Diagnostic]) -> str:
    """All lines of one stretch, with those of the findings ``found`` that stand there; "" where no device is known."""
    lanes = lanes_of(answer.document, answer, stretch, found, [stretch])
    if not lanes.lanes:
        return ""
    listing = Listing(lanes, lambda one: f"finding-{found.index(one)}", {}, folds=False, has_editor=True)
    return "".join(listing.html())
