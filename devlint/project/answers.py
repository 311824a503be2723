"""What the files of a project answer now to what was asked of them, and whether that is what they answered before.

needs = Answers(project).needs("net.py")        kept with what was found in `net.py`
Answers(project).stands("net.py", needs)        in another run: the same would be found again
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from devlint.base.digest import digest
from devlint.project.libraries import is_of_library
from devlint.project.needs import Kind, Needs

if TYPE_CHECKING:
    from devlint.project.project import Project


class Answers:
    """The answers of the files of ``project``."""

    def __init__(self, project: Project[Any]) -> None:
        self.project = project

    def needs(self, file: str) -> Needs:
        """What a result for ``file`` depends on that was found just now."""
        asked = self.project.asked.by(file).items()
        answers = {kind.value: {one: self._answer(kind, one) for one in sorted(ones)} for kind, ones in asked if ones}
        return Needs(self.project.signature(file), self.project.asked.moved.get(file), answers)

    def stands(self, file: str, needs: Needs) -> bool:
        """Whether a result for ``file`` would be found again that had these ``needs``."""
        if needs.moved is not None and needs.moved != bool(self.project.movers.of(file)):
            return False
        if needs.signature == self.project.signature(file):
            return True
        return all(self._answer(kind, asked, word) == word for kind, asked, word in needs.each())

    def _beyond(self, file: str) -> list[str]:
        """The files that ``file`` imports; of one of a library, which library it is."""
        return [self.project.signature(file)] if is_of_library(file) else self.project.leads(file)

    def _answer(self, kind: Kind, asked: str, before: str = "") -> str:
        """The word for the answer to a question, ``before`` that of an earlier run."""
        if kind is Kind.LEADS:
            leads = self.project.leads(asked)
            return digest(repr([leads, *map(self._beyond, leads)]))
        if kind is Kind.LIBRARY:
            return self.project.digest_of_library(asked)
        if kind is Kind.TEXT:
            return self.project.source(asked).digest
        if kind is Kind.MATTERS:
            return str(self.project.matters(asked))
        if kind is Kind.CYCLE:
            return str(self.project.graph.in_one_cycle(*asked.split("\0")))
        if kind is Kind.DEFINED:
            return digest(" ".join(sorted(self.project.source(asked).defined)))
        if kind is Kind.EXPORTS:
            return digest(self.project.outward(asked).outward())
        text, _, names = before.partition(" ")
        source = self.project.source(asked)
        if text == source.digest:
            return before  # it need not be parsed
        now = digest(repr(source.names))
        return before if now == names else f"{source.digest} {now}"
