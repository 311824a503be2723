"""What the reports look like."""

from __future__ import annotations

import io
import json as stdlib_json
from dataclasses import replace

import pytest

from devlint.base.diagnostic import Diagnostic, Note, Span
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report import json, sarif
from devlint.report.concise import concise
from devlint.report.format import Run
from devlint.report.full import WIDEST, columns_of, full
from devlint.report.style import COLOURED, PLAIN, style_for
from devlint.source.files import Document
from devlint.source.notebook import Notebook, joined

SOURCE = "net = Net().to(device)\nfor _ in range(3):\n\tnet.head = nn.Linear(8, 5)\n"
FINDING = Diagnostic(
    code="DEV301",
    name="submodule-after-move",
    message="`net.head` is made on the CPU",
    span=Span(3, 1, 3, 9),
    notes=(Note("`net` has moved to `device` here", Span(1, 6, 1, 22)),),
    help="use `nn.Linear(8, 5).to(device)`",
)


def outcome(source: str = SOURCE, finding: Diagnostic = FINDING, notebook: Notebook | None = None) -> Outcome:
    return Outcome("train.py", (finding,), Document("train.py", source, notebook))


def test_full() -> None:
    assert "\n".join(full(outcome())) == (
        "train.py:3:2: warning: DEV301 submodule-after-move `net.head` is made on the CPU; "
        "use `nn.Linear(8, 5).to(device)`\n"
        "  |\n"
        "3 |     net.head = nn.Linear(8, 5)\n"
        "  |     ^^^^^^^^\n"
        "  = note: `net` has moved to `device` here\n"
        "1 | net = Net().to(device)\n"
        "  |       ^^^^^^^^^^^^^^^^\n"
    )


def elsewhere() -> Outcome:
    """A finding of a file in a folder, with a note in the folder above."""
    note = Note("created here", Span(40, 4, 40, 9), "../masks.py")
    return Outcome("src/nets/a.py", (replace(FINDING, notes=(note,)),), Document("src/nets/a.py", SOURCE))


