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
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.repairs.phrases import placed, placing, replaced
from devlint.devices.facts.repairs.remedies import receiver
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

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
        advice = _remedy(fact.at, file)
        yield Finding(
            fact.at,
            message(file, "{} hard-codes CUDA but Lightning chooses the module's device", fact.at, remedy=advice),
            help=advice,
            cause=fact.at,
            remedy=_change(fact.at, file),
        )


def _change(at: form.Form, file: SourceFile) -> Remedy | None:
    """What puts the result of ``at`` where Lightning puts the module."""
    if file.function(at) == "__init__":
        moved = receiver(at)
        return replaced(at, file.source(moved), file) if moved is not None and _is_registered(at, moved, file) else None
    if not file.binds("self", at):
        return None
    if isinstance(at, form.Call) and dotted(at.function) == "torch.cuda.FloatTensor" and _is_size(at):
        given = ", ".join(file.source(one) for one in at.arguments)
        return replaced(at, f"torch.empty({given}, device=self.device)", file)
    return placed(at, "self.device", file)


def _is_registered(at: form.Form, moved: form.Expression, file: SourceFile) -> bool:
    """Whether Lightning moves what ``at`` gives: a buffer, or a layer that is built and assigned there."""
    if any(dotted(call.function) == "self.register_buffer" for call in file.calls_with(at)):
        return True
    statement = file.statement(at)
    built = dotted(moved.function) if isinstance(moved, form.Call) else ""
    kept = isinstance(statement, form.Assign) and statement.value is at
    return kept and built.startswith("nn.") and built.rpartition(".")[2] not in ("Parameter", "Buffer")


def _is_size(call: form.Call) -> bool:
    """Whether an old constructor is given the size of the tensor that it makes, and not what the tensor holds."""
    return not call.keywords and bool(call.arguments) and all(
        isinstance(one, form.Attribute) and one.name == "shape"
        or isinstance(one, form.Constant) and type(one.value) is int
        for one in call.arguments
    )


def _remedy(at: form.Form, file: SourceFile) -> str:
    """Outside of ``__init__`` the module is on ``self.device``; what is built there is moved later on."""
    building = file.function(at) == "__init__"
    function = at.function if isinstance(at, form.Call) else None
    if not building:
        return placing(at, "self.device", "use `self.device`")
    if isinstance(function, form.Attribute) and function.name in ("cuda", "to"):
        return f"remove `{file.text(at).removeprefix(file.text(function.value))}`"
    return 'remove `device="cuda"`'
