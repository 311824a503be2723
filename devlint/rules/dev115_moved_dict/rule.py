"""A dict of tensors is moved as if it were a tensor.

## What it does
Reports `.to(...)`, `.cuda()` and `.cpu()` of a state dict (`model.state_dict()`), and of what `torch.load` gives where
the file uses it as a dict: `saved["model"]`, `saved.items()`, `model.load_state_dict(saved)`.

## Why it is bad
A dict has no such method: `AttributeError: 'dict' object has no attribute 'to'`. Which of its values are tensors only
its user knows.

## Example
```python
state = model.state_dict().cpu()
torch.save(state, path)
```

## Use instead
```python
state = {name: value.cpu() for name, value in model.state_dict().items()}
torch.save(state, path)
```

## Not reported
- What may be something else than a dict on one of the paths to the move.
- Variables that the file asks what they are: `isinstance(state, dict)`, `hasattr(state, "to")`.

## Fix safety
The fix moves each value of a state dict, where the extra state of a module may be no tensor. What was loaded is left to
the author: `map_location` puts all of its tensors where they belong.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev115_moved_dict.facts import MovedDict

META = RuleMeta(
    code="DEV115",
    name="moved-dict",
    summary="a dict of tensors is moved as if it were a tensor",
    level=Level.ERROR,
    fix=Safety.UNSAFE,
)


def check(fact: MovedDict, file: SourceFile) -> Iterator[Finding]:
    """Report a move of what has no method for it."""
    assert isinstance(fact.at, form.Call) and isinstance(fact.at.function, form.Attribute), "a method is called"
    method = fact.at.function.name
    loaded = isinstance(fact.made, form.Call) and dotted(fact.made.function) == "torch.load"
    help_, remedy = "move its tensors, one by one", None
    if loaded:
        mapped = isinstance(fact.made, form.Call) and "map_location" in dict(fact.made.keywords)
        help_ = "change the `map_location` of `torch.load`" if mapped else "give `torch.load` a `map_location`"
    elif not isinstance(file.statement(fact.at), form.Evaluate):
        given = file.source(fact.at).removeprefix(f"{file.source(fact.moved)}.")
        each = f"{{name: value.{given} for name, value in {file.source(fact.moved)}.items()}}"
        remedy = replaced(fact.at, each, file)
    yield Finding(
        fact.at,
        f"`{file.text(fact.moved)}` is a dict, which has no method `{method}`",
        notes=() if fact.made is fact.moved else (Remark("the dict comes from here", fact.made),),
        help=help_,
        remedy=remedy,
        level=Level.WARNING if loaded else None,
    )
