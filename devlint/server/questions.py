"""What the server asks its worker, and what it answers. All of it travels through pipes, pickled.

    Request(7, Check(document, options), {"/p/utils.py": "import torch\\n"})
    Answer(7, Checked(outcome, fixes))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from devlint.base.diagnostic import Fix, Span
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.source.files import Document


@dataclass(frozen=True, slots=True)
class Check:
    """What is found in ``document``? The answer is ``Checked``."""

    document: Document
    options: Options


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of a check, and for each finding its fix as edits."""

    outcome: Outcome
    fixes: tuple[Fix | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal:
    """Where are the values of ``document``, and why? The answer is ``Revealed``."""

    document: Document
    options: Options


@dataclass(frozen=True, slots=True)
class Shown:
    """An expression, and what is believed of it, one line for each alternative but for the head."""

    span: Span
    text: str
    beliefs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """The device of what is assigned to the name that ends where ``span`` does."""

    span: Span
    device: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Why nothing is reported at a place."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """What is known of the values of a document."""

    expressions: tuple[Shown, ...] = ()
    silences: tuple[Remark, ...] = ()
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """How is ``document`` once all that can be repaired safely is? The answer is ``Repaired``."""

    document: Document
    options: Options


@dataclass(frozen=True, slots=True)
class Repaired:
    """The text of a document after repairs."""

    text: str


@dataclass(frozen=True, slots=True)
class Prove:
    """Which repairs of ``document`` bring no new finding? The answer is ``Checked`` with their fixes alone."""

    document: Document
    options: Options


@dataclass(frozen=True, slots=True)
class Draw:
    """Where are the values of the function around ``line`` of ``document``? The answer is ``Drawn``."""

    document: Document
    options: Options
    line: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lanes of the lines from ``first`` to ``last``: a table in HTML, "" where no device is known.

    ``style`` is its CSS, ``script`` what makes it usable by keys.
    """

    title: str = ""
    table: str = ""
    style: str = ""
    script: str = ""
    first: int = 1
    last: int = 0


Question = Check | Reveal | Repair | Prove | Draw


@dataclass(frozen=True, slots=True)
class Request:
    """A question, and the texts of files that changed in the editor since the last one; None for one that is closed."""

    number: int
    question: Question
    texts: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Cancel:
    """The answer to a request is not wanted any more."""

    number: int


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that could not be found, and why; "" where it was not wanted any more."""

    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the request with this number."""

    number: int
    value: Checked | Revealed | Repaired | Drawn | Failure
