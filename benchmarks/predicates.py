"""How often each predicate, condition and reason for silence holds: what holds nowhere can go.

    python -m benchmarks.predicates                       # the fixtures, the field cases and thirty packages
    python -m benchmarks.predicates --programs DIR ...    # and each file below these folders as a program
    python -m benchmarks.predicates --projects DIR ...    # and each folder in these folders as a package
    python -m benchmarks.predicates --conditions          # every condition that never held, or always did

A copy of devlint is made in which each function notes that it was entered and what it returned, and each condition what
it gave; the copy lints all files, all rules on. Counted are programs: a package, a case or a fixture is one.
Functions under ``@cache`` are counted for the first program that asks. ``--keep FILE`` writes the notes of a run, and
``--add FILE`` counts them again in a later one at the same revision. Figures: ``predicates.md``.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import LISTS, package
from benchmarks.field.cases import CASES, load_cases
from benchmarks.scan import Target, in_processes, lint_file

ROOMS = ("devices", "rules")
CORPORA = ("fixtures", "cases", "field", "packages")

NOTES = """
seen = set()

def note(number, value):
    seen.add(2 * number + (not value))
    return value

silenced = seen.add
"""
"""The module ``devlint.noted`` of the copy; an even entry says that a condition held, an odd one that it did not."""


class Place(NamedTuple):
    """What is counted: the ``kind`` is "entered", "returned" or "condition", ``name`` that of the function."""

    file: str
    line: int
    name: str
    kind: str
    text: str


class Instrument(ast.NodeTransformer):
    """Puts a note around each condition and each value returned, and one at the head of each function."""

    def __init__(self, file: str, places: list[Place]) -> None:
        self.file, self.places = file, places
        self.scope: list[str] = []

    def noted(self, node: ast.expr, kind: str) -> ast.expr:
        """``node`` inside of a call of ``note``; of a condition of several parts each part is."""
        if kind == "condition" and isinstance(node, ast.BoolOp):
            node.values = [self.noted(value, kind) for value in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self.noted(node.operand, kind)
            return node
        return self.call(node, node, kind)

    def call(self, value: ast.expr, at: ast.AST, kind: str) -> ast.expr:
        """``_note(number, value)``."""
        text = ast.unparse(value).replace("_note", "")[:100]
        self.places.append(Place(self.file, getattr(at, "lineno", 0), ".".join(self.scope), kind, text))
        number = ast.Constant(len(self.places) - 1)
        return ast.Call(ast.Name("_note", ast.Load()), [number, value], [])

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.scope.append(node.name)
        self.generic_visit(node)
        self.scope.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.scope.append(node.name)
        self.generic_visit(node)
        head = ast.Expr(self.call(ast.Constant(value=True), node, "entered"))
        start = 1 if ast.get_docstring(node) is not None else 0
        node.body.insert(start, head)
        if self.scope == ["Recorder", "silence"]:
            node.body[start:start] = ast.parse("_silenced(reason.id)").body
        self.scope.pop()
        return node

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> ast.AST:
        for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        self.generic_visit(node)
        if not for_types:
            node.test = self.noted(node.test, "condition")
        return node

    visit_While = visit_IfExp = visit_If

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [self.noted(test, "condition") for test in node.ifs]
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None:
            if isinstance(node.value, ast.BoolOp):
                node.value = self.noted(node.value, "condition")
            node.value = self.call(node.value, node, "returned")
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        self.generic_visit(node)
        pattern = ast.Constant(f"case {ast.unparse(node.pattern)}")
        node.body.insert(0, ast.Expr(self.call(pattern, node.body[0], "condition")))
        return node


def instrumented(tree: Path, rooms: Sequence[str]) -> list[Place]:
    """Write a copy of devlint that takes notes to ``tree``; the places that they are about, by number."""
    shutil.copytree(REPOSITORY / "devlint", tree / "devlint", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (tree / "devlint" / "noted.py").write_text(NOTES)
    places: list[Place] = []
    for path in sorted(file for room in rooms for file in (tree / "devlint" / room).rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        after = 1 + max((i for i, one in enumerate(module.body) if _is_head(one, i)), default=-1)
        Instrument(str(path.relative_to(tree)), places).visit(module)
        module.body.insert(after, ast.parse("from devlint.noted import note as _note, silenced as _silenced").body[0])
        path.write_text(ast.unparse(ast.fix_missing_locations(module)), encoding="utf-8")
    return places


def _is_head(node: ast.stmt, position: int) -> bool:
    """Whether a module's statement has to stay before all imports."""
    is_docstring = position == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.ImportFrom) and node.module == "__future__"


def seen_in(target: Target) -> tuple[str, list[int | str]]:
    """What was noted while one file was linted. It runs in a process that imports the copy."""
    from devlint.configuration.options import Options

    seen: set[int | str] = importlib.import_module("devlint.noted").seen
    seen.clear()
    own = Path(target[1]).parent.name[:6].upper()
    selected = ("DEV7", "DEV8", *((own,) if own.startswith("DEV") else ()))
    outcome = lint_file(target, Options(extend_select=selected)).outcome
    if outcome != "linted":
        print(f"{target[1]}: {outcome}", file=sys.stderr)
    return str(target[0]), list(seen)


