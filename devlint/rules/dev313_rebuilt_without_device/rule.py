"""A layer is rebuilt around the weights of an old one, and stays on the CPU.

## What it does
Reports a module of `torch.nn` that is built without a device, gets weights of a module that is there already, and
takes its place or is returned. Where the weights are copied, all of it is on the CPU; where a weight of the old module
becomes its own (`new.weight = nn.Parameter(old.weight[rows])`), its bias is.

Also reported is a module that a function puts in the place of another one, with its weights, and moves to where that
one is only `if` something holds that has nothing to do with places.

## Why it is bad
Heads are resized and layers pruned when a model is in use, which is when it has been moved. Copying goes across devices
without a word, so the new layer fails at the next forward pass, on a GPU only: `Expected all tensors to be on the same
device`.

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
- a new module that is given a device, moved, or handed to something that may move it, in the function or by callers in
  the file;
- one that takes over every weight by assignment: it is where the old one was;
- constructors and what they call, and functions that initialise, build, convert or load by their name: nothing has been
  moved there.

## Fix safety
There is no automatic fix. Passing `device=` with the device of the old weight changes nothing on the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status
from devlint.rules.dev313_rebuilt_without_device.facts import Rebuilt

META = RuleMeta(
    code="DEV313",
    name="rebuilt-without-device",
    summary="a layer rebuilt around old weights stays on the CPU",
    status=Status.PREVIEW,
    precedence=Precedence.OWNER,
)


def check(fact: Rebuilt, code: Code) -> Iterator[Finding]:
    """Report the new layer."""
    if fact.moved is not None:
        yield Finding(
            fact.at,
            f"`{fact.new}` replaces `{fact.old}`, but is moved to its device only if an unrelated condition holds",
            notes=(Remark("moved here", fact.moved),),
            help=f"move `{fact.new}` in every case",
            cause=fact.at,
        )
        return
    stays = f"the `{fact.left}` of `{fact.new}`" if fact.left else f"`{fact.new}`"
    yield Finding(
        fact.at,
        f"{stays} is created on the CPU, but replaces `{fact.old}`, which may be on a GPU",
        help=f"use `device={fact.old}.weight.device`",
        cause=fact.at,
    )
