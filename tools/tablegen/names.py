"""The names of factories without what is before their last dot, for the scout: it loads no table."""

from __future__ import annotations

from devlint.torch_api.tables.hand import FACTORIES
from tablegen import factories, generated

_FOLLOWING = frozenset({"like", "new"})
"""The kinds of factories that make a tensor where another one is."""


def table() -> str:
    """The text of ``generated_names.py``."""
    return text_of(factories.table().splitlines()[3:-1] + FACTORIES.splitlines())


def text_of(rows: list[str]) -> str:
    """The text of ``generated_names.py`` for ``rows`` of the tables of factories."""
    found = {name.rpartition(".")[2] for name, kind, *_ in map(str.split, rows) if kind not in _FOLLOWING}
    return generated("Names of factories", "FACTORIES", "\n".join(sorted(found)))
