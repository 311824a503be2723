"""Every fixture: the linter says exactly what is marked, and the program does what the marks say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.marks import Exercise, Report, fixture_files, read


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test for each fixture file (``path``) or function (``exercise``): of the rule that ``--rule`` names, or all."""
    files = fixture_files(metafunc.config.getoption("rule"))
    if "path" in metafunc.fixturenames:
        metafunc.parametrize("path", files, ids=lambda path: f"{path.parent.name}/{path.name}")
    if "exercise" in metafunc.fixturenames:
        machine = MACHINES[metafunc.function]
        exercises = [it for path in files for it in read(path).exercises if machine in it.machines]
        metafunc.parametrize("exercise", exercises, ids=lambda exercise: exercise.id)


def reports_on(path: Path) -> list[Report]:
    """What the linter says of the file at *path*: the rules that are on by default and the folder's own."""
    from devlint.configuration.options import Options
    from devlint.engine.linter import lint

    own = path.parent.name[:6].upper()
    found = lint(path.read_text(encoding="utf-8"), str(path), Options(extend_select=(own,)))
    return sorted(Report(d.span.line, d.span.column + 1, d.code) for d in found)


def difference(path: Path, marked: tuple[Report, ...], found: list[Report]) -> list[str]:
    """One line for each report that is marked and not made, or made and not marked."""
    missing = [f"{path}:{r.line}:{r.column}: {r.code} is marked but not reported" for r in marked if r not in found]
    extra = [f"{path}:{r.line}:{r.column}: {r.code} is reported but not marked" for r in found if r not in marked]
    return missing + extra


def test_the_linter_says_what_is_marked(path: Path) -> None:
    complaints = difference(path, read(path).reports, reports_on(path))
    assert not complaints, "\n".join(complaints)


def test_on_the_host(exercise: Exercise) -> None:
    pytest.importorskip("torch")
    from tests.harness.machines import on_the_host

    assert on_the_host(exercise) is None


def test_on_simulated_gpus(exercise: Exercise) -> None:
    pytest.importorskip("torch")
    from tests.harness.machines import on_simulated_gpus

    assert on_simulated_gpus(exercise) is None


def test_on_simulated_mps(exercise: Exercise) -> None:
    pytest.importorskip("torch")
    from tests.harness.machines import on_simulated_mps

    assert on_simulated_mps(exercise) is None


MACHINES = {test_on_the_host: "host", test_on_simulated_gpus: "simulator", test_on_simulated_mps: "mps"}


def test_every_rule_has_both_files() -> None:
    from devlint.rulebook import rules

    stems = {rule.package.rpartition(".")[2] for rule in rules() if rule.reads_code}
    wanted = {f"{stem}/{name}" for stem in stems for name in ("bad.py", "ok.py")}
    assert wanted <= {f"{path.parent.name}/{path.name}" for path in fixture_files()}
