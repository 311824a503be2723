"""A rule's page keeps its word: the example is reported by the rule, and what to use instead is not.

The examples are short, so they leave out the imports; those that every reader would guess are put before them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.rulebook import Rule, Status, rules

SECTIONS = ["What it does", "Why it is bad", "Example", "Use instead", "Not reported", "Fix safety"]
IMPORTS = "import numpy as np\nimport torch\nimport torch.distributed as dist\nfrom torch import nn\n\n\n"
TABLE = Path(__file__).parents[2] / "docs" / "rules.md"
CHECKED = [rule for rule in rules() if rule.reads_code]


def programs(rule: Rule, section: str) -> list[str]:
    """The Python blocks of one section of a rule's page."""
    (text,) = re.findall(rf"^## {section}\n(.*?)(?=^## |\Z)", rule.page, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def findings(program: str, rule: Rule) -> list[Diagnostic]:
    """What is found in ``program`` with this rule on."""
    return lint(IMPORTS + program, "page.py", Options(extend_select=(rule.meta.code,)))


def codes(program: str, rule: Rule) -> set[str]:
    """The codes of what is found in ``program`` with this rule on."""
    return {found.code for found in findings(program, rule)}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.meta.code)
def test_the_page_has_its_sections(rule: Rule) -> None:
    first, *_ = rule.page.split("\n")
    assert first.endswith(".")
    assert re.findall(r"^## (.*)$", rule.page, flags=re.MULTILINE) == SECTIONS


@pytest.mark.parametrize("rule", CHECKED, ids=lambda rule: rule.meta.code)
def test_the_example_is_reported(rule: Rule) -> None:
    examples = programs(rule, "Example")
    assert examples
    assert [codes(example, rule) for example in examples] == [{rule.meta.code}] * len(examples)


@pytest.mark.parametrize("rule", CHECKED, ids=lambda rule: rule.meta.code)
def test_the_example_has_the_level_of_the_table(rule: Rule) -> None:
    levels = {found.level.word for example in programs(rule, "Example") for found in findings(example, rule)}
    shown = dict(re.findall(r"^\| \[(DEV\d+)\].* \| (\w+) \|$", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert levels == {rule.meta.level.word}
    assert shown[rule.meta.code] == ("off" if rule.meta.status is Status.OFF else rule.meta.level.word)


@pytest.mark.parametrize("rule", CHECKED, ids=lambda rule: rule.meta.code)
def test_what_to_use_instead_is_silent(rule: Rule) -> None:
    better = programs(rule, "Use instead")
    assert better
    assert [codes(program, rule) for program in better] == [set()] * len(better)
