"""The parts of the server that need no process: positions, notebooks, comments, settings."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from devlint.base.diagnostic import Edit, Span
from devlint.configuration.options import Options
from devlint.engine.batch import check
from devlint.installed.origin import install_command
from devlint.server.actions import is_wanted
from devlint.server.configuration import Configuration, Settings
from devlint.server.documents import Documents
from devlint.server.ignoring import differences, ignored
from devlint.server.positions import Units, after
from devlint.source.files import Document
from devlint.source.text import lines

PIECES = ["a", "é", "\U0001f642", "\n", "\r\n", "\r", "\f", "\u2028", "\t"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_changes_are_made_where_the_editor_means_them(encoding: str) -> None:
    chance, units, text = random.Random(1), Units(encoding), ""

    def position(line: int, column: int) -> types.Position:
        rows = lines(text)
        name, size = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding]
        return types.Position(line, len((rows[line] if line < len(rows) else "")[:column].encode(name)) // size)

    for _ in range(300):
        rows = lines(text)
        places = [(n, c) for n, row in enumerate(rows) for c in range(len(row.rstrip("\r\n")) + 1)] + [(len(rows), 0)]
        start, end = sorted(chance.choices(places, k=2))
        piece = "".join(chance.choices(PIECES, k=chance.randrange(3)))
        offsets = [sum(map(len, rows[:line])) + column for line, column in (start, end)]
        change = types.TextDocumentContentChangePartial(types.Range(position(*start), position(*end)), piece)
        expected = text[: offsets[0]] + piece + text[offsets[1] :]
        text = after(text, change, units)
        assert text == expected
        if len(text) > 60:
            text = text[30:]


def test_what_is_behind_a_line_is_its_end() -> None:
    whole = types.Range(types.Position(0, 99), types.Position(7, 3))
    assert after("ab\ncd", types.TextDocumentContentChangePartial(whole, "!"), Units()) == "ab!"


PROGRAM = "import torch\n\ndef f(x: torch.Tensor):\n    m = {}    return x.cuda() + m\n"


@pytest.mark.parametrize(
    ("text", "silenced"),
    [
        ("{}\n", "{}  # devlint: ignore[DEV102]\n"),
        ("{}  # why\n", "{}  # why  # devlint: ignore[DEV102]\n"),
        ("{}  # devlint: ignore[DEV2] why\n", "{}  # devlint: ignore[DEV2, DEV102] why\n"),
        ("{} + len('''\n    a''')\n", "{} + len('''\n    a''')  # devlint: ignore[DEV102]\n"),
        ("{} \\\n    .long()\n", "{} \\\n    .long()  # devlint: ignore[DEV102]\n"),
    ],
)
def test_a_finding_is_ignored_on_its_line(text: str, silenced: str) -> None:
    text, silenced = (PROGRAM.format(one.format("torch.ones(3)")) for one in (text, silenced))
    (found, *_) = [one for one in check(Document("a.py", text), Options()).found if one.code != "DEV002"]
    (edit,) = ignored(text, found)
    rows = text.split("\n")
    row = rows[edit.span.line - 1]
    rows[edit.span.line - 1] = row[: edit.span.column] + edit.replacement + row[edit.span.end_column :]
    assert edit.span.line == edit.span.end_line
    assert "\n".join(rows) == silenced.replace("DEV102", found.code)


def test_differences() -> None:
    assert differences("a\nb + c\nc\n", "a\nb + d + c\nc\n") == [Edit(Span(2, 4, 2, 4), "d + ")]
    assert differences("a\fb\nc", "a\fb\nc\nd\n") == [Edit(Span(2, 0, 3, 0), "c\nd\n")]
    assert differences("a\nb\n", "a\n") == [Edit(Span(2, 0, 3, 0), "")]
    assert differences("a\n", "a\n") == []


def test_kinds_of_actions() -> None:
    assert is_wanted("quickfix", None) and is_wanted("quickfix", ["quickfix"]) and is_wanted("quickfix.a", ["quickfix"])
    assert not is_wanted("quickfix", ["quickfixes"]) and not is_wanted("source.fixAll", ["source.fixAll.devlint"])


def test_a_notebook_is_what_its_cells_are() -> None:
    documents, uri = Documents(), "file:///p/n.ipynb"

    def cell(name: str, kind: types.NotebookCellKind = types.NotebookCellKind.Code) -> types.NotebookCell:
        return types.NotebookCell(kind, f"{uri}#{name}")

    def text(name: str, source: str) -> types.TextDocumentItem:
        return types.TextDocumentItem(f"{uri}#{name}", "python", 1, source)

    def change(**cells: object) -> None:
        named = types.VersionedNotebookDocumentIdentifier(2, uri)
        changes = types.NotebookDocumentCellChanges(**cells)  # type: ignore[arg-type]
        documents.change_notebook(
            types.DidChangeNotebookDocumentParams(named, types.NotebookDocumentChangeEvent(cells=changes))
        )

    cells = [cell("m", types.NotebookCellKind.Markup), cell("a"), cell("b")]
    whole = types.NotebookDocument(uri, "jupyter-notebook", 1, cells)
    documents.open_notebook(types.DidOpenNotebookDocumentParams(whole, [text("a", "x = 1\n%time"), text("b", "y")]))

    def known() -> list[tuple[str, int, str]]:
        snapshot = documents.snapshot(uri)
        assert snapshot is not None and snapshot.document.notebook is not None
        rows = snapshot.document.text.splitlines()
        found = [(snapshot.location(Span(n, 0, n, 1)), row) for n, row in enumerate(rows, 1)]
        return [(at.uri.partition("#")[2], at.range.start.line, row) for at, row in found]

    assert known() == [("a", 0, "x = 1"), ("a", 1, "pass"), ("b", 0, "y")]
    assert documents.owner(f"{uri}#b") == documents.owner(uri) == uri and documents.owner("file:///p/x.py") is None
    added = types.NotebookCellArrayChange(1, 1, [cell("c")])
    change(
        structure=types.NotebookDocumentCellChangeStructure(
            added, did_open=[text("c", "z = \U0001f642")], did_close=[types.TextDocumentIdentifier(f"{uri}#a")]
        )
    )
    place = types.Range(types.Position(0, 4), types.Position(0, 6))
    content = types.NotebookDocumentCellContentChanges(
        types.VersionedTextDocumentIdentifier(2, f"{uri}#c"), [types.TextDocumentContentChangePartial(place, "2")]
    )
    change(text_content=[content])
    assert known() == [("c", 0, "z = 2"), ("b", 0, "y")]
    change(data=[cell("c", types.NotebookCellKind.Markup)])
    assert known() == [("b", 0, "y")]
    documents.close_notebook(uri)
    assert documents.uris() == [] and documents.snapshot(uri) is None


def test_settings() -> None:
    configuration = Configuration()
    assert configuration.set({"settings": {"debounce": 10, "options": {"level": "hint"}}}) == []
    assert configuration.settings == Settings(debounce=10, options=(("level", "hint"),))
    assert configuration.options("<untitled:1>").level == "hint"
    assert configuration.set(None) == [] and configuration.settings.debounce == 10
    assert configuration.set([1]) == ["the settings must be an object"]
    configuration.root = "/p"
    assert configuration.set({"options": {"exclude": ["/old", "made_*.py"]}}) == []
    excluded = configuration.options("/p/a.py")
    assert configuration.passes_over("/p/old/a.py", excluded) and configuration.passes_over("/p/made_a.py", excluded)
    for path in ("/p/a.py", "/old/a.py", "/p/new/old/a.py", "<untitled:made_1.py>"):
        assert not configuration.passes_over(path, excluded)


def test_without_pygls_the_command_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys\nsys.modules['pygls'] = None\nfrom devlint.cli import main\nsys.exit(main(['server']))\n"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    message = f"devlint: error: the language server needs pygls: {install_command('lsp')}\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", message)
