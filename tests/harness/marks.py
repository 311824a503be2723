"""What a fixture file claims, read from its comments without running it.

    def bad_sum(x):
        return x.t() + torch.ones(8, 4)  # DEV102: 20; raises: Expected all tensors to be on the same device

A comment of marks is a list separated by ``;``. The marks are

- ``DEV102: 20``: a report of this rule begins on this line, at this column, from 1 as the command line prints it;
- ``raises: words``: the function fails on this line, on an accelerator, with these words. Without it, the line of the
  report is the failing one and any words about devices will do;
- ``always raises: words``: the same, and on a machine without an accelerator too;
- ``raises without CUDA: words``: the function fails on this line, with these words, on a machine without an
  accelerator, and there alone;
- ``raises on MPS: words``: the same, on MPS alone. All functions of its folder are run on simulated MPS, too;
- ``breaks: property``: nothing is raised; the ``assert`` on this line holds on the CPU and fails on an accelerator;
- ``hardware only: reason``: beside a ``def``: the simulator has no such thing, so a real GPU must show it;
- ``unproved: reason``: beside a ``def``: this function cannot be run at all (it is counted and shown).

A report may lie in a helper or a class that a function uses. So a function *reaches* the module-level definitions it
names, and those that they name; its own marks come before the ones it reaches.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from devlint.source.text import lines

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

_REPORT = re.compile(r"(DEV\d{3}): (\d+)")
_CLAIM = re.compile(r"(raises|always raises|raises without CUDA|raises on MPS|breaks|hardware only|unproved): (\S.*)")
WITHOUT_CUDA = "raises without CUDA"
ON_MPS = "raises on MPS"
FAILURES = frozenset({"raises", "always raises", WITHOUT_CUDA, ON_MPS, "breaks"})
"""The claims that something fails."""
_LIKE_A_MARK = re.compile(r"#\s*(DEV\d+|(always )?raises( without CUDA| on MPS)?|breaks|hardware only|unproved)\b")


@dataclass(frozen=True, slots=True, order=True)
class Report:
    """A report that must be made: where it begins, counted from 1, and by which rule."""

    line: int
    column: int
    code: str


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """What happens at run time: ``kind`` is a mark's name ("raises", "breaks", ...)."""

    line: int
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """One function of a fixture file and everything it must do.

    ``reports`` are its own or, where it has none, those of the definitions it reaches; so are the ``failures``, which
    are the claims whose kind is one of ``FAILURES``. ``machines`` are those on which it can
    run. ``fingerprint`` changes when the text of the function or of anything it reaches does.
    """

    path: Path
    name: str
    line: int
    parameters: tuple[str, ...]
    reports: tuple[Report, ...]
    failures: tuple[Claim, ...]
    machines: frozenset[str]
    fingerprint: str

    @property
    def is_bad(self) -> bool:
        return self.name.startswith("bad_")

    @property
    def id(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}::{self.name}"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A fixture file: every report it must get, and its exercises in source order."""

    path: Path
    reports: tuple[Report, ...]
    exercises: tuple[Exercise, ...]


class MarkError(Exception):
    """A fixture file claims something malformed or incomplete."""


def fixture_files(code: str | None = None) -> list[Path]:
    """Every ``bad*.py`` and ``ok*.py`` of the rules' folders, or of the one of the rule ``code``, by name; one that
    switches something for the whole file is a file of its own (``ok_default_device.py``)."""
    folders = f"{code.lower()}_*" if code else "dev[0-9][0-9][0-9]_*"
    return sorted(path for path in FIXTURES.glob(f"{folders}/*.py") if path.stem.split("_")[0] in ("bad", "ok"))


def read(path: Path) -> Fixture:
    """The claims of the fixture file at *path*. Raises MarkError where they are malformed or incomplete."""
    return _read(path, path.read_text(encoding="utf-8"))


@cache
def _read(path: Path, text: str) -> Fixture:
    reports, claims = _marks(text, path)
    definitions = {name: node for node in ast.parse(text).body for name in _bound_by(node)}
    there = lines(text)
    exercises = tuple(
        _exercise(path, there, node, definitions, reports, claims)
        for node in definitions.values()
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("bad_", "ok_"))
    )
    if not path.stem.endswith(".fixed"):  # whose bad functions may have nothing left to report
        _complain_about_gaps(path, reports, exercises)
    return Fixture(path, tuple(sorted(reports)), exercises)


