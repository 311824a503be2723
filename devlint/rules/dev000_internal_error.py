"""devlint itself failed while it read this file.

## What it does
Reports, on the first line of the file, that devlint failed on this file. The other files of the run, and the other
checks of flake8, go on as usual.

## Why it is bad
The file was not checked, or only in part: that it has no other findings means nothing. The mistake is in devlint, not
in the file.

## Example
```text
model.py:1:1: DEV000 devlint failed on this file: KeyError: 'forward' (walk.py:120, in _for)
```

## Use instead
Report the line together with the file, or the smallest part of it that still fails, to devlint's issue tracker. Until
it is repaired, leave the file out (`exclude`). `devlint check` shows this finding whatever `select`, `ignore` and
`# noqa` say, and ends with 2; where flake8's own options drop it, a line on standard error says so.

## Not reported
- Text that is not valid Python: flake8 reports that.
- Valid Python that devlint cannot analyse: the command line says `not analysed` on standard error.

## Fix safety
There is nothing to fix in the file.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV000",
    name="internal-error",
    summary="devlint itself failed on this file, so it was not checked",
    level=Level.ERROR,
)
