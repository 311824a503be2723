"""Lanes: one value is in one lane, a move leads from lane to lane, alternatives are marked as such."""

from __future__ import annotations

import re
import textwrap
from html.parser import HTMLParser

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.page.fragment import drawing, sections
from devlint.page.lanes import Lanes, Move, lanes_of
from devlint.page.row_in_words import in_words
from devlint.page.stretches import stretch_at
from devlint.page.tracks import drawing as drawn_of, tracks_of
from devlint.reveal.answer import reveal
from devlint.source.files import Document


def drawn(body: str) -> Lanes:
    document = Document("f.py", "import torch\nfrom torch import nn\n" + textwrap.dedent(body))
    stretch = stretch_at(document, document.text.count("\n"))
    return lanes_of(document, reveal(document, None, Options()), stretch, [], [stretch])


def signs(lanes: Lanes) -> dict[str, list[str]]:
    """The name, lane and way of each mark of each line."""
    return {row.text.strip(): [f"{m.name} {m.lane} {m.how}{' may' * m.may}" for m in row.marks] for row in lanes.rows}


def moves(lanes: Lanes) -> list[Move]:
    return [move for row in lanes.rows for move in row.moves]


def test_a_moved_tensor_changes_its_lane_at_the_line_of_the_move() -> None:
    lanes = drawn("""\
        def f():
            a = torch.ones(3)
            a = a.cuda()
            b = a + a
            return b.cpu().numpy()
        """)
    assert lanes.lanes == ("CPU", "cuda")
    assert moves(lanes) == [Move("a", "CPU", "a", "cuda", False), Move("b", "cuda", "b.cpu()", "CPU", False)]
    assert signs(lanes)["b = a + a"] == ["b cuda made", "a cuda used"]
    tracks = {(track.lane, one.name): (one.first, one.last) for track in tracks_of(lanes) for one in track.segments}
    assert tracks["CPU", "a"] == (1, 2) and tracks["cuda", "a"] == (2, 3)


def test_what_is_made_and_moved_on_one_line_has_an_arrow() -> None:
    lanes = drawn("""\
        def f():
            x = torch.ones(3).exp().cuda()
            return x
        """)
    assert moves(lanes) == [Move("torch.ones(3)", "CPU", "x", "cuda", False)]
    assert sorted(signs(lanes)["x = torch.ones(3).exp().cuda()"]) == ["torch.ones(3) CPU made", "x cuda moved"]


def test_a_message_that_is_the_same_as_on_a_line_before_is_folded() -> None:
    body = "(x: torch.Tensor):\n    mask = torch.ones(3)\n    return x * mask\n"
    text = f"import torch\ndef f{body}def g{body}"
    shown = "".join(sections(Document("f.py", text), lint(text), Options(), anchor=lambda one: str(one.span.line)))
    first, second = re.findall(r"<article.*?</article>", shown)
    assert "<details>" not in first and "<details><summary>as on line 3</summary><p><code>mask</code> is" in second


def test_context_does_not_reach_over_a_function() -> None:
    text = "import torch\nprint(1)\ndef f(x):\n    y = 1\n    z = 2\n    w = 3\n    return x\n"
    text += "a = torch.ones(3, device='cuda') + torch.ones(3)\n"
    shown = "".join(sections(Document("f.py", text), lint(text), Options(), anchor=lambda one: "id"))
    assert re.findall(r'data-line="(\d+)"', shown) == ["8"]


def test_an_argument_that_is_moved_is_not_the_result_of_its_call() -> None:
    lanes = drawn("""\
        def f(model: nn.Module, x: torch.Tensor):
            model = model.cuda()
            y = model(x.cuda())
            return y
        """)
    assert moves(lanes)[1][1:4] == ("the device of argument `x`", "x.cuda()", "cuda")
    assert signs(lanes)["y = model(x.cuda())"][0] == "y cuda made may"


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("x.cpu()", "x.cpu()"),
        ("x.to(torch.device('cpu'), torch.float16)", "x.to(…)"),
        ("x.abs().clamp(0, 1).cpu()", "x….cpu()"),
    ],
)
def test_a_long_call_is_named_by_its_beginning_and_its_end(call: str, name: str) -> None:
    lanes = drawn(f"def f(x: torch.Tensor):\n    a = torch.ones(3)\n    return a + {call}\n")
    assert [move.becomes for move in moves(lanes)] == [name]


def test_far_lines_are_folded_and_blank_ones_at_the_edges_not_shown() -> None:
    text = "import torch\n\n\nclass A: ...\n\n\n\na = torch.ones(3, device='cuda')\n\n" + "print(0)\n" * 9
    text += "b = a + torch.ones(3)\n"
    shown = "".join(sections(Document("f.py", text), lint(text), Options(), anchor=lambda one: "id"))
    assert re.findall(r'data-line="(\d+)"', shown)[0] == "8"
    assert re.findall(r"<span>(\d+) lines</span>", shown) == ["4"]


@pytest.mark.parametrize("statement", ["net.cuda()", "net = net.cuda()"])
def test_a_module_moves_with_a_name_for_the_result_and_without(statement: str) -> None:
    lanes = drawn(f"""\
        def f(x):
            net = nn.Linear(3, 3)
            {statement}
            return net(x.cuda())
        """)
    assert moves(lanes)[0] == Move("net", "CPU", "net", "cuda", False)
    assert sorted(signs(lanes)[statement]) == ["net CPU used", "net cuda moved"]
    assert [one.name for track in tracks_of(lanes) if track.lane == "CPU" for one in track.segments] == ["net"]


