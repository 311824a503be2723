"""The command line: what it reads, what it writes, how it ends."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import devlint
from devlint.base.diagnostic import Diagnostic, Span
from devlint.cli import main
from devlint.configuration.options import Options
from devlint.engine import linter
from tests.harness import COMPILED

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "notebook" / "submodule_after_move.ipynb"

BAD = """\
import torch


def f():
    weight = torch.ones(3, device="cuda")
    mask = torch.ones(3)
    return weight * mask
"""
CLEAN = "x = 1\n"
HINTED = """\
import torch


def pairwise(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)


def write(**files: str) -> None:
    for name, content in files.items():
        path = Path(name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def feed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    write(bad=BAD, clean=CLEAN)
    assert run(capsys, "check", "clean.py") == (0, ["no findings in 1 file"], [])
    assert run(capsys, "check", "bad.py")[0] == 1
    assert run(capsys, "check", "nowhere.py", "bad.py")[0] == 2
    assert run(capsys, "check", "--no-such-flag")[0] == 2
    assert run(capsys)[0] == 2
    build = "compiled" if COMPILED else "pure Python"
    assert run(capsys, "--version") == (0, [f"devlint {devlint.__version__} ({build})"], [])


def test_full_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    write(bad=BAD)
    _, out, err = run(capsys, "check", "bad.py")
    assert out[0].startswith("bad.py:6:12: error: DEV101 [*] mixed-devices `")
    assert out[2:4] == ["6 |     mask = torch.ones(3)", "  |            ^^^^^^^^^^^^^"]
    assert any(line.startswith("  = note: ") for line in out)
    assert out[0].endswith('; use `device=weight.device`')
    assert out[-1] == "1 finding (1 error) in 1 file; [*] fixable: 1 with --unsafe-fixes"
    assert err == []


def test_concise_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    write(bad=BAD)
    _, (line,), _ = run(capsys, "check", "bad.py", "--output-format", "concise")
    _, out, _ = run(capsys, "check", "bad.py", "--output-format=json")
    (found,) = json.loads("\n".join(out))
    assert line == f"bad.py:6:12: DEV101 [*] {found['message']}; {found['help']}"
    assert {key: found[key] for key in ("code", "name", "path", "line", "column", "end_line", "end_column")} == {
        "code": "DEV101",
        "name": "mixed-devices",
        "path": "bad.py",
        "line": 6,
        "column": 12,
        "end_line": 6,
        "end_column": 25,
    }
    assert found["help"]
    assert all({"message", "line", "column"} <= set(note) for note in found["notes"])
    assert run(capsys, "check", "--output-format=json", "--select=DEV3", ".")[1] == ["[]"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--select", "DEV1"], 1),
        (["--select", "mixed-devices"], 1),
        (["--select", "dev2"], 0),
        (["--ignore", "DEV101"], 0),
        (["--ignore", "mixed-devices"], 0),
        (["--ignore", "DEV1", "--extend-select", "DEV101"], 1),
        (["--extend-ignore", "DEV"], 0),
        (["--per-file-ignores", "bad.py:DEV101"], 0),
        (["--per-file-ignores", "other.py:DEV101"], 1),
        (["--select", "E501"], 2),
        (["--per-file-ignores", "bad.py"], 2),
        (["-j", "0"], 2),
        (["--output-format", "xml"], 2),
    ],
)
def test_selection(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int) -> None:
    write(bad=BAD)
    ended, _, err = run(capsys, "check", "bad.py", *arguments)
    assert ended == code
    assert len(err) == (code == 2)


