"""Where the founding cases are published: releases in a package index, revisions of a GitHub repository.

    case.bad.text(clone=None)      # the file with the bug, as its authors published it
    case.good.text(clone=None)     # the same file after the repair

The texts are kept under ``.bench/founding`` once they have been downloaded.
"""

from __future__ import annotations

import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from benchmarks import CACHE
from benchmarks.releases import Unavailable, fetch, member

KEPT = CACHE / "founding"


@dataclass(frozen=True, slots=True)
class Release:
    """A file inside a published archive."""

    package: str
    archive: str
    path: str

    def text(self, clone: Path | None) -> str:
        """The file as it was published. Raises Unavailable."""
        try:
            return member(fetch(self.package, self.archive, KEPT), self.path).decode()
        except urllib.error.URLError as error:
            raise Unavailable(f"{self.archive}: {error}") from error


@dataclass(frozen=True, slots=True)
class Revision:
    """A file of a GitHub repository at one commit."""

    repository: str
    commit: str
    path: str

    def text(self, clone: Path | None) -> str:
        """The file at that commit, from the clone if there is one. Raises Unavailable."""
        kept = KEPT / f"{self.commit[:12]}-{Path(self.path).name}"
        if kept.exists():
            return kept.read_text(encoding="utf-8")
        if clone is not None:
            command = ["git", "-C", str(clone), "show", f"{self.commit}:{self.path}"]
            done = subprocess.run(command, check=False, capture_output=True)
            if done.returncode:
                raise Unavailable(done.stderr.decode().strip())
            return done.stdout.decode()
        address = f"https://raw.githubusercontent.com/{self.repository}/{self.commit}/{self.path}"
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                data: bytes = answer.read()
        except urllib.error.URLError as error:
            raise Unavailable(f"{address}: {error}") from error
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(data)
        return data.decode()


@dataclass(frozen=True, slots=True)
class Case:
    """One bug: ``lines`` of the bad text, all inside ``scope``, the function that the repair is in too."""

    name: str
    rule: str
    bad: Release | Revision
    good: Release | Revision
    lines: tuple[int, ...]
    scope: str = ""


def _torchmetrics(version: str) -> Release:
    return Release("torchmetrics", f"torchmetrics-{version}-py3-none-any.whl", "torchmetrics/utilities/data.py")


def _lycoris(version: str) -> Release:
    folder = f"lycoris_lora-{version}"
    return Release("lycoris_lora", f"{folder}.tar.gz", f"{folder}/lycoris/utils/__init__.py")


def _chapter_6(commit: str) -> Revision:
    return Revision("rasbt/LLMs-from-scratch", commit, "ch06/01_main-chapter-code/gpt-class-finetune.py")


CASES = (
    Case(
        "LLMs-from-scratch, chapter 6, head after the move",
        "DEV301",
        _chapter_6("7a2a157844dacdae14f669dee2cf9616a7645b10"),
        _chapter_6("86f6c2df43114db614461e54b10c58da4b18d461"),
        (398,),
    ),
    Case("TorchMetrics, _cumsum", "DEV201", _torchmetrics("1.4.0"), _torchmetrics("1.4.1"), (218,), "_cumsum"),
    Case("LyCORIS, weight difference", "DEV103", _lycoris("2.0.2"), _lycoris("2.1.0"), (240, 334), "extract_diff"),
)
