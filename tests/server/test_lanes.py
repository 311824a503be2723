"""What the server says beyond the protocol: the lanes of a function, and whether it is checking."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from devlint.page.stretches import Stretch, stretch_at
from devlint.source.files import Document
from devlint.source.notebook import joined
from devlint.source.text import NotAnalysed
from tests.project.test_project import write
from tests.server.editor import Editor, editor
from tests.server.test_protocol import FACTORY, LINE

FUNCTIONS = """\
import torch

@torch.no_grad()
def outer(x):
    def inner(y):
        return y

    return inner(x)


# between
a = 1

class Net:
    def forward(self): ...
"""


async def lanes(editor: Editor, uri: str, line: int) -> Any:
    """The answer for a line, from 1."""
    at = {"textDocument": {"uri": uri}, "position": {"line": line - 1, "character": 0}}
    return await editor.client.protocol.send_request_async("devlint/lanes", at)


@pytest.mark.parametrize(
    ("line", "title", "first", "last"),
    [
        (1, "outside of functions", 1, 1),
        (2, "outside of functions", 1, 1),
        (3, "def outer", 3, 8),
        (6, "def inner", 5, 6),
        (7, "def outer", 3, 8),
        (9, "outside of functions", 11, 14),
        (14, "outside of functions", 11, 14),
        (15, "def forward", 15, 15),
        (99, "def forward", 15, 15),
    ],
)
def test_the_stretch_around_a_line(line: int, title: str, first: int, last: int) -> None:
    found = stretch_at(Document("a.py", FUNCTIONS), line)
    assert (found.title, found.first, found.last) == (title, first, last)


def test_a_stretch_stays_in_its_cell() -> None:
    notebook = joined([(1, "a = 1\nb = 2"), (3, "c = 3\n\nd = 4"), (4, "def f():\n    pass")])
    whole = Document("n.ipynb", notebook.text, notebook)
    found = [stretch_at(whole, line)[1:] for line in range(1, len(notebook.places) + 1)]
    assert found == [(1, 2)] * 2 + [(3, 5)] * 3 + [(6, 7)] * 2
    assert stretch_at(Document("a.py", ""), 1) == Stretch((), 1, 1)
    with pytest.raises(NotAnalysed):
        stretch_at(Document("a.py", "def (:"), 1)


def test_lanes_of_the_function_around_a_line(tmp_path: Path) -> None:
    async def act() -> None:
        async with editor(tmp_path) as one:
            uri = one.open(tmp_path / "net.py", FACTORY)
            found = await lanes(one, uri, LINE)
            assert found.title == "def forward" and ".lanes .t" in found.style and "lanes-line" in found.script
            assert [(row.uri, row.line) for row in found.rows] == [(uri, 9), (uri, 10), (uri, 11)]
            assert found.table.count(" data-line=") == len(found.rows)
            assert '<tr class="crossing" data-line=' in found.table and '<span class="value made"' in found.table
            assert (await lanes(one, uri, 1)).table == ""  # nothing there is on a device
            one.change(uri, FACTORY.replace("torch.ones(3)", "torch.ones(3, device=x.device)"))
            assert "crossing" not in (await lanes(one, uri, LINE)).table
            one.change(uri, "def f(:\n")
            assert await lanes(one, uri, 1) is None
            assert await lanes(one, (tmp_path / "closed.py").as_uri(), 1) is None

    asyncio.run(act())


def test_lanes_of_cells(tmp_path: Path) -> None:
    uri = (tmp_path / "n.ipynb").as_uri()
    texts = ["import torch\nx = torch.ones(2).cuda()", "y = torch.ones(2)\n\nx + y"]
    items = [types.TextDocumentItem(f"{uri}#{n}", "python", 1, text) for n, text in enumerate(texts)]
    cells = [types.NotebookCell(types.NotebookCellKind.Code, item.uri) for item in items]
    whole = types.NotebookDocument(uri, "jupyter-notebook", 1, cells)

    async def act() -> None:
        async with editor(tmp_path) as one:
            one.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(whole, items))
            found = await lanes(one, items[1].uri, 3)
            assert [(row.uri, row.line) for row in found.rows] == [(items[1].uri, line) for line in range(3)]
            assert ">2:3</button>" in found.table and "crossing" in found.table

    asyncio.run(act())


def test_an_editor_that_wants_it_hears_when_files_are_checked(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": ""})

    async def states(experimental: Any) -> list[str]:
        one, heard = Editor({"debounce": 5}), []
        one.client.feature("devlint/status")(lambda params: heard.append(params.state))
        one.experimental = experimental
        await one.start(tmp_path)
        uri = one.open(tmp_path / "net.py", FACTORY)
        assert await one.codes(uri) == [("DEV102", LINE)]
        one.change(uri, FACTORY + "\n")
        await one.diagnostics(uri)
        await one.stop()
        return heard

    assert asyncio.run(states({"devlint": {"status": True}})) == ["checking", "ready"] * 2
    for other in (None, True, {"devlint": 1}, {"devlint": {"status": 1}}):
        assert asyncio.run(states(other)) == []


def test_inlay_hints_are_asked_for_again_once_they_are_wanted(tmp_path: Path) -> None:
    async def act() -> None:
        one, asked = Editor({"debounce": 5}), asyncio.Event()
        one.client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(lambda params: asked.set())
        one.refreshes = True
        await one.start(tmp_path)
        settings = types.DidChangeConfigurationParams({"devlint": {"inlayHints": True}})
        one.client.workspace_did_change_configuration(settings)
        await asyncio.wait_for(asked.wait(), 30)
        await one.stop()

    asyncio.run(act())
