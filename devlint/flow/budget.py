"""How much an evaluation may cost, in steps: one for each form, and more for what takes long."""

from __future__ import annotations

UNIT_STEPS = 30_000
"""The steps of a function, a method, or a statement of the file."""

FILE_STEPS = 400_000
"""The steps of a file, however large; one has ``UNIT_STEPS`` and one for each character of its text."""

MOST_NESTED = 300
"""The forms that are evaluated within each other, calls included; what is deeper is unknown."""

TOO_DEEP, TOO_MANY_OPERANDS = "too deep", "too many operands"
"""What the identities of values that are unknown for that are tagged with."""

GUARDS_A_STEP, ENTRIES_A_STEP, ENTRIES_A_STEP_OF_MANY, LOOKS_A_STEP = 5, 7, 4, 5
"""A statement costs a step more for each 32 conditions under which it is reached, and for each 32 fields of objects
that are gone through; what divides or joins states costs one for each 128 entries that it copies, or for each 16 where
many states meet: the powers of two."""


class Exhausted(Exception):
    """The budget of steps is used up; what was being evaluated stays unknown."""
