"""The names of factories without what is before their last dot, for the scout: it loads no table.

They are read from the tables of factories as they stand, the generated one and the one by hand, without torch.
"""

from __future__ import annotations

from pathlib import Path

from devlint.torch_api.tables.hand import FACTORIES
from tablegen import generated

_TABLE = Path(__file__).parents[2] / "devlint" / "torch_api" / "tables" / "generated_factories.py"
_FOLLOWING = frozenset({"like", "new"})
"""The kinds of factories that make a tensor where another one is."""


def table() -> str:
    """The text of ``generated_names.py``."""
    head, _, _, *rows, _ = _TABLE.read_text(encoding="utf-8").splitlines()  # a line each for docstring, name and quotes
    version = head.partition(" of torch ")[2].partition(". Written")[0]
    kinds = (row.split()[:2] for row in [*rows, *FACTORIES.splitlines()])
    found = {name.rpartition(".")[2] for name, kind in kinds if kind not in _FOLLOWING}
    return generated("Names of factories", "FACTORIES", "\n".join(sorted(found)), version)
