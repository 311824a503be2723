"""What is known of the types of a file's expressions."""

from __future__ import annotations

from typing import Protocol

from devlint.forms import form


class Types(Protocol):
    """What is known of the types of a file's expressions."""

    def has(self, at: form.Form, name: str) -> frozenset[bool | None]:
        """Whether each of the values that ``at`` had has a member ``name``: None for one of which that is not known.

        Nothing for an expression that was not evaluated.
        """

    def is_tensor(self, at: form.Form) -> bool:
        """True if ``at`` is used where only a tensor can stand."""


class UnknownTypes:
    """Nothing is known of any expression."""

    def has(self, at: form.Form, name: str) -> frozenset[bool | None]:
        """Nothing."""
        return frozenset()

    def is_tensor(self, at: form.Form) -> bool:
        """False."""
        return False
