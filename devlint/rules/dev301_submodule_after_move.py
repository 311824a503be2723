"""A layer is attached to a model after the model was moved, and stays on the CPU.

## What it does
Reports a module with parameters or buffers that is attached to a model after the model was moved: by assignment, by
index, by `setattr`, `add_module` or `register_module`. The new layer has no device of its own, and neither the layer
nor the model is moved later. A layer that a constructor attaches after `self.to(...)` is reported too.

## Why it is bad
`model.to(device)` moves what the model holds at that moment. A layer that is built afterwards is on the CPU. If
`device` is the CPU nothing happens; with a GPU the first forward pass raises
`Expected all tensors to be on the same device`.

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
- A layer with a device of its own: `nn.Linear(768, 2, device=device)`, `.to(device)`, `with torch.device(device):`.
- A layer without parameters and buffers, such as `nn.Identity()` or `nn.ReLU()`.
- A model that is moved again later, or passed to code that may move it.
- A model that was moved to the CPU only, or whose `.to(...)` changes only the dtype.
- A layer that was built in another place, since it may be on the right device.

## Fix safety
The fix sends the new layer to the device of the move, or to that of the model's parameters. A layer that is meant to
stay on the CPU, because `forward` moves its input there, would have to be left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.modules import Attached
from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.facts.repairs.devices_in_scope import named_device
from devlint.devices.facts.repairs.phrases import stored, value_of
from devlint.devices.facts.repairs.readable_names import can_be_read
from devlint.devices.facts.repairs.remedies import words
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV301",
    name="submodule-after-move",
    summary="a layer that is attached to a model after the model was moved stays on the CPU",
    level=Level.ERROR,
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: Attached, file: SourceFile) -> Iterator[Finding]:
    """Report a submodule that came after the move."""
    moved = fact.moved.function if isinstance(fact.moved, form.Call) else None
    owner = dotted(moved.value) if isinstance(moved, form.Attribute) else ""
    name = next(iter(stored(fact.at)), "")
    said = "{} is attached on the CPU" if name or isinstance(fact.at, form.Subscript) else "{} attaches a CPU module"
    remedy = _change(fact, file)
    near = owner and file.function(fact.moved) == file.function(fact.at)
    advice = f"call `{file.text(fact.moved)}` afterwards" if near else "attach it before the move"
    advice = words(remedy, file, advice)
    said += f" after {f'`{owner}`' if owner else 'the model'} was moved"
    yield Finding(
        fact.at,
        message(file, said, name or fact.at, remedy=advice),
        notes=(Remark("moved here", fact.moved),),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )


def _change(fact: Attached, file: SourceFile) -> Remedy | None:
    """What sends the new layer after its owner: to the device of the move, or to that of the owner's parameters."""
    at = file.statement(fact.at) if isinstance(fact.at, form.Subscript) else fact.at
    layer, owner = value_of(at), _owner(at)
    if layer is None or isinstance(layer, form.Display) or isinstance(at, form.Assign) and len(at.targets) > 1:
        return None
    named = named_device(fact.moved)
    together = file.definitions(fact.moved) == file.definitions(fact.at)
    certain = together and not may_be_skipped(fact.moved, layer, file)
    if named is not None and certain and can_be_read(named, fact.moved, layer, file):
        return Remedy(RemedyKind.MOVE, layer, file.source(named))
    if not owner or file.function(fact.at) == "__init__":
        return None
    return Remedy(RemedyKind.MOVE, layer, f"next({owner}.parameters()).device")


def _owner(at: form.Form) -> str:
    """The model that the statement or call ``at`` attaches a layer to."""
    if isinstance(at, form.Assign):
        target = at.targets[0]
        return dotted(target.value) if isinstance(target, (form.Attribute, form.Subscript)) else ""
    if not isinstance(at, form.Call):
        return ""
    if isinstance(at.function, form.Attribute):
        return dotted(at.function.value)
    return dotted(at.arguments[0]) if dotted(at.function) == "setattr" and at.arguments else ""
