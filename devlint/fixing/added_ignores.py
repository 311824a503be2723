"""``--add-ignore``: comments that silence what is found, proved by a new lint.

    ignored(text, lint, found, "it is small")       Repaired(text, fixed, left, taken_back)
"""

from __future__ import annotations

from collections.abc import Sequence

from devlint.base.diagnostic import Diagnostic
from devlint.base.errors import BadOption, NotRepaired
from devlint.engine.linter import NotAnalysed
from devlint.fixing.comments import code, ignoring
from devlint.fixing.passes import Lint, Repaired, new_findings
from devlint.report.place import Where, in_file
from devlint.suppression.unused import CODE as UNUSED


def checked_reason(reason: str) -> str:
    """A reason as it stands in a comment. Raises BadOption for one that cannot."""
    if not reason.isprintable() or "#" in reason or reason.lstrip().startswith("["):
        raise BadOption("--add-ignore: the reason is one line without `#`")
    return reason.strip()


def ignored(
    text: str, lint: Lint, found: Sequence[Diagnostic], reason: str, where: Where = in_file
) -> Repaired:
    """``text`` with a comment for each of ``found`` that silences it, proved by a new lint. Raises NotRepaired.

    ``where`` names lines in the reason why not. A suppression that silences nothing is not silenced itself: it is to be
    removed.
    """
    wanted = [d for d in found if d.code != UNUSED]
    if not wanted:
        return Repaired(text, (), tuple(found), ())
    after = ignoring(text, wanted, reason, where)
    if code(after) != code(text):
        raise NotRepaired("it would change more than comments")
    try:
        left = lint(after)
    except NotAnalysed:
        raise NotRepaired("the file would not be Python any more") from None
    new = new_findings(after, left, text, found, wanted)
    if new:
        raise NotRepaired(f"{new[0].code} would be found in {where(after, new[0].span)}")
    return Repaired(after, tuple(wanted), tuple(left), ())
