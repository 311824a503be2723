r"""Notebooks: the code cells of an .ipynb file as one Python text, and the way back from its lines.

    cell 1 (markdown)                    joined text     cell, line
    cell 2   %matplotlib inline          pass            2, 1
             import torch                import torch    2, 2
    cell 3   %%bash                                      3, 1
             nvidia-smi                                  3, 2
    cell 4     model.to(device)          model.to(...)   4, 1, and the margin "  "

Every line of every code cell is a line of the text, so the text's columns are the cell's, but for the margin that
IPython takes from the beginning of a line. Cells count from 1 over all cells of the notebook, as nbformat orders them.
Lines that are IPython's and not Python's (`%magic`, `!shell`, `?help`) become ``pass``, which keeps an indented block
from being empty; cells of another language (`%%bash`) become blank. A cell that is not Python after that is left out by
itself, and said so, since half-written cells are common.

What a cell ends in is shown under it and kept as `_`, unless a semicolon follows; the tree says so, by an assignment:

    x.to(device)        _ = x.to(device)
    x.to(device);       thrown away
"""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from devlint.source.ipython import Cell, cell_of
from devlint.source.text import parse


class BadNotebook(ValueError):
    """Text that is not a notebook of Python code. The message is one line, fit for the user."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """``text``, and for each of its lines the (cell, line in the cell), all from 1.

    ``left_out`` says of the cells that are not Python which they are and why; ``shown`` are the (line, column in
    bytes) of the text at which the expressions begin that cells show. ``margins`` are what lines of cells begin with
    that lines of the text do not have, by their number in the text.
    """

    text: str
    places: tuple[tuple[int, int], ...]
    left_out: tuple[tuple[int, str], ...] = ()
    shown: frozenset[tuple[int, int]] = frozenset()
    margins: Mapping[int, str] = field(default_factory=dict, hash=False)

    def margin(self, line: int) -> str:
        """What the line of a cell begins with that is ``line`` of the text, and that Python does not see."""
        return self.margins.get(line, "")

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
    margins: dict[int, str] = {}
    for number, source in cells:
        cell = cell_of(source)
        if cell.reason:
            left_out.append((number, cell.reason))
        elif (place := _shown(cell)) is not None:
            shown.add((len(lines) + place[0], place[1]))
        margins.update((len(lines) + index + 1, margin) for index, margin in cell.margins.items())
        for index, line in enumerate(cell.python.split("\n"), start=1):
            lines.append(line)
            places.append((number, index))
    text = "".join(line + "\n" for line in lines)
    return Notebook(text, tuple(places), tuple(left_out), frozenset(shown), margins)


def _shown(cell: Cell) -> tuple[int, int] | None:
    """Where the expression begins that a cell shows: its last statement, without a semicolon behind it."""
    if not cell.is_shown:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        last = next(reversed(ast.parse(cell.python).body), None)
    if not isinstance(last, ast.Expr) or last.end_lineno is None or last.end_col_offset is None:
        return None
    lines = cell.python.split("\n")[last.end_lineno - 1 :]
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
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return str(part[name]).lower()
    return "python"
