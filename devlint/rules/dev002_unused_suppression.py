"""A comment that silences devlint silences nothing.

## What it does
Looks at the comments that name rules of devlint, `# devlint: ignore[...]`, `# devlint: ignore-file[...]` and the codes
`DEV...` of `# noqa: ...`, and reports those that silence no finding, name no rule, or stand where they cannot silence
anything.

## Why it is bad
Such a comment says that something is wrong on a line where nothing is, and it will silence the next finding there
unseen.

## Example
```python
import torch

x = torch.zeros(3)  # devlint: ignore[DEV102] nothing is reported here
y = torch.ones(3)  # devlint: ignore
```

## Use instead
```python
import torch

x = torch.zeros(3)
y = torch.ones(3)
```

## Not reported
- An entry that names a rule which is off, not selected, or ignored in the file: what it would find is not known.
- A `# noqa` without codes, and the codes of other linters: they are not devlint's to judge.
- A text that lies in no file, as what an editor sends on standard input: its project is not seen.
- With `--disable-noqa`, and in a notebook with a cell that is not Python.

## Fix safety
The comment is removed, or the codes that silence nothing; other comments on the line stay. What names no rule, or
stands in the wrong place, is left for you to correct.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV002",
    name="unused-suppression",
    summary="a comment that silences devlint silences nothing",
    level=Level.WARNING,
    fix=Safety.SAFE,
)
