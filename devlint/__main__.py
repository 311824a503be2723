"""``python -m devlint`` is the command line.

Python puts the current folder first on the path, where the checked tree may have a ``random.py``. It is taken off
again; the folder that devlint lies in stays.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    if sys.path[:1] in ([""], [os.getcwd()]) and not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        del sys.path[0]
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if own not in sys.path:
        sys.path.append(own)

    from devlint.cli import main

    sys.exit(main())
