"""The language server as an editor sees it: the real one, in its own process, over the real protocol."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from devlint.configuration.options import Options
from devlint.engine.batch import check
from devlint.source.files import Document
from tests.project.test_project import MASKS, net, write
from tests.server.editor import Editor, applied

Run = Callable[[Coroutine[Any, Any, None]], None]
FACTORY = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        mask = torch.ones(3)
        return self.fc(x) * mask
"""
LINE, COLUMN = 11, 16
UNSAFE = "import torch\nfrom torch import nn\n\nnet = nn.Linear(2, 2).cuda()\nprint(net(torch.ones(2)))\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project in it, and one beside it with another configuration."""
    folder = tmp_path_factory.mktemp("folders")
    write(folder, {"one/pyproject.toml": "", "two/pyproject.toml": '[tool.devlint]\nignore = ["DEV102"]\n'})
    return folder


@pytest.fixture(scope="module")
def desk(root: Path) -> Iterator[tuple[Editor, Run]]:
    """One editor, whose server all tests of this file share, and what runs their coroutines."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    editor = Editor({"debounce": 5})
    loop.run_until_complete(editor.start(root / "one", root / "two"))
    yield editor, loop.run_until_complete
    loop.run_until_complete(editor.stop())
    loop.close()


@pytest.fixture
def editor(desk: tuple[Editor, Run]) -> Iterator[Editor]:
    """The editor; what a test opens is closed after it, and nothing has gone wrong in the server."""
    yield desk[0]
    for uri in desk[0].numbers:
        desk[0].close(uri)
    desk[0].numbers.clear()
    assert desk[0].messages == []


@pytest.fixture
def run(desk: tuple[Editor, Run]) -> Run:
    return desk[1]


def test_what_is_typed_is_checked(editor: Editor, run: Run, root: Path) -> None:
    async def act() -> None:
        uri = editor.open(root / "one/net.py", FACTORY)
        (found,) = await editor.diagnostics(uri)
        assert (found.code, found.source, found.severity) == ("DEV102", "devlint", types.DiagnosticSeverity.Error)
        assert "; use `device=" in found.message
        start, end = found.range.start, found.range.end
        assert (start.line, start.character) == (LINE - 1, COLUMN - 1)
        assert FACTORY.splitlines()[end.line][start.character : end.character] == "torch.ones(3)"
        assert found.related_information and found.related_information[0].location.uri == uri
        editor.change(uri, FACTORY.replace("torch.ones(3)", "torch.ones(3, device=x.device)"))
        assert await editor.codes(uri) == []
        editor.change(uri, "def f(:\n")
        assert await editor.codes(uri) == [("invalid-syntax", 1)]
        editor.change(uri, FACTORY)
        assert await editor.codes(uri) == [("DEV102", LINE)]
        editor.close(uri)
        await editor.until(lambda: editor.shown[uri].version is None and not editor.shown[uri].diagnostics)

    run(act())


def test_unsaved_texts_of_other_files_count(editor: Editor, run: Run, root: Path) -> None:
    write(root / "one", {"masks.py": MASKS})

    async def act() -> None:
        uri = editor.open(root / "one/user.py", net("from masks import make_mask", "make_mask(3)"))
        await editor.becomes(uri, ["DEV102"])
        masks = editor.open(root / "one/masks.py")
        editor.change(masks, MASKS.replace("n, n)", "n, n, device='meta')"))
        await editor.becomes(uri, [])
        editor.close(masks)
        await editor.becomes(uri, ["DEV102"])

    run(act())


def test_many_edits(editor: Editor, run: Run, root: Path) -> None:
    """No version is shown with the findings of another, and the last one is shown."""
    chance = random.Random(7)
    path, options = root / "one/typed.py", Options()
    pieces = ["torch.ones(3)", "torch.ones(3, device=x.device)", "x.cpu()", "\n", "    ", "(", "\U0001f642", "\f", "#"]
    texts: dict[int | None, str] = {1: FACTORY}

    async def act() -> None:
        uri, text = editor.open(path, FACTORY), FACTORY
        for number in range(200):
            if number % 5 == 4:
                text = FACTORY.replace("torch.ones(3)", chance.choice(pieces))
                version = editor.change(uri, text)
            else:
                start = chance.randrange(len(text))
                end = min(len(text), start + chance.choice([0, 0, 1, 4]))
                piece = chance.choice(pieces)
                place = types.Range(*(_utf16(text, at) for at in (start, end)))
                text = text[:start] + piece + text[end:]
                version = editor.change(uri, piece, place)
            texts[version] = text
            await asyncio.sleep(chance.choice([0, 0, 0.002]))
            if chance.random() < 0.2:
                await editor.diagnostics(uri)
        version = editor.change(uri, text := FACTORY + "# \U0001f642\n")
        texts[version] = text
        assert await editor.codes(uri) == [("DEV102", LINE)]

    run(act())
    said = {one.version: one.diagnostics for one in editor.every if one.uri == path.as_uri() and one.version}
    assert len(said) > 20
    for version, shown in said.items():
        outcome = check(Document(str(path), texts[version]), options)
        expected = [(d.code, d.span.line) for d in outcome.found]
        if outcome.error:
            expected = [("invalid-syntax", outcome.line)]
        assert [(one.code, one.range.start.line + 1) for one in shown] == expected, repr(texts[version])


def _utf16(text: str, offset: int) -> types.Position:
    """The position of an offset, as the protocol counts."""
    line = text.count("\n", 0, offset)
    begin = text.rfind("\n", 0, offset) + 1
    return types.Position(line, len(text[begin:offset].encode("utf-16-le")) // 2)


def test_actions(editor: Editor, run: Run, root: Path) -> None:
    async def act() -> None:
        uri = editor.open(root / "one/mended.py", FACTORY)
        fix, ignore = await editor.actions(uri, LINE)
        assert fix.title.startswith("Use `device=") and fix.title.endswith("(DEV102, safe fix)") and fix.is_preferred
        assert [one.code for one in fix.diagnostics or ()] == ["DEV102"]
        assert check(Document("x.py", applied(FACTORY, fix, uri)), Options()).found == ()
        assert ignore.title == "Ignore DEV102 on this line"
        assert applied(FACTORY, ignore, uri).splitlines()[LINE - 1].endswith("  # devlint: ignore[DEV102]")
        assert editor.commands == ["Explain DEV102 (factory-without-device)"]
        explain = types.ExecuteCommandParams("devlint.explain", ["DEV102"])
        await editor.client.workspace_execute_command_async(explain)
        page = Path(editor.documents.pop().removeprefix("file://")).read_text(encoding="utf-8")
        assert page.startswith("# DEV102 factory-without-device")
        assert await editor.actions(uri, 1) == []
        (whole,) = await editor.actions(uri, 1, "source.fixAll")
        assert applied(FACTORY, whole, uri) == applied(FACTORY, fix, uri)
        editor.change(uri, UNSAFE)
        titles = [one.title for one in await editor.actions(uri, 5, "quickfix")]
        assert titles[0].endswith("(DEV101, unsafe fix)") and titles[1] == "Ignore DEV101 on this line"
        assert await editor.actions(uri, 5, "source.organizeImports") == []
        assert await editor.actions(uri, 5, "source.fixAll.devlint") == []

    run(act())


def test_hover(editor: Editor, run: Run, root: Path) -> None:
    async def act() -> None:
        uri = editor.open(root / "one/looked_at.py", "import torch\n\nx = torch.ones(2).cuda()\nprint(x)\n" + FACTORY)
        assert await editor.hover(uri, 4, 7) == "`` x ``: tensor, cuda (line 3: `torch.ones(2).cuda()` moves it)"
        assert (await editor.hover(uri, 3, 1)).startswith("`` x ``: tensor, cuda")
        assert await editor.hover(uri, 1, 3) == await editor.hover(uri, 99, 1) == ""
        found = await editor.hover(uri, 4 + LINE, COLUMN + 1)
        assert found.startswith("`` torch.ones(3) ``: tensor, CPU") and "**DEV102 factory-without-device**" in found
        assert "use `device=" not in found.partition("**DEV102")[0]  # which the diagnostic says
        assert not [line for line in "".join(found.split("```")[::2]).splitlines() if line.startswith("#")]

    run(act())


def test_each_file_has_its_own_configuration(editor: Editor, run: Run, root: Path) -> None:
    configuration = root / "two/pyproject.toml"
    before = configuration.read_text()

    async def act() -> None:
        one, two = editor.open(root / "one/a.py", FACTORY), editor.open(root / "two/a.py", FACTORY)
        installed = editor.open(root / "one/site-packages/a.py", FACTORY)
        assert await editor.codes(one) == [("DEV102", LINE)]
        assert await editor.codes(two) == await editor.codes(installed) == []
        for text, shown in (
            ('[tool.devlint]\nignore = ["DEV2"]\n', ["DEV102"]),
            ('[tool.devlint]\nselct = ["DEV1"]\n', ["invalid-configuration"]),
            (before, []),
        ):
            configuration.write_text(text)
            changes = [types.FileEvent(configuration.as_uri(), types.FileChangeType.Changed)]
            params = types.DidChangeWatchedFilesParams(changes)
            editor.client.workspace_did_change_watched_files(params)
            await editor.becomes(two, shown)
        for settings, shown in (({"options": {"ignore": ["DEV1"]}}, []), ({"debounce": 5}, ["DEV102"])):
            editor.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams({"devlint": settings})
            )
            await editor.becomes(one, shown)

    run(act())


def test_settings_that_mean_nothing_are_said(editor: Editor, run: Run, root: Path) -> None:
    async def act() -> None:
        of_client = {"path": "/bin/devlint", "trace.server": "off", "interpreter": [], "enable": True}
        of_client |= {"trace": {"server": "off"}, "paths": ["./devlint"], "pythonPath": "${workspaceFolder}/.venv"}
        wrong = {**of_client, "debounce": "soon", "debouce": 1, "options": {"level": "loud", "selct": []}}
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"devlint": wrong}))
        await editor.until(lambda: len(editor.messages) == 4)
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"debounce": 5}))

    run(act())
    said = [editor.messages.pop(0).partition(":")[2].strip() for _ in range(4)]
    assert said[0] == "debounce: must be a number of milliseconds"
    assert said[1] == 'debouce: no such setting; did you mean "debounce"?'
    assert said[2] == "options.level: 'loud' is none of error, warning, hint" and said[3].startswith("options.selct: ")


def test_inlay_hints_are_off_until_they_are_wanted(editor: Editor, run: Run, root: Path) -> None:
    async def hints(uri: str) -> list[tuple[int, object]]:
        everything = types.Range(types.Position(0, 0), types.Position(99, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), everything)
        found = await editor.client.text_document_inlay_hint_async(params)
        return [(one.position.line + 1, one.label) for one in found or ()]

    async def act() -> None:
        uri = editor.open(root / "one/hinted.py", "import torch\nx = torch.ones(2).cuda()\ny = [3]\n")
        assert await hints(uri) == []
        settings = types.DidChangeConfigurationParams({"devlint": {"inlayHints": True, "debounce": 5}})
        editor.client.workspace_did_change_configuration(settings)
        assert await hints(uri) == [(2, ": cuda")]
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"debounce": 5}))

    run(act())


def test_notebooks(editor: Editor, run: Run, root: Path) -> None:
    uri = (root / "one/n.ipynb").as_uri()

    def cell(number: int, text: str) -> types.TextDocumentItem:
        return types.TextDocumentItem(f"{uri}#{number}", "python", 1, text)

    async def act() -> None:
        texts = [cell(1, "import torch\n%time\nx = torch.ones(2).cuda()"), cell(2, "  y = torch.ones(2)\n  x + y")]
        cells = [types.NotebookCell(types.NotebookCellKind.Code, one.uri) for one in texts]
        whole = types.NotebookDocument(uri, "jupyter-notebook", 1, cells)
        editor.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(whole, texts))
        await editor.becomes(texts[1].uri, ["DEV101"])
        assert not editor.shown[texts[0].uri].diagnostics
        (found,) = editor.shown[texts[1].uri].diagnostics
        fix, *_ = await editor.actions(texts[1].uri, found.range.start.line + 1)
        assert applied(texts[1].text, fix, texts[1].uri).startswith("  y = torch.ones(2, device=")
        told = await editor.hover(texts[1].uri, 2, 3)
        assert told.startswith("`` x ``: tensor, cuda (cell 1, line 3: `torch.ones(2).cuda()` moves it)")

        def change(uri: str, text: str, version: int) -> None:
            content = types.NotebookDocumentCellContentChanges(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
            cells = types.NotebookDocumentCellChanges(text_content=[content])
            event = types.NotebookDocumentChangeEvent(cells=cells)
            named = types.VersionedNotebookDocumentIdentifier(version, whole.uri)
            editor.client.notebook_document_did_change(types.DidChangeNotebookDocumentParams(named, event))

        change(texts[1].uri, "y = torch.ones(", 2)
        await editor.becomes(texts[1].uri, ["invalid-syntax"])
        change(texts[1].uri, "y = torch.ones(2, device='cuda')\nx + y", 3)
        await editor.becomes(texts[1].uri, [])
        change(texts[0].uri, "import torch\nx = torch.ones(2)", 4)
        await editor.becomes(texts[0].uri, ["DEV101"])
        removed = types.NotebookDocumentCellChangeStructure(
            types.NotebookCellArrayChange(1, 1), did_close=[types.TextDocumentIdentifier(texts[1].uri)]
        )
        event = types.NotebookDocumentChangeEvent(cells=types.NotebookDocumentCellChanges(structure=removed))
        named = types.VersionedNotebookDocumentIdentifier(5, uri)
        editor.client.notebook_document_did_change(types.DidChangeNotebookDocumentParams(named, event))
        await editor.becomes(texts[0].uri, [])
        closed = types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(uri), [])
        editor.client.notebook_document_did_close(closed)

    run(act())


def test_nothing_ends_the_server(editor: Editor, run: Run, root: Path) -> None:
    """Its worker may die, and the editor may ask for what is not there."""
    unknown = (root / "one/never_opened.py").as_uri()

    async def act() -> None:
        uri = editor.open(root / "one/b.py", FACTORY)
        assert await editor.codes(uri) == [("DEV102", LINE)]
        for child in _children(editor):
            os.kill(child, signal.SIGKILL)
        editor.change(uri, FACTORY + "# 1\n")
        await editor.diagnostics(uri)  # the death may be what it says
        editor.change(uri, FACTORY + "# 2\n")
        assert await editor.codes(uri) == [("DEV102", LINE)]
        editor.numbers[unknown] = 1
        editor.change(unknown, "x")
        assert await editor.hover(unknown, 1, 1) == "" and await editor.actions(unknown, 1) == []
        editor.close(unknown)
        editor.client.protocol.notify("textDocument/unheardOf", {})
        untitled = "untitled:Untitled-1"
        item = types.TextDocumentItem(untitled, "python", 1, FACTORY)
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await editor.becomes(untitled, ["DEV102"])
        editor.close(untitled)
        hovers = [asyncio.ensure_future(editor.hover(uri, LINE, COLUMN)) for _ in range(5)]
        await asyncio.sleep(0)
        for one in hovers[:4]:
            one.cancel()
        assert "DEV102" in await hovers[4]

    run(act())
    editor.messages.clear()


def _children(editor: Editor) -> list[int]:
    """The processes that the server has begun."""
    server = editor.client._server
    assert server is not None
    listed = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii")
    return [int(one) for one in listed.split()]
