"""Each reader of a format meets each shape of each value: a sentence and exit code 2, and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from devlint.cache.results import _sealed
from devlint.cli import main
from devlint.configuration.settings import TABLE
from tests.fuzz.inputs import BESIDE, BUGGY, VALUES, Input, made, outcome_of
from tests.fuzz.shapes import reshaped

CELL = {"cell_type": "code", "source": ["x = 1\n"]}
NOTEBOOKS = (
    {"metadata": {"kernelspec": {"language": "python"}, "language_info": {"name": "python"}}, "cells": [CELL]},
    {"metadata": {}, "nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "x = 1\n"}]}]},
)
ENTRY = {"rule": "DEV101", "function": "", "statement": "y = x + torch.ones(3)", "fingerprint": "5f3a", "count": 1}
BASELINE = {"version": 1, "findings": {BESIDE: [ENTRY]}}
PASSED = ("clean", "findings", "refused")


def failures(kind: str, name: str, contents: tuple[Any, ...], others: dict[str, bytes]) -> list[str]:
    shapes = [json.dumps(shape).encode() for content in contents for shape in reshaped(content)]
    assert len(shapes) > 50
    found = [(outcome_of(Input(kind, name, raw, others=others)), raw) for raw in shapes]
    assert len({word for word, _ in found}) > 1, "some are refused, and some harmless"
    return [f"{word}: {raw[:200]!r}" for word, raw in found if word not in PASSED]


def test_a_notebook_of_any_shape_costs_no_other_file() -> None:
    assert failures("notebook", "a.ipynb", NOTEBOOKS, {}) == []


def test_a_baseline_of_any_shape_ends_in_a_sentence() -> None:
    assert failures("baseline", ".devlint-baseline.json", (BASELINE,), {"pyproject.toml": b""}) == []


def test_a_setting_of_any_shape_ends_in_a_sentence() -> None:
    texts = [f"[tool.devlint]\n{row.key} = {value}\n" for row in TABLE for value in VALUES]
    texts += [f"{outer} = {value}\n" for outer in ("tool", "tool.devlint") for value in VALUES]
    found = [(outcome_of(Input("configuration", "pyproject.toml", text.encode())), text[:200]) for text in texts]
    assert [one for one in found if one[0] not in PASSED] == [] and {word for word, _ in found} > {"refused"}


def test_mutated_inputs_are_the_same_each_time_and_fail_in_no_other_way() -> None:
    inputs = [made(1, number) for number in range(60)]
    assert inputs[:8] == [made(1, number) for number in range(8)]
    assert [one.name for one in inputs if outcome_of(one) not in PASSED] == []


def test_a_sealed_entry_of_the_cache_of_any_shape_ends_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").touch()
    Path("helper.py").write_text("import torch\n\ndef made():\n    return torch.ones(3)\n")
    Path(BESIDE).write_text(f"from helper import made\n{BUGGY}z = x + made()\n")
    arguments = ["check", "--isolated", "--jobs=1", "--cache-dir", str(tmp_path / "cache"), "--output-format=json", "."]

    def findings() -> Any:
        assert main(arguments) in (0, 1)  # what is sealed is believed where its shape is right
        out, err = capsys.readouterr()
        assert not err
        return json.loads(out)

    known = findings()
    entries = {path: path.read_text().partition("\n")[2] for path in (tmp_path / "cache").rglob("*.json")}
    assert len(known) == 2 and entries and known == findings()
    shapes = [(path, shape) for path, text in entries.items() for shape in reshaped(json.loads(text))]
    for path, shape in Random(47).sample(shapes, 150):
        for other, text in entries.items():
            changed = json.dumps(shape) if other == path else text
            other.write_text(f"{_sealed(changed)}\n{changed}")
        assert [one for one in findings() if one["code"] == "DEV000"] == [], str(shape)[:300]
