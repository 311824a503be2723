"""The examples of the playground give what their comments say, and what the page is told is what devlint finds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.rulebook import rules

PLAYGROUND = Path(__file__).parent.parent / "playground"
if not PLAYGROUND.is_dir():
    pytest.skip("the page is no part of a source distribution", allow_module_level=True)
EXAMPLES = sorted((PLAYGROUND / "examples").glob("*.py"))
sys.path.insert(0, str(PLAYGROUND))
import session  # noqa: E402  # it lies beside the page

WITHOUT = "import sys; sys.modules['libcst'] = None; sys.path.insert(0, sys.argv[1]); import session\n"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gives_what_its_comment_says(path: Path) -> None:
    text = path.read_text()
    marked = [(n, code) for n, line in enumerate(text.splitlines(), 1) for code in re.findall(r"# (DEV\d+)", line)]
    found = json.loads(session.findings(text, "hint"))["findings"]
    assert [(one["line"], one["code"]) for one in found] == marked
    assert text.startswith('"""') and text.splitlines()[0].endswith('."""')
    assert bool(marked) == bool(session.lanes())


def test_there_are_twenty_and_each_shows_another_rule() -> None:
    codes = [code for path in EXAMPLES for code in re.findall(r"# (DEV\d+)", path.read_text())]
    assert len(EXAMPLES) == 20 and len(codes) == len(set(codes)) == 19


def test_what_kept_a_program_from_being_checked_is_a_finding() -> None:
    one, *others = json.loads(session.findings("def (:\n", "hint"))["findings"]
    assert not others and (one["name"], one["line"]) == ("invalid-syntax", 1)
    assert session.lanes() == ""


def test_rules_that_need_libcst_say_so_where_there_is_none() -> None:
    told = json.loads(session.about())
    assert told["without"] == []
    code = f"{WITHOUT}print(session.about())"
    done = subprocess.run([sys.executable, "-c", code, PLAYGROUND], capture_output=True, text=True, check=True)
    there = json.loads(done.stdout)
    assert there["without"] == [rule.meta.code for rule in rules() if rule.pattern] and "DEV801" in there["without"]
    assert there["on"] == told["on"] and not set(there["on"]) & set(there["without"])


def test_without_libcst_the_other_rules_report_and_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import torch\nx = torch.ones(3).cuda() + torch.ones(3)\n"
    options = Options(extend_select=("DEV701",))
    monkeypatch.setitem(sys.modules, "libcst", None)
    passed_over: list[str] = []
    assert [one.code for one in lint(text, options=options, passed_over=passed_over)] == ["DEV101"]
    assert passed_over == ["DEV701: LibCST is not installed"]


def test_no_distribution_takes_files_of_node_along() -> None:
    text = (PLAYGROUND.parent / "pyproject.toml").read_text()
    included = re.findall(r'"([^"]+)"', text.partition("sdist]\ninclude = [")[2].partition("]")[0])
    assert "/devlint" in included and all(one.startswith("/") for one in included), "else they match at any depth"
    assert 'packages = ["devlint"]' in text and not list((PLAYGROUND.parent / "devlint").rglob("package.json"))


def test_a_rule_has_its_page() -> None:
    assert session.page("DEV301").startswith("A layer is attached") and session.page("DEV999") == ""
