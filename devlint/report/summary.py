"""The last line of a report for people: how much was found, by level, what is not shown, what can be repaired.

2 findings (1 error, 1 warning) in 3 files; 1 more with --level hint; [*] fixable: 1 with --fix
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from devlint.base.counts import counted
from devlint.report.format import Run


def summary(run: Run) -> Iterator[str]:
    """The line; none where it is not wanted. Where some could not be checked it says how many were."""
    if not run.with_summary:
        return
    known = f"{counted(run.known, 'finding')} of the baseline not shown" if run.known else ""
    links = f"{counted(run.outer_links, 'link')} out of the folder passed over" if run.outer_links else ""
    said = (run.repairs, found_text(run), known, links, run.fixable)
    yield "; ".join(part for part in said if part)


def found_text(run: Run) -> str:
    """How much was found, by level, in how many files."""
    number = counted(len(run.found), "finding") if run.found else "no findings"
    if run.found:
        counts = Counter(d.level for d in run.found)
        number += f" ({', '.join(counted(counts[level], level.word) for level in sorted(counts, reverse=True))})"
    below = f"; {run.hidden:,} more with --level hint" if run.hidden else ""
    if run.checked < run.files:
        return f"{number}, checked {run.checked} of {counted(run.files, 'file')}{below}"
    return f"{number} in {counted(run.files, 'file')}{below}"
