"""Whose device error it is: of the code under test, or of a test that was written for the CPU.

Under ``--simulate-auto`` the tensors of the tests are on the first device. A device error is the library's if a line of
the library meets a tensor that stayed on the CPU, or if a tensor that the library made and returned is on the CPU.
`NOISE` lists what is neither.
"""

from __future__ import annotations

import linecache
import os
import re
from collections.abc import Callable, Container
from dataclasses import asdict, dataclass
from itertools import pairwise
from traceback import walk_tb
from typing import Any

import pytest
import torch

from devlint.base.counts import counted
from devlint.simcuda.origins import NOTHING, Argument, is_internal
from devlint.simcuda.refusals import NotSimulated
from devlint.simcuda.testing.calls import BY_TEST, NAMED, given
from devlint.simcuda.testing.failures import chain, tensors_of

LIBRARY = "the code under test"
ALONE = "the test alone"
_OUTSIDE = re.compile(r"[\\/](numpy|_pytest|pluggy|pytest|hypothesis|unittest)[\\/]")
_WORDS = re.compile(
    r"same device|device type|(cuda|mps|xpu):\d|torch\.(cuda|mps|xpu)\.|attribute 'device' do not match|on (the )?cpu\b"
    r"|CPU int64 tensor|in (a )?forked|can be pinned|must be (cuda|xpu)|\bMPS\b|only available on CPU"
)


@dataclass(frozen=True)
class Clash:
    """A device error of one test: whose it is, the line to look at, and what met there."""

    whose: str
    file: str
    line: int
    source: str
    message: str
    tensors: list[str]


@dataclass(frozen=True)
class Evidence:
    """What is known of a device error: the user's innermost line, if it is a test's, and the tensors that met."""

    error: BaseException
    in_test: bool
    host: list[Argument]
    files: Container[str]

    def has_generator_of_test(self) -> bool:
        """True if the error is about a generator, and a test gave one to the code under test, or uses one itself."""
        if "type for generator but found" not in str(self.error):
            return False
        calls = pairwise(frame for frame, _ in walk_tb(self.error.__traceback__))
        entered = [call for caller, call in calls if caller.f_code.co_filename in self.files]
        return self.in_test or any(isinstance(value, torch.Generator) for call in entered for value in given(call))

    def made_by_test(self) -> bool:
        """True if a test made, or moved to the CPU, one of the tensors that are on the CPU."""
        return any(_is_tests(one, self.files) or one.unaided == BY_TEST for one in self.host)

    def is_of_test_alone(self) -> bool:
        """True if the test's own line fails, and no tensor on the CPU is known to come from elsewhere."""
        if not self.in_test or (not self.host and "'device' do not match" in str(self.error)):
            return False
        return all(_owner(one) is None for one in self.host)

    def has(self, reason: str) -> bool:
        """True if a tensor is on the CPU for this reason, which is no choice of the code under test."""
        return any(one.unaided == reason for one in self.host)


@dataclass(frozen=True)
class Noise:
    """A kind of device error that says nothing of the code under test."""

    name: str
    why: str
    holds: Callable[[Evidence], bool]


def _says(*words: str) -> Callable[[Evidence], bool]:
    return lambda evidence: any(word in str(evidence.error) for word in words)


NOISE = (
    Noise("not simulated", "the simulation refused", lambda seen: isinstance(seen.error, NotSimulated)),
    Noise("worker processes", "the test gives tensors on CUDA to forked workers", _says("in forked", "in a forked")),
    Noise("pinned memory", "the test gives tensors on CUDA to a loader that pins them", _says("can be pinned")),
    Noise("the test's generator", "a generator that the test makes is on the CPU", Evidence.has_generator_of_test),
    Noise(
        "the test's own CPU tensor",
        "the test names the CPU or moves to it, or makes the tensor in a way that is not moved, such as torch.load",
        Evidence.made_by_test,
    ),
    Noise(
        ALONE,
        "the test does with its own tensors what CUDA does not allow, such as lengths that must be on the CPU",
        Evidence.is_of_test_alone,
    ),
    Noise(
        "the CPU as the device",
        "the test gave the CPU to the library as a device, or left the library's default, the CPU, alone",
        lambda seen: seen.has(NAMED),
    ),
    Noise(
        "a tensor of the library",
        "a function of the library made it, which was given nothing on the device, or lists and arrays of the test",
        lambda seen: seen.has(NOTHING),
    ),
    Noise(
        "a module of the library",
        "a function of the library made the module, and the test uses it otherwise than by a call",
        lambda seen: bool(seen.host) and all(one.parameter for one in seen.host),
    ),
)
"""The known kinds of noise; the first that holds names an error's."""


