"""The language server: what is done about each message of an editor.

    create().start_io()       answers on standard input and output until the editor says exit

What goes wrong in here is written to the editor's log and costs one answer: the server goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path

from devlint.server.actions import EXPLAIN, FIX_ALL, actions, has_fix, is_wanted, workspace_edit
from devlint.server.configuration import FILES
from devlint.server.connection import SECTION, Server
from devlint.server.documents import real_path
from devlint.server.hover import hover, inlay_hints
from devlint.server.ignoring import differences
from devlint.server.lanes import LANES, answer_of
from devlint.server.positions import Units


def create() -> Server:
    """A server that listens to nothing yet."""
    server = Server()
    _life(server)
    _files(server)
    _notebooks(server)
    _questions(server)
    return server


def _life(server: Server) -> None:
    """The beginning and the end, and settings."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = server.workspace.position_encoding
        server.documents.units = Units(str(getattr(encoding, "value", encoding)))
        folders = params.workspace_folders or []
        uri = folders[0].uri if folders else params.root_uri
        server.configuration.root = (to_fs_path(uri) if uri else None) or "."
        for complaint in server.configuration.set(params.initialization_options):
            server.say(complaint)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await server.process.start()  # it is there when the first file is opened
        await _watch(server)
        await _pull(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        if not await _pull(server) and params.settings is not None:
            _set(server, params.settings)
        server.checking.request(pause=False)
        await server.refresh_hints()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.checking.request()

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.process.end()


def _set(server: Server, settings: Any) -> None:
    for complaint in server.configuration.set(settings):
        server.say(complaint)


async def _pull(server: Server) -> bool:
    """Ask the editor for its settings; whether it has answered with some."""
    workspace = server.client_capabilities.workspace
    if workspace is None or not workspace.configuration:
        return False
    item = types.ConfigurationItem(section=SECTION)
    found = await server.workspace_configuration_async(types.ConfigurationParams([item]))
    if not found or not found[0]:
        return False
    _set(server, found[0])
    return True


async def _watch(server: Server) -> None:
    """Hear of changes of other files and of configuration files, where the editor can tell."""
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace is not None else None
    if watched is None or not watched.dynamic_registration:
        return
    globs = ["**/*.py", *(f"**/{name}" for name in FILES)]
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(glob) for glob in globs])
    one = types.Registration("devlint-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    await server.client_register_capability_async(types.RegistrationParams([one]))


def _files(server: Server) -> None:
    """Files that are opened, changed, saved and closed."""
    documents, checking = server.documents, server.checking

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        if documents.owner(params.text_document.uri) is None:  # the cells of a notebook are opened with it
            documents.open(params.text_document)
            changed(params.text_document.uri, pause=False)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def typed(params: types.DidChangeTextDocumentParams) -> None:
        documents.change(params)
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        checking.request(documents.owner(params.text_document.uri), pause=False)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        documents.close(params.text_document.uri)
        server.withdraw(params.text_document.uri)
        changed(params.text_document.uri)

    def changed(uri: str, *, pause: bool = True) -> None:
        path = real_path(uri)
        if path:
            server.process.changed(path)
        checking.request(documents.owner(uri), pause=pause)


def _notebooks(server: Server) -> None:
    """Notebooks that are opened, changed, saved and closed."""
    documents, checking = server.documents, server.checking

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenNotebookDocumentParams) -> None:
        documents.open_notebook(params)
        checking.request(params.notebook_document.uri, pause=False)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def typed(params: types.DidChangeNotebookDocumentParams) -> None:
        documents.change_notebook(params)
        checking.request(documents.owner(params.notebook_document.uri))

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveNotebookDocumentParams) -> None:
        checking.request(documents.owner(params.notebook_document.uri), pause=False)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseNotebookDocumentParams) -> None:
        documents.close_notebook(params.notebook_document.uri)
        server.withdraw(params.notebook_document.uri)


def _questions(server: Server) -> None:
    """What the editor asks about a place."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        if snapshot is None:
            return None
        result = await server.checking.current(snapshot)
        found = result.checked.outcome.found if result.checked is not None else ()
        return hover(snapshot, uri, params.position, await server.revealed(snapshot), found)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def hinted(params: types.InlayHintParams) -> list[types.InlayHint]:
        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None or not server.configuration.settings.inlay_hints:
            return []
        return inlay_hints(snapshot, params.text_document.uri, params.range, await server.revealed(snapshot))

    kinds: list[types.CodeActionKind | str] = [types.CodeActionKind.QuickFix, FIX_ALL]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds))
    async def offered(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        wanted = None if only is None else [str(getattr(one, "value", one)) for one in only]
        snapshot = server.snapshot(uri)
        if snapshot is None:
            return []
        result = await server.checking.current(snapshot)
        if has_fix(result, uri, params.range) and (proved := await server.proved(snapshot)) is not None:
            result = replace(result, checked=proved)
        found = list(actions(result, uri, params.range, wanted, server.support))
        if wanted is not None and result.checked is not None and is_wanted(FIX_ALL, wanted):
            edits = differences(snapshot.document.text, await server.repaired(snapshot))
            if edits:
                edit = workspace_edit(snapshot, edits, server.support)
                found.append(types.CodeAction("Make all safe repairs of devlint", FIX_ALL, edit=edit))
        return found

    @server.feature(LANES)
    async def asked_for_lanes(params: Any) -> dict[str, Any] | None:
        uri, at = params.textDocument.uri, types.Position(params.position.line, params.position.character)
        snapshot = server.snapshot(uri)
        place = None if snapshot is None else snapshot.place(uri, at)
        if snapshot is None or place is None:
            return None
        return answer_of(await server.drawn(snapshot, place[0]), snapshot)

    @server.command(EXPLAIN)
    async def explained(code: str) -> None:
        await server.explain(code)
