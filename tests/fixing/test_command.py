"""The flags: what is written, what is said, and how the command ends."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from devlint import fixing
from devlint.base.diagnostic import Safety
from devlint.cli import main
from devlint.fixing.passes import repair
from devlint.rulebook import rules
from tests.fixing.test_contents import BAD, GOOD
from tests.test_imports import loaded_by

UNSAFE = """\
import torch


def f(x: torch.Tensor, device):
    x.to(device)
    return x
"""
BOTH = BAD + UNSAFE.replace("import torch\n", "").replace("def f", "def g")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["check", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_safe_repairs_are_made_and_the_rest_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BOTH)
    code, out, err = run(capsys, "--fix")
    assert code == 1 and err == "" and "DEV106 [*]" in out and "DEV107" not in out
    assert out.splitlines()[-1].startswith("fixed 1 finding in 1 file; 1 finding (1 warning) in 1 file; [*] fixable: 1")
    assert Path("a.py").read_text() == BOTH.replace(".numpy", ".cpu().numpy")
    code, out, _ = run(capsys, "--fix", "--unsafe-fixes")
    assert code == 0 and out == "fixed 1 finding in 1 file; no findings in 1 file\n"
    assert "    x = x.to(device)\n" in Path("a.py").read_text()
    assert run(capsys, "--fix")[1] == "fixed no findings; no findings in 1 file\n"


def test_a_diff_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BOTH)
    code, out, err = run(capsys, "--diff")
    assert code == 1 and err == "would fix 1 finding in 1 file\n" and Path("a.py").read_text() == BOTH
    assert out.splitlines()[:3] == ["--- a.py", "+++ a.py", "@@ -3,7 +3,7 @@"]
    assert "-    return x.numpy()  # é\n+    return x.cpu().numpy()  # é\n" in out
    assert run(capsys, "--diff", "--unsafe-fixes", "--fix")[2] == "would fix 2 findings in 1 file\n"
    assert Path("a.py").read_text() == BOTH
    Path("a.py").write_text(GOOD)
    assert run(capsys, "--diff") == (0, "", "would fix no findings\n")


def test_a_diff_is_coloured_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.py").write_text(BAD)
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run(capsys, "--diff")[1]
    assert "\x1b[31m-    return x.numpy()" in out and "\x1b[32m+    return x.cpu()" in out and "\x1b[36m@@" in out


@pytest.mark.skipif(not hasattr(os, "fork"), reason="patch is a tool of Unix")
@pytest.mark.parametrize("text", [BAD, BAD.rstrip("\n"), BAD.replace("\n", "\r\n")])
def test_patch_can_apply_a_diff(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(text.encode())
    command = [sys.executable, "-m", "devlint", "check", "--isolated", "--diff", "a.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "-p0", "-"], cwd=tmp_path, input=done.stdout, check=True)
    assert (tmp_path / "a.py").read_bytes() == text.replace(".numpy", ".cpu().numpy").encode()


def test_fix_only_says_nothing_of_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BOTH)
    assert run(capsys, "--fix-only") == (0, "", "fixed 1 finding in 1 file\n")
    assert run(capsys, "--fix-only", "--unsafe-fixes", "--exit-non-zero-on-fix")[0] == 1
    assert run(capsys, "--fix-only", "--exit-non-zero-on-fix")[0] == 0


def test_a_repair_can_fail_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    assert run(capsys, "--fix", "--exit-non-zero-on-fix")[0] == 1
    assert run(capsys, "--fix", "--exit-non-zero-on-fix")[0] == 0


@pytest.mark.parametrize("flag", ["--unsafe-fixes", "--exit-non-zero-on-fix"])
def test_flags_that_would_change_nothing(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, flag)
    assert code == 2 and f"{flag}: needs --fix" in err


def test_standard_input(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    for raw in (BAD.replace("\n", "\r\n").encode(), GOOD.encode()):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        assert main(["check", "--fix", "-", "--stdin-display-name", "a.py"]) == 0
        out, err = capfdbinary.readouterr()
        assert out == raw.replace(b"x.numpy", b"x.cpu().numpy") and b"no findings in 1 file" in err


def test_what_noqa_silences_is_not_repaired(capsys: pytest.CaptureFixture[str]) -> None:
    text = BAD.replace("# é", "# noqa: DEV107")
    Path("a.py").write_text(text)
    assert run(capsys, "--fix")[0] == 0 and Path("a.py").read_text() == text
    assert run(capsys, "--fix", "--ignore", "DEV1", "--disable-noqa")[0] == 0 and Path("a.py").read_text() == text
    assert run(capsys, "--fix", "--disable-noqa")[0] == 0 and Path("a.py").read_text() != text


def test_legal_python_that_libcst_does_not_take(capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\nx = torch.ones(3).cuda()\n\x0cprint(x.numpy())\n"
    Path("a.py").write_text(text)
    code, out, err = run(capsys, "--fix", "--output-format=concise")
    assert code == 1 and "a.py:3:8: DEV107 `.numpy()`" in out and "not repaired: a.py:3:8: DEV107: LibCST" in err
    assert "[*]" not in out and "fixed no findings; 1 repair undone, see above" in run(capsys, "--fix")[1]
    assert Path("a.py").read_text() == text


def test_json_has_the_fix_as_edits(capsys: pytest.CaptureFixture[str]) -> None:
    text = BOTH + "\n\ndef h(x: torch.Tensor, w: torch.Tensor):\n    x, w = x.cuda(), w.cuda()\n    m = torch.ones(\n"
    text += "        3,  # )\n        4,\n    )\n    return w + m, (x @ w).numpy()\n"
    Path("a.py").write_text(text)
    found: list[dict[str, Any]] = json.loads(run(capsys, "--output-format=json")[1])
    assert {d["fix"]["safety"] for d in found} == {"safe", "unsafe"}
    lines = text.splitlines(keepends=True)
    edits = [edit for d in found for edit in d["fix"]["edits"]]
    for edit in sorted(edits, key=lambda edit: (-edit["line"], -edit["column"])):
        assert edit["line"] == edit["end_line"]
        line = lines[edit["line"] - 1]
        lines[edit["line"] - 1] = line[: edit["column"] - 1] + edit["replacement"] + line[edit["end_column"] - 1 :]
    by_tools = "".join(lines)
    Path("b.py").write_text(by_tools)
    assert run(capsys, "b.py")[0] == 0


def test_a_repair_that_does_not_hold_is_taken_back_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    from devlint.engine.linter import lint

    first = lint(BAD, "a.py")
    result = repair(BAD, lambda text: first, frozenset(Safety))
    assert result.text == BAD and not result.fixed
    assert [one.reason for one in result.taken_back] == ["DEV107 would be found in line 6"]


def test_an_error_is_repaired_whether_hints_are_shown_or_not(capsys: pytest.CaptureFixture[str]) -> None:
    text = """\
