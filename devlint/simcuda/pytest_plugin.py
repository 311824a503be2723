"""A pytest plugin: a test suite's CUDA paths, on a machine without a GPU.

    pytest --simulate-cuda=2            the whole run has two simulated devices

    @pytest.mark.simcuda(devices=4)     one test has four
    def test_split(): ...

    def test_count(simcuda):            a test asks for a machine (two devices) and gets it
        assert torch.cuda.device_count() == len(simcuda.devices)

torch is imported only where one of these is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from devlint.simcuda import require_torch

_session = ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--simulate-cuda``."""
    group = parser.getgroup("simcuda", "simulated CUDA devices")
    group.addoption(
        "--simulate-cuda",
        type=int,
        nargs="?",
        const=2,
        metavar="N",
        help="run on a machine with N simulated CUDA devices (2 if N is left out)",
    )
    group.addoption(
        "--simulate-cuda-shared-rng",
        action="store_true",
        help="let all devices draw from the CPU's random generator, as a run without CUDA would",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Switch the simulation on before any conftest.py is imported: they ask for the devices at their top."""
    options = early_config.known_args_namespace
    if options.simulate_cuda is not None:
        try:
            require_torch()
        except ImportError as error:
            raise pytest.UsageError(str(error)) from error
        from devlint.simcuda.context import simulated_cuda

        shared_rng = options.simulate_cuda_shared_rng
        _session.enter_context(simulated_cuda(options.simulate_cuda, shared_rng=shared_rng, lazy=True))


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", "simcuda(devices=2): run the test on simulated CUDA devices")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Switch it off."""
    _session.close()


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say that the devices are not real."""
    devices = config.getoption("--simulate-cuda")
    return None if devices is None else f"simulated CUDA devices: {devices}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """A marked test, its fixtures included, runs on a machine of its own unless the whole run is simulated."""
    marker = item.get_closest_marker("simcuda")
    if marker is None:
        return (yield)
    from devlint.simcuda import simulated_cuda
    from devlint.simcuda.machine import active_machine

    if active_machine() is not None:
        return (yield)
    with simulated_cuda(*marker.args, **marker.kwargs):
        return (yield)


@pytest.fixture
def simcuda() -> Iterator[Any]:
    """The simulated machine: the one in force, or one with two devices for this test."""
    from devlint.simcuda import simulated_cuda
    from devlint.simcuda.machine import active_machine

    machine = active_machine()
    if machine is not None:
        yield machine
        return
    with simulated_cuda() as machine:
        yield machine
