"""Whether a baseline holds while a package changes, and lets a new bug through.

    python -m benchmarks.baseline                        # five packages
    python -m benchmarks.baseline --packages captum

Of each package everything that is found, hints included, goes into a baseline. Then, one on top of the other,
- functions are moved: adjacent ones, and adjacent methods, are put into the opposite order;
- lines are added: comments in front of everything at the top of a file, and a function at its end;
- files are renamed: in each folder a neighbour of a file with findings that has none itself.
After each step nothing new may be reported, and no file may have become one that cannot be analysed. Then one bug is
planted, and exactly that one must be reported. What is gone after a step is said, since a renamed neighbour leaves what
it defines unknown. Ends with 1 where something differs.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import CACHE
from benchmarks.ecosystem.packages import package
from devlint.cli import main as devlint

FIVE = ("torchmetrics", "timm", "captum", "pyro-ppl", "gpytorch")
ADDED = "\n\ndef added_by_the_benchmark(value):\n    return value\n"
PLANTED = "\n\nimport torch as planted_torch\n\n\ndef planted(x: planted_torch.Tensor):\n" + (
    "    return planted_torch.relu(x) * planted_torch.ones(3)\n"
)


def run(*arguments: str) -> tuple[str, str]:
    """What a command of devlint prints to standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        devlint(arguments)
    return out.getvalue(), err.getvalue()


def reported(folder: Path, *arguments: str) -> tuple[list[str], str]:
    """Place and code of what is reported, or why a file is not checked, and what is said of the baseline."""
    out, err = run("check", str(folder), "--level=hint", "--no-gitignore", "--output-format=json", *arguments)
    found = [f"{one['path']}:{one['line']}: {one['code'] or one['message']}" for one in json.loads(out)]
    return found, " ".join(line for line in err.splitlines() if "baseline" in line)


def moved(text: str) -> str:
    """``text`` with adjacent functions in the opposite order, and so of methods."""
    lines = text.splitlines(keepends=True)
    if not text.endswith("\n"):
        return text
    tree = ast.parse(text)
    bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    for body in sorted(filter(None, bodies), key=lambda body: -body[0].lineno):
        for first, last in _runs(body):
            starts = [one.lineno - 1 for one in body[first:last]]
            ends = [*starts[1:], body[last - 1].end_lineno or 0]
            pieces = [lines[start:end] for start, end in zip(starts, ends, strict=True)]
            lines[starts[0] : ends[-1]] = [line for piece in reversed(pieces) for line in piece]
    return "".join(lines)


def _runs(body: list[ast.stmt]) -> Iterator[tuple[int, int]]:
    """Where functions of different names and without decorators follow each other."""
    first = 0
    for n in range(len(body) + 1):
        one = body[n] if n < len(body) else None
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) and not one.decorator_list:
            continue
        names = [getattr(f, "name", "") for f in body[first:n]]
        if n - first > 1 and len(set(names)) == len(names):
            yield first, n
        first = n + 1


def lengthened(text: str) -> str:
    """``text`` with comments before everything at its top level but what must come first, and a function at its end."""
    lines = text.splitlines(keepends=True)
    body = [one for one in ast.parse(text).body if not isinstance(one, (ast.Import, ast.ImportFrom, ast.Expr))]
    for one in reversed(body):
        first = min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))])
        if one.col_offset == 0:
            lines.insert(first - 1, "# a line\n# and another one\n")
    return "".join(lines).rstrip("\n") + "\n" + ADDED


def change(folder: Path, how: Callable[[str], str]) -> int:
    """Change every file below ``folder``; how many changed."""
    changed = 0
    for path in sorted(folder.rglob("*.py")):
        try:
            text = path.read_bytes().decode("utf-8")
            after = how(text)
            ast.parse(after)
        except (SyntaxError, ValueError, RecursionError):
            continue
        if after != text and "\r" not in text and "\f" not in text:
            path.write_bytes(after.encode("utf-8"))
            changed += 1
    return changed


def rename_neighbours(folder: Path, known: set[str]) -> int:
    """Rename, beside files in which something is known, one of which nothing is; how many were renamed."""
    renamed = 0
    for place in sorted({Path(one).parent for one in known}):
        free = [p for p in sorted((folder / place).glob("*.py")) if p.relative_to(folder).as_posix() not in known]
        free = [p for p in free if not p.name.startswith("__")]
        if free:
            free[0].rename(free[0].with_name(f"{free[0].stem}_renamed.py"))
            renamed += 1
    return renamed


def judge(name: str, folder: Path) -> bool:
    """Print what becomes of one package; True if all is as it should be."""
    baseline = folder / ".devlint-baseline.json"
    option = f"--baseline={baseline}"
    said, _ = run("baseline", str(folder), "--level=hint", "--no-gitignore", option)
    print(f"{name}: {said.strip().rpartition(': ')[2]}", flush=True)
    known = set(json.loads(baseline.read_text())["findings"])
    good = bool(known)
    steps: list[tuple[str, Callable[[], int]]] = [
        ("functions moved in", lambda: change(folder, moved)),
        ("lines added to", lambda: change(folder, lengthened)),
        ("neighbours renamed:", lambda: rename_neighbours(folder, known)),
    ]
    for what, step in steps:
        number = step()
        new, gone = reported(folder, option)
        print(f"  {what} {number} files: {len(new)} new; {gone or 'nothing gone'}", *new[:10], sep="\n    ", flush=True)
        good &= not new
    target = folder / min(known, key=lambda file: ("test" in file, file))  # of files of tests less is said
    target.write_bytes(target.read_bytes() + PLANTED.encode())
    line = target.read_bytes().count(b"\n")
    new, _ = reported(folder, option)
    print(f"  one bug planted: {len(new)} new", *new[:10], sep="\n    ", flush=True)
    return good and new == [f"{target}:{line}: DEV102"]


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 where all is as it should be, 1 where not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", nargs="+", default=FIVE, metavar="NAME", help="packages of the index")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where archives are kept")
    parsed = parser.parse_args(arguments)
    good = True
    for name in parsed.packages:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made).resolve() / "package"
            shutil.copytree(package(name, parsed.root).folder, folder)
            (folder / "pyproject.toml").touch()
            good &= judge(name, folder)
    print("as it should be" if good else "NOT as it should be")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