def clash_of(error: BaseException, files: Container[str]) -> dict[str, Any] | None:
    """What a test's device error shows, as a record that pytest-xdist can send; None if *error* is no device error."""
    cause = next((one for one in chain(error) if _is_device_error(one)), None)
    if cause is None:
        return None
    file, line = _users_line(cause)
    met = tensors_of(error)
    host = [one for one in met if one.device == "cpu"]
    seen = Evidence(cause, file in files, host, files)
    whose = next((noise.name for noise in NOISE if noise.holds(seen)), LIBRARY)
    if whose == LIBRARY and seen.in_test:
        file, line = next(filter(None, map(_owner, host)), (file, line))  # the library's, which returned it
        whose = ALONE if file in files else whose
    message = str(cause).strip().splitlines()[0]
    source = linecache.getline(file, line).strip()
    place = file.removeprefix(os.getcwd() + os.sep)
    return asdict(Clash(whose, place, line, source, message, [str(one) for one in met]))


def _is_device_error(error: BaseException) -> bool:
    if isinstance(error, NotSimulated) or getattr(error, "simulated_tensors", None):
        return True
    kinds = (RuntimeError, TypeError, ValueError, AssertionError, torch.AcceleratorError)
    return isinstance(error, kinds) and _WORDS.search(str(error)) is not None


def _users_line(error: BaseException) -> tuple[str, int]:
    """The innermost line that is neither torch's nor the simulator's, NumPy's or pytest's."""
    found, entry = ("", 0), error.__traceback__
    while entry is not None:
        file = entry.tb_frame.f_code.co_filename
        if not is_internal(file) and not _OUTSIDE.search(file):
            found = (file, entry.tb_lineno)
        entry = entry.tb_next
    return found


def _owner(argument: Argument) -> tuple[str, int] | None:
    """The line that put a tensor where it is: of its last move, or of its making."""
    if argument.moves:
        return argument.moves[-1][1:]
    return argument.made


def _is_tests(argument: Argument, files: Container[str]) -> bool:
    owner = _owner(argument)
    return owner is not None and owner[0] in files


class Findings:
    """The pytest plugin of an automatic run: it collects the tests' device errors and prints them at the end."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.clashes: list[tuple[str, Clash]] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep the device error of a module of tests."""
        self.pytest_runtest_logreport(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """Keep a test's device error, those from pytest-xdist's workers among them."""
        clash = getattr(report, "simulated_clash", None)
        if clash is not None:
            self.clashes.append((report.nodeid, Clash(**clash)))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what was found."""
        terminalreporter.section(f"simulated {self.label}: what would fail on a GPU")
        for line in table(self.clashes):
            terminalreporter.write_line(line)


def table(clashes: list[tuple[str, Clash]]) -> list[str]:
    """The lines of the report: the library's places, most tests first, then the noise by its kind."""
    places: dict[tuple[str, int], list[tuple[str, Clash]]] = {}
    noise: dict[str, int] = {}
    for test, clash in clashes:
        if clash.whose == LIBRARY:
            places.setdefault((clash.file, clash.line), []).append((test, clash))
        else:
            noise[clash.whose] = noise.get(clash.whose, 0) + 1
    tests = sum(map(len, places.values()))
    fail = f"{counted(tests, 'test')} {'fails' if tests == 1 else 'fail'}"
    found_at = f"{fail} by a device error of the code under test, at {counted(len(places), 'place')}"
    lines = [f"{found_at}; noise: {sum(noise.values())}"]
    for (file, line), found in sorted(places.items(), key=lambda item: (-len(item[1]), item[0])):
        test, clash = found[0]
        lines += [f"{file}:{line}: {clash.source}", f"    {clash.message}"]
        lines += [f"      {text}".replace("\n", "\n    ") for text in clash.tensors]
        lines.append(f"    {counted(len(found), 'time')}, first in {test}")
    reasons = {kind.name: kind.why for kind in NOISE}
    lines += [f"noise: {count} by {name}: {reasons[name]}" for name, count in sorted(noise.items())]
    return lines
