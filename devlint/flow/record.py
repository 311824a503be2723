"""Dataclasses that nobody changes, without the price of making sure of it.

    @dataclass(frozen=True, slots=True)         to a type checker frozen, as it stands there
    class Literal(Value): ...                   at run time hashed like a frozen one, but three times as fast to make

Values are made by the hundred thousand, so who changes one is for mypy to find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses

    def dataclass(*, frozen=True, eq=True, **options):
        """``dataclasses.dataclass``, never frozen and hashed as if it were."""
        return dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq, **options)
