"""The measure of repairs: bugs planted in rounds, texts repaired and judged, results kept, samples drawn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.repairs.measure import Linter, Tried, _closed, _lost_lines, judge, opened
from benchmarks.repairs.packages import measure
from benchmarks.repairs.planting import rounds
from benchmarks.repairs.sample import drawn, shown
from benchmarks.repairs.state import Made, State
from devlint.configuration.options import Options
from devlint.fixing.passes import Repaired

PUBLISHED = """\
import torch


def masked(x: torch.Tensor) -> torch.Tensor:
    # what is not counted
    mask = torch.ones(x.shape[0], device=x.device)
    steps = torch.arange(x.shape[0], device=x.device)  # one for each row
    return x * mask[:, None] + torch.exp(steps)[:, None]
"""
MADE = Made("masked-1.0.tar.gz", "2 rounds, seed 0", "abc")


def test_each_bug_is_planted_in_one_round_and_known_by_its_line() -> None:
    planted = list(rounds("net.py", PUBLISHED, 2, 0))
    every = Counter(name for one in planted for names in one.bugs.values() for name in names)
    assert 0 < every["factory without device"] <= PUBLISHED.count("device=x.device")
    for one in planted:
        lines = one.text.split("\n")
        changed = {line for line, was in enumerate(PUBLISHED.split("\n"), 1) if lines[line - 1] != was}
        assert changed == one.bugs.keys()
    assert [one.text for one in planted] == [one.text for one in rounds("net.py", PUBLISHED, 2, 0)]


def test_a_planted_bug_is_repaired_as_it_was_written(tmp_path: Path) -> None:
    (planted,) = rounds("net.py", PUBLISHED, 1, 0)
    judged = judge(tmp_path / "net.py", planted.text, opened(), PUBLISHED, planted.bugs)
    assert judged is not None
    assert not judged.wrong
    assert judged.text == PUBLISHED
    assert judged.repairs
    assert all(one.as_published and one.planted and not one.reason for one in judged.repairs)


def test_a_measure_goes_on_where_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "release" / "net.py"
    file.parent.mkdir()
    file.write_text(PUBLISHED, encoding="utf-8")
    state = State(tmp_path / "state", "masked", MADE)
    measure(file.parent, [file], state, 2, 0, 100)
    again = State(tmp_path / "state", "masked", MADE)
    assert again.repairs == state.repairs != []
    assert {number for _, number in again.results} == {0, 1, 2}
    assert not State(tmp_path / "state", "masked", Made("masked-1.1.tar.gz", MADE.planted, MADE.revision)).results
    assert (tmp_path / "state" / "masked.old.jsonl").exists()


def test_rules_take_turns_in_a_sample() -> None:
    def tried(code: str, line: int) -> Tried:
        text = (f"y = {line}",)
        return Tried("a/files/net.py", line, code, "hint", "safe", "said", "", (), False, text, (f"{text[0]}  # d",))

    repairs = [tried("DEV102", line) for line in range(9)] + [tried("DEV106", 20)] * 2
    chosen = drawn(repairs, 4, 1)
    assert sorted(one.code for one in chosen) == ["DEV102"] * 3 + ["DEV106"]
    assert chosen == drawn(repairs, 4, 1)
    assert "net.py:20" in "\n".join(shown(1, repairs[-1]))


def test_a_line_is_lost_only_where_it_is_nowhere() -> None:
    text = "a = 1\nb = 2\nc = 3\n"
    check = Linter(Path("net.py"), opened(), Options())
    for result, lost in (("b = 2\na = 1\nc = 3\n", []), ("a = 1\nc = 3\n", [2]), ("a = 1\nb = 4\nc = 3\nd = 4\n", [2])):
        assert _lost_lines(text, Repaired(result, (), (), ()), check) == lost


def test_a_bracket_belongs_to_what_it_closes() -> None:
    """A repair behind a bracket changes the line of the bracket, which is none of its expression."""
    text = "y = x * (\n    1.0 + z\n)\na = (\n    [\n        1\n    ]\n)\n"
    assert [_closed(text.splitlines(), line) for line in (1, 2, 3, 6)] == [1, 3, 3, 8]
