"""The names of libraries that are most used with tensors and modules, and what devlint knows of them.

    python -m benchmarks.library_names .bench/packages/*/files                 # a folder for each repository
    python -m benchmarks.library_names REPOSITORY ... --most 10 --markdown > benchmarks/library_names/names.md

The Python files of a repository that mention torch are evaluated, all or as many as ``--most`` says, and each call is
counted that reaches a library with a tensor or a module, or gives one back (``calls.py``). What a repository calls of
its own does not count, nor what it calls of torch or the standard library.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks import REPOSITORY
from benchmarks.library_names.calls import File, examine
from benchmarks.scan import in_processes
from benchmarks.table import table
from devlint import __version__
from devlint.devices.semantics.torch_functions import ANSWERS
from devlint.stubs.finding import row
from devlint.torch_api import library_models
from devlint.torch_api.array_functions import makes_arrays
from devlint.torch_api.libraries import CONVERTERS, OTHER_FRAMEWORKS
from devlint.torch_api.library_devices import CHOOSERS
from devlint.torch_api.tables import operator

SEED = 20261129
LARGEST = 400_000
"""Bytes of a file that is still evaluated; larger ones are generated."""

ROOTS = ("", "src", "files", "files/src")
OF_TABLES = frozenset({"numpy", "matplotlib"}) | OTHER_FRAMEWORKS
"""Packages of which every result has a kind, whatever the name."""


class Count(NamedTuple):
    """How often a name is called with a tensor or a module, in how many repositories, and which part knows it."""

    name: str
    uses: int
    repositories: int
    known_by: str


def counted(found: Iterator[tuple[Path, File]]) -> list[Count]:
    """The names in the files of repositories, those of the most repositories first."""
    uses: Counter[str] = Counter()
    repositories: dict[str, set[Path]] = defaultdict(set)
    for repository, file in found:
        own = _own(repository) | _own(file.path.parent)
        for use in file.uses:
            top = use.name.partition(".")[0]
            if top and top not in own and top not in sys.stdlib_module_names:
                uses[use.name] += 1
                repositories[use.name].add(repository)
    counts = [Count(name, number, len(repositories[name]), known_by(name)) for name, number in uses.items()]
    return sorted(counts, key=lambda one: (-one.repositories, -one.uses, one.name))


@cache
def _own(folder: Path) -> frozenset[str]:
    """The names of modules that lie in a folder, or in the folders in which repositories keep theirs."""
    places = [place for root in ROOTS if (place := folder / root).is_dir()]
    return frozenset(one.stem for place in places for one in place.iterdir() if one.is_dir() or one.suffix == ".py")


def known_by(name: str) -> str:
    """Which part of devlint knows a function, class or method of this full name; "" for none."""
    if row(name) is not None:
        return "stub"
    models = (library_models.loads_model, library_models.builds_vision_model, library_models.is_summing_metric)
    exact = (ANSWERS, CHOOSERS, CONVERTERS, library_models.TRAINERS, library_models.ARGUMENTS)
    if any(knows(name) for knows in (makes_arrays, *models)) or any(name in names for names in exact):
        return "table"
    top, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    if top in OF_TABLES or name.startswith("sklearn.estimator"):
        return "table"
    return "namesake" if operator(f"torch.{last}") or operator(f"torch.nn.functional.{last}") else ""


def _files(repository: Path, most: int | None) -> list[Path]:
    """The files of a repository that mention torch, at most so many of them."""
    every = (one for one in sorted(repository.rglob("*.py")) if one.is_file() and one.stat().st_size <= LARGEST)
    found = [one for one in every if b"torch" in one.read_bytes()]
    return found if most is None or len(found) <= most else random.Random(SEED).sample(found, most)


def _page(counts: list[Count], repositories: int, files: int) -> Iterator[str]:
    yield "# Names of libraries by use\n"
    made = f"Made by `python -m benchmarks.library_names` with devlint {__version__} on {date.today().isoformat()}"
    yield (
        f"{made}: {files:,} files that mention\ntorch, of {repositories:,} repositories, were evaluated, and calls"
        " counted that reach a library with a value which is,\nor may be, a tensor or a module, or which give one back."
        f" The first {len(counts)} names stand here, those of the\nmost repositories first. A *namesake* is taken for"
        " the function of torch that has its name.\n"
    )
    yield "| name | uses | repositories | known by |\n| --- | ---: | ---: | --- |"
    for one in counts:
        yield f"| `{one.name}` | {one.uses} | {one.repositories} | {one.known_by} |"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, nargs="+", help="folders, a repository each")
    parser.add_argument("--top", type=int, default=300, metavar="N", help="show the N first names")
    parser.add_argument("--most", type=int, metavar="N", help="evaluate N files of each repository that has more")
    parser.add_argument("--unknown", action="store_true", help="show only names that nothing knows")
    parser.add_argument("--markdown", action="store_true", help="write a page instead of a table")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)

    files = [(repository, file) for repository in args.repositories for file in _files(repository, args.most)]
    targets = [(file, str(file)) for _, file in files]
    results = in_processes(examine, targets, REPOSITORY, args.jobs)
    counts = counted((repository, found) for (repository, _), found in zip(files, results, strict=True))
    shown = [one for one in counts if not (args.unknown and one.known_by)][: args.top]
    if args.markdown:
        print("\n".join(_page(shown, len({one for one, _ in files}), len(files))))
    else:
        print(table(Count._fields, shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
