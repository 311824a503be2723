"""Explaining rules: ``devlint explain DEV301`` and ``devlint rules``, from the rule modules themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from devlint.base.errors import BadOption
from devlint.rulebook import Rule, RuleMeta, Status, find, near_rule, rules
from devlint.rulebook.documentation import url


class UnknownRule(BadOption):
    """No rule is called so. The message is one line, fit for the user."""


def default(meta: RuleMeta) -> str:
    """Whether a rule speaks without being named, and the level of its findings, but for those that say another."""
    return "off" if meta.status is Status.OFF else meta.level.word


def explain(word: str) -> str:
    """The page of a rule, or the list of a family of rules: "DEV301", "301", "submodule-after-move", "DEV3".

    A page ends with its address, where the site is known. Raises UnknownRule.
    """
    found = named(word)
    if not find(word):
        return f"{table(found)}\n"
    address = url(found[0].meta.code, found[0].meta.name)
    return page(found[0]) + (f"\n{address}\n" if address else "")


def named(word: str) -> tuple[Rule, ...]:
    """The rule that ``word`` names, or the rules whose codes begin so. Raises UnknownRule."""
    rule = find(word)
    if rule is not None:
        return (rule,)
    begin = word.strip().upper()
    begin = f"DEV{begin}" if begin.isdecimal() else begin
    family = tuple(one for one in rules() if begin.startswith("DEV") and one.meta.code.startswith(begin))
    if not family:
        raise UnknownRule(f"no rule is called {word!r}{near_rule(word) or '; see `devlint rules`'}")
    return family


def page(rule: Rule) -> str:
    """The documentation page of a rule, in Markdown: its head, then its module's docstring."""
    meta = rule.meta
    since = f"since {meta.since}"
    body = rule.page.strip()
    return f"# {meta.code} {meta.name}\n\nDefault: {default(meta)} · {since}\n\n{body}\n"


def table(found: Sequence[Rule] | None = None) -> str:
    """The rules ``found``, or all of them, one a line, for a terminal."""
    found = rules() if found is None else found
    width = max((len(r.meta.name) for r in found), default=0)
    return "\n".join(f"{r.meta.code}  {r.meta.name:<{width}}  {default(r.meta):<7}  {r.meta.summary}" for r in found)


def table_json() -> str:
    """All rules, for programs."""
    return json.dumps([_object(rule) for rule in rules()], indent=2)


def explain_json(words: Sequence[str]) -> str:
    """The rules that ``words`` name, each once and with its page, for programs. Raises UnknownRule."""
    found = dict.fromkeys(rule for word in words for rule in named(word))
    return json.dumps([{**_object(rule), "page": page(rule)} for rule in found], indent=2)


def _object(rule: Rule) -> dict[str, Any]:
    meta = rule.meta
    return {
        "code": meta.code,
        "name": meta.name,
        "summary": meta.summary,
        "default": meta.status.value,
        "level": meta.level.word,
        "since": meta.since,
        "fix": meta.fix and meta.fix.value,
        "url": url(meta.code, meta.name),
    }
