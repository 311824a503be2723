"""A module is built where it is used, and never moved to the device of what it is applied to.

## What it does
Reports the construction of a module with parameters or buffers, in a function or by a class that is no module itself,
that is applied to a tensor on an accelerator, or on the device that the caller chose, without having been moved.
Reports an `nn.Module`, too, that sends its inputs to a device which is chosen for the whole project (`.cuda()`, or an
imported `device`) but not itself, where other modules of the file move themselves there; and one of several modules
that a class or a function builds, trains and applies to the same input, where it moves another one and never this.
Reports a module, too, that is given to `DistributedDataParallel` as it was built, and moved only afterwards.

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
- A layer that `forward` builds for itself: see DEV309.
- A module without parameters and buffers, such as an activation or a loss without weights.
- A module that is moved before its use, by itself, in a loop, under the same condition as the data, by a `to` that its
  object has from a base of the file, or where it is used; a submodule of an `nn.Module`, which moves with its owner
  (see DEV303 for those that do not).
- A module that is handed to code out of sight, which may move it, and what is built around a model
  (`DistributedDataParallel(model)`), which is where that is.
- An object of an imported class, unless something that only modules do shows that it is one (`parameters()`,
  `load_state_dict()`, `eval()`), or if what it is built from may say where it goes (a device, settings, a tensor), nor
  one of a class in another file of the project that is given its device (`Head(8, device="cuda")`).
- A module that is applied to data on the CPU, such as the batches of a loader, or of an iterator (`data_iter`).

## Fix safety
Passing `device=` or adding `.to(x.device)` to the construction is safe where the module is used for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import SentAhead
from devlint.devices.facts.operations import Clash, Finding, Remark
from devlint.devices.facts.phrases import whereabouts
from devlint.devices.facts.wording import is_built_in_forward
from devlint.devices.lattice.device import Followed
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status
from devlint.rules.dev310_module_not_moved.facts import LeftAlone, WrappedTooSoon

META = RuleMeta(
    code="DEV310",
    name="module-not-moved",
    summary="a module is applied where it was never moved to",
    status=Status.ON,
    precedence=Precedence.OWNER,
)


def check(clash: Clash | LeftAlone | SentAhead | WrappedTooSoon, code: Code) -> Iterator[Finding]:
    """Report a module that is applied to what is elsewhere."""
    if isinstance(clash, WrappedTooSoon):
        yield Finding(
            clash.at,
            f"`{code.text(clash.at)}` wraps a model that is still on the CPU",
            notes=(Remark("moved here", clash.moved),),
            help="move the model before it is wrapped",
            cause=clash.at,
        )
        return
    if isinstance(clash, LeftAlone):
        yield Finding(
            clash.at,
            f"`{clash.name}` stays on the CPU, but `{clash.other}`, which gets the same `{clash.shared}`, is moved",
            help=f"move `{clash.name}` like `{clash.other}`",
            cause=clash.at,
        )
        return
    if isinstance(clash, SentAhead):
        yield _not_as_its_siblings(clash)
        return
    host, other = clash.host, clash.other
    if host.made is not Made.MODULE or clash.indexed or is_built_in_forward(clash, code):
        return
    yield Finding(
        host.culprit,
        f"`{code.text(host.culprit)}` is built on the CPU and not moved, but `{code.text(other.at)}` "
        f"{whereabouts(other.device)}",
        notes=(Remark("applied here", clash.at),),
        help="move the module to the device of its input, or pass `device=`",
        cause=host.culprit,
    )


def _not_as_its_siblings(fact: SentAhead) -> Finding:
    assert fact.end is not None, "rules see those only that have a place"
    device = fact.sent.device
    named = device.symbol.text if isinstance(device, Followed) else f'"{device}"'
    return Finding(
        fact.end,
        f"this module moves its inputs to `{named}`, but not itself like the other modules of this file",
        notes=(Remark("an input meets the weights here", fact.at),),
        help=f"add `self.to({named})`",
        cause=fact.end,
    )
