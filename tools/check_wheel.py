"""Check an installed devlint: that it is the build which is expected, and finds what it should.

    python tools/check_wheel.py compiled        of a wheel for one platform and Python
    python tools/check_wheel.py pure            of the one for all others

It imports nothing of the checkout, and is run by the Python into which the wheel was installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

BUILDS = {"compiled": "(compiled)", "pure": "(pure Python)"}
PROGRAM = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"


def main() -> int:
    """Run the command."""
    if len(sys.argv) != 2 or sys.argv[1] not in BUILDS:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        version = _said("--version", folder=folder)
        if BUILDS[sys.argv[1]] not in version:
            print(f"{version.strip()}: not {sys.argv[1]}", file=sys.stderr)
            return 1
        Path(folder, "program.py").write_text(PROGRAM, encoding="utf-8")
        found = _said("check", "--isolated", "--no-cache", "program.py", folder=folder)
        if "DEV102" not in found:
            print(f"DEV102 is not reported for\n{PROGRAM}\nbut {found!r}", file=sys.stderr)
            return 1
    print(f"{version.strip()} finds what it should")
    return 0


def _said(*arguments: str, folder: str) -> str:
    """What devlint prints, in a folder in which there is nothing to import."""
    command = [sys.executable, "-m", "devlint", *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
