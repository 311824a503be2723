"""A layer is rebuilt from the weights of an old layer, and stays on the CPU.

## What it does
Reports a module of `torch.nn` that is built without a device, gets weights of an existing module, and replaces that
module or is returned. If the weights are copied, the whole layer is on the CPU; if a weight is assigned
(`new.weight = nn.Parameter(old.weight[rows])`), the bias is.

Also reported is a replacement that is moved to the device of the old module only under a condition that has nothing to
do with devices.

## Why it is bad
Heads are resized and layers pruned when a model is in use, so it has been moved. Copying works across devices without
an error, so the new layer fails at the next forward pass, on a GPU only:
`Expected all tensors to be on the same device`.

## Example
```python
class Classifier(nn.Module):
    def resize(self, classes):
        head = nn.Linear(self.head.in_features, classes)
        head.weight.data[: self.head.out_features] = self.head.weight.data
        self.head = head
```

## Use instead
```python
class Classifier(nn.Module):
    def resize(self, classes):
        head = nn.Linear(self.head.in_features, classes, device=self.head.weight.device)
        head.weight.data[: self.head.out_features] = self.head.weight.data
        self.head = head
```

## Not reported
- A new module that gets a device, is moved, or is passed to code that may move it.
- A new module that takes over every weight by assignment.
- Weights that are arrays: `torch.from_numpy(node.weight)`.
- Constructors and the methods they call, and functions that initialise, build, convert or load by their name.

## Fix safety
`device=` with the device of the old weight changes nothing on the CPU; on a GPU the initial weights are other random
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.phrases import with_argument
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev313_rebuilt_without_device.facts import Rebuilt

META = RuleMeta(
    code="DEV313",
    name="rebuilt-without-device",
    summary="a layer that is rebuilt from the weights of an old layer stays on the CPU",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: Rebuilt, file: SourceFile) -> Iterator[Finding]:
    """Report the new layer."""
    if fact.moved is not None:
        yield Finding(
            fact.at,
            f"`{fact.new}` replaces `{fact.old}` but moves to its device only under an unrelated condition",
            notes=(Remark("moved here", fact.moved),),
            help=f"move `{fact.new}` in every case",
            cause=fact.at,
        )
        return
    stays = f"the `{fact.left}` of `{fact.new}`" if fact.left else f"`{fact.new}`"
    yield Finding(
        fact.at,
        f"{stays} is created on the CPU but replaces `{fact.old}`, which may be on a GPU",
        help=f"use `device={fact.old}.weight.device`",
        remedy=with_argument(fact.at, f"device={fact.old}.weight.device", file),
        cause=fact.at,
    )
