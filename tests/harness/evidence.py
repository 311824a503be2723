"""What happened on real hardware: ``fixtures/evidence.json``.

    {"dev301_submodule_after_move/bad.py::bad_head": {"fingerprint": "5f0c...", "torch": "2.13.0",
                                                     "gpu": "NVIDIA H100", "gpus": 1, "outcome": "as claimed"}}

A record is *stale* when the fixture's text has changed since, and *missing* where nobody has run it. Neither is an
error: hardware is lent, the simulator is always there.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.harness.marks import FIXTURES, Exercise

EVIDENCE = FIXTURES / "evidence.json"
AS_CLAIMED = "as claimed"


@dataclass(frozen=True, slots=True)
class Record:
    """One real run. ``outcome`` is "as claimed" or the complaint."""

    fingerprint: str
    torch: str
    gpu: str
    gpus: int
    outcome: str


def recall(path: Path = EVIDENCE) -> dict[str, Record]:
    """The records by exercise; empty where nothing has been recorded."""
    if not path.exists():
        return {}
    return {key: Record(**value) for key, value in json.loads(path.read_text(encoding="utf-8")).items()}


def keep(records: dict[str, Record], path: Path = EVIDENCE) -> None:
    """Write *records*, sorted, so that a new run makes a small diff."""
    data = {key: asdict(records[key]) for key in sorted(records)}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def standing(exercise: Exercise, records: dict[str, Record]) -> str:
    """ "proved", "refuted", "stale" or "missing"."""
    record = records.get(exercise.id)
    if record is None:
        return "missing"
    if record.fingerprint != exercise.fingerprint:
        return "stale"
    return "proved" if record.outcome == AS_CLAIMED else "refuted"
