"""The lanes of the function around a line, drawn as the report in HTML draws them.

    drawn(Draw(document, options, 12), project, begin)      Drawn("def forward", "<table ...", 9, 21)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from devlint.engine.linter import NotAnalysed
from devlint.page.component import script, style
from devlint.page.fragment import drawing
from devlint.page.stretches import stretch_at
from devlint.reveal.answer import reveal
from devlint.reveal.question import Lines
from devlint.server.questions import Draw, Drawn

if TYPE_CHECKING:
    from devlint.engine.linter import Begin
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


def of_whole_function(question: Draw) -> Draw:
    """The question about the first line of the function: one for all of its lines, so that its answer can be kept."""
    try:
        return replace(question, line=stretch_at(question.document, question.line).first)
    except NotAnalysed:
        return question


def drawn(question: Draw, project: Project[Scouted], begin: Begin) -> Drawn:
    """The lanes of the function around the line of ``question``; nothing where the text cannot be analysed."""
    document = question.document
    try:
        stretch = stretch_at(document, question.line)
        whole = None if document.notebook is not None else Lines(stretch.first, stretch.last)
        answer = reveal(document, whole, question.options, project=project, begin=begin)
    except NotAnalysed:
        return Drawn()
    shown = [found for found, hidden in answer.findings if not hidden]
    return Drawn(stretch.title, drawing(answer, stretch, shown), style(), script(), stretch.first, stretch.last)