@pytest.mark.parametrize("arguments", [["--select=DEV7"], ["--extend-select=DEV701"], ["--select=hard-coded-cuda"]])
def test_rules_that_are_off_come_on_when_named(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    write(bare="import torch\n\n\ndef f(x: torch.Tensor):\n    return x.cuda()\n")
    assert run(capsys, "check")[0] == 0
    assert run(capsys, "check", "--select=DEV")[0] == 0
    code, out, _ = run(capsys, "check", "--output-format=concise", *arguments)
    assert code == 1
    assert out[0].startswith("bare.py:5:")
    assert " DEV701 " in out[0]


def test_noqa(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        one=BAD.replace("torch.ones(3)\n", "torch.ones(3)  # noqa: DEV101\n"),
        two=BAD.replace("torch.ones(3)\n", "torch.ones(3)  # noqa: DEV2\n"),
        three="# flake8: noqa\n" + BAD,
    )
    _, out, _ = run(capsys, "check", "--output-format=concise")
    assert [(line.split(":")[0], "DEV002" in line) for line in out] == [("two.py", False), ("two.py", True)]
    _, out, _ = run(capsys, "check", "--output-format=concise", "--disable-noqa")
    assert [line.split(":")[0] for line in out] == ["one.py", "three.py", "two.py"]


def test_folders_are_searched_with_sense(capsys: pytest.CaptureFixture[str]) -> None:
    write(b=BAD, a__b=BAD, a__a=BAD, **{".venv__c": BAD, "node_modules__c": BAD, "__pycache__".strip("_") + "__d": BAD})
    write(env__lib__c=BAD)
    Path("env/pyvenv.cfg").touch()
    Path("a/notes.txt").write_text(BAD)
    Path("a/nb.ipynb").write_bytes(FIXTURE.read_bytes())
    _, out, err = run(capsys, "check", "--output-format=concise", ".", "a/b.py", "./b.py", "--exclude", "pycache")
    assert [line.partition(":")[0] for line in out] == ["./b.py", "a/a.py", "a/b.py", "a/nb.ipynb"]
    assert err == []
    _, out, _ = run(capsys, "check", "--output-format=concise", ".venv/c.py", "a/notes.txt")
    assert [line.partition(":")[0] for line in out] == [".venv/c.py", "a/notes.txt"]


def test_a_notebook_is_reported_by_cell(capsys: pytest.CaptureFixture[str]) -> None:
    _, (line,), err = run(capsys, "check", "--output-format=concise", str(FIXTURE))
    assert line.startswith(f"{FIXTURE}:cell 8:4:1: DEV301 ")
    assert err == []


def test_what_a_cell_shows_is_not_thrown_away(capsys: pytest.CaptureFixture[str]) -> None:
    cells = ["import torch\nx = torch.rand(2)\nx.cuda()", "x.cuda();", "x.cuda()\nprint(x)"]
    content = {"cells": [{"cell_type": "code", "source": cell} for cell in cells], "metadata": {}}
    Path("a.ipynb").write_text(json.dumps(content))
    _, out, _ = run(capsys, "check", "--output-format=concise", "a.ipynb")
    assert [line.partition(" DEV106")[0] for line in out] == ["a.ipynb:cell 2:1:1:", "a.ipynb:cell 3:1:1:"]


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, BAD.encode())
    code, out, _ = run(capsys, "check", "-", "--output-format=concise")
    assert (code, out[0][:13]) == (1, "stdin:6:12: D")
    feed(monkeypatch, BAD.encode())
    code, out, _ = run(capsys, "check", "-", "--stdin-display-name", "pkg/train.py", "--output-format=concise")
    assert (code, out[0][:20]) == (1, "pkg/train.py:6:12: D")
    feed(monkeypatch, BAD.encode())
    per_file = ["--per-file-ignores", "train.py:DEV"]
    assert run(capsys, "check", "-", "--stdin-display-name", "pkg/train.py", *per_file)[0] == 0
    feed(monkeypatch, FIXTURE.read_bytes())
    code, out, _ = run(capsys, "check", "-", "--stdin-display-name", "a.ipynb", "--output-format=concise")
    assert (code, out[0][:17]) == (1, "a.ipynb:cell 8:4:")


def test_what_cannot_be_read_is_said_and_costs_the_others_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    write(bad=BAD, broken="def f(:\n")
    Path("latin.py").write_bytes(b"x = '\xe9'\n")
    Path("cookie.py").write_bytes(b"# coding: no-such-codec\n")
    Path("rot.py").write_bytes(b"# coding: rot13\nk = 1\n")
    Path("null.py").write_bytes(b"x = 1\0\n")
    Path("nb.ipynb").write_text("{")
    code, out, err = run(capsys, "check", "--output-format=concise", "gone.py", ".")
    assert code == 2
    assert [line.partition(":")[0] for line in out] == ["bad.py", "broken.py", "null.py"]
    assert out[1] == "broken.py:1:7: invalid-syntax invalid syntax"
    assert sorted(line.removeprefix("devlint: error: ").partition(":")[0] for line in err) == [
        "cookie.py", "gone.py", "latin.py", "nb.ipynb", "rot.py"
    ]  # fmt: skip
    code, out, _ = run(capsys, "check", "--output-format=json", ".")
    entries = [(entry["path"], entry["name"], entry.get("line")) for entry in json.loads("\n".join(out))]
    assert ("broken.py", "invalid-syntax", 1) in entries and ("latin.py", "unreadable", 1) in entries
    assert all(line.startswith("devlint: error: ") for line in err)


