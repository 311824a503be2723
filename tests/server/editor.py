"""An editor for tests: pygls's own client, which starts the real server and talks to it through pipes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 30.0
"""Seconds after which an answer that has not come is missing."""


class Editor:
    """A client with what it was shown: ``shown`` has the last diagnostics of each uri, and their version."""

    def __init__(self, settings: dict[str, Any] | None, *, versions: bool = True) -> None:
        self.client = LanguageClient("editor", "1")
        self.settings = settings
        self.versions = versions
        self.experimental: Any = None
        self.refreshes = False
        self.shown: dict[str, types.PublishDiagnosticsParams] = {}
        self.every: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.documents: list[str] = []
        self.commands: list[str] = []
        self.numbers: dict[str, int] = {}
        self._news = asyncio.Event()
        self._hear()

    def _hear(self) -> None:
        for name, heard in (
            (types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, self._published),
            (types.WINDOW_SHOW_MESSAGE, self._said),
            (types.WINDOW_LOG_MESSAGE, self._said),
            (types.WINDOW_SHOW_DOCUMENT, self._showed),
            (types.CLIENT_REGISTER_CAPABILITY, lambda params: None),
        ):
            self.client.feature(name)(lambda params, heard=heard: heard(params))

    def _published(self, params: types.PublishDiagnosticsParams) -> None:
        self.shown[params.uri] = params
        self.every.append(params)
        self._news.set()

    def _said(self, params: types.ShowMessageParams | types.LogMessageParams) -> None:
        self.messages.append(params.message)
        self._news.set()

    def _showed(self, params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        self.documents.append(params.uri)
        return types.ShowDocumentResult(True)

    async def start(self, root: Path, *others: Path) -> types.InitializeResult:
        """Start the server for some folders."""
        await self.client.start_io(sys.executable, "-m", "devlint", "server")
        watched = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        edits = types.WorkspaceEditClientCapabilities(document_changes=self.versions)
        hints = types.InlayHintWorkspaceClientCapabilities(self.refreshes)
        capabilities = types.ClientCapabilities(
            workspace=types.WorkspaceClientCapabilities(
                did_change_watched_files=watched, workspace_edit=edits, inlay_hint=hints
            ),
            experimental=self.experimental,
            window=types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(self.versions)),
        )
        folders = [types.WorkspaceFolder(one.as_uri(), one.name) for one in (root, *others)]
        started = await self.client.initialize_async(
            types.InitializeParams(
                capabilities,
                root_uri=root.as_uri(),
                workspace_folders=folders,
                initialization_options=self.settings,
            )
        )
        self.client.initialized(types.InitializedParams())
        return started

    async def stop(self) -> None:
        """Shut the server down, and wait for its end."""
        await asyncio.wait_for(self.client.shutdown_async(None), PATIENCE)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), PATIENCE)

    # What the user does

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, with a text that may not be on the disk; its uri."""
        uri, shown = path.as_uri(), path.read_text() if text is None else text
        self.numbers[uri] = 1
        item = types.TextDocumentItem(uri, "python", 1, shown)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str, place: types.Range | None = None) -> int:
        """Type: another text for all of the file, or for a stretch; the new version."""
        self.numbers[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.numbers[uri], uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        change = whole if place is None else types.TextDocumentContentChangePartial(place, text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return self.numbers[uri]

    def close(self, uri: str) -> None:
        """Close a file."""
        named = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(named))

    # What the user sees

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so."""

        async def wait() -> None:
            while not holds():
                self._news.clear()
                await self._news.wait()

        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(f"not so: {self.shown}, {self.messages}") from None

    async def diagnostics(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """The diagnostics of a version of a file, the last one unless another is asked for."""
        wanted = self.numbers.get(uri) if version is None else version
        await self.until(lambda: uri in self.shown and self.shown[uri].version == wanted)
        return list(self.shown[uri].diagnostics)

    async def codes(self, uri: str) -> list[tuple[str, int]]:
        """Code and line, from 1, of the diagnostics of the last version of a file."""
        return [(str(one.code), one.range.start.line + 1) for one in await self.diagnostics(uri)]

    async def becomes(self, uri: str, codes: list[str]) -> None:
        """Wait until just these codes are shown in a file."""
        await self.until(lambda: uri in self.shown and [one.code for one in self.shown[uri].diagnostics] == codes)

    async def actions(self, uri: str, line: int, *only: str) -> list[types.CodeAction]:
        """What is offered for a line, from 1; the titles of those without an edit are in ``commands``."""
        place = types.Range(types.Position(line - 1, 0), types.Position(line - 1, 0))
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri), place, types.CodeActionContext([], only=list(only) or None)
            )
        )
        self.commands = [one.title for one in found or [] if isinstance(one, types.Command)]  # pygls takes them so
        return [one for one in found or [] if isinstance(one, types.CodeAction)]

    async def hover(self, uri: str, line: int, column: int) -> str:
        """What is shown at a line and column, from 1; "" for nothing."""
        found = await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line - 1, column - 1))
        )
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value


@asynccontextmanager
async def editor(
    root: Path, *others: Path, settings: dict[str, Any] | None = None, versions: bool = True
) -> AsyncIterator[Editor]:
    """An editor with a server that runs, which is shut down afterwards."""
    one = Editor({"debounce": 5, **(settings or {})}, versions=versions)
    await one.start(root, *others)
    try:
        yield one
    finally:
        await one.stop()


def applied(text: str, action: types.CodeAction, uri: str) -> str:
    """``text`` of the file ``uri`` after an action, in ASCII."""
    assert action.edit is not None
    edits: list[Any] = list((action.edit.changes or {}).get(uri, ()))
    for one in action.edit.document_changes or ():
        assert isinstance(one, types.TextDocumentEdit)
        edits += one.edits if one.text_document.uri == uri else ()
    rows = text.splitlines(keepends=True)
    starts = [sum(map(len, rows[:number])) for number in range(len(rows) + 1)]
    places = [tuple(starts[p.line] + p.character for p in (e.range.start, e.range.end)) for e in edits]
    for (start, end), edit in sorted(zip(places, edits, strict=True), key=lambda one: one[0], reverse=True):
        text = text[:start] + edit.new_text + text[end:]
    return text


def notebook(*cells: str) -> str:
    """The text of a notebook of code cells."""
    made = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for source in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
