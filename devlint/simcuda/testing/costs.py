"""The report of what a pytest run would cost on a GPU, its processes under pytest-xdist taken together."""

from __future__ import annotations

from typing import Any

import pytest

from devlint.simcuda.machine import Machine
from devlint.simcuda.measures.report import Report, merged, report_of, table, write
from devlint.simcuda.testing.command_line import TABLE

SENT = "simulated_cuda"
"""The name of a worker's report among what pytest-xdist sends."""


class Costs:
    """A pytest plugin: collects the reports of all processes, and prints one, or writes it."""

    def __init__(self, machine: Machine, file: str) -> None:
        self.machine = machine
        self.file = file
        self.others: list[Report] = []

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand over what a worker measured."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[SENT] = report_of(self.machine)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker measured."""
        output = getattr(node, "workeroutput", None) or {}
        if SENT in output:
            self.others.append(output[SENT])

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the table, or say where the JSON is."""
        report = merged([report_of(self.machine), *self.others])
        if self.file != TABLE:
            write(report, self.file)
            terminalreporter.write_line(f"simulated {self.machine.accelerator.label}: the report is in {self.file}")
            return
        terminalreporter.section(f"simulated {self.machine.accelerator.label}: waits, copies and memory")
        for line in table(report):
            terminalreporter.write_line(line)
