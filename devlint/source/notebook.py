r"""Notebooks: the code cells of an .ipynb file as one Python text, and the way back from its lines.

    cell 1 (markdown)                    joined text     cell, line
    cell 2   %matplotlib inline          pass            2, 1
             import torch                import torch    2, 2
    cell 3   %%bash                                      3, 1
             nvidia-smi                                  3, 2
    cell 4   model.to(device)            model.to(...)   4, 1

Every line of every code cell is a line of the text, so the text's columns are the cell's. Cells count from 1 over all
cells of the notebook, as nbformat orders them. Lines that are IPython's and not Python's (`%magic`, `!shell`, `?help`)
become ``pass``, which keeps an indented block from being empty; cells of another language (`%%bash`) become blank. A
cell that is not Python after that is left out by itself, and said so, since half-written cells are common.

What a cell ends in is shown under it and kept as `_`, unless a semicolon follows; the tree says so, by an assignment:

    x.to(device)        _ = x.to(device)
    x.to(device);       thrown away
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from devlint.source.text import parse

#: Cell magics whose body is Python of this notebook.
PYTHON_CELL_MAGICS = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "memit", "mprun", "lprun"})
#: Those among them that show what the body ends in.
SHOWING_CELL_MAGICS = frozenset({"time", "capture"})

_CELL_MAGIC = re.compile(r"\s*%%(\w*)[^\n]*")
_IPYTHON_LINE = re.compile(r"[ \t]*(?:[%!?]|[\w.*]+\?\??[ \t]*$)")
_IPYTHON_VALUE = re.compile(r"([\w., \t\[\]'\"]+?=[ \t]*)[%!](?!=)")
_COMMAND = re.compile(r"(?:[^\n\\]|\\.)*\\?", re.DOTALL)
_TOKEN = re.compile(
    r"""
      (?P<skip> \#[^\n]* | \\\n
        | (?:'''(?:\\.|(?!''')[^\\])*(?:'''|\\?\Z)) | (?:\"\"\"(?:\\.|(?!\"\"\")[^\\])*(?:\"\"\"|\\?\Z))
        | '(?:\\.|[^'\\\n])*'? | "(?:\\.|[^"\\\n])*"? )
    | (?P<open> [(\[{] ) | (?P<close> [)\]}] ) | (?P<end> \n ) | (?P<other> [^\#\\'"()\[\]{}\n]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)


class BadNotebook(ValueError):
    """Text that is not a notebook of Python code. The message is one line, fit for the user."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """``text``, and for each of its lines the (cell, line in the cell), all from 1.

    ``left_out`` says of the cells that are not Python which they are and why; ``shown`` are the (line, column in
    bytes) of the text at which the expressions begin that cells show.
    """

    text: str
    places: tuple[tuple[int, int], ...]
    left_out: tuple[tuple[int, str], ...] = ()
    shown: frozenset[tuple[int, int]] = frozenset()

    def tree(self) -> ast.Module:
        """The ``ast`` of the text, with an assignment to ``_`` for what cells show. Raises ``NotAnalysed``."""
        tree = parse(self.text)
        for i, statement in enumerate(tree.body):
            if isinstance(statement, ast.Expr) and (statement.lineno, statement.col_offset) in self.shown:
                kept = ast.copy_location(ast.Name("_", ast.Store()), statement)
                tree.body[i] = ast.copy_location(ast.Assign([kept], statement.value), statement)
        return tree


def read_notebook(raw: str) -> Notebook:
    """Join the code cells of the notebook whose JSON is ``raw`` (nbformat 3 and 4). Raises BadNotebook.

    What stands in the place of a cell and is none is left out like a cell that is not Python.
    """
    cells = list(enumerate(_cells(raw), start=1))
    odd = tuple((number, reason) for number, cell in cells if (reason := _oddity(cell)))
    refused = {number for number, _ in odd}
    read = joined((n, _source(cell)) for n, cell in cells if n not in refused and cell["cell_type"] == "code")
    return replace(read, left_out=tuple(sorted(read.left_out + odd))) if odd else read


def joined(cells: Iterable[tuple[int, str]]) -> Notebook:
    """The notebook that has these code cells, each with its number."""
    lines: list[str] = []
    places: list[tuple[int, int]] = []
    left_out: list[tuple[int, str]] = []
    shown: set[tuple[int, int]] = set()
    for number, source in cells:
        cell, reason = python_of(source)
        if reason:
            left_out.append((number, reason))
        elif (place := _shown(source, cell)) is not None:
            shown.add((len(lines) + place[0], place[1]))
        for index, line in enumerate(cell.split("\n"), start=1):
            lines.append(line)
            places.append((number, index))
    return Notebook("".join(line + "\n" for line in lines), tuple(places), tuple(left_out), frozenset(shown))


def _shown(source: str, cell: str) -> tuple[int, int] | None:
    """Where the expression begins that a cell shows: its last statement, without a semicolon behind it."""
    magic = _CELL_MAGIC.match(source)
    if magic is not None and magic[1] not in SHOWING_CELL_MAGICS:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        last = next(reversed(ast.parse(cell).body), None)
    if not isinstance(last, ast.Expr) or last.end_lineno is None or last.end_col_offset is None:
        return None
    lines = cell.split("\n")[last.end_lineno - 1 :]
    lines[0] = lines[0].encode()[last.end_col_offset :].decode()
    rest = "".join(line.partition("#")[0] for line in lines)
    return None if rest.rstrip().endswith(";") else (last.lineno, last.col_offset)


def _cells(raw: str) -> list[Any]:
    """The cells of a notebook of Python, whatever they are, of all its worksheets. Raises BadNotebook."""
    try:
        content: Any = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadNotebook(f"not a notebook: {error}") from error
    if not isinstance(content, dict):
        raise BadNotebook("not a notebook: its JSON is not an object")
    language = _language(content)
    if language not in ("python", "ipython"):
        raise BadNotebook(f"a notebook of {language}, not of Python")
    sheets = content.get("worksheets") if "cells" not in content else [content]
    found: list[Any] = []
    for sheet in sheets if isinstance(sheets, list) else [None]:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        if not isinstance(cells, list):
            raise BadNotebook("not a notebook: it has no cells")
        found += cells
    return found


def _oddity(cell: Any) -> str:
    """Why ``cell`` is no cell of a notebook, "" if it is one."""
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        return "is no cell of a notebook"
    lines = _lines(cell)
    return "" if all(isinstance(line, str) for line in lines) else "its source is not text"


def _lines(cell: dict[str, Any]) -> list[Any]:
    source = cell.get("source", cell.get("input", ""))
    return source if isinstance(source, list) else [source]


def _source(cell: dict[str, Any]) -> str:
    return "".join(_lines(cell)).replace("\r\n", "\n").replace("\r", "\n")


def _language(content: dict[str, Any]) -> str:
    metadata = content.get("metadata")
    for key, field in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(field), str):
            return str(part[field]).lower()
    return "python"


def python_of(source: str) -> tuple[str, str]:
    """The Python of one cell, with as many lines as ``source``, and why it was left out ("" if it was not)."""
    blank = "\n" * source.count("\n")
    magic = _CELL_MAGIC.match(source)
    if magic is not None:
        if magic[1] not in PYTHON_CELL_MAGICS:
            return blank, ""
        source = "\n" * magic[0].count("\n") + source[magic.end() :]
    if _refusal(source) is None:
        return source, ""
    plain = "".join(_without_ipython(source))
    reason = _refusal(plain)
    return (plain, "") if reason is None else (blank, reason)


def _refusal(source: str) -> str | None:
    """Why Python does not take ``source``, or None. Top-level await is taken."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except SyntaxError as error:
        return f"{error.msg} (line {error.lineno})"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__
    return None


def _without_ipython(source: str) -> Iterator[str]:
    """``source`` in pieces, with IPython's own lines replaced where they begin a logical line."""
    at, depth, begins = 0, 0, True
    while at < len(source):
        if begins:
            end = _end_of_command(source, at)
            line = source[at:end]
            value = _IPYTHON_VALUE.match(line)
            if _IPYTHON_LINE.match(line):
                yield line[: len(line) - len(line.lstrip())] + "pass" + "\n" * line.count("\n")
                at = end
            elif value is not None:
                yield value[1] + "get_ipython()" + "\n" * line.count("\n")
                at = end
            begins = False
            continue
        token = _TOKEN.match(source, at)
        assert token is not None, "the last alternative takes any character"
        depth += (token.lastgroup == "open") - (token.lastgroup == "close" and depth > 0)
        begins = token.lastgroup == "end" and depth == 0
        yield token[0]
        at = token.end()


def _end_of_command(source: str, at: int) -> int:
    """Where the line at ``at`` ends, before its newline; a backslash at the end of a line continues it."""
    match = _COMMAND.match(source, at)
    assert match is not None
    return match.end()
