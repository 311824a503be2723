"""A module of Lightning puts things on CUDA by hand.

## What it does
Reports `.cuda()`, `.to("cuda")`, `device="cuda"`, `torch.cuda.FloatTensor` and the like in the methods of a
`LightningModule`.

## Why it is bad
Lightning decides where the module is, and brings its batches there: to a GPU, to another accelerator, or to the CPU of
the laptop where the run is tried out (`Trainer(accelerator="cpu")`). What is put on CUDA by hand needs CUDA all the
same: elsewhere it raises, or meets what Lightning has placed, `Expected all tensors to be on the same device`. In
`__init__` the current GPU has not been chosen yet, so each process takes memory of the first one.

## Example
```python
import lightning.pytorch as pl


class Classifier(pl.LightningModule):
    def training_step(self, batch, batch_idx):
        x, y = batch
        weight = torch.ones(10).cuda()
        return F.cross_entropy(self(x), y, weight=weight)
```

## Use instead
```python
import lightning.pytorch as pl


class Classifier(pl.LightningModule):
    def training_step(self, batch, batch_idx):
        x, y = batch
        weight = torch.ones(10, device=self.device)
        return F.cross_entropy(self(x), y, weight=weight)
```

In `__init__` the module is still on the CPU, and so is `self.device`: what has to move with the module is registered
there, by `self.register_buffer`. A plain attribute that is made on `self.device` there is reported by DEV302.

## Not reported
- What is done only where CUDA is meant: under `if self.on_gpu:`, after `torch.cuda.is_available()` was asked;
- methods that choose the current GPU themselves, and methods and classes that are about CUDA by their name;
- moves to `self.device` or to the device of a tensor, which are at worst not needed;
- autocasts and questions: see DEV207.

## Fix safety
There is no automatic fix. `self.device` in place of `"cuda"` keeps the behaviour wherever the code worked.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import ByName
from devlint.devices.facts.operations import Finding
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status

META = RuleMeta(
    code="DEV603",
    name="manual-move-in-lightning",
    summary="a module of Lightning puts things on CUDA by hand",
    status=Status.PREVIEW,
    precedence=Precedence.GPU,
)


def check(fact: ByName, code: Code) -> Iterator[Finding]:
    """Report a place that names CUDA in a module whose place Lightning decides on."""
    if fact.managed:
        building = code.function(fact.at) == "__init__"
        yield Finding(
            fact.at,
            f"`{code.text(fact.at)}` hard-codes CUDA, but Lightning chooses the device of this module",
            help="remove it, as Lightning moves the module" if building else "use `self.device`",
            cause=fact.at,
        )
