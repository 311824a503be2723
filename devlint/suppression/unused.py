"""Suppressions that silence nothing, as findings of DEV002.

    x = x + mask  # devlint: ignore[DEV102]         where DEV102 finds nothing on the line
    x = x + mask  # noqa: DEV102, E501              `DEV102` is devlint's to judge, `E501` is not

An entry is judged only where every rule that it names takes part: what a rule would find that is off is not known.
"""

from __future__ import annotations

from collections.abc import Sequence

from devlint.base.diagnostic import Diagnostic, Remedy, RemedyKind, Safety, Span
from devlint.configuration.options import Options
from devlint.file_systems.base import DISK, FileSystem
from devlint.rulebook import Rule, rules
from devlint.suppression.directives import Directive, Kind, directives, names

CODE = "DEV002"
"""The code of the finding that says that a suppression silences nothing."""
NAME = "unused-suppression"
LONGEST = 40
"""How much of an entry is shown that names no rule."""


def with_unused(
    found: Sequence[Diagnostic], source: str, path: str, options: Options, local: Options | None = None,
    files: FileSystem = DISK,
) -> list[Diagnostic]:
    """``found``, all findings in ``source``, and what is wrong with its suppressions, by position.

    ``options`` are those of the run, ``local`` those of the file. Nothing is added for a text that is not that of a
    file: what it imports may be out of sight, and with it what its comments silence.
    """
    if not files.is_file(path):
        return list(found)
    return sorted([*found, *_unused(found, source, options, local or options)], key=lambda d: (d.span, d.code))


def _unused(found: Sequence[Diagnostic], source: str, options: Options, local: Options) -> list[Diagnostic]:
    if not local.reports(CODE, NAME):
        return []

    def judges(rule: Rule) -> bool:
        return options.speaks(rule.meta) and local.reports(rule.meta.code, rule.meta.name)

    result: list[Diagnostic] = []
    for one in directives(source):
        if one.kind is not Kind.NOQA and (not one.entries or one.is_misplaced):
            result.append(_finding(one.span, *_malformed(one)))
            continue
        dead = []
        for entry in one.entries:
            named = _named(entry)
            if not named and (one.kind is not Kind.NOQA or entry.startswith("DEV")):
                message = f"`{entry[:LONGEST]}` of `{one.shown}` is no rule of devlint"
                result.append(_finding(one.span, message, "see `devlint rules`"))
            judged = [rule for rule in named if rule.reads_code]
            if judged and all(map(judges, judged)) and not _is_used(one, entry, found):
                dead.append(entry)
        if dead:
            result.append(_dead(one, dead))
    return result


def _malformed(one: Directive) -> tuple[str, str]:
    """What is wrong with a directive that can silence nothing, and what to do about it."""
    if not one.entries:
        return f"`{one.shown}` names no rule and silences nothing", f"write `# devlint: {one.kind.value}[DEV102]`"
    if one.kind is Kind.IGNORE_FILE:
        return f"`{one.shown}` stands behind code and silences nothing", "put it on a line of its own"
    return f"`{one.shown}` stands above no statement and silences nothing", "put it on the line above one"


def _dead(one: Directive, dead: Sequence[str]) -> Diagnostic:
    """The finding for the entries of a directive that silence nothing."""
    left = [entry for entry in one.entries if entry not in dead]
    if not left:
        return _finding(one.span, f"`{one.shown}` silences nothing", "remove it", "")
    listed = ", ".join(f"`{entry}`" for entry in dead)
    return _finding(one.span, f"{listed} of `{one.shown}` silences nothing", f"remove {listed}", one.with_entries(left))


def _is_used(one: Directive, entry: str, found: Sequence[Diagnostic]) -> bool:
    """True if an entry of a directive silences one of ``found``."""
    there = [d for d in found if one.first <= d.span.line <= one.last]
    if one.kind is Kind.NOQA:
        return any(d.code.startswith(entry) for d in there)
    return any(names(entry, d) for d in there)


def _named(entry: str) -> list[Rule]:
    """The rules that an entry names."""
    code, name = entry.upper(), entry.lower()
    return [r for r in rules() if (code.startswith("DEV") and r.meta.code.startswith(code)) or r.meta.name == name]


def _finding(span: Span, message: str, advice: str, code: str | None = None) -> Diagnostic:
    """A finding of DEV002; ``code`` is what the directive is to become, None where that is not known."""
    remedy = None if code is None else Remedy(RemedyKind.COMMENT, span, code, Safety.SAFE)
    return Diagnostic(CODE, NAME, message, span, help=advice, remedy=remedy)
