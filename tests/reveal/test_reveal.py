"""``devlint reveal``: the devices of expressions, where they come from, and why something is not reported."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from devlint.cli import main
from devlint.devices.analysis import Program
from devlint.devices.beliefs import Belief, Record
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import CPU, UNKNOWN, Followed, Symbol, SymbolKind
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.reveal.describe import Words
from devlint.scout.cut import Cut

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reveal.md"

NET = """\
import torch
from torch import nn


def shape(x):
    return x.view(-1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x, flag):
        moved = x.to("cuda:0")
        mask = torch.ones(3)
        either = mask if flag else moved
        print("mean", 3, [mask, moved])
        return self.fc(x) * mask + either


def helper(x: torch.Tensor, device=None):
    w = torch.ones(3, device=device)
    g = torch.Generator(device="cuda")
    if x is None:
        raise ValueError(x)
    return w.cpu() * x
    w = x + 1
"""


@pytest.fixture(autouse=True)
def _net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("net.py").write_text(NET, encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    code = main(["reveal", *arguments])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def line_of(code: str) -> int:
    return next(number for number, line in enumerate(NET.splitlines(), 1) if code in line)


def lines(capsys: pytest.CaptureFixture[str], code: str) -> list[str]:
    """What is said of the line that holds ``code``, without the name of the file."""
    number = line_of(code)
    status, out, err = run(capsys, f"net.py:{number}")
    assert (status, err) == (0, [])
    return [line.removeprefix(f"net.py:{number}:") for line in out]


def test_a_moved_tensor(capsys: pytest.CaptureFixture[str]) -> None:
    argument = f"tensor, the device of argument `x` (line {line_of('def forward')}: argument `x`)"
    assert lines(capsys, "moved = ") == [
        '17: `x.to("cuda:0")`: tensor, cuda:0 (here: moves it)',
        f"17: `x`: {argument}",
    ]


def test_a_factory_and_its_finding(capsys: pytest.CaptureFixture[str]) -> None:
    said = lines(capsys, "mask = torch")
    assert said[0] == "16: `torch.ones(3)`: tensor, CPU (here: without a device)"
    assert said[1].startswith("16: DEV102 ") or said[1].startswith("16: DEV101 ")
    assert len(said) == 2


def test_alternatives_have_their_conditions(capsys: pytest.CaptureFixture[str]) -> None:
    made, moved = line_of("mask = torch"), line_of("moved = ")
    assert lines(capsys, "either = ")[:3] == [
        "18: `mask if flag else moved`: one of",
        f"    tensor, CPU (line {made}: `torch.ones(3)` without a device), where `flag` is true",
        f'    tensor, cuda:0 (line {moved}: `x.to("cuda:0")` moves it), where `flag` is false',
    ]
    assert lines(capsys, "w = torch")[:3] == [
        "9: `torch.ones(3, device=device)`: one of",
        "    tensor, CPU (here: without a device), where `device` is not given",
        "    tensor, the device `device` (here: with a device), where `device` is given",
    ]


def test_other_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "g = ")[0] == '9: `torch.Generator(device="cuda")`: generator, cuda'
    assert "19: `self.fc`: module, the module's device" not in lines(capsys, "self.fc = ")
    assert "19: `nn.Linear(3, 3)`: module, CPU" in lines(capsys, "self.fc = ")
    listed = lines(capsys, "print(")
    assert any(line.endswith("`[mask, moved]`: list with") for line in listed)
    assert not any('`"mean"`' in line or "`3`" in line for line in listed)


def test_what_is_never_evaluated(capsys: pytest.CaptureFixture[str]) -> None:
    left_out = "nothing in `shape` can be in a wrong place, so the scout left it out"
    assert run(capsys, f"net.py:{line_of('x.view')}")[1] == [f"net.py:6: never evaluated: {left_out}"]
    assert ["unreachable" in line for line in lines(capsys, "w = x + 1")] == [True]
    Path("plain.py").write_text("x = f()\ny = x\n")
    assert run(capsys, "plain.py")[1] == ["plain.py:1-2: never evaluated: the file does not touch torch"]
    Path("calm.py").write_text("import torch\n\n\ndef f(x):\n    return torch.relu(x)\n")
    why = "nothing in the file can be in a wrong place, so the scout left it out"
    assert run(capsys, "calm.py")[1] == [f"calm.py:5: never evaluated: {why}"]


def test_a_budget_that_is_spent(capsys: pytest.CaptureFixture[str]) -> None:
    steps = "    n = n + 1\n" * 9000
    Path("long.py").write_text(f"import torch\n\n\ndef f(x, n):\n{steps}    return x.cuda() * torch.ones(3)\n")
    assert run(capsys, "long.py:9005")[1] == ["long.py:9005: never evaluated: the budget of steps was spent"]


LIMITS = {
    "row = [x, 1]\n" + "    row = row + row\n" * 8 + "    y = row": "`row`: list; it holds too much to be followed",
    "y = (n[0] if n[1] else x[n:] if n[2] else {} if n[3] else 'a' if n[4] else n.b if n[5] else n.c if n[6] else f)":
        "it has too many alternatives to be told apart",
    "y = x" + ".T" * 320: "unknown; the code nests too deeply",
    f"y = {' and '.join(f'n[{i}]' for i in range(40))}": "unknown; the condition has too many operands",
}  # fmt: skip


@pytest.mark.parametrize("code", LIMITS, ids=range(len(LIMITS)))
def test_a_limit_that_is_reached(capsys: pytest.CaptureFixture[str], code: str) -> None:
    text = f"import torch\n\n\ndef f(x: torch.Tensor, n):\n    {code}\n    return x + torch.ones(3)\n"
    Path("limit.py").write_text(text)
    line = next(number for number, one in enumerate(text.splitlines(), 1) if "y = " in one)
    assert LIMITS[code] in "\n".join(run(capsys, f"limit.py:{line}")[1])


def test_a_reason_for_silence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Record.begin

    def with_a_reason(record: Record, program: Program, cut: Cut) -> None:
        begin(record, program, cut)
        why = Reason("sent-at-once", "what is sent to its device where it is used", ("DEV102",))
        for at in program.file.of(form.Call):
            program.recorder.silence(why, at)
            program.recorder.silence(why, at)

    monkeypatch.setattr(Record, "begin", with_a_reason)
    said = lines(capsys, "moved = ")
    assert said[-1] == "17: not reported (sent-at-once): what is sent to its device where it is used"
    assert len([line for line in said if "sent-at-once" in line]) == 1
    out = run(capsys, f"net.py:{line_of('moved = ')}", "--output-format", "json")[1]
    (silence,) = json.loads("\n".join(out))["not_reported"]
    assert silence["id"] == "sent-at-once" and silence["rules"] == ["DEV102"] and silence["column"] == 17


APART = {
    "    if start is None:\n        start, y = torch.zeros(3), torch.zeros(3)\n    else:\n        y = start * 2\n"
    "    return torch.cat([y, start])":
    "Here the two are on different devices only under conditions that exclude each other: `start` is given and `start` "
    "is not given.",
    "    y = x * 2 if flag else torch.ones(3)\n    return y + (x if flag else torch.ones(3))":
    "Here the two are on different devices only under conditions that exclude each other: `flag` is false and `flag` "
    "is true.",
    "    if x.is_cuda:\n        return x\n    return x + torch.ones(3)":
    "Here the two are not on different devices, because `x` is on the CPU.",
}  # fmt: skip


@pytest.mark.parametrize("code", APART, ids=range(len(APART)))
def test_the_conditions_that_keep_two_devices_apart(capsys: pytest.CaptureFixture[str], code: str) -> None:
    parameters = "x: torch.Tensor, flag: bool, start: torch.Tensor | None = None"
    text = f"import torch\n\n\ndef f({parameters}):\n{code}\n"
    Path("apart.py").write_text(text)
    said = run(capsys, f"apart.py:{len(text.splitlines())}")[1]
    found = [one for one in said if "not reported (other-paths)" in one]
    assert found and all(one.endswith(APART[code]) for one in found), said


def test_what_is_not_known_to_be_a_tensor(capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\nfrom lib import load\n\n\ndef f(x, path):\n    y = load(path)\n    w = x + torch.ones(3)\n"
    Path("unknown.py").write_text(text + "    return y[0] + w\n")
    _, said, _ = run(capsys, "unknown.py:6-8")
    assert any(one.endswith("; what `load` gives is not known") for one in said)
    assert any("7:9: not reported (no-evidence): " in one for one in said)
    assert any("8:12: `y[0]`: unknown" in one for one in said)


def test_a_finding_that_the_baseline_knows(capsys: pytest.CaptureFixture[str]) -> None:
    Path("old.py").write_text("import torch\n\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n")
    main(["baseline", "old.py"])
    capsys.readouterr()
    assert run(capsys, "old.py:5")[1][-1].endswith(" (known by the baseline)")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    number = line_of("mask = torch")
    status, out, _ = run(capsys, f"net.py:{number}-{number + 1}", "--output-format", "json")
    assert status == 0
    answer = json.loads("\n".join(out))
    assert list(answer) == [
        "path", "first_line", "last_line", "expressions", "never_evaluated", "not_reported", "findings",
    ]  # fmt: skip
    assert (answer["path"], answer["first_line"], answer["last_line"]) == ("net.py", number, number + 1)
    position = {"line": number, "column": 16, "end_line": number, "end_column": 29}
    made = {**position, "text": "torch.ones(3)", "how": "without a device"}
    value = {
        "kind": "tensor", "elements": None, "device": "CPU", "is_certain": True, "limit": "", "from": made, "where": "",
    }  # fmt: skip
    assert answer["expressions"][0] == {**position, "text": "torch.ones(3)", "values": [value], "library": None}
    assert [one["values"][0]["kind"] for one in answer["expressions"] if one["text"] == "3"] == ["number"]
    assert answer["findings"][0]["column"] == 16 and answer["findings"][0]["hidden"] == ""
    assert answer["never_evaluated"] == [] == answer["not_reported"]


def test_findings_that_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    Path("net.py").write_text(NET.replace("mask = torch.ones(3)", "mask = torch.ones(3)  # noqa"))
    assert lines(capsys, "mask = torch")[1].endswith("(silenced by a comment)")
    Path("setup.cfg").write_text("[devlint]\nper-file-ignores = net.py: DEV\n")
    assert lines(capsys, "mask = torch")[1].endswith("(ignored by the configuration)")


def test_a_finding_is_written_as_check_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\n\n\ndef f(x, device):\n    x = x.to(device)\n    return x, torch.ones(3).cuda()\n"
    Path("hint.py").write_text(text)
    for path, line, end in (
        ("net.py", line_of("mask = torch"), ""),
        ("hint.py", 6, " (not shown without `--level hint`)"),
    ):
        main(["check", path, "--level", "hint", "--output-format", "concise"])
        written = [one for one in capsys.readouterr().out.splitlines() if one.startswith(f"{path}:{line}:")]
        assert written and "[*]" in written[0] and "; use " in written[0]
        assert [one for one in run(capsys, f"{path}:{line}")[1] if ": DEV" in one] == [one + end for one in written]
    (found,) = json.loads("\n".join(run(capsys, "hint.py:6", "--output-format", "json")[1]))["findings"]
    assert (found["level"], found["fixable"]) == ("hint", True) and found["help"].startswith("use ")
    assert found["hidden"] == "not shown without `--level hint`"
    Path("setup.cfg").write_text("[devlint]\nlevel = hint\n")
    assert "not shown" not in "\n".join(run(capsys, "hint.py:6")[1])


def test_the_example_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    program, console = re.findall(r"```(?:python|console)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    Path("net.py").write_text(program)
    said: list[str] = []
    for command in re.findall(r"^\$ devlint reveal (.*)$", console, re.MULTILINE):
        said += [f"$ devlint reveal {command}", *run(capsys, command)[1]]
    assert said == console.splitlines()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nowhere.py", "nowhere.py: No such file or directory"),
        ("nowhere.py:3", "nowhere.py: No such file or directory"),
        ("net.py:99", "net.py: no line 99: the file has 28 lines"),
        ("net.py:0", "net.py:0: lines count from 1, and the first stands before the last"),
        ("net.py:9-3", "net.py:9-3: lines count from 1, and the first stands before the last"),
        ("bad.py", "bad.py: syntax error: '(' was never closed (line 1)"),
        (".", ".: Is a directory"),
        ("cells.ipynb:1", "cells.ipynb: no code cell 1: cells count from 1, those of text included"),
        ("cells.ipynb:2:4-5", "cells.ipynb: no line 5: the cell has 2 lines"),
        ("cells.ipynb:2:0", "cells.ipynb:2:0: lines count from 1, and the first stands before the last"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], place: str, message: str) -> None:
    Path("bad.py").write_text("x = (\n")
    notebook("cells.ipynb", "", "import torch\nx = 1")
    assert run(capsys, place) == (2, [], [f"devlint: error: {message}"])


def notebook(path: str, *cells: str) -> None:
    """A notebook of code cells, but for the first, which is text."""
    kinds = ["markdown", *["code"] * (len(cells) - 1)]
    made = [{"cell_type": kind, "source": source} for kind, source in zip(kinds, cells, strict=True)]
    Path(path).write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))


def test_notebooks(capsys: pytest.CaptureFixture[str]) -> None:
    use = "%time\nmask = torch.ones(3)\nx * mask"
    cells = ["# Title", "import torch\nx = torch.ones(3, device='cuda')", use, "raise x"]
    notebook("n.ipynb", *cells)
    factory = "n.ipynb:cell 3:2:8: `torch.ones(3)`: tensor, CPU (here: without a device)"
    last = "n.ipynb:cell 3:3:5: `mask`: tensor, CPU (cell 3, line 2: `torch.ones(3)` without a device)"
    for place in ("n.ipynb:3:2", "n.ipynb:cell 3:2-2"):
        assert run(capsys, place)[1][0] == factory
    out = run(capsys, "n.ipynb:3")[1]
    assert factory in out and last in out and not any("cell 2:" in line[:20] for line in out)
    assert any(re.match(r"n\.ipynb:cell 3:\d+:\d+: DEV1\d\d ", line) for line in out)
    assert "n.ipynb:cell 4:1: never evaluated: an exception that is raised has no bearing on devices" in run(
        capsys, "n.ipynb"
    )[1]
    said = json.loads("\n".join(run(capsys, "n.ipynb:3:2", "--output-format", "json")[1]))
    assert (said["cell"], said["first_line"], said["last_line"]) == (3, 2, 2)
    assert {(one["cell"], one["line"]) for one in said["expressions"]} == {(3, 2)}


def test_a_file_that_imports_from_another(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text("")
    Path("masks.py").write_text("import torch\n\n\ndef mask(n):\n    return torch.ones(n)\n")
    Path("use.py").write_text("import torch\nfrom masks import mask\n\ndef f(x):\n    return x * mask(3)\n")
    out = run(capsys, "use.py:5")[1]
    assert any(line.startswith("use.py:5:16: `mask(3)`: tensor, CPU (") for line in out), out


def test_several_calls_are_joined(capsys: pytest.CaptureFixture[str]) -> None:
    calls = "def {0}(x: torch.Tensor):\n    return _twice(x) * torch.ones(3)\n\n\n"
    helper = "def _twice(y):\n    return 2 * y\n"
    Path("two.py").write_text("import torch\n\n\n" + calls.format("f") + calls.format("g") + helper)
    assert run(capsys, "two.py:13")[1] == [
        "two.py:13:12: `2 * y`: one of",
        "    tensor, the device of argument `x` (line 4: argument `x`)",
        "    tensor, the device of argument `x` (line 8: argument `x`)",
        "two.py:13:16: `y`: one of",
        "    tensor, the device of argument `x` (line 4: argument `x`)",
        "    tensor, the device of argument `x` (line 8: argument `x`)",
    ]


def test_alternatives_that_read_the_same_are_shown_once() -> None:
    held = [Belief("tensor", Followed(Symbol(key, SymbolKind.ARGUMENT, "x"))) for key in (1, 2)]
    words = Words(SourceFile("", form.Module(None)))
    assert words.beliefs(held) == ["tensor, the device of argument `x`"]
    assert words.beliefs([*held, Belief("None")]) == ["one of", "tensor, the device of argument `x`", "None"]
    listed = [Belief("list", UNKNOWN, inside="tensor"), Belief("list", CPU, inside="module")]
    assert words.beliefs(listed) == ["list with", "tensor, device unknown", "module, CPU"]