import torch

KINDS = ("cuda", "mps", "xpu")


def padded(n):
    zeros = torch.zeros(n)
    return torch.cat([zeros, torch.ones(3).cuda()])
"""
    for level in ("warning", "hint"):
        Path("a.py").write_text(text)
        code, out, err = run(capsys, "--fix", "--unsafe-fixes", "--level", level, "--output-format", "concise")
        assert "    zeros = torch.zeros(n, device=\"cuda\")\n" in Path("a.py").read_text() and err == ""
        assert (code, out.count("DEV207 hint: ")) == (0, 2 * (level == "hint"))


def test_libcst_is_loaded_for_repairs_only(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(BAD)
    for flags, code in (("", 1), ("'--output-format=json'", 1), ("'--diff'", 1), ("'--fix'", 0)):
        run = f"from devlint.cli import main; assert main(['check', 'a.py', {flags}]) == {code}"
        assert ("libcst" in loaded_by(run, tmp_path)) == (flags in ("'--diff'", "'--fix'"))
    assert "libcst" not in loaded_by("from devlint.cli import main; main(['check', 'a.py', '--fix'])", tmp_path)
    (tmp_path / "a.py").write_text(BAD)
    flake8 = "from flake8.main.cli import main; assert main(['--isolated', '--select=DEV', 'a.py']) == 1"
    assert "libcst" not in loaded_by(flake8, tmp_path)
    assert fixing.__doc__


def test_a_rule_says_whether_its_fix_is_safe() -> None:
    for rule in rules():
        page = rule.page.partition("## Fix safety")[2]
        said = {Safety.SAFE: "The fix is safe", Safety.UNSAFE: "The fix is unsafe", None: ""}[rule.meta.fix]
        assert said in page, rule.meta.code
        if rule.meta.fix is None:
            assert "no automatic fix" in page or rule.meta.code == "DEV000"
            assert "devlint check --fix" not in page


def test_the_summary_of_repairs_counts_files_that_were_not_checked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_bytes(b"x = '\xe9'\n")
    for flag, said in (("--fix-only", "fixed"), ("--diff", "would fix")):
        code, _, err = run(capsys, flag)
        assert code == 2 and err.splitlines()[-1] == f"{said} no findings, checked 0 of 1 file"
    Path("b.py").write_text(BAD)
    assert run(capsys, "--fix-only")[2].endswith("fixed 1 finding in 1 file, checked 1 of 2 files\n")
