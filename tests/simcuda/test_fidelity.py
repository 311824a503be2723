"""The probes: the simulation has the outcomes that torch's sources, or hardware, say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

pytest.importorskip("torch")

from devlint.simcuda.fidelity.__main__ import differences, main, replay
from devlint.simcuda.fidelity.children import each_in_a_child
from devlint.simcuda.fidelity.probes import Probe, all_probes, read, run


def test_the_simulation_does_what_is_expected() -> None:
    probes = [probe for probe in all_probes() if not probe.slow]
    unexplained, _ = differences(probes, replay(probes, devices=2))
    assert not unexplained, "\n".join(unexplained)


@pytest.mark.slow
def test_the_simulation_does_what_is_expected_of_spawned_processes() -> None:
    probes = [probe for probe in all_probes() if probe.slow]
    unexplained, _ = differences(probes, replay(probes, devices=2))
    assert probes and not unexplained, "\n".join(unexplained)


def test_a_gap_is_real() -> None:
    gaps = [probe for probe in all_probes() if probe.gap]
    outcomes = replay(gaps, devices=2)
    assert [probe.id for probe in gaps if probe.agrees(outcomes[probe.id])] == []


def test_one_device_is_enough_for_most() -> None:
    probes = [probe for probe in all_probes() if probe.devices == 1 and not (probe.gap or probe.slow)]
    assert len(probes) > 250
    unexplained, _ = differences(probes, replay(probes[::5], devices=1))
    assert not unexplained, "\n".join(unexplained)


def test_probes_have_names_of_their_own() -> None:
    names = [probe.id for probe in all_probes()]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_an_outcome_is_text() -> None:
    assert run(Probe("t", "c[0].item()", "1.0", "arithmetic")) == "1.0"
    assert run(Probe("t", "1 / 0", "", "arithmetic")) == "raises ZeroDivisionError: division by zero"


def test_a_probe_needs_a_source(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("c.sum()\n    = 3.0\n")
    with pytest.raises(ValueError, match="one expectation and a source"):
        list(read(path))


def test_a_child_that_is_lost_is_replaced() -> None:
    """One job that ends its process, or never ends, costs its own outcome only."""
    pid, die, hang = "__import__('os').getpid()", "__import__('os')._exit(1)", "__import__('time').sleep(60)"
    jobs = [pid, f"{pid} ", die, f"{pid}  ", hang, f"{pid}   "]
    done = dict(each_in_a_child(eval, jobs, seconds=1, prepare=time.time, healthy=time.time))
    assert [job for job in jobs if done[job] is None] == [die, hang]
    numbers = [done[job] for job in jobs if pid in job]
    assert (numbers[0] == numbers[1], len(set(numbers))) == (True, 3)


def test_the_command_prints_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["torch.accelerator"]) == 0
    assert "rest on torch's sources and documentation; 0 differ" in capsys.readouterr().out