def test_a_device_that_depends_is_two_alternatives() -> None:
    lanes = drawn("""\
        def f():
            device = "cuda" if torch.cuda.is_available() else "cpu"
            net = nn.Linear(3, 3)
            net.to(device)
            x = torch.ones(3, device=device)
            return net(x)
        """)
    assert moves(lanes) == [Move("net", "CPU", "net", "cuda", True)]
    assert set(signs(lanes)["return net(x)"]) == {
        f"{name} {lane} used may" for name in "x net".split() for lane in lanes.lanes
    }
    across = [cell for cell in drawn_of(lanes.rows, tracks_of(lanes))[3] if cell.left or cell.right]
    assert {cell.left or cell.right for cell in across} == {"may"} and across[-1].arrow == "left"
    stays = next(track for track in tracks_of(lanes) if track.lane == "CPU" and track.segments[0].name == "net")
    assert (stays.segments[0].first, stays.segments[0].last) == (2, 5)


def heard(body: str) -> list[str]:
    """What a screen reader is given for each row in which a value stands."""
    lanes = drawn(body)
    cells = drawn_of(lanes.rows, tracks_of(lanes))
    return [words for row, there in zip(lanes.rows, cells, strict=True) if (words := in_words(row, there))]


def test_a_row_in_words_says_what_its_cells_draw() -> None:
    assert heard("""\
        def f():
            a = torch.ones(3)
            a = a.cuda()
            return a.cpu() + torch.ones(3)
        """) == [
        "a: made on CPU.",
        "a: moved from CPU to cuda.",
        "a.cpu(): moved from cuda to CPU. torch.ones(3): made on CPU. a: on cuda.",
    ]


def test_alternatives_in_words() -> None:
    *_, made, used = heard("""\
        def f(x: torch.Tensor):
            device = "cuda" if torch.cuda.is_available() else "cpu"
            mask = torch.ones(3, device=device)
            return mask
        """)
    assert sorted(made.removeprefix("mask: ").rstrip(".").split(", ")) == ["may be made on CPU", "may be made on cuda"]
    assert sorted(used.removeprefix("mask: ").rstrip(".").split(", ")) == ["may be on CPU", "may be on cuda"]


class Heard(HTMLParser):
    """The text of a listing without what is hidden from screen readers, cell by cell, and the numbers to be reached."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.reached: list[str] = []
        self._hidden: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._hidden or given.get("aria-hidden") == "true":
            self._hidden.append(tag)
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "button" and given["tabindex"] == "0":
            self.reached.append(given["aria-label"] or "")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and not self._hidden:
            self.rows[-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            assert self._hidden.pop() == tag


@pytest.mark.parametrize("has_editor", [True, False])
def test_a_screen_reader_has_a_table_of_three_columns(has_editor: bool) -> None:
    text = "import torch\n\n\na = torch.ones(3, device='cuda')\n" + "print(0)\n" * 12 + "b = a + torch.ones(3)\n"
    shown = sections(Document("f.py", text), lint(text), Options(), anchor=lambda one: "id", has_editor=has_editor)
    found = Heard("".join(shown))
    assert found.rows[0] == ["Line", "Source", "Devices"]
    assert {len(row) for row in found.rows} == {3}
    assert ["4", "a = torch.ones(3, device='cuda')", "a: made on cuda."] in found.rows
    assert [row[1] for row in found.rows if row[0] == "" and "lines" in row[1]] == ["Show 6 lines"]
    assert found.reached == ["Go to line 1"] * has_editor


def test_a_track_holds_one_value_at_a_time() -> None:
    lanes = drawn("""\
        def f():
            a = torch.ones(3)
            b = torch.ones(3)
            print(a, b)
            c = torch.ones(3)
            return c
        """)
    tracks = tracks_of(lanes)
    assert [[one.name for one in track.segments] for track in tracks] == [["a", "c"], ["b"]]


def test_what_code_says_is_text() -> None:
    made = "y = torch.ones(3)  # </script><img src=x onerror=alert(1)>"
    text = f"import torch\ndef f(x: torch.Tensor):\n    {made}\n    return x * y\n"
    document, options = Document('"><i>.py', text), Options()
    found = lint(text, "f.py", options)
    shown = "".join(sections(document, found, options, anchor=lambda one: "id"))
    assert found and "&lt;/script&gt;&lt;img" in shown and "<img" not in shown and "<i>.py" not in shown


def test_a_function_without_findings_can_be_drawn() -> None:
    text = "import torch\nclass A:\n    def f(self):\n" + "        # more\n" * 19 + "        return torch.ones(3)\n"
    document = Document("f.py", text)
    answer = reveal(document, None, Options())
    shown = drawing(answer, stretch_at(document, 4), [])
    assert "<code>class A</code>" in shown and ">CPU</th>" in shown and "torch.ones(3)</span>" in shown
    assert re.findall(r'data-line="(\d+)"', shown) == [str(line) for line in range(3, 24)]
    assert drawing(answer, stretch_at(document, 1), []) == ""


@pytest.mark.parametrize(("line", "title", "first", "last"), [(1, "outside of functions", 1, 1), (5, "def g", 4, 5)])
def test_the_stretch_around_a_line(line: int, title: str, first: int, last: int) -> None:
    text = "import torch\n\ndef f(x):\n    def g(y):\n        return y\n    return g\n"
    stretch = stretch_at(Document("f.py", text), line)
    assert (stretch.title, stretch.first, stretch.last) == (title, first, last)
