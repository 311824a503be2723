"""What was measured of each package, kept in files, so that a long measure can be made in pieces.

    state = State(folder, "timm", Made("timm-1.0.19-py3-none-any.whl", "3 rounds, seed 0", revision()))
    ("timm/layers/mlp.py", 2) in state
    state.add("timm/layers/mlp.py", 2, judged)
    State(folder, "timm").results        # what is there

One file a package, one line of JSON a text. What was measured of another release, with other bugs or by another
revision of devlint is kept aside, not mixed in.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import REPOSITORY
from benchmarks.repairs.measure import Judged, Tried


@dataclass(frozen=True, slots=True)
class Made:
    """What results were made of: the release, the bugs that were planted, and the revision of devlint."""

    archive: str
    planted: str
    revision: str


class State:
    """The results of one package: those that were ``made`` so, or, without it, those that are there."""

    def __init__(self, folder: Path, package: str, made: Made | None = None) -> None:
        self.results: dict[tuple[str, int], Judged | None] = {}
        self._file = folder / f"{package}.jsonl"
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.exists() else []
        known = Made(**json.loads(lines[0])) if lines else None
        if known is not None and made in (None, known):
            self.made = known
            for line in lines[1:]:
                self._read(json.loads(line))
            return
        assert made is not None, f"{package} was not measured yet"
        self.made = made
        if known is not None:
            self._file.rename(self._file.with_suffix(".old.jsonl"))
        folder.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps(dataclasses.asdict(made)) + "\n", encoding="utf-8")

    def __contains__(self, key: tuple[str, int]) -> bool:
        return key in self.results

    @property
    def repairs(self) -> list[Tried]:
        """All repairs that were tried."""
        return [one for judged in self.results.values() if judged is not None for one in judged.repairs]

    def add(self, path: str, number: int, judged: Judged | None) -> None:
        """Keep what came of the text of ``path`` in a round."""
        self.results[path, number] = judged
        written = None if judged is None else dataclasses.asdict(dataclasses.replace(judged, text=""))
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"path": path, "round": number, "judged": written}) + "\n")

    def _read(self, entry: dict[str, Any]) -> None:
        written, judged = entry["judged"], None
        if written is not None:
            repairs = tuple(Tried(**_with_tuples(one)) for one in written.pop("repairs"))
            places = tuple(written.pop("places"))
            judged = Judged(**written, repairs=repairs, places=places)
        self.results[entry["path"], entry["round"]] = judged


def _with_tuples(written: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in written.items()}


def revision() -> str:
    """The commit of this checkout that last changed devlint, with "+" where ``devlint/`` differs from it.

    Compiled modules beside their sources do not count.
    """

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(REPOSITORY), *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    differing = [one for one in git("status", "--porcelain", "--", "devlint").splitlines() if not one.endswith(".so")]
    return git("log", "-1", "--format=%h", "--", "devlint") + "+" * bool(differing)
