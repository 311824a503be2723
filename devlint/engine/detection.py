"""From a program to findings: its facts and those of the detectors, each given to the rules that read its kind."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from devlint.devices.facts.findings import Finding

if TYPE_CHECKING:
    from devlint.devices.analysis import Program
    from devlint.devices.analyzed_file import AnalyzedFile
    from devlint.devices.facts.operations import Fact
    from devlint.rulebook import Rule


def detected(program: Program, speaking: tuple[Rule, ...]) -> list[Fact]:
    """What the detectors find that the file wakes; one of a rule that is off is asked where the rule speaks only."""
    from devlint.scout.detectors import detectors

    heard = {rule.package for rule in speaking}
    silent = {rule.package for rule in _off() if rule.package not in heard}
    triggered = (one for one in detectors() if one.package not in silent and one.is_triggered_by(program.file.content))
    return [fact for one in triggered for fact in one.detect(program.file)]


@cache
def _off() -> tuple[Rule, ...]:
    """The rules that are off by default."""
    from devlint.rulebook import Status, rules

    return tuple(rule for rule in rules() if rule.meta.status is Status.OFF)


def findings(facts: list[Fact], speaking: tuple[Rule, ...], file: AnalyzedFile) -> list[tuple[Rule, Finding]]:
    """The findings of the rules that are ``speaking``, each with its rule, in the order of ``facts``.

    A finding in another file than ``file`` is left out. Each has the assumptions that its fact rests on.
    """
    from devlint.base.diagnostic import Level
    from devlint.base.record import replace as changed
    from devlint.devices.facts.assumptions import OF_THE_FILE

    found = []
    for fact in facts:
        for rule in speaking:
            if type(fact) in rule.facts and rule.check is not None:
                rests_on = file.assumptions(fact)
                is_assumed = not OF_THE_FILE.isdisjoint(rests_on)
                for finding in rule.check(fact, file):
                    if file.owns(finding.at):
                        level = Level.HINT if is_assumed else finding.level
                        notes = (*finding.notes, *file.library_notes(fact, finding))
                        there = file.notes_from_elsewhere(fact)
                        said = changed(finding, level=level, assumptions=rests_on, notes=notes, elsewhere=there)
                        found.append((rule, said))
    return found
