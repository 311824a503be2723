"""What the worker of the playground calls: a program in, findings and lanes out, as JSON.

about()                             {"version": ..., "rules": [...], "without": [...]}
findings("import torch...", "hint")  {"findings": [...], "problems": [...]}
lanes()                             the HTML of the lanes of the text that was checked last
"""

from __future__ import annotations

import json

from devlint import __version__
from devlint.base.diagnostic import LEVELS
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome, check
from devlint.page.fragment import sections
from devlint.page.markup import LEGEND
from devlint.patterns import has_libcst
from devlint.report.entry import entries
from devlint.rulebook import Status, find, rules
from devlint.rulebook.documentation import url
from devlint.source.files import Document

NAME = "program.py"
_last: list[Outcome] = []


def about() -> str:
    """The version, and the rules that take no part: ``without`` are those that need LibCST where there is none."""
    known = [rule for rule in rules() if rule.reads_code]
    without = [rule.meta.code for rule in known if rule.pattern and not has_libcst()]
    on = [rule.meta.code for rule in known if rule.meta.status is Status.ON]
    return json.dumps({"version": __version__, "levels": list(LEVELS), "on": on, "without": without})


def findings(text: str, level: str) -> str:
    """What devlint says of a program at a level; ``problems`` are what kept it from checking all."""
    outcome = check(Document(NAME, text), _options(level))
    _last[:] = [outcome]
    listed: list[dict[str, object]] = []
    for entry in entries(outcome):
        start, end = entry.start, entry.end or entry.start
        listed.append(
            {
                "code": entry.code,
                "name": entry.name,
                "level": entry.level.word,
                "message": entry.message,
                "url": url(entry.code, entry.name) if entry.code else None,
                "line": start.line if start else 1,
                "column": start.column if start else 1,
                "end_line": end.line if end else 1,
                "end_column": end.column if end else 1,
            }
        )
    return json.dumps({"findings": listed, "hidden": outcome.hidden})


def lanes() -> str:
    """The lanes of the program that was checked last; "" where nothing was found in it."""
    outcome = _last[0]
    if outcome.document is None or not outcome.found:
        return ""
    ids = {one: f"finding-{number}" for number, one in enumerate(outcome.found)}
    drawn = sections(outcome.document, outcome.found, _options(), anchor=ids.__getitem__, has_editor=True)
    return LEGEND + "".join(drawn)


def page(code: str) -> str:
    """The documentation page of a rule, as Markdown; "" where there is none of that code."""
    rule = find(code)
    return rule.page if rule is not None else ""


def _options(level: str = "hint") -> Options:
    return Options(level=level, no_cache=True, no_baseline=True)
