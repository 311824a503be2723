"""A layer joins a model after the model has been moved, and stays on the CPU.

## What it does
Reports a module with parameters or buffers that is attached to a model which has already been moved to an
accelerator, or to a device that the caller chose: by attribute, by index, by `setattr`, `add_module` or
`register_module`. The new layer has no device of its own, and neither it nor the model is moved later. So is what a
constructor makes and attaches after `self.to(...)`: who moves itself is not moved by others.

## Why it is bad
`model.to(device)` moves what the model holds at that moment. A layer that is built afterwards is made on the CPU.
Where `device` is the CPU nothing happens; with a GPU the first forward pass raises `Expected all tensors to be on the
same device`, in the new layer.

## Example
```python
def fine_tune(model, batch, device):
    model.to(device)
    model.head = nn.Linear(768, 2)
    return model(batch.to(device))
```

## Use instead
```python
def fine_tune(model, batch, device):
    model.head = nn.Linear(768, 2)
    model.to(device)
    return model(batch.to(device))
```

## Not reported
- a layer that brings its device: `nn.Linear(768, 2, device=device)`, `.to(device)`, `with torch.device(device):`;
- a layer without parameters and buffers, such as `nn.Identity()` or `nn.ReLU()`;
- a model that is moved again later, or handed to something that may move it;
- a model that was moved to the CPU only, or whose `.to(...)` changed nothing but the dtype;
- a layer that was made elsewhere, since it may be on the right device;
- one that has no weights but those of modules that were moved before they were put into it.

## Fix safety
Adding `.to(device)` to the new layer is unsafe where an optimizer already holds its parameters or where it is shared
with another model; elsewhere it does what the move of the model would have done.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import Attached
from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.phrases import stored
from devlint.forms import form
from devlint.forms.code import Code
from devlint.forms.form import dotted
from devlint.rulebook import Precedence, RuleMeta, Status

META = RuleMeta(
    code="DEV301",
    name="submodule-after-move",
    summary="a layer is attached to a model after the model was moved",
    status=Status.ON,
    precedence=Precedence.OWNER,
)


def check(fact: Attached, code: Code) -> Iterator[Finding]:
    """Report a submodule that came after the move."""
    moved = fact.moved.function if isinstance(fact.moved, form.Call) else None
    owner = dotted(moved.value) if isinstance(moved, form.Attribute) else ""
    name = next(iter(stored(fact.at)), "")
    said = f"`{name}` is attached on the CPU" if name else f"`{code.text(fact.at)}` attaches a CPU module"
    if isinstance(fact.at, form.Subscript):
        said = f"`{code.text(fact.at)}` is attached on the CPU"
    near = owner and code.function(fact.moved) == code.function(fact.at)
    yield Finding(
        fact.at,
        f"{said} after {f'`{owner}`' if owner else 'the module'} was moved",
        notes=(Remark("moved here", fact.moved),),
        help=f"call `{code.text(fact.moved)}` later" if near else "attach it before the move",
        cause=fact.at,
    )
