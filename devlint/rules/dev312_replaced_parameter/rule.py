"""A module replaces a parameter that its optimizer and other modules still hold.

## What it does
Reports an attribute of an `nn.Module` that is assigned a new `nn.Parameter` made from the old one, with its shape, in
a method that runs after construction: `forward`, a hook of `load_state_dict`, a training step.

Also reported is a helper that moves a parameter by wrapping it again:
`module._parameters[name] = nn.Parameter(module._parameters[name].to(device))`. The new parameter is trained even if
the old one was frozen, and loses the class of the old one.

## Why it is bad
The optimizer, hooks and other modules that share the weight hold the old parameter. The module computes with the new
one, which is not updated and may be on another device. Nothing is raised, and the loss stops falling.

## Example
```python
class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(1))
        self.register_load_state_dict_post_hook(self.fill_missing)

    def fill_missing(self, module, keys):
        self.scale = nn.Parameter(torch.ones_like(self.scale))
```

## Use instead
```python
class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(1))
        self.register_load_state_dict_post_hook(self.fill_missing)

    def fill_missing(self, module, keys):
        with torch.no_grad():
            self.scale.fill_(1.0)
```

## Not reported
- A parameter of another shape or dtype, which has to be a new one.
- A parameter that is wrapped again with an explicit `requires_grad`.
- Methods that build, reset, resize, convert, quantise or merge by their name, and methods that the constructor calls.
- Attributes that the constructor does not make parameters.

## Fix safety
There is no automatic fix: `copy_` or `fill_` under `torch.no_grad()` keeps the parameter, but later code may rely on a
new one.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.findings import Finding
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev312_replaced_parameter.facts import Replaced

META = RuleMeta(
    code="DEV312",
    name="replaced-parameter",
    summary="a module replaces a parameter that its optimizer and other modules still hold",
)


def check(fact: Replaced, file: SourceFile) -> Iterator[Finding]:
    """Report the parameter that takes the place of another."""
    message = f"`{fact.name}` is replaced in `{fact.method}` but the optimizer keeps the old tensor"
    help_ = f"use `{fact.name}.data.copy_(...)`"
    if fact.wrapped:
        message = f"`{fact.name}` becomes a new `nn.Parameter`, which loses `requires_grad` and its class"
        help_ = f"use `{fact.name}.data = {fact.name}.data.to(...)`"
    yield Finding(fact.at, message, help=help_, cause=fact.at)
