"""The options of the pytest plugin, and the machine that they and the marker ask for.

    pytest --simulate-cuda tests/       two devices; ``tests/`` is a folder of tests, not the number
    pytest --simulate-cuda=4 tests/
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import pytest

from devlint.simcuda.testing.command_line import TABLE, complete, parse_size

DEVICES = 2
"""How many devices there are where no number is given."""
OPTIONAL = {"--simulate-cuda": str(DEVICES), "--simulate-cuda-report": TABLE}
"""Options whose value may be left out, and what stands for it then."""


@dataclass(frozen=True)
class Request:
    """The machine that a test, or the whole run, asks for."""

    devices: int = DEVICES
    shared_rng: bool = False
    auto: bool = False
    memory: int | None = None
    report: str | None = None


def add(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("simcuda", "simulated CUDA devices")
    group.addoption(
        "--simulate-cuda",
        nargs="?",
        const=str(DEVICES),
        metavar="=N",
        help=f"run on a machine with N simulated CUDA devices ({DEVICES} if =N is left out)",
    )
    group.addoption(
        "--simulate-cuda-shared-rng",
        action="store_true",
        help="let all devices draw from the CPU's random generator, as a run without CUDA would",
    )
    group.addoption(
        "--simulate-cuda-auto",
        action="store_true",
        help="run tests written for the CPU as if for CUDA: the tensors and modules that they make are on cuda:0, "
        "what the code under test makes stays where it makes it",
    )
    group.addoption(
        "--simulate-cuda-report",
        nargs="?",
        const=TABLE,
        metavar="=FILE",
        help="print which lines wait for a device and copy between host and device, and each device's peak of memory; "
        "with =FILE, write it as JSON",
    )
    group.addoption(
        "--simulate-cuda-memory",
        metavar="SIZE",
        help="how much memory each device has, as in 16GiB: torch.OutOfMemoryError is raised where it does not suffice",
    )


def read(config: pytest.Config, arguments: list[str], parser: pytest.Parser) -> Request | None:
    """The machine of the whole run, None without one; changes *arguments* so that they are understood as they read.

    Raises pytest.UsageError where a number is none.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    completed = complete(arguments[:end], OPTIONAL) + arguments[end:]
    if completed != arguments:
        arguments[:] = completed
        config.known_args_namespace = parser.parse_known_args(arguments, namespace=copy.copy(config.option))
    given: Any = config.known_args_namespace
    auto: bool = given.simulate_cuda_auto
    asked = (given.simulate_cuda, given.simulate_cuda_report, given.simulate_cuda_memory)
    if asked == (None, None, None) and not auto:
        return None
    devices = (1 if auto else DEVICES) if given.simulate_cuda is None else _number(given.simulate_cuda)
    if auto and not devices:
        raise pytest.UsageError("--simulate-cuda-auto needs a device")
    try:
        memory = None if given.simulate_cuda_memory is None else parse_size(given.simulate_cuda_memory)
    except ValueError as error:
        raise pytest.UsageError(f"--simulate-cuda-memory: {error}") from error
    return Request(devices, given.simulate_cuda_shared_rng or auto, auto, memory, given.simulate_cuda_report)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise pytest.UsageError(f"--simulate-cuda={text}: the number of devices is 0 or more, as in --simulate-cuda=2")
    return int(text)


def _marked(devices: int = DEVICES, *, shared_rng: bool = False) -> Request:
    return Request(devices, shared_rng)


def of_marker(marker: pytest.Mark) -> Request:
    """The machine that a test's marker asks for. Raises pytest.UsageError where its arguments are not the marker's."""
    try:
        request = _marked(*marker.args, **marker.kwargs)
    except TypeError as error:
        raise pytest.UsageError(f"@pytest.mark.simcuda: {error}".replace("_marked()", "the marker")) from error
    if not isinstance(request.devices, int) or request.devices < 0:
        raise pytest.UsageError(f"@pytest.mark.simcuda: {request.devices!r} is no number of devices")
    return request
