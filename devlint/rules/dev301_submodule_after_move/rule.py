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

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.modules import Attached
from devlint.devices.facts.repairs.phrases import stored
from devlint.devices.facts.repairs.remedies import words
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev301_submodule_after_move.repair import change

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
    remedy = change(fact, file)
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