def test_a_note_in_another_file_has_its_path() -> None:
    assert list(full(elsewhere()))[-2] == "  = note: created here: src/masks.py:40:5"
    (found,) = stdlib_json.loads(rendered([elsewhere()]))
    assert [(note["path"], note["line"], note["column"]) for note in found["notes"]] == [("src/masks.py", 40, 5)]
    report = sarif.begin(PLAIN)
    assert not list(report.lines(elsewhere(), Options()))
    (run,) = stdlib_json.loads("\n".join(report.end(Run())))["runs"]
    (related,) = run["results"][0]["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "src/masks.py"
    assert related["physicalLocation"]["region"]["startLine"] == 40


def caret(source: str, span: Span) -> list[str]:
    lines = list(full(outcome(source, Diagnostic("DEV201", "bare-cuda", "m", span))))
    return [line[4:] for line in lines[2:4]]


def test_carets_stand_under_wide_and_combining_characters() -> None:
    assert caret('f("漢字", x.cuda())\n', Span(1, 8, 1, 16)) == ['f("漢字", x.cuda())', "          ^^^^^^^^"]
    assert caret('f("e\u0301", x.cuda())\n', Span(1, 8, 1, 16)) == ['f("e\u0301", x.cuda())', "       ^^^^^^^^"]


def test_control_characters_do_not_reach_the_terminal() -> None:
    line, under = caret("\x0cx = '\x1b[2J\u2028' + y.cuda()\n", Span(1, 15, 1, 23))
    assert line == r"\x0cx = '\x1b[2J\u2028' + y.cuda()"
    assert line[under.index("^") :] == "y.cuda()"


def test_an_expression_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert caret("x = f(\n    a,\n).cuda()\n", Span(1, 4, 3, 8)) == ["x = f(", "    ^^"]


def test_a_long_line_is_cut_around_what_matters() -> None:
    line, under = caret("x = [" + "1, " * 400 + "y.cuda()" + ", 1" * 400 + "]\n", Span(1, 1205, 1, 1213))
    assert len(line) <= WIDEST
    assert line[under.index("^") : under.rindex("^") + 1] == "y.cuda()"


def test_a_place_that_has_no_text_is_reported_without_an_excerpt() -> None:
    finding = Diagnostic("DEV000", "internal-error", "devlint failed", Span(1, 0, 1, 0))
    head = "train.py:1:1: warning: DEV000 internal-error devlint failed"
    assert list(full(outcome("", finding))) == [head, "  |", ""]


def test_concise() -> None:
    line = "train.py:3:2: DEV301 warning: `net.head` is made on the CPU; use `nn.Linear(8, 5).to(device)`"
    assert list(concise(outcome())) == [line]


def rendered(outcomes: list[Outcome]) -> str:
    report = json.Json()
    for one in outcomes:
        assert not list(report.lines(one, Options()))
    return "\n".join(report.end(Run()))


def test_notebooks_are_reported_by_cell() -> None:
    notebook = Notebook(SOURCE, ((2, 1), (4, 1), (4, 2)))
    lines = list(full(outcome(notebook=notebook)))
    assert lines[0].startswith("train.py:cell 4:2:2: warning: DEV301")
    assert lines[4] == "  = note: `net` has moved to `device` here (cell 2)"
    assert lines[5].startswith("1 | net = Net()")
    (found,) = stdlib_json.loads(rendered([outcome(notebook=notebook)]))
    assert (found["cell"], found["line"], found["column"]) == (4, 2, 2)
    assert found["notes"][0]["cell"] == 2


def test_json() -> None:
    assert stdlib_json.loads(rendered([outcome(), Outcome("clean.py")])) == [
        {
            "code": "DEV301",
            "name": "submodule-after-move",
            "level": "warning",
            "severity": "warning",
            "message": "`net.head` is made on the CPU",
            "path": "train.py",
            "line": 3,
            "column": 2,
            "end_line": 3,
            "end_column": 10,
            "notes": [
                {
                    "message": "`net` has moved to `device` here",
                    "line": 1,
                    "column": 7,
                    "end_line": 1,
                    "end_column": 23,
                }
            ],
            "help": "use `nn.Linear(8, 5).to(device)`",
            "url": None,
            "fix": None,
        }
    ]
    assert rendered([]) == "[]"


def test_colour_is_for_terminals_and_can_be_refused_and_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert style_for(Terminal(), {}) == replace(COLOURED, columns=70)
    assert style_for(io.StringIO(), {}) is PLAIN
    assert style_for(Terminal(), {"NO_COLOR": "1"}) == replace(PLAIN, columns=70)
    assert style_for(Terminal(), {"NO_COLOR": ""}) == replace(COLOURED, columns=70)
    assert style_for(Terminal(), {"TERM": "dumb"}) == replace(PLAIN, columns=70)
    assert style_for(io.StringIO(), {"FORCE_COLOR": "1"}) is COLOURED
    assert style_for(Terminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}) == replace(PLAIN, columns=70)
    assert any("\x1b[1;31m" in line for line in full(outcome(), COLOURED))


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_an_excerpt_fits_into_the_terminal(columns: int) -> None:
    line = "    loss = criterion(model(images.to(device)), labels) + weights['漢字'].sum()"
    line += " * scale.to('cuda:1') + x * 1234567"
    for word in ("criterion", "labels", "'漢字'", "scale.to('cuda:1')", "1234567"):
        column = line.index(word)
        span = Span(1, column, 1, column + len(word))
        found = outcome(line, Diagnostic("DEV102", "name", "what", span))
        _, _, source, carets, *_ = full(found, replace(PLAIN, columns=columns))
        assert max(map(columns_of, (source, carets))) <= columns
        before = source[: next(n for n in range(len(source)) if columns_of(source[:n]) >= carets.index("^"))]
        assert source.removeprefix(before).startswith(word) or columns == 40


def test_a_line_of_a_notebook_is_shown_with_its_margin() -> None:
    notebook = joined([(2, "%time x.to(d)\n%time y = x")])
    found = outcome(notebook.text, Diagnostic("DEV106", "name", "what", Span(1, 0, 1, 7)), notebook)
    head, _, source, carets, *_ = full(found, PLAIN)
    assert ":cell 2:1:7: " in head
    assert (source, carets) == ("1 | %time x.to(d)", "  |       ^^^^^^^")
