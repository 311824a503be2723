"""Whether a suite's tests give on simulated CUDA what they give on the CPU, and what is the matter with the others.

A test that passes on both agrees, so does one that only runs where there is CUDA and passes there. One that fails on
both says nothing and is not counted. Every other test differs: it is refused by the simulation in a sentence, or it is
among the verdicts, which name the library's fault or what the machine lacks, or it is a disagreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.simcuda.suites.recorder.suite_recorder import normal
from benchmarks.simcuda.suites.verdicts import ANY, VERDICTS

AGREES, ONLY_THERE, FAILS_ON_BOTH, TOO_LONG = "agrees", "runs with CUDA only", "fails on both", "too long"
NOT_RUN, REFUSED, LIBRARY, MACHINE, CHANCE = "not run", "refused", "library", "machine", "chance"
SKIPS_ITSELF, DISAGREES = "skips itself on CUDA", "disagrees"
COUNTED = (AGREES, ONLY_THERE, LIBRARY, DISAGREES)
NOT_COUNTED = (FAILS_ON_BOTH, TOO_LONG, SKIPS_ITSELF, MACHINE, CHANCE)
PASSED = ("passed", "xfailed", "xpassed")


@dataclass(frozen=True)
class Judged:
    """A test of the simulated run, or one that is missing there: what becomes of it, and why."""

    suite: str
    test: str
    kind: str
    why: str
    used: bool
    record: dict[str, Any]


def results_of(lines: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What became of each test: the worst of its phases; a test that began and did not end has died."""
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        if "begins" in line:
            found[line["begins"]] = {"outcome": "died", "error": "the process ended", "uses": 1}
        elif "test" in line:
            before = found.get(line["test"])
            if before is None or before["outcome"] != "failed" or line["outcome"] == "failed":
                found[line["test"]] = line
    return found


def compare(suite: str, plain: Iterable[dict[str, Any]], simulated: list[dict[str, Any]]) -> Iterator[Judged]:
    """Judge the tests of one file."""
    on_cpu, on_cuda = results_of(plain), results_of(simulated)
    by_normal: dict[str, dict[str, Any]] = {}
    for name, result in on_cpu.items():
        if by_normal.get(normal(name), {}).get("outcome") not in PASSED:
            by_normal[normal(name)] = result
    for name, result in on_cuda.items():
        partner = on_cpu.get(name)
        if partner is None or partner["outcome"] == "skipped":
            partner = by_normal.get(normal(name), partner)
        kind, why = judge(suite, name, partner, result)
        yield Judged(suite, name, kind, why, bool(result.get("uses")), result)
    there = {normal(name) for name in on_cuda}
    for name, result in on_cpu.items():
        if name not in on_cuda and normal(name) not in there and result["outcome"] in PASSED:
            missing = {"outcome": "missing", "error": missing_because(simulated)}
            yield Judged(suite, name, *judge(suite, name, result, missing), False, missing)


def missing_because(simulated: list[dict[str, Any]]) -> str:
    """Why a test is not there: a file that cannot be imported, or a run that was ended."""
    end = simulated[-1].get("end") if simulated else None
    if end not in (0, 1, 2, 5):
        return f"cut off: the run ended with {end}"
    errors = [line["error"] for line in simulated if "collecting" in line and "error" in line]
    return f"not collected: {errors[0]}" if errors else "no test of this name"


def judge(suite: str, test: str, plain: dict[str, Any] | None, there: dict[str, Any]) -> tuple[str, str]:
    """The kind of a test, and the reason."""
    before = plain["outcome"] if plain is not None else None
    outcome, error = there["outcome"], there.get("error", "")
    if outcome in PASSED:
        return (AGREES, "") if before in PASSED else (ONLY_THERE, "")
    if outcome == "skipped" and before not in PASSED:
        return NOT_RUN, error
    if is_too_long(there) or (plain is not None and is_too_long(plain)):
        return TOO_LONG, error
    if before in ("failed", "died"):
        return FAILS_ON_BOTH, error
    if there.get("refused"):
        return REFUSED, error
    if outcome == "skipped":
        return SKIPS_ITSELF, error
    told = "\n".join((error, there.get("own", ""), there.get("line", "")))
    for verdict in VERDICTS:
        if verdict.suite in (suite, ANY) and re.search(verdict.test, test) and re.search(verdict.error, told):
            return verdict.kind, verdict.why
    return DISAGREES, error


def is_too_long(result: dict[str, Any]) -> bool:
    return bool(re.search(r"Failed: Timeout|^cut off: ", result.get("error", "")))
