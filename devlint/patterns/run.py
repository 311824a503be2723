"""One run of pattern rules over one file: the tree of LibCST, all visitors in one walk, diagnostics.

with_patterns(found, rules, source, tree, evaluated)       the diagnostics of the flow rules, and those of patterns
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from libcst import visit_batched

from devlint.base.diagnostic import INTERNAL_ERROR, Diagnostic, Level, Remedy, Span
from devlint.naming.files import is_file_of_tests
from devlint.patterns.facts import Facts
from devlint.patterns.file import File
from devlint.patterns.visitor import PatternVisitor, Report
from devlint.source.text import NotAnalysed

if TYPE_CHECKING:
    from devlint.devices.beliefs import Record
    from devlint.project.source import Source
    from devlint.rulebook import Rule


def with_patterns(
    found: list[Diagnostic],
    rules: Sequence[Rule],
    source: Source,
    tree: ast.Module,
    evaluated: Callable[[], Record],
    passed_over: list[str] | None = None,
) -> list[Diagnostic]:
    """``found`` and what pattern ``rules`` find in a file whose ``ast`` is ``tree``, by position.

    ``evaluated`` evaluates the file; it is called where a visitor asks for facts. A visitor that raises costs the file
    this rule's findings, and a diagnostic of DEV000 says so. A file that LibCST cannot take has none of pattern rules;
    the reason is added to ``passed_over``.
    """
    more = []
    try:
        file = File(source.text, source.file, tree, Facts(tree, source.text, evaluated), found)
        for rule, visitor in _visited(file, rules):
            if isinstance(visitor, Diagnostic):
                more.append(visitor)
            else:
                more += [_diagnostic(rule, one) for one in visitor.reports]
    except (NotAnalysed, RecursionError) as error:
        reason = error.reason if isinstance(error, NotAnalysed) else "the code nests too deeply for LibCST"
        if passed_over is not None:
            passed_over.append(f"{', '.join(rule.meta.code for rule in rules)}: {reason}")
    return sorted(dict.fromkeys([*found, *more]), key=lambda d: (d.span, d.code))


def _visited(file: File, rules: Sequence[Rule]) -> list[tuple[Rule, PatternVisitor | Diagnostic]]:
    """The visitor of each rule after its walk, or what says that it failed; none of those that pass over tests."""
    if is_file_of_tests(file.path, file.source):
        rules = [rule for rule in rules if rule.visitor().in_tests]
    try:
        together = [rule.visitor()(file) for rule in rules]
        visit_batched(file.module, together)
        for one in together:
            one.end()
    except RecursionError:
        raise
    except Exception:  # one of them fails: each walks by itself
        return [(rule, _alone(file, rule)) for rule in rules]
    return list(zip(rules, together, strict=True))


def _alone(file: File, rule: Rule) -> PatternVisitor | Diagnostic:
    try:
        visitor = rule.visitor()(file)
        visit_batched(file.module, [visitor])
        visitor.end()
    except Exception as error:
        return _failure(rule, error)
    return visitor


def _failure(rule: Rule, error: Exception) -> Diagnostic:
    """The finding of DEV000 that says that ``rule`` raised ``error``."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{last.filename.replace(chr(92), '/').rpartition('/')[2]}:{last.lineno}"
    words = " ".join(str(error).split())[:200]
    brought = f" of the plugin `{rule.plugin}`" if rule.plugin else ""
    return Diagnostic(
        INTERNAL_ERROR,
        "internal-error",
        f"{rule.meta.code}{brought} failed on this file: {type(error).__name__}: {words} ({where})",
        Span(1, 0, 1, 0),
        level=Level.ERROR,
        help="report this to the plugin's author" if rule.plugin else "please report this, with the file if you can",
    )


def _diagnostic(rule: Rule, report: Report) -> Diagnostic:
    meta = rule.meta
    remedy = None
    if report.changes and meta.fix is not None:
        first, *others = [Remedy(one.kind, one.span, one.code, meta.fix) for one in report.changes]
        remedy = Remedy(first.kind, first.span, first.code, first.safety, tuple(others))
    level = meta.level if report.level is None else report.level
    return Diagnostic(
        meta.code, meta.name, report.message, report.span, report.notes, report.help, remedy=remedy, level=level
    )
