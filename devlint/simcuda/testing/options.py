"""The options of the pytest plugin, and the machine that they and the marker ask for.

    pytest --simulate-cuda tests/       two devices; ``tests/`` is a folder of tests, not the number
    pytest --simulate-cuda=4 tests/
    pytest --simulate=xpu --simulate-devices=4 tests/
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import pytest

from devlint.simcuda.accelerators import ACCELERATORS, CUDA, Accelerator, named
from devlint.simcuda.testing.command_line import TABLE, complete, parse_size

OPTIONAL = {"--simulate-cuda": str(CUDA.devices), "--simulate-report": TABLE, "--simulate-cuda-report": TABLE}
"""Options whose value may be left out, and what stands for it then."""


@dataclass(frozen=True)
class Request:
    """The machine that a test, or the whole run, asks for."""

    devices: int = CUDA.devices
    shared_rng: bool = False
    kind: str = CUDA.type
    auto: bool = False
    memory: int | None = None
    report: str | None = None


def add(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("simcuda", "simulated devices")
    group.addoption(
        "--simulate-kind",
        choices=list(ACCELERATORS),
        help="run on a machine with simulated devices of this kind: cuda, the one device of a Mac, or Intel's; "
        "--simulate=KIND is short for it",
    )
    group.addoption(
        "--simulate-devices", metavar="N", help=f"how many devices there are (default {CUDA.devices}, and 1 of mps)"
    )
    group.addoption(
        "--simulate-cuda",
        nargs="?",
        const=str(CUDA.devices),
        metavar="=N",
        help=f"the same as --simulate=cuda --simulate-devices=N ({CUDA.devices} if =N is left out)",
    )
    for name, how in {
        "shared-rng": {
            "action": "store_true",
            "help": "let all devices draw from the CPU's random generator, as a run without devices would",
        },
        "auto": {
            "action": "store_true",
            "help": "run tests written for the CPU as if for the device: the tensors and modules that they make are on "
            "the first one, what the code under test makes stays where it makes it",
        },
        "report": {
            "nargs": "?",
            "const": TABLE,
            "metavar": "=FILE",
            "help": "print which lines wait for a device and copy between host and device, and each device's peak of "
            "memory; with =FILE, write it as JSON",
        },
        "memory": {
            "metavar": "SIZE",
            "help": "how much memory each device has, as in 16GiB: torch.OutOfMemoryError is raised where it does not "
            "suffice",
        },
    }.items():
        dest = f"simulate_{name}".replace("-", "_")
        group.addoption(f"--simulate-{name}", f"--simulate-cuda-{name}", dest=dest, **how)


def read(config: pytest.Config, arguments: list[str], parser: pytest.Parser) -> Request | None:
    """The machine of the whole run, None without one; changes *arguments* so that they are understood as they read.

    Raises pytest.UsageError where a number is none.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    completed = complete(_with_kinds(arguments[:end]), OPTIONAL) + arguments[end:]
    if completed != arguments:
        arguments[:] = completed
        config.known_args_namespace = parser.parse_known_args(arguments, namespace=copy.copy(config.option))
    given: Any = config.known_args_namespace
    auto: bool = given.simulate_auto
    names = ("kind", "cuda", "devices", "report", "memory")
    asked = tuple(getattr(given, f"simulate_{name}") for name in names)
    if asked == (None,) * len(asked) and not auto:
        return None
    if given.simulate_cuda is not None and (given.simulate_kind or given.simulate_devices):
        raise pytest.UsageError("--simulate-cuda=N is --simulate=cuda --simulate-devices=N: one of the two says it")
    accelerator = named(given.simulate_kind or CUDA.type)
    devices = _number(accelerator, given, auto)
    if auto and not devices:
        raise pytest.UsageError("--simulate-auto needs a device")
    try:
        memory = None if given.simulate_memory is None else parse_size(given.simulate_memory)
    except ValueError as error:
        raise pytest.UsageError(f"--simulate-memory: {error}") from error
    rng = given.simulate_shared_rng or auto
    return Request(devices, rng, accelerator.type, auto, memory, given.simulate_report)


def _with_kinds(arguments: list[str]) -> list[str]:
    """``arguments`` with ``--simulate-kind=mps`` for ``--simulate=mps`` and ``--simulate mps``.

    pytest does not know ``--simulate``: a project may have an option of that name, for all but these values.
    """
    found = list[str]()
    for one in arguments:
        name, is_one_word, kind = one.partition("=")
        if found and found[-1] == "--simulate" and one in ACCELERATORS:
            found[-1] = f"--simulate-kind={one}"
        elif name == "--simulate" and is_one_word and kind in ACCELERATORS:
            found.append(f"--simulate-kind={kind}")
        else:
            found.append(one)
    return found


def _number(accelerator: Accelerator, given: Any, auto: bool) -> int:
    """The number of devices that the options name, or the usual one. Raises pytest.UsageError."""
    option = "--simulate-cuda" if given.simulate_cuda is not None else "--simulate-devices"
    text: str | None = given.simulate_cuda or given.simulate_devices
    if text is None:
        return 1 if auto else accelerator.devices
    if not text.isdecimal():
        raise pytest.UsageError(f"{option}={text}: the number of devices is 0 or more, as in {option}=2")
    try:
        return accelerator.number(int(text))
    except ValueError as error:
        raise pytest.UsageError(f"{option}={text}: {error}") from error


def _marked(devices: int | None = None, *, accelerator: str = CUDA.type, shared_rng: bool = False) -> Request:
    kind = named(accelerator)
    return Request(kind.devices if devices is None else devices, shared_rng, kind.type)


def of_marker(marker: pytest.Mark) -> Request:
    """The machine that a test's marker asks for. Raises pytest.UsageError where its arguments are not the marker's."""
    try:
        request = _marked(*marker.args, **marker.kwargs)
    except (TypeError, ValueError) as error:
        raise pytest.UsageError(f"@pytest.mark.simcuda: {error}".replace("_marked()", "the marker")) from error
    if not isinstance(request.devices, int) or request.devices < 0:
        raise pytest.UsageError(f"@pytest.mark.simcuda: {request.devices!r} is no number of devices")
    try:
        named(request.kind).number(request.devices)
    except ValueError as error:
        raise pytest.UsageError(f"@pytest.mark.simcuda: {error}") from error
    return request
