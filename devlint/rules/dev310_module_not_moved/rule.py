"""A module is built where it is used, and never moved to the device of what it is applied to.

## What it does
Reports the construction of a module with parameters or buffers, in a function or by a class that is no module itself,
that is applied to a tensor on an accelerator, or on the device that the caller chose, without having been moved.
Reports an `nn.Module`, too, that sends its inputs to a device which is chosen for the whole project (`.cuda()`, or an
imported `device`) but not itself, where other modules of the file move themselves there; and one of several modules
that a class or a function builds, trains and applies to the same input, where it moves another one and never this.
A module that a library makes on the CPU counts as well: a model that `from_pretrained`, `timm.create_model` or
`torchvision.models` gives, and a metric of torchmetrics that adds up what `update` is given.
Reports a module, too, that is given to `DistributedDataParallel` as it was built: with `device_ids`, in a file that
uses NCCL, or where it is moved afterwards; and one under `DataParallel` that is applied without having been moved.

## Why it is bad
A module is made on the CPU. Applied to a tensor of a GPU it raises `Expected all tensors to be on the same device`,
or, for a convolution, `Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same`.
On the CPU it works, so tests without a GPU pass.

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
- A module without parameters and buffers, such as an activation or a loss without weights, and a layer that `forward`
  builds for itself (see DEV309).
- A module that is moved before its use, by itself, in a loop, under the same condition as the data, by a `to` that its
  object has from a base of the file, or where it is used; a submodule of an `nn.Module`, which moves with its owner
  (see DEV303 for those that do not).
- A module that is handed to code out of sight, which may move it, what is built around a model
  (`DistributedDataParallel(model)`), which is where that is, and a model that is loaded with a `device_map` or by what
  moves models or inputs itself (`pipeline`, `SentenceTransformer`, most of `torch.hub`).
- An object of an imported class, unless something that only modules do shows that it is one (`parameters()`,
  `load_state_dict()`, `eval()`), or if what it is built from may say where it goes (a device, settings, a tensor), nor
  one of a class in another file of the project that is given its device (`Head(8, device="cuda")`).
- A module that is applied to data on the CPU, such as the batches of a loader, or of an iterator (`data_iter`).

## Fix safety
Passing `device=` or adding `.to(x.device)` to the construction is safe where the module is used for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_of
from devlint.devices.facts.modules import NotOnFirst, SentAhead, WrappedOnHost
from devlint.devices.facts.operations import Clash, Finding, Remark
from devlint.devices.facts.wording import is_built_in_forward, where
from devlint.devices.lattice.device import is_host
from devlint.devices.lattice.values import Made
from devlint.devices.patterns.cuda_by_name import last
from devlint.diagnostic import Level
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev310_module_not_moved.facts import LeftAlone, WrappedTooSoon

META = RuleMeta(
    code="DEV310",
    name="module-not-moved",
    summary="a module is applied where it was never moved to",
    precedence=Precedence.OWNER,
)


def check(
    clash: Clash | LeftAlone | NotOnFirst | SentAhead | WrappedOnHost | WrappedTooSoon, code: Code
) -> Iterator[Finding]:
    """Report a module that is applied to what is elsewhere."""
    if isinstance(clash, (NotOnFirst, WrappedOnHost)):
        yield from _wrapped(clash, code)
        return
    if isinstance(clash, WrappedTooSoon):
        yield Finding(
            clash.at,
            f"`{code.text(clash.at)}` wraps a module that is still on the CPU, and shares its weights there",
            notes=(Remark("it is moved here", clash.moved),),
            help="move the module first",
            cause=clash.at,
        )
        return
    if isinstance(clash, LeftAlone):
        yield Finding(
            clash.at,
            f"`{clash.name}` is built on the CPU and never moved, as `{clash.other}` is, but both are applied to "
            f"`{clash.shared}`",
            help=f"move it where `{clash.other}` goes",
            cause=clash.at,
        )
        return
    if isinstance(clash, SentAhead):
        yield _not_as_its_siblings(clash)
        return
    host, other = clash.host, clash.other
    if host.made is not Made.MODULE or clash.indexed or is_built_in_forward(clash, code):
        return
    copied = isinstance(host.culprit, form.Call) and last(host.culprit.function) == "deepcopy"
    subject = "copy of a module is made" if copied else "module is built"
    yield Finding(
        host.culprit,
        f"this {subject} on the CPU and never moved, but applied to `{code.text(other.at)}`, which is "
        f"{where(other.device)}",
        notes=(Remark("applied here", clash.at),),
        help="move the module to the device of its input, or pass `device=`",
        cause=host.culprit,
        level=level_of(clash),
    )


def _wrapped(fact: NotOnFirst | WrappedOnHost, code: Code) -> Iterator[Finding]:
    """A module that is wrapped for several GPUs and was never moved to one."""
    if isinstance(fact, WrappedOnHost):
        wrapper = fact.at.function if isinstance(fact.at, form.Call) else fact.at
        yield Finding(
            fact.at,
            f"`{code.text(fact.module)}` is on the CPU when `{code.text(wrapper)}` wraps it"
            + (" with `device_ids`, which is refused" if fact.named else ", but NCCL shares weights of GPUs only"),
            help="move the module to its GPU first",
            cause=fact.at,
            level=Level.ERROR if fact.named else Level.WARNING,
        )
    elif is_host(fact.device):
        yield Finding(
            fact.at,
            f"this module is never moved, but `DataParallel` needs it on `cuda:{fact.first}` if there are several GPUs",
            notes=(Remark("applied here", fact.applied),),
            help=f"move it to `cuda:{fact.first}` first",
            cause=fact.at,
        )


def _not_as_its_siblings(fact: SentAhead) -> Finding:
    assert fact.end is not None, "rules see those only that have a place"
    device = where(fact.sent.device).removeprefix("on ")
    return Finding(
        fact.end,
        f"this module sends its inputs to {device} but never itself, as others in this file do",
        notes=(Remark("an input meets its weights here", fact.at),),
        help=f"move it to {device} at the end of `__init__`",
        cause=fact.end,
    )
