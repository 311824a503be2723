"""A pytest plugin that writes one line of JSON for each test as it ends, so that a run that dies loses nothing.

    SUITE_RECORD=out.jsonl python -m pytest -p suite_recorder tests/test_net.py

It lies in a folder of its own, which is put on the path of a suite that has other modules named as this project's.
"""

from __future__ import annotations

import json
import linecache
import os
import re
import signal
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

_uses = [0]


def write(**record: Any) -> None:
    """Append a line; one write, so that children and threads cannot break it."""
    with Path(os.environ["SUITE_RECORD"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")


def normal(name: str) -> str:
    """The name of a test as on the CPU."""
    return re.sub(r"cuda(:0|0)?(?![a-z])", "cpu", name)


def declare_torchvision() -> None:
    """Declare the operators that torchvision imports.

    The index has it with a library for CUDA builds, which does not load beside a CPU build of torch.
    """
    try:
        import torch
    except ImportError:
        return
    library = torch.library.Library("torchvision", "FRAGMENT")
    for name in ("nms", "qnms"):
        library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    _kept.append(library)


_kept: list[Any] = []


def count_uses() -> None:
    """Count how often a device of the simulated machine is asked for."""
    from devlint.simcuda import machine

    raw = machine.Machine.init

    def init(self: machine.Machine) -> None:
        _uses[0] += 1
        raw(self)

    machine.Machine.init = init  # type: ignore[method-assign]


def pytest_configure(config: pytest.Config) -> None:
    """Prepare torch."""
    declare_torchvision()
    if config.getoption("simulate_cuda", None):
        count_uses()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the share of the tests that is asked for, the same ones whatever the device."""
    share = float(os.environ.get("SUITE_SHARE", "1"))
    kept = [item for item in items if zlib.crc32(normal(item.nodeid).encode()) % 10_000 < 10_000 * share]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note a file that cannot be imported."""
    if report.failed:
        write(collecting=report.nodeid, error=str(report.longrepr)[-600:])
    elif report.skipped:
        write(collecting=report.nodeid, skipped=str(report.longrepr)[-200:])


def frames(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    while traceback is not None:
        yield traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next


def place(file: str, line: int) -> str:
    """A line of code with its text, the folder of the checkout or of the environment left out."""
    short = os.path.relpath(file) if file.startswith(os.getcwd() + os.sep) else file.rpartition("site-packages/")[2]
    return f"{short}:{line}: {linecache.getline(file, line).strip()}"


def described(error: BaseException) -> dict[str, Any]:
    """What an error says, its innermost line, the innermost one of the checkout, and whether it is a refusal."""
    found = list(frames(error.__traceback__))
    own = [frame for frame in found if frame[0].startswith(os.getcwd() + os.sep)]
    text = str(error)
    chain: BaseException | None = error
    refused = "NotSimulated" in text
    while chain is not None and not refused:
        refused = type(chain).__name__ == "NotSimulated"
        chain = chain.__cause__ or chain.__context__
    return {
        "error": f"{type(error).__name__}: {text.strip()[:300]}",
        "line": place(*found[-1]) if found else "",
        "own": place(*own[-1]) if own else "",
        "refused": refused,
    }


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Say which test begins."""
    write(begins=item.nodeid)
    item.stash[_before] = _uses[0]
    return (yield)


def end_test(number: int, frame: Any) -> None:
    """End a test that takes too long; called again and again, since where it is raised it may be dropped."""
    raise pytest.fail.Exception("Timeout of a test", pytrace=False)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Give the body of a test so many seconds of CPU time, and five times as many of wall time."""
    limit = float(os.environ.get("SUITE_LIMIT", "60"))
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, end_test)
    try:
        signal.setitimer(signal.ITIMER_PROF, limit, 5)
        signal.setitimer(signal.ITIMER_REAL, 5 * limit, 5)
        return (yield)
    finally:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)


_before: pytest.StashKey[int] = pytest.StashKey()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
    """Write what became of a test: after its body, or of its fixtures where they fail or skip."""
    error = call.excinfo.value if call.excinfo is not None else None
    told = described(error) if error is not None else {}
    report = yield
    if type(report) is not pytest.TestReport:
        return report
    if not told and call.excinfo is not None:  # which pytest has filled in for a test of unittest
        told = described(call.excinfo.value)
    if report.when == "call" or report.outcome != "passed":
        outcome: str = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "xfailed" if report.skipped else "xpassed"
        elif report.failed and not told:
            told = {"error": str(report.longrepr)[:300], "line": "", "own": "", "refused": False}
        record = {"test": item.nodeid, "when": report.when, "outcome": outcome, "seconds": round(report.duration, 2)}
        write(**record, uses=_uses[0] - item.stash[_before], **(told if outcome != "passed" else {}))
    return report