def test_legal_python_that_is_passed_over_is_not_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> list[Diagnostic]:
        raise linter.NotAnalysed("too deep")

    write(clean=CLEAN)
    monkeypatch.setattr(linter, "lint", refuse)
    code, out, err = run(capsys, "check", "clean.py")
    assert (code, out, err) == (0, ["no findings, checked 0 of 1 file"], ["not analysed: clean.py: too deep"])


def test_pythons_warnings_about_the_text_are_not_ours_to_show() -> None:
    write(clean="import torch\nx = '\\d' + torch.__version__\ny = 1 is 1\n")
    command = [sys.executable, "-W", "always", "-m", "devlint", "check", "clean.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_cell_that_is_not_python_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [{"cell_type": "code", "source": source} for source in ("x = = 1", BAD)]
    Path("a.ipynb").write_text(json.dumps({"cells": cells}))
    code, out, err = run(capsys, "check", "a.ipynb", "--output-format=concise")
    assert (code, err) == (2, [])
    assert out[0] == "a.ipynb:cell 1: invalid-syntax invalid syntax (line 1)"
    assert out[1].startswith("a.ipynb:cell 2:6:12: DEV101")
    _, out, _ = run(capsys, "check", "a.ipynb", "--output-format=json")
    broken, found = json.loads("\n".join(out))
    assert broken["name"] == "invalid-syntax" and broken["cell"] == 1 and found["cell"] == 2


def test_a_mistake_of_our_own_is_one_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: str, *_: Any, **__: Any) -> list[Diagnostic]:
        if "boom" in source:
            raise KeyError("a\nb")
        return [Diagnostic("DEV201", "bare-cuda", "m", Span(1, 0, 1, 1))]

    write(a="boom = 1\n", b="x = 1\n")
    monkeypatch.setattr(linter, "lint", fail)
    code, out, err = run(capsys, "check", "--output-format=concise")
    said = r"devlint failed on this file: KeyError: 'a\nb' (test_cli.py:"
    assert (code, len(out), len(err)) == (2, 2, 1)
    assert out[0].startswith(f"a.py:1:1: DEV000 {said}")
    assert err[0].startswith(f"devlint: error: a.py: {said}")
    assert out[1] == "b.py:1:1: DEV201 warning: m"
    for arguments in (("--select", "DEV1"), ("--ignore", "DEV000"), ("--per-file-ignores", "*:DEV")):
        code, out, err = run(capsys, "check", *arguments)
        assert code == 2 and out[0].startswith("a.py:1:1: error: DEV000") and out[-1].endswith("checked 1 of 2 files")


def test_hints_are_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    write(a=HINTED)
    hidden = "no findings in 1 file; 1 more with --level hint"
    assert run(capsys, "check")[:2] == (0, [hidden])
    assert run(capsys, "check", "--fail-on=hint", "--output-format=concise")[0] == 1
    code, out, _ = run(capsys, "check", "--level", "hint")
    assert code == 0 and out[0].startswith("a.py:5:11: hint: DEV110")
    assert out[-1] == "1 finding (1 hint) in 1 file; [*] fixable: 1 with --unsafe-fixes"
    assert run(capsys, "check", "--level=hint", "--fail-on=hint")[0] == 1
    assert run(capsys, "check", "--select=DEV110", "--output-format=concise")[1][0].startswith("a.py:5:11: DEV110 ")
    _, out, _ = run(capsys, "check", "--level=hint", "--output-format=json")
    assert [d["level"] for d in json.loads("\n".join(out))] == ["hint"]
    Path("pyproject.toml").write_text('[tool.devlint]\nlevel = "hint"\nfail-on = "hint"\n')
    assert run(capsys, "check", "--output-format=concise")[0] == 1


