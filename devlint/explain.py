"""Explaining rules: ``devlint explain DEV301`` and ``devlint rules``, from the rule modules themselves."""

from __future__ import annotations

import difflib
import json

from devlint.rulebook import Rule, RuleMeta, Status, find, rules


class UnknownRule(ValueError):
    """No rule is called so. The message is one line, fit for the user."""


def default(meta: RuleMeta) -> str:
    """Whether a rule speaks without being named, and the level of its findings, but for those that say another."""
    return "off" if meta.status is Status.OFF else meta.level.word


def explain(code_or_name: str) -> str:
    """The page of one rule. Raises UnknownRule."""
    rule = find(code_or_name)
    if rule is None:
        names = [word for r in rules() for word in (r.meta.code, r.meta.name)]
        near = difflib.get_close_matches(code_or_name, names, n=1) or difflib.get_close_matches(
            code_or_name.upper(), names, n=1
        )
        hint = f"did you mean {near[0]}?" if near else "see `devlint rules`"
        raise UnknownRule(f"no rule is called {code_or_name!r}; {hint}")
    return page(rule)


def page(rule: Rule) -> str:
    """The documentation page of a rule, in Markdown: its head, then its module's docstring."""
    meta = rule.meta
    since = f"since {meta.since}"
    body = rule.page.strip()
    return f"# {meta.code} {meta.name}\n\nDefault: {default(meta)} · {since}\n\n{body}\n"


def table() -> str:
    """All rules, one a line, for a terminal."""
    found = rules()
    width = max((len(r.meta.name) for r in found), default=0)
    return "\n".join(f"{r.meta.code}  {r.meta.name:<{width}}  {default(r.meta):<7}  {r.meta.summary}" for r in found)


def table_json() -> str:
    """All rules, for programs."""
    return json.dumps(
        [
            {
                "code": r.meta.code,
                "name": r.meta.name,
                "summary": r.meta.summary,
                "default": r.meta.status.value,
                "level": r.meta.level.word,
                "since": r.meta.since,
            }
            for r in rules()
        ],
        indent=2,
    )
