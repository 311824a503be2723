"""The command line.

    devlint check src train.ipynb        findings on standard output; exit 0 none, 1 some (of --fail-on), 2 went wrong
    devlint check - --stdin-display-name train.py
    devlint check --fix src              repairs what can be repaired safely, and reports the rest
    devlint check --diff src             shows the repairs and makes none
    devlint explain submodule-after-move
    devlint rules
    devlint reveal train.py:12-20        what is believed of the devices there, and why something is not reported

What could not be read or analysed is said on standard error and costs no other file its findings.

Each command has a module of its own with ``add``, which gives it its arguments, and ``run``, which carries it out and
returns the exit code; ``devlint/cli/program.py`` lists them.
"""

from devlint.cli.program import main

__all__ = ["main"]