def test_what_is_shown_and_what_fails_are_two_questions(capsys: pytest.CaptureFixture[str]) -> None:
    write(a=BAD.replace('weight = torch.ones(3, device="cuda")', "").replace("f()", "f(weight: torch.Tensor)"))
    code, out, _ = run(capsys, "check", "--fail-on=error")
    assert code == 0 and out[0].startswith("a.py:6:12: warning: DEV102")
    code, out, _ = run(capsys, "check", "--level=error")
    assert code == 0 and out == ["no findings in 1 file; 1 more with --level hint"]
    code, _, err = run(capsys, "check", "--level=loud")
    assert code == 2 and "loud" in err[0]


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert code == 2 and out[0].startswith("usage: devlint") and err == []


def test_nothing_is_said_of_findings_where_no_path_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "gone.py")
    assert (code, out, len(err)) == (2, [], 1)


def test_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    write(a=BAD, b=BAD)
    _, out, _ = run(capsys, "check", "--statistics", "--output-format=concise")
    assert out[-1].split() == ["2", "DEV101", "mixed-devices"]
    counts = [{"code": "DEV101", "name": "mixed-devices", "count": 2, "fixable": 2}]
    _, out, err = run(capsys, "check", "--statistics", "--output-format=json")
    whole = json.loads("\n".join(out))
    assert (len(whole["findings"]), whole["statistics"], err) == (2, counts, [])
    _, out, _ = run(capsys, "check", "--statistics", "--output-format=json-lines")
    assert len(out) == 3 and json.loads(out[-1]) == {"statistics": counts}
    _, out, err = run(capsys, "check", "--statistics", "--output-format=github")
    assert len(out) == 2 and err[0].split() == ["2", "DEV101", "mixed-devices"]


def test_processes_do_not_change_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    write(**{f"m{n:02}": BAD if n % 3 else CLEAN for n in range(30)})
    Path("m99.py").write_bytes(b"\xff")
    one = run(capsys, "check", "-j", "1", ".")
    assert run(capsys, "check", "-j", "2", ".") == one
    assert run(capsys, "check", ".") == one
    assert one[1][-1] == "20 findings (20 errors), checked 30 of 31 files; [*] fixable: 20 with --unsafe-fixes"


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the fault is planted in this process")
def test_a_process_that_dies_costs_its_own_file_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(source: str, path: str, *_: Any, **__: Any) -> list[Diagnostic]:
        if path == "m05.py":
            os._exit(1)
        return [Diagnostic("DEV201", "bare-cuda", "m", Span(1, 0, 1, 1))]

    write(**{f"m{n:02}": CLEAN for n in range(12)})
    monkeypatch.setattr(linter, "lint", die)
    code, out, err = run(capsys, "check", "-j", "2", "--output-format=concise")
    assert (code, err) == (2, ["devlint: error: m05.py: the process that checked it died"])
    assert [line[:6] for line in out] == [f"m{n:02}.py" for n in range(12) if n != 5]


def test_the_working_directory_changes_no_finding(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(a__b=BAD)
    from_here = run(capsys, "check", str(tmp_path / "a" / "b.py"))
    monkeypatch.chdir("/")
    assert run(capsys, "check", str(tmp_path / "a" / "b.py")) == from_here


def test_options_that_mean_nothing_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    write(a=CLEAN)
    refused = {
        ("--on-device", ""): "--on-device: needs a NAME, as in --on-device 'batch'",
        ("--moves", " "): "--moves: needs a MOVE, as in --moves 'to_device(x, device) -> device'",
        "--managed-modules=": "--managed-modules: needs a CLASS, as in --managed-modules 'mylib.Engine'",
        ("--stdin-display-name", "x.py"): "--stdin-display-name: names standard input, which is checked where `-` is "
        "among the paths",
    }
    for flags, reason in refused.items():
        given = [flags] if isinstance(flags, str) else flags
        assert run(capsys, "check", *given, "a.py") == (2, [], [f"devlint: error: {reason}"])


def test_a_cell_whose_lines_all_begin_with_a_blank_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    sources = [" import torch\n name = 'cuda'", "  w = torch.zeros(2)\n  w.to(name)\n  print(w)", "pip install torch"]
    Path("n.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": one} for one in sources]}))
    code, out, err = run(capsys, "check", "--output-format=concise", "n.ipynb")
    assert (code, err, len(out)) == (1, [], 1) and out[0].startswith("n.ipynb:cell 2:2:3: DEV106 ")
    _, out, _ = run(capsys, "check", "--output-format=json", "n.ipynb")
    (edit,) = json.loads("\n".join(out))[0]["fix"]["edits"]
    assert (edit["cell"], edit["line"], edit["column"], edit["end_column"]) == (2, 2, 3, 13)


