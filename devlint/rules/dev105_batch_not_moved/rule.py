"""A batch that is not moved to the device of its model.

## What it does
Reports a batch of a `DataLoader`, or an item of a data set of torchvision, torchaudio or torch_geometric, that is not
moved and is passed to a model that was moved to a device. The report is at the argument of the model. The tensors
that a tokenizer or processor returns with `return_tensors="pt"` count as well, also in `model.generate(**inputs)` and
for a model that a `Trainer` of transformers was given, which moves it to the GPU. If the file does not create the
loader, one case remains: a part of a batch that is not moved, while another part of the same batch is, and that is
used in a model or a loss, compared with the output of the model, or indexed by it. As a hint, an argument of a
function is reported that is used as it came with what was moved, where another argument of the function is moved.

## Why it is bad
A `DataLoader` yields tensors on the CPU, whatever the device of the model is. `Expected all tensors to be on the same
device` is raised in the first step on a GPU; on a machine without one the same loop works.

## Example
```python
from torch.utils.data import DataLoader, TensorDataset

device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(8, 3).to(device)
loader = DataLoader(TensorDataset(torch.randn(8, 8), torch.randint(0, 3, (8,))))
for features, labels in loader:
    loss = F.cross_entropy(model(features), labels.to(device))
```

## Use instead
```python
from torch.utils.data import DataLoader, TensorDataset

device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(8, 3).to(device)
loader = DataLoader(TensorDataset(torch.randn(8, 8), torch.randint(0, 3, (8,))))
for features, labels in loader:
    loss = F.cross_entropy(model(features.to(device)), labels.to(device))
```

## Not reported
- A loader that the file does not make, where all parts of a batch are treated alike: it may move its batches, as those
  of accelerate and Lightning do, and so may one that was handed to code out of sight (`accelerator.prepare(loader)`).
- A loader with a `collate_fn` that moves something or cannot be seen, and that of a dataset whose class, or whose
  tensors, cannot be seen to stay on the CPU; a dataset that a function is given is taken to be there.
- A part of a batch that is moved anywhere, and what a tokenizer gave and the code keeps on the CPU on purpose
  (`tokens.input_ids.cpu()`).
- An argument whose place the function asks (`y.device`), and one of a function with a private name, whose callers are
  in the project.
- A model that is not moved in this file, and one whose trainer has settings from elsewhere or stays on the CPU.

## Fix safety
The part of the batch is moved where it meets the model or the other parts, which raised before; or before that
statement, for good, if it is used below as it is there. There is no repair if something below may rely on the CPU.
The fix is unsafe where it asks a model for its first parameter and the file does not show that there is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, LeftBehind
from devlint.devices.facts.repairs.remedies import as_moved, for_all_uses, moved, words
from devlint.devices.facts.wording import is_where, message, origin, together
from devlint.devices.lattice.tensors import Made
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV105",
    name="batch-not-moved",
    summary="a batch, or a part of a batch, stays on the CPU, but its model was moved to a device",
    level=Level.ERROR,
    precedence=Precedence.MEETING,
    fix=Safety.SAFE,
    shown_by_simulator=True,
)

_SOURCES = (Made.LOADER, Made.TOKENS)
_OF_BATCH = "{} is still on the CPU but {} of the same batch was moved"
_OF_CALL = "argument {} is not moved but argument {} is"


def check(clash: Clash | LeftBehind, file: SourceFile) -> Iterator[Finding]:
    """Report a part of a batch that stays on the CPU and is used with something on a device."""
    if isinstance(clash, LeftBehind):
        yield _left_behind(clash, file)
        return
    host, other = clash.host, clash.other
    if host.made not in _SOURCES or clash.indexed:
        return
    move = moved(host.at, other, clash.at, file)
    remedy = for_all_uses(move, file)
    advice = _advice(remedy, move, file)
    template = f"{{}} is still on the CPU but {{}} {is_where(other.device)}"
    yield Finding(
        host.at,
        message(file, template, host.at, other.at, remedy=advice),
        notes=(together(clash.operator, clash.at), *origin(host), *origin(other)),
        help=advice,
        cause=clash.cause,
        part=None if clash.discarded else host.part,
        remedy=remedy,
        level=level_of(clash),
    )


def _left_behind(fact: LeftBehind, file: SourceFile) -> Finding:
    move = as_moved(fact.at, fact.device, fact.moved, file)
    remedy = for_all_uses(move, file)
    advice = _advice(remedy, move, file)
    other = receiver(fact.moved) or fact.moved
    return Finding(
        fact.at,
        message(file, _OF_CALL if fact.of_call else _OF_BATCH, fact.at, other, remedy=advice),
        notes=(Remark(f"moved here, unlike `{file.text(fact.at)}`", fact.moved),),
        help=advice,
        cause=fact.cause,
        part=fact.part,
        remedy=remedy,
        level=Level.HINT if fact.of_call else Level.WARNING,
    )


def _advice(remedy: Remedy | None, move: Remedy | None, file: SourceFile) -> str:
    """What is said of a repair, or of the ``move`` for this place alone where something below may rely on the CPU."""
    if remedy is not None or move is None:
        return words(remedy, file, "move it to the model's device")
    return f"{words(move, file)} here"
