"""One file of many lines, and many files: what they take as they grow."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks import REPOSITORY
from devlint.configuration.options import Options
from devlint.engine.batch import check_all
from tests.growth.measure import load

Step = tuple[int, int, float, float]
"""A size, the characters of that many lines or files, the seconds of processor time and the megabytes they take."""


def _texts() -> list[str]:
    """Working programs of some 100 lines."""
    return [path.read_text(encoding="utf-8") for path in sorted((REPOSITORY / "fixtures").glob("dev*/ok*.py"))]


def of_lines(most: int) -> Iterator[Step]:
    """One file, of 1,000 lines at first: the fixtures one after the other, as often as that takes."""
    texts = [text.replace("from __future__ import annotations\n", "") for text in _texts()]
    lines = "\n".join(texts).splitlines()
    size = 1000
    while size <= most:
        text = "\n".join((lines * (1 + size // len(lines)))[:size])
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "lines.py").write_text(_ended(text))
            yield size, len(text), *_cost([str(Path(folder, "lines.py"))])
        size *= 2


def of_files(most: int) -> Iterator[Step]:
    """A folder, of 100 files at first: modules that import each other in pairs."""
    texts = _texts()
    size = 100
    while size <= most:
        with tempfile.TemporaryDirectory() as folder:
            names, characters = [], 0
            for number in range(size):
                text = texts[number % len(texts)] + f"\n\nfrom .m{(number * 7 + 1) % size} import *\n"
                characters += len(text)
                names.append(str(Path(folder, f"m{number}.py")))
                Path(names[-1]).write_text(text)
            Path(folder, "__init__.py").write_text("")
            yield size, characters, *_cost(names)
        size = min(size * 2, most) if size < most else most + 1


def of_stars(most: int) -> Iterator[Step]:
    """A folder, of 10 files at first: each imports all names of all files that follow, and calls what they define."""
    for size in range(10, most + 1, 20):
        with tempfile.TemporaryDirectory() as folder:
            names, characters = [], 0
            for number in range(size):
                following = range(number + 1, size)
                text = "import torch\n" + "".join(f"from m{other} import *\n" for other in following)
                text += f"def f{number}(x): return x.cuda() + torch.ones(3)\n"
                text += "".join(f"f{other}(torch.ones(2))\n" for other in following)
                characters += len(text)
                names.append(str(Path(folder, f"m{number}.py")))
                Path(names[-1]).write_text(text)
            yield size, characters, *_cost(names)


def _ended(text: str) -> str:
    """``text`` up to the last line at which a statement begins at the top, so that it is Python."""
    lines = text.splitlines()
    while lines and not lines[-1].startswith(("def ", "class ", "@")):
        lines.pop()
    while lines and lines[-1].startswith("@"):
        lines.pop()
    return "\n".join(lines[:-1]) + "\n"


def _cost(paths: list[str]) -> tuple[float, float]:
    load()
    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(paths, there))
    process.start()
    seconds, memory = here.recv()
    process.join()
    return seconds, memory


def _measure(paths: list[str], answer: Connection) -> None:
    start = time.process_time()
    for outcome in check_all(paths, Options(no_cache=True, no_baseline=True, timeout=3600), jobs=1):
        assert not outcome.failures and not outcome.error, outcome
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer.send((round(time.process_time() - start, 2), round(memory)))