def test_a_folder_without_python_is_warned_about(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = "devlint: warning: nothing was checked: no .py or .ipynb file to be checked in empty"
    Path("empty").mkdir()
    assert run(capsys, "check", "empty") == (0, ["no findings in 0 files"], [nothing])
    assert run(capsys, "check", "--quiet", "empty") == (0, [], [])
    write(excluded=BAD)
    assert run(capsys, "check", "--exclude", "excluded.py")[2] == [nothing.replace("empty", ".")]
    assert run(capsys, "check", "--exclude", "excluded.py", "--force-exclude", "excluded.py")[2] == []


def test_explain_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, by_code, _ = run(capsys, "explain", "dev301")
    assert (code, by_code[0]) == (0, "# DEV301 submodule-after-move")
    assert "## Why it is bad" in by_code
    assert run(capsys, "explain", "submodule-after-move")[1] == by_code
    assert run(capsys, "explain", "submodul-after-move") == (
        2,
        [],
        ["devlint: error: no rule is called 'submodul-after-move'; did you mean \"submodule-after-move\"?"],
    )
    assert run(capsys, "explain", "mixed")[2] == [
        "devlint: error: no rule is called 'mixed'; did you mean \"mixed-devices\" or \"mixed-ordinals\"?"
    ]
    assert run(capsys, "explain", "???")[0] == 2
    _, table, _ = run(capsys, "rules")
    _, listed, _ = run(capsys, "rules", "--output-format=json")
    rules = json.loads("\n".join(listed))
    assert [line.split()[:2] for line in table] == [[rule["code"], rule["name"]] for rule in rules]
    assert {rule["code"]: rule["default"] for rule in rules}["DEV701"] == "off"


def test_colour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write(bad=BAD)
    assert "\x1b[" not in "".join(run(capsys, "check")[1])
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in "".join(run(capsys, "check")[1])


def test_options_reach_the_linter(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Options] = []

    def listen(source: str, path: str, options: Options, **_: Any) -> list[Diagnostic]:
        seen.append(options)
        return []

    write(clean=CLEAN)
    monkeypatch.setattr(linter, "lint", listen)
    run(capsys, "check", "--select", "DEV2", "--extend-ignore", "bare-cuda")
    assert seen == [Options(select=("DEV2",), extend_ignore=("bare-cuda",))]


def test_a_reader_that_leaves_is_no_error() -> None:
    write(**{f"m{n:03}": BAD for n in range(30)})
    command = [sys.executable, "-m", "devlint", "check", "-j1", "."]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1)


def test_an_interrupt_ends_it_quietly() -> None:
    # A shell's background jobs ignore the interrupt, and so would what they start.
    program = (
        "import os, runpy, signal, sys, types; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "read = lambda: os.write(1, b'reads') and signal.pause(); "
        "sys.stdin = types.SimpleNamespace(buffer=types.SimpleNamespace(read=read)); "
        "runpy.run_module('devlint', run_name='__main__')"
    )
    command = [sys.executable, "-c", program, "check", "-"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        assert process.stdout is not None and process.stdout.read(5) == b"reads"
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, b"", b"devlint: error: interrupted\n")


def test_a_file_that_cannot_be_decoded_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "latin.py"
    path.write_bytes(b"import torch\n\nx = '\xe9'\n")
    assert main(["check", "--no-cache", "--output-format", "json", str(path)]) == 2
    out, err = capsys.readouterr()
    (entry,) = json.loads(out)
    assert entry["name"] == "unreadable" and entry["message"].endswith(" (line 3)") and err.endswith(" (line 3)\n")
    assert (entry["line"], entry["column"]) == (3, 6)
    path.write_bytes(b"\xef\xbb\xbf\xc3\xa9 = 1\r\rx = '\xc3\xa9\xe9'\n")
    assert main(["check", "--no-cache", "--output-format", "github", str(path)]) == 2
    assert "line=3,col=7,title=unreadable::" in capsys.readouterr().out
    path.write_bytes(b"# coding: nonsense\nx = '\xe9'\n")
    assert main(["check", "--no-cache", str(path)]) == 2
    assert "(line" not in capsys.readouterr().err
    assert main(["check", "--no-cache", "--output-format", "json", str(path)]) == 2
    assert "line" not in json.loads(capsys.readouterr().out)[0]
