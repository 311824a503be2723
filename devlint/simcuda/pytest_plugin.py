"""A pytest plugin: a test suite's CUDA paths, on a machine without a GPU.

    pytest --simulate-cuda=2            the whole run has two simulated devices
    pytest --simulate=mps               the one device of a Mac; --simulate=xpu for those of Intel
    pytest --simulate-cuda-auto         tests written for the CPU run as if for CUDA

    @pytest.mark.simcuda(devices=4)     one test has four
    def test_split(): ...

    def test_count(simcuda):            a test asks for a machine (two devices) and gets it
        assert torch.cuda.device_count() == len(simcuda.devices)

torch is imported only where one of these is used.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from devlint.simcuda import require_torch
from devlint.simcuda.testing import failures, options

_request: pytest.StashKey[options.Request] = pytest.StashKey()
_simulation: pytest.StashKey[ExitStack] = pytest.StashKey()
_machine: pytest.StashKey[Any] = pytest.StashKey()
_files: pytest.StashKey[Any] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    options.add(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    """Switch the simulation on before any conftest.py is imported: they ask for the devices at their top."""
    request = options.read(early_config, args, parser)
    if request is None:
        return
    try:
        require_torch()
    except ImportError as error:
        raise pytest.UsageError(str(error)) from error
    from devlint.simcuda.context import simulated_accelerator

    early_config.stash[_request] = request
    simulation = early_config.stash[_simulation] = ExitStack()
    early_config.add_cleanup(simulation.close)
    early_config.stash[_machine] = simulation.enter_context(
        simulated_accelerator(
            request.kind,
            request.devices,
            shared_rng=request.shared_rng,
            origins=True,
            lazy=not request.auto,
            memory=request.memory,
            measured=request.report is not None,
        )
    )
    if request.auto:
        from devlint.simcuda.testing.auto import TestFiles, placing

        files = TestFiles(str(early_config.rootpath), early_config.getini("python_files"))
        simulation.enter_context(placing(files))
        early_config.stash[_files] = files


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker, and have the findings of an automatic run collected."""
    config.addinivalue_line(
        "markers",
        'simcuda(devices=2, accelerator="cuda", shared_rng=False): run the test on simulated devices, whatever the run '
        "has",
    )
    config.pluginmanager.register(Frames())
    if _files in config.stash:
        from devlint.simcuda.testing.clashes import Findings

        config.pluginmanager.register(Findings(config.stash[_machine].accelerator.label))
    request = config.stash.get(_request, None)
    if request is not None and request.report is not None:
        from devlint.simcuda.testing.costs import Costs

        config.pluginmanager.register(Costs(config.stash[_machine], request.report))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Switch it off."""
    if _simulation in config.stash:
        config.stash[_simulation].close()


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say that the devices are not real."""
    request = config.stash.get(_request, None)
    if request is None:
        return None
    how = f", the tests' tensors and modules are on {request.kind}:0" if request.auto else ""
    return f"simulated {request.kind.upper()} devices: {request.devices}{how}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse a marker that asks for no machine before any test runs, and skip a test for another kind than the run's.

    The functions that a simulation replaces are bound for the whole run.
    """
    run = config.stash.get(_request, None)
    for item in items:
        for marker in item.iter_markers("simcuda"):
            kind = options.of_marker(marker).kind
            if run is not None and kind != run.kind:
                reason = f"the test is for simulated {kind.upper()}, and the run simulates {run.kind.upper()}"
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """A test that asks for a machine, by the marker or the fixture, has it from its first fixture to its last."""
    marker = item.get_closest_marker("simcuda")
    if marker is None and "simcuda" not in getattr(item, "fixturenames", ()):
        return (yield)
    from devlint.simcuda import simulated_accelerator
    from devlint.simcuda.machine import active_machine
    from devlint.simcuda.parts.accelerator_api import resized

    request = options.of_marker(marker) if marker else options.Request()
    machine = active_machine()
    if machine is None:
        with simulated_accelerator(
            request.kind, request.devices, shared_rng=request.shared_rng, origins=True
        ):
            return (yield)
    if marker is None or request.kind != machine.accelerator.type:
        return (yield)
    with resized(machine, request.devices, request.shared_rng or machine.shared_rng):
        return (yield)


class Frames:
    """Hides the simulator's frames from a report; called after pytest has filled in the error of a unittest."""

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
        failures.hide_simulator(call, full=item.config.getoption("fulltrace", False))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
    """Show with a device error the tensors that met."""
    report = yield
    if call.excinfo is not None and report.failed:
        failures.add_tensors(report, call.excinfo.value)
        if _files in item.config.stash:
            from devlint.simcuda.testing.clashes import clash_of

            report.simulated_clash = clash_of(call.excinfo.value, item.config.stash[_files])
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Show a device error of a module that is imported, too."""
    report = yield
    call = getattr(report, "call", None)
    if report.failed and call is not None and call.excinfo is not None:
        failures.add_tensors(report, call.excinfo.value)
        if _files in collector.config.stash:
            from devlint.simcuda.testing.clashes import clash_of

            report.simulated_clash = clash_of(call.excinfo.value, collector.config.stash[_files])
    return report


@pytest.fixture
def simcuda() -> Any:
    """The simulated machine: the run's, the marker's, or one with two devices for this test."""
    from devlint.simcuda.machine import running

    return running()