def _marks(text: str, path: Path) -> tuple[list[Report], list[Claim]]:
    reports: list[Report] = []
    claims: list[Claim] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or not _LIKE_A_MARK.match(token.string):
            continue
        rest, line = token.string[1:].strip(), token.start[0]
        while rest:
            if claim := _CLAIM.fullmatch(rest):
                claims.append(Claim(line, claim[1], claim[2]))
                break  # the words may hold any character, so a claim ends its comment
            first, _, rest = (part.strip() for part in rest.partition(";"))
            report = _REPORT.fullmatch(first)
            if report is None:
                raise MarkError(f"{path}:{line}: not a mark: {first!r}")
            reports.append(Report(line, int(report[2]), report[1]))
    return reports, claims


def _bound_by(node: ast.stmt) -> Iterator[str]:
    """The module-level names that *node* binds."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield (alias.asname or alias.name).split(".")[0]
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id


def _exercise(
    path: Path,
    there: list[str],
    function: ast.FunctionDef,
    definitions: dict[str, ast.stmt],
    reports: list[Report],
    claims: list[Claim],
) -> Exercise:
    reached = _reached(function, definitions)
    own = _lines(function)
    everywhere = set().union(*(_lines(node) for node in reached))
    digest = hashlib.sha256("\n".join(_segment(there, node) for node in reached).encode())
    failures = [claim for claim in claims if claim.kind in FAILURES]
    parameters = function.args
    required = len(parameters.args) - len(parameters.defaults)
    keywords = zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)
    return Exercise(
        path,
        function.name,
        function.lineno,
        tuple(p.arg for p in parameters.args[:required]) + tuple(p.arg for p, default in keywords if default is None),
        tuple(r for r in reports if r.line in own) or tuple(r for r in reports if r.line in everywhere),
        tuple(c for c in failures if c.line in own) or tuple(c for c in failures if c.line in everywhere),
        _machines(path, [claim for claim in claims if claim.line in own]),
        digest.hexdigest()[:16],
    )


def _segment(there: list[str], node: ast.stmt) -> str:
    """The text of a statement at the top level: ``ast.get_source_segment``, which would split the text each time."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    part = there[node.lineno - 1 : node.end_lineno]
    part[-1] = part[-1].encode()[: node.end_col_offset].decode()
    part[0] = part[0].encode()[node.col_offset :].decode()
    return "".join(part)


def _machines(path: Path, claims: list[Claim]) -> frozenset[str]:
    kinds = {claim.kind for claim in claims}
    if "unproved" in kinds:
        return frozenset()
    if "hardware only" in kinds:
        return frozenset({"hardware"})
    return frozenset({"host", "simulator", "hardware", *(["mps"] if _is_about_mps(path.parent) else [])})


@cache
def _is_about_mps(folder: Path) -> bool:
    """Whether a fixture of bad code in *folder* says what is raised on MPS."""
    return any(f"; {ON_MPS}: " in path.read_text(encoding="utf-8") for path in sorted(folder.glob("bad*.py")))


def _reached(function: ast.stmt, definitions: dict[str, ast.stmt]) -> list[ast.stmt]:
    """*function* and the module-level statements it names, directly or through others, in source order."""
    found: dict[int, ast.stmt] = {}
    waiting = [function]
    while waiting:
        node = waiting.pop()
        if id(node) in found:
            continue
        found[id(node)] = node
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        waiting += [definitions[name] for name in sorted(names) if name in definitions]
    return sorted(found.values(), key=lambda node: node.lineno)


def _lines(node: ast.stmt) -> set[int]:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    return set(range(first, (node.end_lineno or node.lineno) + 1))


def _of_bad_code(path: Path) -> bool:
    return path.name.startswith("bad")


def _complain_about_gaps(path: Path, reports: list[Report], exercises: tuple[Exercise, ...]) -> None:
    if not _of_bad_code(path) and reports:
        raise MarkError(f"{path}:{reports[0].line}: a report in a file of good code")
    for exercise in exercises:
        if exercise.is_bad != _of_bad_code(path):
            raise MarkError(f"{path}:{exercise.line}: {exercise.name} is in the wrong file")
        if exercise.is_bad and not exercise.reports:
            raise MarkError(f"{path}:{exercise.line}: {exercise.name} claims no report")
    claimed = {report for exercise in exercises for report in exercise.reports}
    for report in reports:
        if report not in claimed:
            raise MarkError(f"{path}:{report.line}: no function exercises this report")
