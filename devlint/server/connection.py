"""One connection to an editor: what is open in it, what it is shown, and what it understands.

    server = Server()
    server.publish(snapshot, shown)
    await server.revealed(snapshot)
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

import devlint
from devlint.base.errors import BadOption
from devlint.server.actions import Support
from devlint.server.checking import Checking
from devlint.server.configuration import Configuration
from devlint.server.diagnostics import Shown
from devlint.server.documents import Documents, Snapshot
from devlint.server.hover import rule_page
from devlint.server.process import NoAnswer, Process
from devlint.server.protocol import Protocol
from devlint.server.questions import Checked, Draw, Drawn, Prove, Repair, Repaired, Reveal, Revealed

log = logging.getLogger(__name__)

SECTION = "devlint"
"""Under which editors keep the settings."""

STATUS = "devlint/status"
"""The notification that says whether files are being checked."""

_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook=types.NotebookDocumentFilterNotebookType("jupyter-notebook"),
            cells=[types.NotebookCellLanguage("python")],
        )
    ],
    save=True,
)


class Server(LanguageServer):
    """The state of one connection."""

    def __init__(self) -> None:
        version = f"v{devlint.__version__}"
        super().__init__(SECTION, version, notebook_document_sync=_NOTEBOOKS, protocol_cls=Protocol)
        self.documents = Documents()
        self.process = Process(self.documents.texts)
        self.configuration = Configuration()
        self.checking = Checking(self.documents, self.process, self.configuration, self.publish, self.report_checking)
        self._published: dict[str, set[str]] = {}
        self._pages: tempfile.TemporaryDirectory[str] | None = None

    # To the editor

    def publish(self, snapshot: Snapshot, shown: Shown) -> None:
        """Show diagnostics in all parts of a document."""
        before = self._published.get(snapshot.uri, set())
        versions = {part.uri: part.version for part in snapshot.parts}
        for uri, found in {**{gone: [] for gone in before - shown.keys()}, **shown}.items():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, versions.get(uri)))
        self._published[snapshot.uri] = set(shown)

    def withdraw(self, uri: str) -> None:
        """Show nothing any more of a document that is closed."""
        for part in self._published.pop(uri, set()):
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(part, []))

    def say(self, message: str, kind: types.MessageType = types.MessageType.Warning) -> None:
        """Show the user a line."""
        self.window_show_message(types.ShowMessageParams(kind, f"devlint: {message}"))

    def report_checking(self, is_checking: bool) -> None:
        """Have an editor that wants it show whether files are being checked."""
        if self.wants_status:
            self.protocol.notify(STATUS, {"state": "checking" if is_checking else "ready"})

    async def refresh_hints(self) -> None:
        """Have the editor ask for inlay hints again, where it can."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            await self.workspace_inlay_hint_refresh_async(None)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Write an error to the log of the editor."""
        log.error("%s", error)
        message = f"{type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    # What the editor understands

    @property
    def wants_status(self) -> bool:
        """True if the editor knows ``devlint/status``: its ``experimental`` says ``{"devlint": {"status": true}}``."""
        said = self.client_capabilities.experimental
        own = said.get(SECTION) if isinstance(said, Mapping) else None
        return isinstance(own, Mapping) and own.get("status") is True

    @property
    def support(self) -> Support:
        """Whether edits may name the version of a document."""
        workspace = self.client_capabilities.workspace
        edits = workspace.workspace_edit if workspace is not None else None
        return Support(versions=bool(edits is not None and edits.document_changes))

    # Questions about a place

    def snapshot(self, uri: str) -> Snapshot | None:
        """The open file or notebook to which ``uri`` belongs, as it is now."""
        owner = self.documents.owner(uri)
        return None if owner is None else self.documents.snapshot(owner)

    async def revealed(self, snapshot: Snapshot) -> Revealed:
        """What is known of the values of a document; nothing where that cannot be told."""
        try:
            options = self.configuration.options(snapshot.document.path)
            return await self.process.ask(Reveal(snapshot.document, options), Revealed)
        except (BadOption, NoAnswer) as error:
            log.warning("%s: %s", snapshot.uri, error)
            return Revealed()

    async def proved(self, snapshot: Snapshot) -> Checked | None:
        """The findings in a document with the fixes that bring nothing new; None where that cannot be told."""
        try:
            options = self.configuration.options(snapshot.document.path)
            return await self.process.ask(Prove(snapshot.document, options), Checked)
        except (BadOption, NoAnswer) as error:
            log.warning("%s: %s", snapshot.uri, error)
            return None

    async def repaired(self, snapshot: Snapshot) -> str:
        """The text of a document after all safe repairs; as it is where something is in the way."""
        text = snapshot.document.text
        if snapshot.document.notebook is not None:
            return text
        try:
            options = self.configuration.options(snapshot.document.path)
            return (await self.process.ask(Repair(snapshot.document, options), Repaired)).text
        except (BadOption, NoAnswer) as error:
            log.warning("%s: %s", snapshot.uri, error)
            return text

    async def drawn(self, snapshot: Snapshot, line: int) -> Drawn:
        """The lanes of the function around a line of a document; nothing where that cannot be told."""
        try:
            options = self.configuration.options(snapshot.document.path)
            return await self.process.ask(Draw(snapshot.document, options, line), Drawn)
        except (BadOption, NoAnswer) as error:
            log.warning("%s: %s", snapshot.uri, error)
            return Drawn()

    async def explain(self, code: str) -> None:
        """Show the page of a rule: as a document where the editor can, else as a message."""
        page = rule_page(code)
        window = self.client_capabilities.window
        if page and window is not None and window.show_document is not None and window.show_document.support:
            if self._pages is None:
                self._pages = tempfile.TemporaryDirectory(prefix="devlint-rules-")
            path = Path(self._pages.name, f"{code}.md")
            path.write_text(page, encoding="utf-8")
            uri = from_fs_path(str(path))
            assert uri is not None
            await self.window_show_document_async(types.ShowDocumentParams(uri, take_focus=True))
        else:
            self.say(page or f"no rule is called {code}", types.MessageType.Info)
