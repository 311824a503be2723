"""The pipeline: text and its ``ast`` in, diagnostics out.

    tree ── scout ──► what is kept ── lowering ──► forms ── evaluation ──► facts ── rules ──► diagnostics

Each part is imported when it is needed for the first time: a run over files without torch loads next to nothing.
"""

from __future__ import annotations

import ast
import gc
from typing import TYPE_CHECKING

from devlint.source.carriers import touches_torch
from devlint.source.text import NotAnalysed, parse

if TYPE_CHECKING:
    from devlint.devices.facts import Fact, Finding
    from devlint.diagnostic import Diagnostic
    from devlint.options import Options
    from devlint.rulebook import Rule
    from devlint.source.code import Code
    from devlint.source.cut import Cut

__all__ = ["NotAnalysed", "lint"]

PRECEDENCE = (
    "DEV301", "DEV302", "DEV303", "DEV304", "DEV310", "DEV401", "DEV104", "DEV103", "DEV102", "DEV101", "DEV110",
)  # fmt: skip
"""Where several rules speak about one cause, the first of these does."""


def lint(
    source: str, path: str = "<string>", options: Options | None = None, *, tree: ast.Module | None = None
) -> list[Diagnostic]:
    """What the rules that ``options`` let speak find in ``source``, by position.

    ``path`` is for messages only; ``tree`` is the ``ast`` of ``source`` where the caller has it already. Suppression
    comments are not read here. Raises ``NotAnalysed`` for text that is not Python, or that nests too deeply.
    """
    known = tree or parse(source)
    if not touches_torch(source) and not (options and options.teaches_of(source)):
        return []
    from devlint.options import Options

    chosen = options or Options()
    collecting = gc.isenabled()
    gc.disable()  # next to no garbage is made in cycles, and looking for it takes a sixth of the time
    try:
        return _lint(source, known, chosen)
    except RecursionError:
        from devlint.source.deep import run_deep

        try:
            return run_deep(lambda: _lint(source, known, chosen))
        except RecursionError:
            raise NotAnalysed("the code nests too deeply") from None
    finally:
        if collecting:
            gc.enable()


def _lint(source: str, tree: ast.Module, options: Options) -> list[Diagnostic]:
    from devlint.source.scout import scout

    cut = scout(source, tree, options.teaching)
    return [] if cut is None else _lint_rest(source, tree, cut, options)


def _lint_rest(source: str, tree: ast.Module, cut: Cut, options: Options) -> list[Diagnostic]:
    from devlint.devices.backend import starts_nccl
    from devlint.devices.program import Program
    from devlint.rulebook import rules
    from devlint.source.code import Code
    from devlint.source.lower import lower

    forms = lower(tree, cut)
    changes = "set_default_device" in source or "set_default_tensor_type" in source
    speaking = [rule for rule in rules() if rule.check is not None and options.speaks(rule.meta)]
    wanted = {kind for rule in speaking for kind in rule.facts}
    nccl = "nccl" in source and starts_nccl(tree)
    facts = Program(forms, source, default_changes=changes, nccl=nccl, wanted=wanted, teaching=options.teaching).facts()
    if not facts:
        return []
    code = Code(source, forms)
    found = _one_report_for_each_cause(_findings(facts, speaking, code))
    return _diagnostics(found, code)


def _findings(facts: list[Fact], speaking: list[Rule], code: Code) -> list[tuple[Rule, Finding]]:
    found = []
    for fact in facts:
        for rule in speaking:
            if type(fact) in rule.facts and rule.check is not None:
                found += [(rule, finding) for finding in rule.check(fact, code)]
    return found


def _one_report_for_each_cause(found: list[tuple[Rule, Finding]]) -> list[tuple[Rule, Finding]]:
    """Of what is said about one cause, keep what comes first in the order of precedence."""
    first: dict[int, tuple[Rule, Finding]] = {}
    others = []
    for rule, finding in found:
        if finding.cause is None or rule.meta.code not in PRECEDENCE:
            others.append((rule, finding))
            continue
        known = first.get(id(finding.cause))
        if known is None or PRECEDENCE.index(rule.meta.code) < PRECEDENCE.index(known[0].meta.code):
            first[id(finding.cause)] = (rule, finding)
    return [*first.values(), *others]


def _diagnostics(found: list[tuple[Rule, Finding]], code: Code) -> list[Diagnostic]:
    from devlint.diagnostic import Diagnostic, Note

    reports: dict[tuple[str, object], Diagnostic] = {}
    for rule, finding in found:
        span = code.span(finding.at)
        notes = tuple(Note(remark.message, code.span(remark.at)) for remark in finding.notes)
        said = Diagnostic(rule.meta.code, rule.meta.name, finding.message, span, notes, finding.help)
        reports.setdefault((rule.meta.code, span), said)
    return sorted(reports.values(), key=lambda d: (d.span, d.code))
