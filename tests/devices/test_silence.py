"""Every reason for silence has an id, a sentence, rules that exist, and a place in a fixture where it holds.

    return torch.cat([x, later]).to(self.device)  # silent: sent-at-once

Such a comment says that something on this line is not reported, and for which reasons; several have commas between.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.devices.analysis import Program
from devlint.devices.facts.reason import Reason
from devlint.devices.silence.catalogue import all_reasons
from devlint.engine import linter
from devlint.forms.blocks import line
from devlint.rulebook import Rule, rules
from tests.harness.marks import FIXTURES, fixture_files

_MARK = re.compile(r"#\s*silent:\s*(\S.*)")
MOST_POINTS = 8  # of a page

REASONS = {reason.id: reason for reason in all_reasons()}


def marked(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that say why they are silent, each with the id of a reason."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        found = _MARK.fullmatch(token.string) if token.type == tokenize.COMMENT else None
        for name in found[1].split(",") if found else ():
            yield token.start[0], name.strip()


@cache
def marks() -> dict[Path, tuple[tuple[int, str], ...]]:
    """The marks of every fixture of good code that has some."""
    found = {path: tuple(marked(path)) for path in fixture_files() if path.name.startswith("ok")}
    return {path: marks for path, marks in found.items() if marks}


def noted(path: Path, monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, str]]:
    """The reasons that an analysis of the file at ``path`` gives, each with its line."""
    programs: list[Program] = []
    reported = linter._reported

    def listen(program: Program, *rest: object) -> object:
        program.recorder.silenced = []
        programs.append(program)
        return reported(program, *rest)  # type: ignore[arg-type]  # the arguments are passed on

    monkeypatch.setattr(linter, "_reported", listen)
    own = path.parent.name[:6].upper()
    linter.lint(path.read_text(encoding="utf-8"), str(path), Options(extend_select=(own,)))
    return {(line(one.at), one.reason.id) for program in programs for one in program.recorder.silenced or ()}


def test_ids_are_unique_words() -> None:
    assert [name for name, times in Counter(reason.id for reason in all_reasons()).items() if times > 1] == []
    assert [name for name in REASONS if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)] == []


@pytest.mark.parametrize("reason", all_reasons(), ids=lambda reason: reason.id)
def test_a_reason_is_complete(reason: Reason) -> None:
    known = {rule.meta.code for rule in rules()}
    assert reason.rules
    assert set(reason.rules) <= known
    assert reason.sentence[0].isupper()
    assert reason.sentence.endswith(".")
    assert any(name == reason.id for found in marks().values() for _, name in found), "no fixture is silent for it"


@pytest.mark.parametrize("path", marks(), ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_the_reason_is_noted_where_it_is_marked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = noted(path, monkeypatch)
    assert [mark for mark in marks()[path] if mark not in found] == []


def test_an_ordinary_run_does_not_look_for_reasons() -> None:
    program = (
        "import sys; from devlint.engine.linter import lint; "
        "assert lint('import torch\\ndef f(x: torch.Tensor): return x + torch.ones(3)\\n'); "
        f"assert {all_reasons.__module__!r} not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.meta.code)
def test_a_page_has_every_reason_in_few_points(rule: Rule) -> None:
    (section,) = re.findall(r"^## Not reported\n(.*?)^## ", rule.page, re.MULTILINE | re.DOTALL)
    text = " ".join(section.split())
    assert [one.id for one in all_reasons() if rule.meta.code in one.rules and one.sentence not in text] == []
    assert len(re.findall(r"^- ", section, re.MULTILINE)) <= MOST_POINTS
