"""Code takes GPU 0 where a device means another GPU.

## What it does
Reports places where a device is known and its index is dropped or made up:
- a device without an index is taken for the first GPU: `0 if device.index is None else device.index`, or, as a hint,
  for the first of its kind: `torch.device(device.type, 0)`;
- every CUDA device becomes the number 0: `0 if device.type == "cuda" else -1`;
- the type of a device is used as a device: `torch.zeros(3, device=x.device.type)`, `torch.device(x.device.type)`;
- GPU 0 by name in a function that starts a process group or asks for its rank, as a hint: `torch.device("cuda:0")`;
- a module on another GPU is applied under `nn.DataParallel`, which takes GPU 0, or the first of `device_ids`.

## Why it is bad
`"cuda"` without an index means the current GPU. After `torch.cuda.set_device(1)`, or in the second process of a
training run, that is not GPU 0, and a tensor on `cuda:0` meets tensors on `cuda:1`. With one GPU all is well.

## Example
```python
def index_of(device):
    return 0 if device.index is None else device.index
```

## Use instead
```python
def index_of(device):
    return torch.cuda.current_device() if device.index is None else device.index
```

## Not reported
- GPU 0 where no device is known: `0 if torch.cuda.is_available() else -1`.
- The type of a device for an autocast or a random generator.
- Code after `torch.cuda.set_device(...)`.
- A process that leaves the function unless it is the first, a function that also names a GPU by a number which it
  computes, and files that set `CUDA_VISIBLE_DEVICES`.
- A function that asks for the current GPU as well, and takes the first where there is none.

## Fix safety
Another GPU than before is used. `torch.cuda.current_device()` takes the place of GPU 0 where a device has no index, and
`device` that of `device.type`, or `str(device)` where something else than torch is given it. The order of `device_ids`
is left to the author, and so is what becomes the number 0 for any CUDA device.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.device_choices import IndexLost
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.modules import NotOnFirst
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.facts.repairs.remedies import takes_device
from devlint.devices.facts.wording import message, where
from devlint.devices.lattice.device import Known, is_host
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.first_gpu import index_in
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev202_mixed_ordinals.facts import FirstOfAll, FirstTaken

META = RuleMeta(
    code="DEV202",
    name="mixed-ordinals",
    summary="code takes GPU 0, or the current GPU, where a device means another GPU",
    fix=Safety.UNSAFE,
)


def check(fact: FirstTaken | FirstOfAll | IndexLost | NotOnFirst, file: SourceFile) -> Iterator[Finding]:
    """Report an index that is thrown away or made up."""
    if isinstance(fact, NotOnFirst):
        if not is_host(fact.device):
            index = fact.device.index if isinstance(fact.device, Known) else None
            how = f'use `"cuda:{fact.first}"` for the model' if index is None else f"begin `device_ids` with {index}"
            said = f"`DataParallel` needs the model on its first GPU, `cuda:{fact.first}`, not {where(fact.device)}"
            yield Finding(fact.at, said, notes=(Remark("applied here", fact.applied),), help=how, cause=fact.at)
        return
    text = file.text(fact.at)
    if isinstance(fact, FirstOfAll):
        how = "name the GPU of the process by its local rank"
        said = message(file, "{} is the first GPU in every process", fact.at, remedy=how)
        process = Remark("one of several processes", fact.process)
        yield Finding(fact.at, said, notes=(process,), help=how, level=Level.HINT)
        return
    if isinstance(fact, IndexLost):
        said = f"`{text}` drops the index of the GPU, so the current GPU is used"
        notes = () if fact.used is fact.at else (Remark("used as a device here", fact.used),)
        whole = text.removesuffix(".type")
        remedy = replaced(fact.at, _with_index(fact, file), file)
        yield Finding(fact.at, said, notes=notes, help=f"use `{whole}`", remedy=remedy)
        return
    if fact.missing:
        how = "use `torch.cuda.current_device()`"
        said = message(file, "{} picks GPU 0 but a device without an index is the current GPU", fact.at, remedy=how)
    else:
        said = f"`{text}` turns every CUDA device into GPU 0"
        how = "use the index of the device"
    level = Level.HINT if fact.of_any_kind else None
    yield Finding(fact.at, said, help=how, remedy=_change(fact, file), level=level)


def _with_index(fact: IndexLost, file: SourceFile) -> str:
    """The device itself where torch takes it, and elsewhere its text: what takes the text of a type takes that, too."""
    whole = file.source(fact.at).removesuffix(".type")
    call = file.parent(fact.at)
    given = isinstance(call, form.Call) and call.function is not fact.at
    of_torch = isinstance(call, form.Call) and given and (takes_device(call) or last(call.function) == "to")
    return whole if of_torch else f"str({whole})"


def _change(fact: FirstTaken, file: SourceFile) -> Remedy | None:
    """The index of the device instead of the first, that of the current GPU where it has none."""
    torch = next((name for name in ("torch", "th") if file.binds(name, fact.at)), "")
    if not torch or not fact.device:
        return None
    current = f"{torch}.cuda.current_device()"
    on_gpu = f'{current} if {fact.device}.type == "cuda" else 0'
    value = fact.at.value if isinstance(fact.at, (form.Return, form.Assign)) else fact.at
    if isinstance(value, form.Call):
        given = index_in(value)
        current = on_gpu if fact.of_any_kind else current
        return replaced(given, current, file) if given is not None else None
    if not isinstance(value, form.Constant):
        return None
    if value.value == "cuda:0":
        return replaced(value, f'f"cuda:{{{current}}}"', file)
    return replaced(value, current if fact.on_cuda else on_gpu, file)
