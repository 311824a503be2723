"""All repairs of one text, and what they did to it that they must not.

    judged = judge(Path("net.py"), text, None, project)
    judged.repairs                      # each that was tried, with the lines before and after
    judged.wrong                        # what must not happen, counted: empty if all is well

The text is held in memory in the place of the file, so that imports lead where they led.
"""

from __future__ import annotations

import ast
import difflib
import time
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from devlint.base.diagnostic import Diagnostic, Safety
from devlint.base.errors import NotRepaired
from devlint.configuration.options import Options
from devlint.engine.linter import NotAnalysed, lint
from devlint.engine.projects import open_project
from devlint.fixing.contents import contents
from devlint.fixing.passes import Repaired, comments, line_shift, repair
from devlint.source.text import lines

EVERYTHING = frozenset(Safety)
WRONG = ("no longer parse", "new findings", "comments lost", "lines lost", "not stable")
AROUND = 3
"""Lines above and below a repair that are kept to be read."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One repair: ``reason`` says why it was taken back, "" where it holds.

    ``planted`` names the operators of the bugs in the lines that it changed. ``as_published`` is true if the lines are
    those of the text before bugs were planted.
    """

    path: str
    line: int
    code: str
    level: str
    safety: str
    message: str
    reason: str
    planted: tuple[str, ...]
    as_published: bool
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one text; ``text`` is that after the repairs, "" where there were none, and is not kept in files."""

    path: str
    planted: int
    repairs: tuple[Tried, ...]
    wrong: dict[str, int] = field(default_factory=dict)
    places: tuple[str, ...] = ()
    seconds: float = 0.0
    text: str = ""


class Linter:
    """``lint`` at one path, which remembers what it found in each text, and in which text each finding was found."""

    def __init__(self, path: Path, project: Any, options: Options) -> None:
        self._path, self._project, self._options = str(path), project, options
        self._texts: dict[int, str] = {}
        self._found: dict[str, Sequence[Diagnostic]] = {}

    def __call__(self, text: str) -> Sequence[Diagnostic]:
        known = self._found.get(text)
        if known is not None:
            return known
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plain = "\n".join(text.replace("\r\n", "\n").split("\r"))
            found = lint(plain, self._path, self._options, project=self._project)
        self._found[text] = found
        self._texts.update((id(one), text) for one in found)
        return found

    def text_of(self, found: Diagnostic) -> str:
        """The text in which a finding was found."""
        return self._texts[id(found)]


def opened() -> Any:
    """What is known of the other files, for texts of one package."""
    return open_project(Options())


def text_of(path: Path) -> str | None:
    """The text of a file as it is repaired; None where it is none that can be written back."""
    try:
        return contents(str(path), path.read_bytes()).text
    except (NotRepaired, OSError):
        return None


def judge(
    path: Path,
    text: str,
    project: Any,
    published: str = "",
    bugs: Mapping[int, tuple[str, ...]] | None = None,
    safety: frozenset[Safety] = EVERYTHING,
) -> Judged | None:
    """Repair ``text`` and judge; None where it cannot be linted."""
    began = time.process_time()
    check = Linter(path, project, Options())
    try:
        found = check(text)
    except NotAnalysed:
        return None
    planted = sum(map(len, (bugs or {}).values()))
    if not any(one.remedy for one in found):
        return Judged(str(path), planted, (), seconds=time.process_time() - began)
    result = repair(text, check, safety, found)
    repairs = _tried(path, text, result, check, published, bugs or {})
    wrong, places = _wrong(text, found, result, check)
    if result.text != text and "no longer parse" not in wrong:
        again = repair(result.text, check, safety)
        if again.text != result.text:
            wrong["not stable"] = 1
            places += [f"not stable: {one.code} in line {one.span.line}" for one in again.fixed]
    seconds = time.process_time() - began
    wrong = {kind: number for kind, number in wrong.items() if number}
    return Judged(str(path), planted, repairs, wrong, tuple(places), seconds, result.text)


def _tried(
    path: Path, text: str, result: Repaired, check: Linter, published: str, bugs: Mapping[int, tuple[str, ...]]
) -> tuple[Tried, ...]:
    final = lines(result.text)
    known = {" ".join(line.split()) for line in lines(published)}
    shifts: dict[str, tuple[dict[int, int], dict[int, int]]] = {}
    tried = []
    for one, reason in (*((d, "") for d in result.fixed), *((b.finding, b.reason) for b in result.taken_back)):
        assert one.remedy is not None
        there = check.text_of(one)
        if there not in shifts:
            back = {new: old for old, new in line_shift(text, there).items()}
            shifts[there] = back, line_shift(there, result.text)
        back, forth = shifts[there]
        old = lines(there)
        first = min(one.span.line, one.remedy.span.line)
        last = max(one.span.line, one.remedy.span.end_line)
        if last - first > 60:
            first, last = one.remedy.span.line, one.remedy.span.end_line
        top, bottom = max(first - AROUND, 1), min(last + AROUND, len(old))
        before = old[top - 1 : bottom]
        after = final[forth.get(top, 1) - 1 : forth.get(bottom, len(final))]
        touched = range(one.remedy.span.line, one.remedy.span.end_line + 1)
        names = [name for number in touched for name in bugs.get(back.get(number, 0), ())]
        now = final[forth.get(touched[0], 1) - 1 : forth.get(touched[-1], len(final))]
        same = not reason and bool(published) and all(" ".join(line.split()) in known for line in now)
        tried.append(
            Tried(
                str(path), one.span.line, one.code, one.level.word, one.remedy.safety.value, one.line, reason,
                tuple(names), same, _stripped(before), _stripped(after),
            )
        )  # fmt: skip
    return tuple(tried)


def _stripped(part: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.rstrip("\r\n") for line in part)


def _wrong(
    text: str, found: Sequence[Diagnostic], result: Repaired, check: Linter
) -> tuple[dict[str, int], list[str]]:
    """What must not happen, counted, and where."""
    wrong: Counter[str] = Counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(result.text)
    except SyntaxError as error:
        return {"no longer parse": 1}, [f"no longer parse: line {error.lineno}"]
    shift = line_shift(text, result.text)
    old = Counter((d.code, shift[d.span.line]) for d in found)
    new = Counter((d.code, d.span.line) for d in check(result.text)) - old
    wrong["new findings"] = new.total()
    places = [f"new findings: {code} in line {line}" for code, line in new]
    lost = Counter(comments(text)) - Counter(comments(result.text))
    wrong["comments lost"] = lost.total()
    places += [f"comments lost: {comment}" for comment in lost]
    gone = _lost_lines(text, result, check)
    wrong["lines lost"] = len(gone)
    return dict(wrong), places + [f"lines lost: {number}" for number in gone]


def _closed(text: Sequence[str], line: int) -> int:
    """The last line of an expression that ends in ``line``, with the lines of the brackets that it stands in."""
    while line < len(text) and text[line].lstrip().startswith((")", "]", "}")):
        line += 1
    return line


def _lost_lines(text: str, result: Repaired, check: Linter) -> list[int]:
    """The lines of ``text`` that are not in the result, not in another place either, and that no repair was about."""
    repaired: set[int] = set()
    for one in result.fixed:
        assert one.remedy is not None
        there = check.text_of(one)
        back = {new: old for old, new in line_shift(text, there).items()} if there != text else None
        for part in one.remedy.parts:
            touched = range(part.span.line, _closed(lines(there), part.span.end_line) + 1)
            repaired |= {number if back is None else back.get(number, 0) for number in touched}
    was, now = lines(text), lines(result.text)
    blocks = difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    differing = [block for block in blocks if block[0] != "equal"]
    moved = Counter(line for _, _, _, there, until in differing for line in now[there:until])
    lost = []
    for _, start, end, _, _ in differing:
        for number in range(start + 1, end + 1):
            if moved[was[number - 1]] > 0:
                moved[was[number - 1]] -= 1
            elif number not in repaired:
                lost.append(number)
    return lost
