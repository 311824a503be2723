"""Text from outside forges no finding, no command of a CI service, and nothing that a terminal obeys."""

from __future__ import annotations

import json as stdlib_json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from devlint.cli import main
from devlint.report.escape import escaped, escaped_difference, escaped_json

HOSTILE = {
    **{f"C0 {n:02x}": chr(n) for n in range(32)},
    "delete": "\x7f", "next line": "\x85", "CSI": "\x9b31m", "OSC": "\x9d0;title\x9c",
    "clear": "\x1b[2J\x1b[H", "title": "\x1b]0;owned\x07", "link": "\x1b]8;;http://x\x1b\\", "colour": "\x1b[1;31m",
    "right to left": "\u202e", "isolate": "\u2066", "mark": "\u200f", "Arabic mark": "\u061c", "line": "\u2028",
    "paragraph": "\u2029", "zero width": "\u200b", "byte order": "\ufeff", "tag": "\U000e0041", "surrogate": "\udc9b",
    "private": "\ue000", "unassigned": "\U000e0fff", "return": "x\rtrain.py:1:1: DEV101 forged",
    "new line": "x\ntrain.py:1:1: DEV101 forged", "GitHub": "\n::error file=a.py::forged", "Azure": "##vso[task.x]y",
    "old GitHub": "##[add-mask]x", "TeamCity": "##teamcity[buildStop]", "at the beginning": "::stop-commands::x",
    "indented": "  ::add-mask::x",
}  # fmt: skip
COMMAND = re.compile(r"^\s*::\w|##\w*\[", re.MULTILINE)


def is_harmless(text: str) -> bool:
    """True if a terminal shows ``text`` as it is, and no CI service obeys it; line ends are allowed."""
    visible = all(c == "\n" or unicodedata.category(c)[0] != "C" and c not in "\u2028\u2029" for c in text)
    return visible and not COMMAND.search(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_harmless_and_on_one_line(name: str) -> None:
    text = HOSTILE[name]
    assert not is_harmless(text) or "\n" in text
    for shown in (escaped(text), escaped(f"a{text}b"), escaped_difference(f" {text}").rstrip("\r").replace("\t", "")):
        assert is_harmless(shown) and "\n" not in shown
    dumped = escaped_json(stdlib_json.dumps([text, {text: 1}]))
    assert is_harmless(dumped) and stdlib_json.loads(dumped) == [text, {text: 1}]


@pytest.mark.parametrize("text", ["`x[::2]` is on the CPU", "漢字 e\u0301", "👨\u200d👩", "## a heading [1]", "C:\\x"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert escaped(text) == text


def test_a_diff_keeps_tabs_and_the_ends_of_lines() -> None:
    assert escaped_difference("+\tx = 1\r") == "+\tx = 1\r"
    assert escaped_difference(" ::") == " ::"


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONIOENCODING": "utf-8"}
PROGRAM = """\
import torch


def f(x: torch.Tensor):
    held = {{{key!r}: torch.ones(3)}}  # {raw}
    return x + held[{key!r}]
"""


def test_keys_names_and_lines_are_escaped_in_every_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = []
    for text in HOSTILE.values():
        raw = "" if set(text) & set("\n\r\x00\udc9b") else text
        files.append(re.sub(r"[/\x00\udc9b]", "", text) + ".py")
        Path(files[-1]).write_bytes(PROGRAM.format(key=text, raw=raw).encode())
        Path(f"broken{files[-1]}").write_bytes(b"def (:\n")
    runs = [["check", f"--output-format={form}", "-j1", "."] for form in ("full", "concise", "json")]
    runs += [["reveal", file] for file in files]
    runs += [["check", *(f"missing{file}" for file in files)], ["check", "--diff", "--unsafe-fixes", *files]]
    for run in runs:
        main(run)
        shown = capsysbinary.readouterr()
        assert b"DEV" in shown.out or b"error" in shown.err
        for output in (shown.out, shown.err):
            assert is_harmless(output.decode().replace("\t", "")), run
            assert not re.search(r"^train\.py:1:1", output.decode(), re.MULTILINE)


def test_flake8_shows_keys_escaped(tmp_path: Path) -> None:
    functions = [
        f"def f{n}(x: torch.Tensor):\n    held = {{{text!r}: torch.ones(3)}}\n    return x + held[{text!r}]\n\n\n"
        for n, text in enumerate(HOSTILE.values())
    ]
    program = "import torch\n\n\n" + "".join(functions)
    run = [sys.executable, "-m", "flake8", "--isolated", "--select=DEV", "--stdin-display-name=a.py", "-"]
    done = subprocess.run(run, cwd=tmp_path, input=program.encode(), capture_output=True, env=ENVIRONMENT)
    shown = done.stdout.decode()
    assert shown.count("DEV102") == len(functions) == shown.count("\n")
    assert is_harmless(shown) and not done.stderr
