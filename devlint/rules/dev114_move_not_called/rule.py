"""A method that moves a tensor or a module is named and not called.

## What it does
Reports `x.cpu` and `x.cuda` of a tensor or a module where the parentheses are missing: a member of a tensor is read
from it (`x.cpu.numpy()`), it stands alone as a statement, or it is an operand of an operator or an argument of a
function of PyTorch or NumPy.

## Why it is bad
`x.cpu` is a method, and nothing is moved until it is called. `x.cpu.numpy()` raises `'builtin_function_or_method'
object has no attribute 'numpy'`. As a statement, `model.cuda` raises nothing: the model stays on the CPU, works there,
and fails on a machine with a GPU as soon as it meets an input that was moved.

## Example
```python
scores = model(x.to(device))
plot(scores.detach().cpu.numpy())
```

## Use instead
```python
scores = model(x.to(device))
plot(scores.detach().cpu().numpy())
```

## Not reported
- A method that is handed on, to be called elsewhere: an argument of a function (`map(x.cpu, ...)`, `callable(x.cpu)`),
  one that is compared, and a name that is called later (`move = x.cuda`, `move()`).
- Attributes called `cpu` or `cuda` of anything else: settings (`args.cuda`), a package (`torch.cuda`), an attribute
  that the class sets itself (`self.cpu = x.cpu()`).
- A member that tensors have not: `x.cpu.__name__`, `x.cuda.assert_called_once()`.

## Fix safety
`x.cpu()` is what was meant; it changes what the program does, since the move then takes place.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.operations import NotCalled
from devlint.devices.facts.repairs.remedies import words
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV114",
    name="move-not-called",
    summary="a method that moves a tensor or a module is named and not called",
    fix=Safety.UNSAFE,
)


def check(fact: NotCalled, file: SourceFile) -> Iterator[Finding]:
    """Report a method that was meant to be called."""
    statement, called = file.statement(fact.at), f"{file.source(fact.at)}()"
    if isinstance(statement, form.Evaluate) and statement.value is fact.at and isinstance(fact.at, form.Attribute):
        name = dotted(fact.at.value)
        called = f"{name} = {called}" if name else called  # a tensor is not moved in place
    remedy = Remedy(RemedyKind.REPLACEMENT, fact.at, called)
    advice = words(remedy, file)
    yield Finding(
        fact.at,
        message(file, "{} is a method that is not called, so nothing is moved", fact.at, remedy=advice),
        help=advice,
        remedy=remedy,
        cause=fact.at,
    )
