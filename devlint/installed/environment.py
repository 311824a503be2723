"""The folders from which Python imports installed packages, in its order.

    folders()       ("/home/me/venv/lib/python3.12/site-packages",)

The folders of the project that is checked are none of them: what lies there is the project's own business.
"""

from __future__ import annotations

import os
import sys
from functools import cache

from devlint.base.import_path import is_checked
from devlint.installed.distributions import Distributions


@cache
def folders() -> tuple[str, ...]:
    """The folders on the import path of the environment that devlint runs in, without links, each once."""
    real = (os.path.realpath(entry) for entry in sys.path if entry and os.path.isdir(entry) and not is_checked(entry))
    return tuple(dict.fromkeys(real))


@cache
def distributions() -> Distributions:
    """What is installed in these folders."""
    return Distributions(folders())
