"""A Lightning module hard-codes CUDA.

## What it does
Reports `.cuda()`, `.to("cuda")`, `device="cuda"`, `torch.cuda.FloatTensor` and similar code in the methods of a
`LightningModule`.

## Why it is bad
Lightning chooses the device of the module and moves its batches there: a GPU, another accelerator, or the CPU
(`Trainer(accelerator="cpu")`). Hard-coded CUDA raises without CUDA, or meets tensors on another device:
`Expected all tensors to be on the same device`. In `__init__` the current GPU is not set yet, so each process takes
memory of GPU 0.

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
- Code that runs only where CUDA is meant: under `if self.on_gpu:`, after `torch.cuda.is_available()`.
- Methods that set the current GPU, and methods and classes that are about CUDA by their name.
- Moves to `self.device` or to the device of a tensor.
- An autocast: see DEV207.

## Fix safety
The fix puts `self.device` in place of CUDA; in `__init__` the move of a layer or of a registered buffer goes. Both are
then where Lightning puts the module, also if that is another GPU than the current one, or the CPU. A layer that
`__init__` applies to CUDA tensors would meet them on the CPU. A plain tensor that `__init__` creates on CUDA is not
repaired: it has to be registered.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.device_choices import ByName
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev603_manual_move_in_lightning.repair import advice_on, change

META = RuleMeta(
    code="DEV603",
    name="manual-move-in-lightning",
    summary="a Lightning module hard-codes CUDA, but Lightning chooses its device",
    precedence=Precedence.GPU,
    fix=Safety.UNSAFE,
)


def check(fact: ByName, file: SourceFile) -> Iterator[Finding]:
    """Report a place that names CUDA in a module whose place Lightning decides on."""
    if fact.managed:
        advice = advice_on(fact.at, file)
        yield Finding(
            fact.at,
            message(file, "{} hard-codes CUDA but Lightning chooses the module's device", fact.at, remedy=advice),
            help=advice,
            cause=fact.at,
            remedy=change(fact.at, file),
        )
