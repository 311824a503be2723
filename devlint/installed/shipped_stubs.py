"""Device stubs that packages ship: the files in `NAME/devlint-stubs` of an installed distribution.

    shipped_stubs("some_lib")       {"some_lib/devlint-stubs/some_lib.pyi": "with module(...): ..."}

They are read as the other files of a distribution are, if its RECORD lists them, and say something of their own package
only.
"""

from __future__ import annotations

import os
from functools import lru_cache

from devlint.installed import STUBS_FOLDER
from devlint.installed.environment import distributions, folders

SUFFIX = ".pyi"
MOST = 20
"""The stubs of one package that are read."""


@lru_cache(maxsize=1024)
def shipped_stubs(package: str) -> dict[str, str]:
    """The paths and texts of the stubs that ``package``, a name without dots, brings for itself; none for most."""
    if not package or not any(os.path.isdir(os.path.join(one, package, STUBS_FOLDER)) for one in folders()):
        return {}
    owner = distributions().owner(package)
    if owner is None:
        return {}
    inside = owner.files(f"{package}/{STUBS_FOLDER}", SUFFIX)
    return {path: text for path in inside[:MOST] if (text := owner.text(path))}
