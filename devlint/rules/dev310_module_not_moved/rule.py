"""A module is built on the CPU and applied to a tensor on another device.

## What it does
Reports a module with parameters or buffers that a function or a plain class builds, does not move, and applies to an
input or to a tensor on a GPU. Also reported are
- an `nn.Module` that moves its inputs to a device of the project but not itself, where other modules of the file move
  themselves;
- one of several modules that are built and applied to the same input, or given to one optimizer, where only the others
  are moved;
- a model of a class out of sight that is applied to a tensor on a device, and moved there only afterwards;
- a module that is given to `DistributedDataParallel` as it was built: with `device_ids`, or in a file that uses NCCL;
  and one under `DataParallel` that is applied without having been moved.

A copy of a module is where the module was when it was copied (`copy.deepcopy(net)`, `AveragedModel(net)`). That its
weights meet weights on a GPU, as in `mean.mul_(0.9).add_(weight)`, is reported like its application.

A model that a library makes on the CPU counts as well: of `from_pretrained`, `timm.create_model` or
`torchvision.models`, and a metric of torchmetrics that adds up what `update` is given.

## Why it is bad
A module is built on the CPU. Applied to a tensor on a GPU it raises `Expected all tensors to be on the same device`,
or, for a convolution, `Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same`. On
the CPU it works, so tests without a GPU pass.

## Example
```python
def smooth(signal):
    kernel = nn.Conv1d(1, 1, 5, padding=2, bias=False)
    return kernel(signal)
```

## Use instead
```python
def smooth(signal):
    kernel = nn.Conv1d(1, 1, 5, padding=2, bias=False, device=signal.device)
    return kernel(signal)
```

## Not reported
- A layer that `forward` builds (see DEV309), and a module without parameters and buffers, such as an activation.
- A module that is moved before its use, and a submodule of an `nn.Module`, which moves with its owner (see DEV303).
- A module that is passed to other code, which may move it, one that is built around another model, and one that is
  loaded with a `device_map` or by what moves models or inputs itself (`pipeline`, `SentenceTransformer`).
- An object of an imported class that may not be a module, or gets a device, settings or a tensor; and a module that is
  applied to CPU data, such as the batches of a `DataLoader`.

## Fix safety
`.to(x.device)` at the construction is right where the module is used for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.modules import AppliedTooSoon, NotOnFirst, SentAhead, WrappedOnHost
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.devices_in_scope import device_of
from devlint.devices.facts.repairs.phrases import root
from devlint.devices.facts.repairs.remedies import typed
from devlint.devices.facts.wording import is_built_in_forward, is_where, message, together, where
from devlint.devices.lattice.device import Followed, is_host
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev310_module_not_moved.facts import LeftAlone

META = RuleMeta(
    code="DEV310",
    name="module-not-moved",
    summary="a module that is built on the CPU is applied to a tensor on another device",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(
    clash: AppliedTooSoon | Clash | LeftAlone | NotOnFirst | SentAhead | WrappedOnHost, file: SourceFile
) -> Iterator[Finding]:
    """Report a module that is applied to what is elsewhere."""
    if isinstance(clash, (NotOnFirst, WrappedOnHost)):
        yield from _wrapped(clash, file)
        return
    if isinstance(clash, LeftAlone):
        which = f"which gets the same `{clash.shared}`" if clash.shared else "whose weights are trained with it"
        yield Finding(
            clash.at,
            f"`{clash.name}` stays on the CPU but `{clash.other}`, {which}, is moved",
            help=f"move `{clash.name}` like `{clash.other}`",
            cause=clash.at,
        )
        return
    if isinstance(clash, AppliedTooSoon):
        yield Finding(
            clash.at,
            f"`{file.text(clash.model)}` is applied to a tensor {where(clash.device)} before it is moved there",
            notes=(Remark("moved here", clash.moved),),
            help="move it before it is applied",
            cause=clash.at,
            level=Level.WARNING,
        )
        return
    if isinstance(clash, SentAhead):
        yield _not_as_its_siblings(clash)
        return
    host, other = clash.host, clash.other
    if host.made is not Made.MODULE or clash.indexed or is_built_in_forward(clash, file):
        return
    built = host.maker
    device = device_of(other, clash.at, built, file)
    remedy = typed(Remedy(RemedyKind.MOVE, built, device), file) if device else None
    advice = f"add `.to({device})`" if remedy else "move it to the device of its input"
    said = f"{{}} stays on the CPU but {{}} {is_where(other.device)}"
    applied = isinstance(clash.at, form.Call) and clash.at.function is host.at
    yield Finding(
        built,
        message(file, said, built, root(other.at, file), remedy=advice),
        notes=(Remark("applied here", clash.at) if applied else together(clash.operator, clash.at),),
        help=advice,
        cause=built,
        level=level_of(clash),
        remedy=remedy,
    )


def _wrapped(fact: NotOnFirst | WrappedOnHost, file: SourceFile) -> Iterator[Finding]:
    """A module that is wrapped for several GPUs and was never moved to one."""
    if isinstance(fact, WrappedOnHost):
        wrapper = file.text(fact.at.function if isinstance(fact.at, form.Call) else fact.at).rpartition(".")[2]
        why = "with `device_ids` needs it on a GPU" if fact.named else "with NCCL needs it on a GPU"
        advice = "move it to its GPU first"
        yield Finding(
            fact.at,
            message(file, f"{{}} is on the CPU but `{wrapper}` {why}", fact.module, remedy=advice),
            help=advice,
            cause=fact.at,
            level=Level.ERROR if fact.named else Level.WARNING,
        )
    elif is_host(fact.device):
        advice = f'add `.to("cuda:{fact.first}")`'
        said = f"{{}} is never moved but `DataParallel` needs it on `cuda:{fact.first}`"
        yield Finding(
            fact.at,
            message(file, said, fact.at, remedy=advice),
            notes=(Remark("applied here", fact.applied),),
            help=advice,
            cause=fact.at,
        )


def _not_as_its_siblings(fact: SentAhead) -> Finding:
    assert fact.end is not None, "rules see those only that have a place"
    device = fact.sent.device
    named = device.symbol.text if isinstance(device, Followed) else f'"{device}"'
    return Finding(
        fact.end,
        f"this module moves its inputs to `{named}` but not itself like the other modules of this file",
        notes=(Remark("an input is used with the weights here", fact.at),),
        help=f"add `self.to({named})`",
        cause=fact.end,
    )
