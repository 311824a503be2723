"""CUDA is hard-coded in code that otherwise uses the device of its inputs or its caller.

## What it does
Reports `.cuda()`, `.to("cuda")`, `device="cuda"`, `map_location="cuda"`, `torch.cuda.FloatTensor`, an autocast for
`"cuda"` and similar code
- in a function or class that elsewhere uses the device of a tensor, of its module or of its caller;
- in an `nn.Module`, whose device its owner chooses, and in a function that only modules call;
- in a file that supports several accelerators, or chooses between CUDA and the CPU elsewhere;
- where the new tensor or module takes its size from an argument, or is used with an argument or a weight.

It also reports `if not x.is_cuda: x = x.cuda()`, which is true on other accelerators too.

## Why it is bad
The function works on any device but for this place, which needs CUDA and uses the current GPU. With an input on the
second GPU two tensors on different devices meet; on another accelerator or on the CPU the call raises. An autocast for
CUDA has no effect on tensors elsewhere, so the precision silently differs.

## Example
```python
def attend(query, key, scale):
    key = key.to(query.device)
    bias = torch.zeros(key.shape[0]).cuda()
    return query @ key.T * scale + bias
```

## Use instead
```python
def attend(query, key, scale):
    key = key.to(query.device)
    bias = torch.zeros(key.shape[0], device=query.device)
    return query @ key.T * scale + bias
```

## Not reported
- Code that runs only where CUDA is meant: under `if x.is_cuda:`, `if use_cuda:`, after an `assert`.
- Lightning modules: see DEV603.
- Functions and classes that are about CUDA by their name or registration, tests and examples.
- Modules that move themselves to CUDA, or manage its devices and streams.
- An autocast under a condition on the device or on a switch for mixed precision.

## Fix safety
There is no automatic fix: the author has to say which of the devices in scope is meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import ByName, MadeByName
from devlint.devices.facts.operations import Finding, Move, Remark
from devlint.devices.facts.wording import where
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status

META = RuleMeta(
    code="DEV207",
    name="fixed-cuda",
    summary="CUDA is hard-coded in code that otherwise uses the device of its inputs or its caller",
    status=Status.PREVIEW,
    precedence=Precedence.NAME,
)


def check(fact: ByName | MadeByName | Move, code: Code) -> Iterator[Finding]:
    """Report a place that names CUDA beside a device that the caller chooses."""
    if isinstance(fact, MadeByName):
        yield _made(fact, code)
        return
    if isinstance(fact, Move):
        if fact.sends_what_is_not_there:
            said = f"`{code.text(fact.at)}` takes what is not on CUDA for what is on the CPU; it may be elsewhere"
            yield Finding(fact.at, said, help='ask for the CPU, `.device.type == "cpu"`', cause=fact.at)
        return
    if fact.managed:
        return
    notes: tuple[Remark, ...] = ()
    if fact.followed is not None:
        notes = (Remark("followed here", fact.followed),)
        beside = f"this code follows `{code.text(fact.followed)}`"
    elif fact.others:
        beside = f"this file is meant for {', '.join(f'`{name}`' for name in fact.others)}, too"
    elif fact.asked is not None:
        notes = (Remark("asked here", fact.asked),)
        beside = f"this file is meant to run without CUDA as well: `{code.text(fact.asked)}`"
    else:
        beside = "the module may be anywhere"
    how = "give the type of their device as `device_type`"
    if fact.does == "cast":
        said = f"`{code.text(fact.at)}` does nothing to tensors that are not on CUDA, but {beside}"
    elif fact.does == "uncast":
        said = f"`{code.text(fact.at)}` leaves autocast on for tensors that are not on CUDA, but {beside}"
    elif fact.does == "ask":
        said = f"`{code.text(fact.at)}` speaks of tensors on CUDA alone, but {beside}"
        how = "ask `torch.get_autocast_dtype` and `torch.is_autocast_enabled` for the type of their device"
    else:
        said = f"`{code.text(fact.at)}` asks for CUDA by name, but {beside}"
        how = "use the device that is meant there, too"
    yield Finding(fact.at, said, notes=notes, help=how, cause=fact.at)


def _made(fact: MadeByName, code: Code) -> Finding:
    at, other = fact.moved.culprit, code.text(fact.other.at)
    asks = "goes to CUDA wherever there is CUDA" if fact.available else "asks for CUDA by name"
    return Finding(
        at,
        f"`{code.text(at)}` {asks}, but it meets `{other}`, which may be elsewhere: it is {where(fact.other.device)}",
        notes=(Remark("they meet here", fact.at),),
        help=f"make it where `{other}` is",
        cause=at,
    )
