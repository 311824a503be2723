"""pygls's protocol, without what it does to texts.

pygls keeps texts of its own, splits them into lines where Python does not (at form feeds, for one), and corrects the
positions of a change by these before anybody else sees it. ``Documents`` keeps the texts here, and changes reach it as
the editor sent them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

Handled = Iterator[tuple[Callable[..., Any], tuple[Any, ...], None]]


class Protocol(LanguageServerProtocol):
    """Hands changes of files and notebooks on as they are."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Handled:
        """A file is changed."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> Handled:
        """A notebook is changed."""
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_CHANGE], (params,), None
