"""A file that takes too long is reported as not analysed, and costs no other file its findings."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from devlint.base.deadline import TimedOut, deadline
from devlint.base.diagnostic import Diagnostic, Span
from devlint.cli import main
from devlint.configuration.options import Options
from devlint.engine import linter
from devlint.engine.batch import check_all
from devlint.flake8_plugin import Plugin
from devlint.source.deep import run_deep
from tests.project.test_project import write

SHORT = 0.05
LATE = "not analysed: it takes more than 1 s of processor time, see `timeout`"
NAMES = [f"m{n:02}.py" for n in range(12)]


def forever() -> None:
    """Work without an end, which swallows one exception of any kind."""
    try:
        while True:
            pass
    except BaseException:
        while True:
            pass


def test_work_without_an_end_is_ended() -> None:
    before = signal.getsignal(signal.SIGPROF)
    for work in (forever, lambda: run_deep(forever), lambda: run_deep(lambda: run_deep(forever))):
        with pytest.raises(TimedOut), deadline(SHORT):
            work()
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert not any(thread.name == "devlint-deep" and thread.is_alive() for thread in threading.enumerate())


def test_a_regular_expression_without_an_end_is_ended() -> None:
    with pytest.raises(TimedOut), deadline(SHORT):
        re.match("(a+)+$", "a" * 60 + "b")


def test_what_ends_in_time_is_left_alone() -> None:
    with deadline(SHORT), deadline(1e-6):
        assert run_deep(lambda: 1) == 1
    until = time.process_time() + 3 * SHORT
    while time.process_time() < until:
        pass


def test_where_there_is_no_clock_there_is_no_limit() -> None:
    ended: list[str] = []

    def work() -> None:
        with deadline(SHORT):
            until = time.thread_time() + 2 * SHORT
            while time.thread_time() < until:
                pass
        ended.append("in a thread")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    signal.setitimer(signal.ITIMER_PROF, 1000)
    with deadline(SHORT):
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 900, "somebody else's"
    signal.setitimer(signal.ITIMER_PROF, 0)
    assert ended


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Diagnostic]]:
    """Twelve files, one of which is never done."""
    write(tmp_path, dict.fromkeys(NAMES, "import torch\n"))
    monkeypatch.chdir(tmp_path)

    def lint(source: str, path: str, *_: object, **__: object) -> list[Diagnostic]:
        if path == "m05.py":
            forever()
        return [Diagnostic("DEV201", "bare-cuda", "m", Span(1, 0, 1, 1))]

    monkeypatch.setattr(linter, "lint", lint)
    return lambda path: lint("", path)


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the fault is planted in this process")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.usefixtures("stuck")
def test_the_other_files_are_checked(jobs: int) -> None:
    outcomes = list(check_all(NAMES, Options(timeout=1), jobs=jobs))
    assert [outcome.path for outcome in outcomes] == NAMES
    for outcome in outcomes:
        late = outcome.path == "m05.py"
        assert (outcome.error, len(outcome.found), outcome.was_checked) == ((LATE, 0, False) if late else ("", 1, True))


@pytest.mark.usefixtures("stuck")
@pytest.mark.parametrize("form", ["full", "json"])
def test_the_command_line_tells_it_and_ends_with_2(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--timeout=1", f"--output-format={form}", "m04.py", "m05.py"]) == 2
    out, err = capsys.readouterr()
    assert err == f"devlint: error: m05.py: {LATE}\n"
    if form == "json":
        assert [(one["path"], one["message"]) for one in json.loads(out) if one["code"] != "DEV201"] == [
            ("m05.py", LATE)
        ]
    else:
        assert "checked 1 of 2 files" in out


@pytest.mark.usefixtures("stuck")
def test_flake8_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import ast

    monkeypatch.setattr(Plugin, "options", Plugin.options)
    monkeypatch.setattr(Plugin, "configured", Options(timeout=1))
    monkeypatch.setattr(Plugin, "workspace", None)
    Plugin.options.__dict__.update(devlint_timeout="1")
    try:
        text = "import torch\n"
        ((line, column, shown, _),) = Plugin(ast.parse(text), [text], "m05.py").run()
        ((_, _, other, _),) = Plugin(ast.parse(text), [text], "m06.py").run()
    finally:
        del Plugin.options.devlint_timeout
    assert (line, column, shown) == (1, 0, f"DEV000 {LATE}")
    assert other.startswith("DEV201")


@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", "3601", "9" * 5000, ""])
def test_a_limit_is_a_number_of_seconds(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"--timeout={value}", "."]) == 2
    assert capsys.readouterr().err == "devlint: error: --timeout: must be a whole number from 1 to 3600\n"


def test_flake8_has_the_option(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x = 1\n", ".flake8": "[flake8]\ndevlint-timeout = soon\n"})
    command = [sys.executable, "-m", "flake8", "a.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert "devlint-timeout: must be a whole number from 1 to 3600" in done.stdout + done.stderr
