"""One report for each cause: of several findings about it, the one that comes first in the order of precedence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.base.record import replace as changed
from devlint.devices.facts.findings import Finding, Remark

if TYPE_CHECKING:
    from collections.abc import Hashable

    from devlint.base.diagnostic import Level
    from devlint.rulebook import Precedence, Rule


def one_report_for_each_cause(found: list[tuple[Rule, Finding]]) -> list[tuple[Rule, Finding]]:
    """Of what is said about one cause, keep what comes first in the order of precedence, and of one rule the first.

    What rests on an assumption comes after all that does not. What is kept gets the highest level that any of them has,
    and what the others of its rule note in other files: a call may bring several things from there.
    """
    first: dict[Hashable, tuple[Rule, Finding]] = {}
    levels: dict[Hashable, Level] = {}
    orders: dict[Hashable, tuple[bool, tuple[Precedence, str]]] = {}
    others = []
    for rule, finding in found:
        if finding.cause is None or rule.rank is None:
            others.append((rule, finding))
            continue
        cause, level = (id(finding.cause), finding.part), finding.level or rule.meta.level
        levels[cause] = max(level, levels.get(cause, level))
        order = (bool(finding.assumptions), rule.rank)
        if cause not in first or order < orders[cause]:
            first[cause], orders[cause] = (rule, finding), order
    noted: dict[Hashable, dict[Hashable, Remark]] = {cause: {} for cause in first}  # by place and message
    for rule, finding in found:
        cause = (id(finding.cause), finding.part)
        if cause in first and rule is first[cause][0]:
            noted[cause].update(((id(remark.at), remark.message), remark) for remark in finding.elsewhere)
    kept = [
        (rule, changed(finding, level=levels[cause], elsewhere=tuple(noted[cause].values())))
        for cause, (rule, finding) in first.items()
    ]
    return [*kept, *others]
