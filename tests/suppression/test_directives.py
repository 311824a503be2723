"""devlint's own comments: what they silence, in both front ends, and which of them silence nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flake8.main.cli import main as run_flake8

from devlint.cli import main
from devlint.engine.linter import lint
from devlint.flake8_plugin import Plugin
from devlint.suppression.directives import directives

HEAD = "import torch\n\n\ndef f(x: torch.Tensor):\n"
LINE = "    return torch.relu(x) * torch.ones(3)"
FOUND = HEAD + LINE + "\n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Plugin, "options", Plugin.options)
    monkeypatch.setattr(Plugin, "configured", Plugin.configured)


def found_in(text: str, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[int, str]]:
    """The lines and codes that ``devlint check`` reports, which are those that flake8 reports."""
    Path("a.py").write_text(text)
    main(["check", "--isolated", "--output-format=json", *arguments, "a.py"])
    ours = [(one["line"], one["code"]) for one in json.loads(capsys.readouterr().out)]
    run_flake8(["--isolated", "--select=DEV", "-j1", *arguments, "a.py"])
    lines = [line.split(":") for line in capsys.readouterr().out.splitlines()]
    assert [(int(line), text.split()[0]) for _, line, _, text, *_ in lines] == ours
    return ours


def test_the_program_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert found_in(FOUND, capsys) == [(5, "DEV102")]


SILENT = {
    "on the line": HEAD + LINE + "  # devlint: ignore[DEV102]\n",
    "by name, with a reason": HEAD + LINE + "  # devlint: ignore[factory-without-device] it is small\n",
    "no blanks": HEAD + LINE + "  #devlint:ignore[dev102]\n",
    "behind another comment": HEAD + LINE + "  # type: ignore  # devlint: ignore[DEV102]: it is small\n",
    "before another comment": HEAD + LINE + "  # devlint: ignore[DEV102] # type: ignore\n",
    "the beginning of a code": HEAD + LINE + "  # devlint: ignore[DEV1]\n",
    "on the line above": HEAD + "    # devlint: ignore[DEV102] it is small\n" + LINE + "\n",
    "two lines above, comments between": HEAD + "    # devlint: ignore[DEV102]\n    # and more\n" + LINE + "\n",
    "on another line of the statement": HEAD + LINE.replace("(3)", "(\n        3\n    )  # devlint: ignore[DEV102]\n"),
    "inside of the statement": HEAD + LINE.replace("(3)", "(\n        # devlint: ignore[DEV102]\n        3\n    )\n"),
    "above a statement of several lines": HEAD + "    # devlint: ignore[DEV102]\n" + LINE.replace("(3)", "(\n3)\n"),
    "the whole file": "# devlint: ignore-file[DEV102] they are small\n" + FOUND,
    "the whole file, at its end": FOUND + "# devlint: ignore-file[DEV1]\n",
}


@pytest.mark.parametrize("case", SILENT)
def test_what_is_silenced(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert found_in(SILENT[case], capsys) == []
    assert [code for _, code in found_in(SILENT[case], capsys, "--disable-noqa")] == ["DEV102"]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + LINE + "\n    # devlint: ignore[DEV102]\n",
        HEAD + "    # devlint: ignore[DEV102]\n\n" + LINE + "\n",
        HEAD + '    "# devlint: ignore[DEV102]"\n' + LINE + "\n",
        HEAD + LINE + "  # devlint: ignored[DEV102]\n",
        HEAD + LINE + "  # devlint: ignore DEV102\n",
        HEAD + LINE + "  # devlint: ignore-file[DEV102]\n",
    ],
)
def test_what_is_not(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "DEV102" in [code for _, code in found_in(text, capsys)]


UNUSED = {
    "x = 1  # devlint: ignore[DEV102] why\n": "`# devlint: ignore[DEV102]` silences nothing; remove it",
    "x = 1  # noqa: DEV102\n": "`# noqa: DEV102` silences nothing; remove it",
    "x = 1  # noqa: DEV1, E501\n": "`DEV1` of `# noqa: DEV1, E501` silences nothing; remove `DEV1`",
    "# devlint: ignore-file[DEV102]\nx = 1\n": "`# devlint: ignore-file[DEV102]` silences nothing; remove it",
    "x = 1  # devlint: ignore\n": "`# devlint: ignore` names no rule and silences nothing; "
    "write `# devlint: ignore[DEV102]`",
    "x = 1  # devlint: ignore[]\n": "`# devlint: ignore` names no rule and silences nothing; "
    "write `# devlint: ignore[DEV102]`",
    "x = 1  # devlint: ignore[DEV199]\n": "`DEV199` of `# devlint: ignore[DEV199]` is no rule of devlint; "
    "see `devlint rules`",
    "x = 1\n# devlint: ignore[DEV102]\n": "`# devlint: ignore[DEV102]` stands above no statement and silences nothing; "
    "put it on the line above one",
    "x = 1  # devlint: ignore-file[DEV102]\n": "`# devlint: ignore-file[DEV102]` stands behind code and silences "
    "nothing; put it on a line of its own",
}


@pytest.mark.parametrize("text", UNUSED)
def test_a_suppression_that_silences_nothing_is_reported(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    number = 1 + next(n for n, line in enumerate(text.splitlines()) if "#" in line)
    assert found_in(text, capsys) == [(number, "DEV002")]
    main(["check", "--isolated", "--output-format=concise", "a.py"])
    line = capsys.readouterr().out.splitlines()[0]
    said = line.partition("DEV002 ")[2].removeprefix("[*] ").removeprefix("warning: ")
    assert said == UNUSED[text]
    assert len(said) <= 120


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("x = 1  # noqa\n", []),
        ("x = 1  # noqa: E501\n", []),
        ("x = 1  # noqa: DEV701\n", []),  # the rule is off
        ("x = 1  # noqa: DEV\n", []),  # of which some are off
        ("x = 1  # devlint: ignore[hard-coded-cuda]\n", []),
        ("x = 1  # devlint: ignore[DEV102]\n", ["--ignore=DEV102"]),
        ("x = 1  # devlint: ignore[DEV102]\n", ["--select=DEV2,DEV002"]),
        ("x = 1  # devlint: ignore[DEV102]\n", ["--ignore=DEV002"]),
        ("x = 1  # devlint: ignore[DEV102]\n", ["--disable-noqa"]),
        ("x = 1  # devlint: ignore[DEV102, DEV002]\n", []),
        ("# devlint: ignore-file[unused-suppression]\nx = 1  # noqa: DEV102\n", []),
        ("x = 1  # noqa\ny = 2  # devlint: is fine\nz = '# devlint: ignore[DEV102]'\n", []),
    ],
)
def test_what_is_not_judged(text: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert found_in(text, capsys, *arguments) == []


def test_a_rule_that_is_turned_on_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert found_in("x = 1  # noqa: DEV701\n", capsys, "--extend-select=DEV701") == [(1, "DEV002")]


def test_per_file_ignores_turn_a_rule_off(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text("x = 1  # devlint: ignore[DEV102]\n")
    assert main(["check", "--isolated", "--per-file-ignores=a.py:DEV102", "a.py"]) == 0


def test_a_hint_that_is_not_shown_is_silenced_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    text = HEAD + "    out = torch.zeros(len(x), len(x))\n    for i in range(len(x)):\n"
    text += "        out[i] = (x - x[i]).norm(dim=1)\n    return out\n"
    ((line, code),) = [(d.span.line, d.code) for d in lint(text)]
    lines = text.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].rstrip("\n") + f"  # devlint: ignore[{code}]\n"
    assert found_in("".join(lines), capsys) == []


def test_a_text_that_lies_in_no_file_is_not_judged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    for name, code in (("nowhere.py", 0), ("a.py", 1)):
        Path("a.py").write_text("")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x = 1  # devlint: ignore[DEV102]\n")))
        assert main(["check", "--isolated", "--stdin-display-name", name, "-"]) == code


def test_a_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [["import torch\n"], ["# devlint: ignore[DEV102]\n", *(FOUND[len("import torch\n") :]).splitlines(True)]]
    cells[1] = [*cells[1][1:4], "    # devlint: ignore[DEV102] it is small\n", *cells[1][4:]]
    sources = [{"cell_type": "code", "source": source} for source in cells]
    Path("n.ipynb").write_text(json.dumps({"cells": sources, "metadata": {}, "nbformat": 4}))
    assert main(["check", "--isolated", "n.ipynb"]) == 0


def test_the_lines_of_a_directive() -> None:
    (one,) = directives("a = (\n    1\n)  # x # devlint: ignore[DEV1,  bare-cuda] because # y\n")
    assert (one.entries, one.first, one.last) == (("DEV1", "bare-cuda"), 1, 3)
    assert (one.span.line, one.span.column, one.span.end_column) == (3, 7, 50)


def test_ruff_keeps_the_comments_where_the_page_is_followed() -> None:
    pytest.importorskip("ruff", reason="the environments of other versions have none")
    page = (Path(__file__).parents[2] / "docs" / "suppressions.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    text = "x = 1  # noqa: DEV102, E501\ny = 1  # devlint: ignore[DEV101]\n"
    kept = []
    for configuration in ("", shown):
        Path("pyproject.toml").write_text(configuration)
        Path("a.py").write_text(text)
        subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "--select=RUF100", "--fix", "-q", "a.py"])
        kept.append([code in Path("a.py").read_text() for code in ("DEV102", "E501", "DEV101")])
    assert kept == [[False, False, True], [True, False, True]]


def test_the_example_of_the_page_silences_what_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "suppressions.md").read_text()
    example = page.partition("```python\n")[2].partition("```")[0]
    assert found_in(example, capsys) == []
    assert found_in(re.sub(r" *# .*", "", example), capsys) == [(5, "DEV102"), (7, "DEV102"), (8, "DEV102")]