def programs(
    packages: Sequence[str], folders: Sequence[Path], projects: Sequence[Path], every: int
) -> Iterator[tuple[str, str, Path, str]]:
    """Corpus, program, file and the path by which the linter knows it."""
    for path in sorted((REPOSITORY / "fixtures").rglob("*.py")):
        yield "fixtures", str(path.relative_to(REPOSITORY / "fixtures")), path, str(path)
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            yield "cases", path.relative_to(folder).as_posix(), path, str(path)
    for case in load_cases(CASES):
        for name, known in zip(("bad.py", "good.py"), case.names, strict=True):
            path = case.folder(CACHE / "field") / name
            if path.exists():
                yield "field", case.id, path, known
    for name in packages:
        for path in package(name, CACHE / "packages").files[::every]:
            yield "packages", name, path, str(path)
    for project in sorted(one for folder in projects for one in folder.iterdir() if one.is_dir()):
        for path in sorted(project.rglob("*.py"))[::every]:
            yield "packages", project.name, path, str(path)


Seen: TypeAlias = "dict[int | str, dict[str, set[str]]]"
"""Of each note the programs in which it was made, by corpus."""


def measure(files: Sequence[tuple[str, str, Path, str]], tree: Path, jobs: int) -> Seen:
    """Lint ``files`` with the copy in ``tree``."""
    found: dict[int | str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    targets = [(path, name) for _, _, path, name in files]
    for (corpus, program, _, _), (_, notes) in zip(files, in_processes(seen_in, targets, tree, jobs), strict=True):
        for number in notes:
            found[number][corpus].add(program)
    return found


def add(seen: Seen, file: Path, places: Sequence[Place]) -> None:
    """Count the notes that an earlier run kept in ``file``. Raises ValueError where its devlint was another one."""
    kept = json.loads(file.read_text())
    if kept["places"] != [list(place) for place in places]:
        raise ValueError(f"{file} was kept at another revision")
    for key, of in kept["notes"]:
        for corpus, names in of.items():
            seen[key][corpus].update(names)


def counts(of: Mapping[str, set[str]]) -> str:
    """The number of programs in each corpus, as cells of a table."""
    return " | ".join(str(len(of.get(corpus, ()))) for corpus in CORPORA)


def rows(places: Sequence[Place], seen: Seen) -> Iterator[str]:
    """A row for each reason, and one for each function that is true in at most one program."""
    from devlint.devices.silence.catalogue import all_reasons  # the processes that lint import the copy

    head = f"| {' | '.join(CORPORA)} |"
    yield f"| reason for silence {head}\n| --- {'| ---: ' * len(CORPORA)}|"
    for reason in sorted(all_reasons(), key=lambda one: one.id):
        yield f"| {reason.id} | {counts(seen.get(reason.id, {}))} |"
    yield f"\n| function, true {head}\n| --- {'| ---: ' * len(CORPORA)}|"
    true: dict[str, dict[str, set[str]]] = {}
    for number, place in enumerate(places):
        if place.kind == "returned":
            of = true.setdefault(f"{place.file.removeprefix('devlint/')} {place.name}", defaultdict(set))
            for corpus, names in seen.get(2 * number, {}).items():
                of[corpus] |= names
    for name, of in sorted(true.items()):
        if sum(map(len, of.values())) <= 1:
            yield f"| {name} | {counts(of)} |"


def conditions(places: Sequence[Place], seen: Seen) -> Iterator[str]:
    """A line for each function never entered and each condition that never held or always did."""
    for number, (file, line, name, kind, text) in enumerate(places):
        true, false = seen.get(2 * number, {}), seen.get(2 * number + 1, {})
        if kind == "entered" and not true:
            yield f"{file}:{line}: {name} is never entered"
        elif kind == "condition":
            where = f"{file}:{line}: {name}: {text}"
            if not true:
                yield f"{where}: never true ({'reached' if false else 'not reached'})"
            elif not false and not text.startswith("'case"):
                yield f"{where}: never false"
            if len(only := [one for names in true.values() for one in names]) == 1:
                yield f"{where}: true only in {only[0]}"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, nargs="*", default=[], help="folders whose files are programs")
    parser.add_argument("--projects", type=Path, nargs="*", default=[], help="folders whose folders are packages")
    parser.add_argument("--packages", default=",".join(LISTS["all"]), help="names with commas between, or none")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take each Nth file of a package")
    parser.add_argument("--rooms", nargs="*", default=ROOMS, help="folders of devlint whose code takes notes")
    parser.add_argument("--conditions", action="store_true", help="list conditions instead of the table")
    parser.add_argument("--keep", type=Path, help="write all notes here as JSON")
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="notes of earlier runs")
    parser.add_argument("--corpora", nargs="*", default=CORPORA, choices=CORPORA, help="lint these only")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)

    named = [] if args.packages == "none" else args.packages.split(",")
    files = [one for one in programs(named, args.programs, args.projects, args.every) if one[0] in args.corpora]
    with tempfile.TemporaryDirectory() as made:
        places = instrumented(Path(made), args.rooms)
        seen = measure(files, Path(made), args.jobs)
    for file in args.add:
        add(seen, file, places)
    if args.keep:
        notes = [[key, {corpus: sorted(names) for corpus, names in of.items()}] for key, of in seen.items()]
        args.keep.write_text(json.dumps({"places": places, "notes": notes}))
    for line in (conditions if args.conditions else rows)(places, seen):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
