"""What a look at an expression finds: a sum of these."""

from __future__ import annotations

NOTHING = 0
SEED = 1  # something here may be in a wrong place
BUILDS = 2  # a module is built
MOVES = 4  # something is moved
QUESTION = 8  # nothing is put anywhere, but the function has something to report
