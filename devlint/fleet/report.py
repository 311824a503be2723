"""What a run has found, in numbers: as text, and as a page of HTML."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from devlint.base.errors import BadOption
from devlint.fleet.request import FINDING, REPOSITORY
from devlint.fleet.storage import Storage
from devlint.fleet.tasks import read
from devlint.report.escape import escaped

MOST = 20
"""Lines of a table."""
_READ = ("kind", "repository", "code", "name", "path", "message", "rows", "files", "passed_over", "lines", "seconds")


@dataclass(slots=True)
class Totals:
    """Sums over all files of results."""

    repositories: int = 0
    rows: int = 0
    passed_over: int = 0
    files: int = 0
    lines: int = 0
    seconds: float = 0.0
    rules: Counter[str] = field(default_factory=Counter)
    worst: Counter[str] = field(default_factory=Counter)
    slowest: Counter[str] = field(default_factory=Counter)
    not_checked: Counter[str] = field(default_factory=Counter)

    @property
    def findings(self) -> int:
        """How many there are."""
        return sum(self.rules.values())


def totals(out: str) -> Totals:
    """The sums for the folder ``out``. Raises BadOption where there is nothing to be summed."""
    there = Storage.at(out)
    found = Totals()
    names = there.parquet() if there.exists() else []
    if not names:
        raise BadOption(f"{out}: holds no results")
    try:
        for name in names:
            for row in read(there, name, _READ):
                if row["kind"] == REPOSITORY:
                    found.repositories += 1
                    found.rows += row["rows"]
                    found.passed_over += row["passed_over"]
                    found.files += row["files"]
                    found.lines += row["lines"]
                    found.seconds += row["seconds"]
                    found.slowest[row["repository"]] += row["seconds"]
                elif row["kind"] == FINDING:
                    found.rules[f"{row['code']} {row['name']}"] += 1
                    found.worst[row["repository"]] += 1
                else:
                    found.not_checked[row["name"]] += 1
    except (OSError, ValueError, KeyError) as error:
        raise BadOption(f"{out}: are no results of devlint: {' '.join(str(error).split())}") from None
    return found


def tables(found: Totals, price: float = 0.0) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The tables of a report: a title, and rows of a name and a number. ``price`` is that of an hour of a core."""
    rows = [
        ("repositories", f"{found.repositories:,}"),
        ("rows of the source", f"{found.rows:,}"),
        ("passed over, no code or excluded", f"{found.passed_over:,}"),
        ("files", f"{found.files:,}"),
        ("lines", f"{found.lines:,}"),
        ("findings", f"{found.findings:,}"),
        ("not checked", f"{sum(found.not_checked.values()):,}"),
    ]
    if found.seconds and found.lines:
        rows.append(("lines a second and core", f"{found.lines / found.seconds:,.0f}"))
        hours = found.seconds / 3600 / found.lines * 1e6
        rows.append(("core hours for a million lines", f"{hours:.4f}"))
        if price:
            rows.append(("cost of a million lines", f"{hours * price:.4f}"))
    yield "the run", rows
    for title, counts in (
        ("findings by rule", found.rules),
        ("repositories by findings", found.worst),
        ("not checked, by reason", found.not_checked),
    ):
        if counts:
            yield title, [(name, f"{number:,}") for name, number in counts.most_common(MOST)]
    if found.slowest:
        yield "repositories by seconds", [(name, f"{number:,.1f}") for name, number in found.slowest.most_common(5)]


def as_text(found: Totals, price: float = 0.0) -> Iterator[str]:
    """The lines of a report for a terminal."""
    for number, (title, rows) in enumerate(tables(found, price)):
        if number:
            yield ""
        yield title
        width = max(len(value) for _, value in rows)
        yield from (f"  {value:>{width}}  {escaped(name)}" for name, value in rows)


def as_html(found: Totals, price: float = 0.0) -> str:
    """The report as a page that needs no other file."""
    body = []
    for title, rows in tables(found, price):
        lines = "\n".join(f"<tr><td>{html.escape(name)}</td><td>{html.escape(value)}</td></tr>" for name, value in rows)
        body.append(f"<h2>{html.escape(title)}</h2>\n<table>\n{lines}\n</table>")
    return _PAGE.replace("BODY", "\n".join(body))


_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>devlint: a fleet</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .2rem .5rem }
td:last-child { text-align: right; font-variant-numeric: tabular-nums }
</style></head><body>
<h1>devlint: a fleet</h1>
BODY
</body></html>
"""
