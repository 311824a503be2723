"""The flow of a run: which command, what is said of it, how it ends."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic, Span
from devlint.cli import main
from devlint.cli.progress import Progress
from devlint.configuration.options import Options
from devlint.configuration.reading import configured
from devlint.engine.batch import Outcome
from devlint.installed.origin import install_command

BAD = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    Path("src").mkdir()
    Path("src/train.py").write_text(BAD)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def test_check_is_the_command_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = run(capsys, "check", "src")
    assert run(capsys, "src") == wanted
    assert run(capsys, "--level=warning", "src") == wanted
    assert run(capsys, "src/train.py")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "'chekc' is neither a command nor a file or folder; did you mean \"check\"?"),
        (["check", "--selct", "DEV1", "src"], 'unrecognized arguments: --selct; did you mean "--select"?'),
        (["--versoin"], 'unrecognized arguments: --versoin; did you mean "--version"?'),
        (["check", "scr/trian.py"], 'scr/trian.py: no such file or folder; did you mean "src/train.py"?'),
        (["reveal", "src/tain.py:3"], 'src/tain.py: No such file or directory; did you mean "src/train.py"?'),
        (["check", "--select=bare-cdua"], "'bare-cdua' names no rule; did you mean \"bare-cuda\"?"),
        (["check", "--select=DVE102"], "'DVE102' names no rule; did you mean \"DEV102\"?"),
        (["check", "--select=DEV120"], "'DEV120' names no rule (see `devlint rules`)"),
        (["check", "--select=E501"], "'E501' names no rule (see `devlint rules`)"),
        (["explain", "mixed-device"], 'did you mean "mixed-devices"?'),
        (["check", "-q", "-v"], "not allowed with"),
    ],
)
def test_mistyped_words(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, len(err)) == (2, [], 1)
    assert said in err[0]


def test_the_help_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0 and len(out) < 18
    assert sum(line.startswith("  devlint ") for line in out) == 6
    assert any("completion" in line for line in out)


def test_the_exit_code_can_be_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "--exit-zero", "src")[0] == 0
    assert run(capsys, "check", "--exit-zero", "nowhere.py")[0] == 2


def test_quiet_and_verbose(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = run(capsys, "check", "-q", "src")
    assert out[0].startswith("src/train.py:5:16:") and out[-1] == "" and err == []
    Path("pyproject.toml").write_text('[tool.devlint]\nignore = ["DEV1"]\n')
    code, out, err = run(capsys, "check", "-v", "src")
    assert code == 0 and err[:2] == ["devlint: configuration: pyproject.toml", "devlint: 1 file to check"]
    assert err[2] == "devlint: known by tables: torch"
    assert err[3].startswith("devlint: checked 1 of 1 file in ")
    assert run(capsys, "check", "-q", "src") == (0, [], [])


def test_verbose_names_the_files_that_the_budget_cut_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = f"devlint: the budget of steps ended a part of 1 file: {Path('src/train.py')}"
    assert said not in run(capsys, "check", "-v", "src", "--cache-dir=cache")[2]
    Path("src/train.py").write_text(Path("src/train.py").read_text() + "\n")
    with monkeypatch.context() as patched:
        patched.setattr("devlint.flow.evaluator.UNIT_STEPS", 3)
        assert said in run(capsys, "check", "-v", "src", "--cache-dir=cache")[2]
    assert said in run(capsys, "check", "-v", "src", "--cache-dir=cache")[2], "the cache says so, too"
    assert run(capsys, "check", "-q", "src", "--cache-dir=cache")[2] == []


def test_what_parameters_have_by_default_is_within_the_budget(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = "".join(f"    x = x + {number} * torch.ones(3)\n" for number in range(30))
    late = "def made(n):\n    return torch.ones(n)\n\ndef late(x, shift=made(3)):\n    return x.cuda() + shift\n"
    net = "class Net(nn.Module):\n    def __init__(self, w=made(4)):\n        self.w = w.cpu()\n"
    head = f"import torch\nfrom torch import nn\n\ndef busy(x):\n{busy}    return x\n"
    Path("src/busy.py").write_text(f"{head}\n{late}\n{net}")
    monkeypatch.setattr("devlint.flow.evaluator.FILE_STEPS", 40)
    code, out, err = run(capsys, "check", "-v", "src/busy.py")
    assert (code, out) == (0, ["no findings in 1 file"])
    assert f"devlint: the budget of steps ended a part of 1 file: {Path('src/busy.py')}" in err


def test_the_settings_that_are_shown_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    Path("setup.cfg").write_text(
        "[devlint]\nselect = DEV1\nmoves = to_gpu -> cuda\nper-file-ignores = a/*.py:DEV101\nexclude = b c, d/*.py\n"
    )
    before = configured()
    code, out, _ = run(capsys, "check", "--show-settings", "--level=hint")
    assert (code, out[0]) == (0, "# read from setup.cfg")
    Path("setup.cfg").unlink()
    Path("pyproject.toml").write_text("\n".join(out))
    after = configured()
    assert (after.level, after.output_format, after.site_packages) == ("hint", "full", "read")
    names = [name for name in Options.__slots__ if name not in ("level", "output_format", "site_packages")]
    assert [getattr(after, name) for name in names] == [getattr(before, name) for name in names]


def test_the_files_that_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    Path("src/notes.txt").touch()
    Path("a\x1b.py").touch()
    assert run(capsys, "check", "--show-files") == (0, ["a\\x1b.py", "src/train.py"], [])
    assert run(capsys, "check", "--show-files", "nowhere.py")[0] == 2


def test_explain_takes_numbers_and_families(capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "explain", "DEV102")
    assert page[1][0] == "# DEV102 factory-without-device" and run(capsys, "explain", "102") == page
    _, family, _ = run(capsys, "explain", "DEV1")
    assert len(family) > 10 and all(line.startswith("DEV1") for line in family)
    assert run(capsys, "explain", "1")[1] == family
    _, out, _ = run(capsys, "explain", "--output-format=json", "102", "DEV10")
    rules = json.loads("\n".join(out))
    assert [rule["code"] for rule in rules][:2] == ["DEV102", "DEV101"]
    assert len({rule["code"] for rule in rules}) == len(rules)
    assert rules[0]["page"].startswith("# DEV102") and rules[0]["fix"] == "safe"


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish"])
def test_completion(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    pytest.importorskip("shtab")
    code, out, err = run(capsys, "completion", shell)
    script = "\n".join(out)
    assert (code, err) == (0, []) and "reveal" in script and "unsafe-fixes" in script
    assert all(word in script for word in ("DEV102", "pre-commit", "json-lines"))


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("devlint ch", ["check"]),
        ("devlint check --output-format js", ["json", "json-lines"]),
        ("devlint explain DEV10", [f"DEV10{n}" for n in range(1, 10)]),
        ("devlint init w", ["workflow"]),
        ("devlint reveal src/t", ["src/train.py"]),
    ],
)
def test_fish_completes(capsys: pytest.CaptureFixture[str], line: str, words: list[str]) -> None:
    pytest.importorskip("shtab")
    Path("completion.fish").write_text("\n".join(run(capsys, "completion", "fish")[1]))
    command = ["fish", "--no-config", "-c", f"source completion.fish; complete -C '{line}'"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [found.partition("\t")[0] for found in done.stdout.splitlines()] == words


def test_what_is_not_installed_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("shtab", "watchfiles"):
        monkeypatch.setitem(sys.modules, module, None)
    assert install_command("completion") in run(capsys, "completion", "bash")[2][0]
    assert install_command("watch") in run(capsys, "check", "--watch")[2][0]
    assert "cannot be watched" in run(capsys, "check", "--watch", "-")[2][0]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_after_a_second() -> None:
    paths = ["a.py", "b.py", "c\x1b.py"]
    found = Outcome("b.py", (Diagnostic("DEV201", "bare-cuda", "m", Span(1, 0, 1, 1)),))
    now = 0.0

    def slow() -> Iterator[Outcome]:
        nonlocal now
        for path, took in zip(paths, (0.5, 1.5, 2.0), strict=True):
            now += took
            yield found if path == "b.py" else Outcome(path)

    terminal = Terminal()
    seen = [(o.path, terminal.getvalue()) for o in Progress(paths, terminal, lambda: now).over(slow())]
    assert [path for path, _ in seen] == ["a.py", "b.py", "c\x1b.py"]
    assert [text for _, text in seen][:2] == ["", ""]
    assert terminal.getvalue() == "\r\x1b[K[2/3] c\\x1b.py, about 1 s left\r\x1b[K"
    now = 0.0
    pipe = io.StringIO()
    assert len(list(Progress(paths, pipe, lambda: now).over(slow()))) == 3 and pipe.getvalue() == ""


def test_watching(tmp_path: Path) -> None:
    pytest.importorskip("watchfiles")
    program = (
        "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "runpy.run_module('devlint', run_name='__main__')"
    )
    command = [sys.executable, "-c", program, "check", "--watch", "--output-format=concise", "src"]
    pipe = subprocess.PIPE
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        end = threading.Timer(60, process.kill)
        end.start()
        try:
            assert process.stdout.readline().startswith("src/train.py:5:16: DEV102")
            assert "watching for changes" in process.stderr.readline()
            Path("src/train.py").write_text("\n" + BAD)
            assert process.stdout.readline().startswith("src/train.py:6:16: DEV102")
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)
        finally:
            end.cancel()
            process.kill()
    assert process.returncode == 1
