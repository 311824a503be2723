"""JUnit XML, which CI services show as tests: one suite a file, one test a finding.

    <testsuites><testsuite name="train.py" tests="1" failures="1" ...>
        <testcase name="DEV301 submodule-after-move (14:5)" classname="train.py" time="0"><failure ...>

A finding that makes the run fail is a failed test, one that does not a skipped one, and a file that could not be
checked a test in error. A file without findings is one test that passes. The schema is that of Ant's JUnit reports.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as xml

from devlint.base.diagnostic import Level
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.entry import Entry, entries
from devlint.report.escape import escaped
from devlint.report.format import Run
from devlint.report.full import full
from devlint.report.style import Style


def begin(style: Style) -> JUnit:
    """The format, for one run."""
    return JUnit()


class JUnit:
    """One document for all files."""

    def __init__(self) -> None:
        self._root = xml.Element("testsuites")
        self._started = time.strftime("%Y-%m-%dT%H:%M:%S")

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """Nothing yet."""
        path = escaped(outcome.path)
        suite = xml.SubElement(self._root, "testsuite", name=path, package=path, id=str(len(self._root)))
        xml.SubElement(suite, "properties")
        tests = [_test(entry, outcome, options) for entry in entries(outcome)] or [_case(path, "checked")]
        suite.extend(tests)
        counts = {kind: str(sum(test.find(kind[:-1]) is not None for test in tests)) for kind in ("failures", "errors")}
        skipped = str(sum(test.find("skipped") is not None for test in tests))
        suite.attrib |= {"timestamp": self._started, "hostname": "localhost", "time": "0", "tests": str(len(tests))}
        suite.attrib |= {**counts, "skipped": skipped}
        xml.SubElement(suite, "system-out")
        xml.SubElement(suite, "system-err")
        return iter(())

    def end(self, run: Run) -> Iterator[str]:
        """The document."""
        xml.indent(self._root)
        yield '<?xml version="1.0" encoding="utf-8"?>'
        yield xml.tostring(self._root, encoding="unicode")


def _test(entry: Entry, outcome: Outcome, options: Options) -> xml.Element:
    place = f" ({entry.start})" if entry.start is not None else ""
    case = _case(escaped(entry.path), f"{entry.title}{place}")
    message = escaped(entry.message, inside=True)
    if entry.finding is None:
        kind = "error" if entry.level is Level.ERROR else "skipped"
    else:
        kind = "failure" if options.fails(entry.finding) else "skipped"
    result = xml.SubElement(case, kind, message=message)
    result.text = _detail(entry, outcome) or message
    if kind != "skipped":
        result.set("type", entry.level.word)
    return case


def _case(path: str, name: str) -> xml.Element:
    return xml.Element("testcase", classname=path, name=name, time="0")


def _detail(entry: Entry, outcome: Outcome) -> str:
    """The finding with its source, as ``full`` shows it."""
    if entry.finding is None:
        return ""
    return "\n".join(full(replace(outcome, found=(entry.finding,), error="", line=0, broken_cells=()))).rstrip()
