"""The files and notebooks that are open in the editor, with their unsaved texts.

    documents = Documents()
    documents.open(item)                             as notifications come in
    snapshot = documents.snapshot("file:///p/net.py")
    snapshot.document                                what is checked: a text, of a notebook that of its code cells
    snapshot.location(span)                          a place in it as the editor knows it: in a file, or in a cell

The texts of files are in ``texts``, too, by real path: what other files import from them is what they hold now.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from lsprotocol import types
from pygls.uris import to_fs_path

from devlint.base.diagnostic import Span
from devlint.server.positions import Units, after
from devlint.source.files import Document
from devlint.source.notebook import joined
from devlint.source.text import lines


@dataclass(frozen=True, slots=True)
class Part:
    """A text with a name of its own: a file, or one code cell of a notebook, with its number."""

    uri: str
    version: int | None
    text: str
    cell: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file or notebook as it is at one moment: its ``document``, and the ``parts`` that this is made of."""

    uri: str
    version: int | None
    document: Document
    parts: tuple[Part, ...]
    units: Units

    def part_at(self, line: int) -> tuple[Part, int]:
        """The part in which a line of the document is, and its line there, from 0."""
        if self.document.notebook is None:
            return self.parts[0], line - 1
        places = self.document.notebook.places
        cell, there = places[min(line, len(places)) - 1] if places else (self.parts[0].cell, 1)
        return next(part for part in self.parts if part.cell == cell), there - 1

    def location(self, span: Span) -> types.Location:
        """Where ``span`` is."""
        part, start = self.part_at(span.line)
        last, end = self.part_at(span.end_line)
        rows = lines(part.text)
        if last is not part:  # no finding goes from cell to cell
            end, column = len(rows), 0
        else:
            column = self._margin(span.end_line) + span.end_column
        begin = self._position(rows, start, self._margin(span.line) + span.column)
        whole = types.Range(begin, self._position(rows, end, column))
        return types.Location(part.uri, whole)

    def _margin(self, line: int) -> int:
        """How many characters a line of a cell begins with that the line of the document does not have."""
        return len(self.document.notebook.margin(line)) if self.document.notebook is not None else 0

    def _position(self, rows: list[str], line: int, column: int) -> types.Position:
        if line >= len(rows):
            return types.Position(line, 0)
        return types.Position(line, self.units.to_client(rows[line], column))

    def place(self, uri: str, position: types.Position) -> tuple[int, int] | None:
        """Line and column in the document of a position in the part ``uri``; None where that is none of its parts."""
        part = next((one for one in self.parts if one.uri == uri), None)
        if part is None:
            return None
        rows = lines(part.text)
        column = self.units.from_client(rows[position.line], position.character) if position.line < len(rows) else 0
        if self.document.notebook is None:
            return position.line + 1, column
        places = self.document.notebook.places
        line = next((n for n, at in enumerate(places, 1) if at == (part.cell, position.line + 1)), None)
        return None if line is None else (line, max(column - self._margin(line), 0))


@dataclass(slots=True)
class _Notebook:
    version: int | None
    cells: list[types.NotebookCell]
    texts: dict[str, Part] = field(default_factory=dict)


class Documents:
    """What is open. ``units`` are those of the positions that come in and go out."""

    def __init__(self) -> None:
        self.units = Units()
        self.texts: dict[str, str] = {}
        self._files: dict[str, Part] = {}
        self._notebooks: dict[str, _Notebook] = {}

    def uris(self) -> list[str]:
        """The files and notebooks that are open, in the order in which they were opened."""
        return [*self._files, *self._notebooks]

    def owner(self, uri: str) -> str | None:
        """The file or notebook to which ``uri`` belongs, which may be a cell; None where that is not open."""
        if uri in self._files or uri in self._notebooks:
            return uri
        return next((one for one, notebook in self._notebooks.items() if uri in notebook.texts), None)

    # Files

    def open(self, item: types.TextDocumentItem) -> None:
        """A file is opened."""
        self._set(Part(item.uri, item.version, item.text))

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A file is changed."""
        known, named = self._files.get(params.text_document.uri), params.text_document
        if known is not None:
            self._set(Part(named.uri, named.version, self._changed(known.text, params.content_changes)))

    def close(self, uri: str) -> None:
        """A file is closed, and what it holds is what the disk does."""
        if self._files.pop(uri, None) is not None:
            self.texts.pop(real_path(uri), None)

    def _set(self, part: Part) -> None:
        self._files[part.uri] = part
        path = real_path(part.uri)
        if path:
            self.texts[path] = python_text(part.text)

    def _changed(self, text: str, changes: Iterable[types.TextDocumentContentChangeEvent]) -> str:
        for change in changes:
            text = after(text, change, self.units)
        return text

    # Notebooks

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """A notebook is opened."""
        whole = params.notebook_document
        notebook = _Notebook(whole.version, list(whole.cells))
        notebook.texts = {one.uri: Part(one.uri, one.version, one.text) for one in params.cell_text_documents}
        self._notebooks[whole.uri] = notebook

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Cells are added, removed, moved or changed."""
        notebook, cells = self._notebooks.get(params.notebook_document.uri), params.change.cells
        if notebook is None:
            return
        notebook.version = params.notebook_document.version
        if cells is None:
            return
        if cells.structure is not None:
            array = cells.structure.array
            notebook.cells[array.start : array.start + array.delete_count] = array.cells or []
            for item in cells.structure.did_open or ():
                notebook.texts[item.uri] = Part(item.uri, item.version, item.text)
            for one in cells.structure.did_close or ():
                notebook.texts.pop(one.uri, None)
        for cell in cells.data or ():
            notebook.cells = [cell if old.document == cell.document else old for old in notebook.cells]
        for content in cells.text_content or ():
            known = notebook.texts.get(content.document.uri)
            if known is not None:
                text = self._changed(known.text, content.changes)
                notebook.texts[known.uri] = replace(known, version=content.document.version, text=text)

    def close_notebook(self, uri: str) -> None:
        """A notebook is closed."""
        self._notebooks.pop(uri, None)

    # What is checked

    def snapshot(self, uri: str) -> Snapshot | None:
        """The file or notebook ``uri`` as it is now; None where it is not open, or has no code."""
        file, notebook = self._files.get(uri), self._notebooks.get(uri)
        if file is not None:
            return Snapshot(uri, file.version, Document(shown_path(uri), python_text(file.text)), (file,), self.units)
        if notebook is None:
            return None
        parts = tuple(_code_cells(notebook.cells, notebook.texts))
        if not parts:
            return None
        whole = joined((part.cell, python_text(part.text)) for part in parts)
        return Snapshot(uri, notebook.version, Document(shown_path(uri), whole.text, whole), parts, self.units)


def _code_cells(cells: list[types.NotebookCell], texts: Mapping[str, Part]) -> list[Part]:
    """The code cells that are written in Python, each with its number among all cells."""
    return [
        replace(texts[cell.document], cell=number)
        for number, cell in enumerate(cells, 1)
        if cell.kind == types.NotebookCellKind.Code and cell.document in texts
    ]


def python_text(text: str) -> str:
    """A text as Python reads it: line ends are ``\\n``, and there is no byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def real_path(uri: str) -> str:
    """The path of the file ``uri`` without links; "" where it is on no disk."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return os.path.realpath(path) if path else ""


def shown_path(uri: str) -> str:
    """The path of ``uri``, or a name in angle brackets for what is on no disk and belongs to no project."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return path or f"<{uri}>"
