"""What ``devlint reveal`` knows of a document, in the words of hovers and inlay hints.

    revealed(Reveal(document, options), project, begin).expressions[0].beliefs     ("tensor, cuda:1 (line 12: ...)",)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.devices.lattice.device import UNKNOWN
from devlint.engine.linter import NotAnalysed
from devlint.reveal.answer import Answer, reveal
from devlint.reveal.describe import name_of
from devlint.reveal.expressions import Expression
from devlint.server.questions import Hint, Remark, Reveal, Revealed, Shown

if TYPE_CHECKING:
    from devlint.engine.linter import Begin
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


def revealed(question: Reveal, project: Project[Scouted], begin: Begin) -> Revealed:
    """What is known of all lines; nothing where the text cannot be analysed."""
    try:
        answer = reveal(question.document, None, question.options, project=project, begin=begin)
    except NotAnalysed:
        return Revealed()
    known = [*answer.targets, *answer.expressions]
    return Revealed(
        tuple(_shown(one, answer) for one in known if any(held.device is not None for held in one.beliefs)),
        tuple(Remark(silence.span, silence.text) for silence in answer.silences),
        tuple(hint for one in answer.targets if (hint := _hint(one)) is not None),
    )


def _shown(one: Expression, answer: Answer) -> Shown:
    return Shown(one.span, one.text, tuple(answer.words.beliefs(one.beliefs, one.node)))


def _hint(one: Expression) -> Hint | None:
    """The devices of a name that is assigned to; None where some are not known."""
    devices = [held.device for held in one.beliefs if held.is_certain and not held.inside and held.device != UNKNOWN]
    names = dict.fromkeys(name_of(device) for device in devices if device is not None)
    return Hint(one.span, " or ".join(names)) if names and len(devices) == len(one.beliefs) else None
