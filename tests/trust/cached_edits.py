"""Whether a cached run finds what an uncached one does after any edit, and what an edit costs.

    python -m tests.trust.cached_edits [--package torchmetrics] [--edits 30] [--seed 1] [--compare 3]

Copies the newest release of a package, edits one file after the other (a comment, a line above all, a function more or
less, a `device=` or an import less, another return value) and checks the whole after each, with the results of the run
before. Each line shows the edit, how many files were linted again, the CPU seconds, and, every few edits, whether a run
without a cache finds the same. Ends with 1 where one does not.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import CACHE
from benchmarks.ecosystem.packages import package
from devlint.base.diagnostic import Diagnostic
from devlint.configuration.options import Options
from devlint.engine import linter
from devlint.engine.batch import Outcome, check_all
from devlint.project.source import Source

SELECTED = ("DEV7", "DEV8")

Edit = Callable[[str, random.Random], str]


def _taken_out(pattern: str, instead: str = "") -> Edit:
    """An edit that puts ``instead`` in the place of one match of ``pattern``."""

    def edit(text: str, chance: random.Random) -> str:
        found = list(re.finditer(pattern, text, re.MULTILINE))
        if not found:
            return text
        match = chance.choice(found)
        return text[: match.start()] + match.expand(instead) + text[match.end() :]

    return edit


EDITS: dict[str, Edit] = {
    "comment": lambda text, _: f"{text}\n# more\n",
    "line above": lambda text, _: f"# above\n{text}",
    "function more": lambda text, chance: f"{text}\n\ndef more_{chance.randrange(10**6)}(x):\n    return x\n",
    "function less": _taken_out(r"^def .*\n(?:(?:[ \t)].*)?\n)*"),
    "device less": _taken_out(r", device=[\w.]+(?=[,)])"),
    "device fixed": _taken_out(r"device=[\w.]+", "device='cuda'"),
    "import less": _taken_out(r"^from [^\n(]+ import [^\n(]+\n"),
    "returns a copy": _taken_out(r"return (\w+)\n", r"return \1.cpu()\n"),
    "returns a factory": _taken_out(r"return (\w+)\n", "return torch.ones(3)\n"),
}


class Checks:
    """Runs over the files of a folder, which count what is linted."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.paths = sorted(map(str, folder.rglob("*.py")))
        self.cached = Options(cache_dir=str(cache), extend_select=SELECTED)
        self.uncached = Options(no_cache=True, extend_select=SELECTED)
        self.linted = 0
        self._lint = linter._lint

    def __enter__(self) -> Checks:
        vars(linter)["_lint"] = self._counted
        return self

    def __exit__(self, *_: object) -> None:
        vars(linter)["_lint"] = self._lint

    def _counted(self, source: Source, *rest: object) -> list[Diagnostic]:
        self.linted += 1
        return self._lint(source, *rest)  # type: ignore[arg-type]

    def run(self, options: Options) -> tuple[list[Outcome], int, float]:
        """What comes of each file, how many were linted, and CPU seconds."""
        self.linted, before = 0, time.process_time()
        found = list(check_all(self.paths, options, jobs=1))
        return found, self.linted, time.process_time() - before


@dataclass(frozen=True, slots=True)
class Step:
    """A run with a cache after an edit of ``file``; ``same`` is None where it was not compared with one without."""

    edit: str
    file: str
    linted: int
    seconds: float
    same: bool | None = None


def steps(folder: Path, edits: int, seed: int, compare: int) -> Iterator[Step]:
    """A run with an empty cache and one with a full one, and a run after each edit of a file of ``folder``."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as cache, Checks(folder, Path(cache)) as checks:
        for name in ("cold", "warm"):
            yield Step(name, "", *checks.run(checks.cached)[1:])
        for number in range(edits):
            name, path = chance.choice(list(EDITS)), Path(chance.choice(checks.paths))
            before = path.read_text(encoding="utf-8")
            after = EDITS[name](before, chance)
            if after == before:
                continue
            path.write_text(after, encoding="utf-8")
            found, linted, seconds = checks.run(checks.cached)
            same = found == checks.run(checks.uncached)[0] if number % compare == 0 else None
            yield Step(name, path.relative_to(folder).as_posix(), linted, seconds, same)


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 where every run that is compared finds the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", default="torchmetrics")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--edits", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare", type=int, default=3, metavar="N", help="compare every N-th edit with no cache")
    args = parser.parse_args(arguments)

    differing = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve() / "project"
        shutil.copytree(package(args.package, args.root).folder, folder)
        (folder / "pyproject.toml").touch()
        for one in steps(folder, args.edits, args.seed, args.compare):
            differing += one.same is False
            said = {None: "", True: "same", False: "DIFFERS"}[one.same]
            print(f"{one.edit:<18} {one.linted:>5} linted {one.seconds:>7.2f} s  {one.file} {said}", flush=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
