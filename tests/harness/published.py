"""A devlint whose distribution names a site of the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message

import pytest

from devlint.rulebook import documentation


@contextmanager
def published(address: str) -> Iterator[None]:
    """``address`` is what the distribution names as its documentation; it names none where that is ""."""
    known = Message()
    known["Project-URL"] = "Source, https://example.org/source"
    if address:
        known["Project-URL"] = f"Documentation, {address}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.metadata.metadata", lambda name: known)
        documentation.site.cache_clear()
        yield
    documentation.site.cache_clear()
