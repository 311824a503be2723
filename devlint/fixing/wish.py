"""What the flags of a run ask for: no repairs, repairs, or a diff; with what is said of them and the exit code.

    wish = FixRequest.of(namespace)
    for outcome in wish.carried_out(check_all(paths, options), selection): ...
    wish.exit_code(fails=True)

Without a repair nothing else of this package is imported.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from devlint.base.diagnostic import Diagnostic, Safety
from devlint.base.errors import BadOption
from devlint.source.files import STDIN

if TYPE_CHECKING:
    from devlint.engine.batch import Outcome
    from devlint.selection.search import Selection


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Give a command the flags of repairs."""
    parser.add_argument("--fix", action="store_true", help="repair what can be repaired safely, and report the rest")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: make unsafe repairs, too")
    parser.add_argument("--diff", action="store_true", help="show the repairs as a diff, and write nothing")
    parser.add_argument("--fix-only", action="store_true", help="repair, and report nothing of the rest")
    parser.add_argument("--add-ignore", metavar="REASON", help="silence what is found by comments that say why")
    parser.add_argument("--exit-non-zero-on-fix", action="store_true", help="exit with 1 if something was repaired")


@dataclass(slots=True)
class FixRequest:
    """The flags, and what came of them: how much was fixed, in how many files, how many repairs did not hold and were
    undone, and whether a file was not written.
    """

    fix: bool
    diff: bool
    fix_only: bool
    unsafe: bool
    exit_non_zero: bool
    noqa: bool
    reason: str | None = None
    fixed: int = 0
    files: int = 0
    undone: int = 0
    failed: bool = False

    @classmethod
    def of(cls, namespace: argparse.Namespace) -> FixRequest:
        """The wish of a parsed command line. Raises BadOption for flags that change nothing."""
        fix = namespace.fix or namespace.fix_only
        if namespace.unsafe_fixes and not (fix or namespace.diff):
            raise BadOption("--unsafe-fixes: needs --fix or --diff")
        if namespace.exit_non_zero_on_fix and not fix:
            raise BadOption("--exit-non-zero-on-fix: needs --fix")
        reason = namespace.add_ignore
        if reason is not None:
            from devlint.fixing.added_ignores import checked_reason

            if fix or namespace.disable_noqa:
                raise BadOption(f"--add-ignore: cannot be used with {'--fix' if fix else '--disable-noqa'}")
            reason = checked_reason(reason)
        return cls(
            fix,
            namespace.diff,
            namespace.fix_only and not namespace.diff,
            namespace.unsafe_fixes,
            namespace.exit_non_zero_on_fix,
            not namespace.disable_noqa,
            reason,
        )

    @property
    def writes(self) -> bool:
        """True if files are changed, or the change is shown."""
        return self.fix or self.diff or self.reason is not None

    @property
    def is_quiet(self) -> bool:
        """True if findings are not reported."""
        return self.diff or self.fix_only

    def stream(self, paths: Sequence[str]) -> TextIO:
        """Where findings are written: standard output, unless the repaired text of standard input goes there."""
        return sys.stderr if self.writes and not self.diff and STDIN in paths else sys.stdout

    def carried_out(self, outcomes: Iterable[Outcome], selection: Selection) -> Iterator[Outcome]:
        """The outcomes of the files after the repairs; the diff, and what was not repaired, are printed here."""
        if not self.writes:
            yield from outcomes
            return
        if STDIN in selection.passed_over and not self.diff:
            sys.stdout.buffer.write(sys.stdin.buffer.read())
        from devlint.fixing.run import Repairs, Request
        from devlint.report.escape import escaped, escaped_difference
        from devlint.report.style import style_for

        stdin = None
        if STDIN in selection.paths:
            stdin = sys.stdin.buffer.read()
            sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
        style = style_for(sys.stdout)
        for (path, options), outcome in zip(selection.files, outcomes, strict=True):
            repairs = Repairs(options, Request(self.unsafe, self.diff, self.noqa, self.reason))
            repaired = repairs.done(outcome, stdin if path == STDIN else None)
            for line in repairs.differences:
                print(style.difference(escaped_difference(line)))
            for complaint in repairs.complaints:
                print(escaped(complaint), file=sys.stderr)
            self.fixed += repairs.fixed
            self.files += repairs.files
            self.undone += repairs.undone
            self.failed |= repairs.failed
            yield repaired

    def exit_code(self, *, fails: bool) -> int:
        """The exit code of a run in which nothing went wrong; ``fails`` says that a finding is left that fails it."""
        if self.diff:
            return int(self.fixed > 0)
        if self.exit_non_zero and self.fixed:
            return 1
        return int(fails and not self.fix_only)

    def summary(self) -> str:
        """How much was repaired, "" where nothing was to be."""
        if not self.writes:
            return ""
        number = f"{self.fixed or 'no'} finding{'s' * (self.fixed != 1)}"
        where = f" in {self.files} file{'s' * (self.files != 1)}" if self.fixed else ""
        done, would = ("fixed", "would fix") if self.reason is None else ("ignored", "would ignore")
        undone = f"; {self.undone} repair{'s' * (self.undone != 1)} undone, see above" if self.undone else ""
        return f"{would if self.diff else done} {number}{where}{undone}"


def fixable(found: Sequence[Diagnostic]) -> str:
    """How many of the findings can be repaired by which flags, "" where none can."""
    counts = Counter(d.remedy.safety for d in found if d.remedy is not None)
    words = [
        f"{counts[safety]} with {flag}"
        for safety, flag in ((Safety.SAFE, "--fix"), (Safety.UNSAFE, "--unsafe-fixes"))
        if counts[safety]
    ]
    return f"[*] fixable: {', '.join(words)}" if words else ""
