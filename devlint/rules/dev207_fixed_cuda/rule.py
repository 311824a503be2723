"""CUDA is asked for by name where the function follows the caller's device otherwise.

## What it does

Reports `.cuda()`, `.to("cuda")`, `device="cuda"`, `map_location="cuda"`, `torch.cuda.FloatTensor`,
`device=torch.cuda.current_device()`, an autocast for `"cuda"` and a question about it, `torch.get_autocast_gpu_dtype()`
- in a function that elsewhere hands on the device of a tensor, of its module or of its caller, and in a class whose
  other methods hand on `self.device`, or whose constructor the device it is given;
- in a module, which is wherever it was moved, and in a function that only modules call, unless the file puts
  things on CUDA by name outside of modules;
- in a file that names several other accelerators, or chooses between CUDA and the CPU elsewhere;
- where it makes something of the size of an argument, `torch.empty(x.shape[0], device="cuda")`, of a module that is
  one, `nn.LayerNorm(old.normalized_shape).cuda()`, or of what an optimizer goes through;
- in a function that applies the model it is given to it, or that its class was given or has from a base, in a file
  that puts no models on CUDA by name;
- where it asks about the autocast for CUDA in a function that is given something.

It also reports what is made on CUDA by name, or wherever there is CUDA (`if torch.cuda.is_available():`), by the
function, by the constructor of its class, or by a device that is chosen for a whole file of helpers, and meets an
argument or a weight; and a tensor that is sent to CUDA because it is not there, `if not x.is_cuda: x = x.cuda()`: it
may be on another accelerator.

## Why it is bad
The function works on whatever device it is given, but for this place. There it needs CUDA, and the current GPU: with
its input on the second GPU, two tensors meet that cannot; on another accelerator or on the CPU it raises. An autocast
for CUDA does nothing to tensors that are elsewhere: the precision silently is another one. So it is where it is
switched off for CUDA, to be on the safe side, and another accelerator's stays on.

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
- What is done only where CUDA is meant: under `if x.is_cuda:`, `if use_cuda:`, after an `assert`.
- Modules of Lightning, which places them and their batches: see DEV603.
- Functions that follow no device at all, in files that put their models on CUDA by name: they have chosen CUDA.
- Modules that put themselves on CUDA, or manage its devices and streams.
- Functions and classes that are about CUDA by their name, or registered for it (`torch.library.impl(..., "CUDA")`),
  tests and examples.
- An autocast that is on by a condition on where something is, or, outside of modules, by a switch for mixed precision;
  one for CUDA beside one for the CPU; and one around what is put on CUDA by name: that is reported.

## Fix safety
There is no automatic fix: which of the devices at hand is meant is for the author to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import ByName, MadeByName, Unguarded
from devlint.devices.facts.operations import Finding, Move, Remark
from devlint.devices.facts.wording import origin, where
from devlint.diagnostic import Level
from devlint.forms import form
from devlint.forms.code import Code
from devlint.naming.devices import is_called_device
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV207",
    name="fixed-cuda",
    summary="CUDA is asked for by name where another device is followed otherwise",
    level=Level.HINT,
    precedence=Precedence.NAME,
)


def check(fact: ByName | MadeByName | Move | Unguarded, code: Code) -> Iterator[Finding]:
    """Report a place that names CUDA beside a device that the caller chooses."""
    if isinstance(fact, MadeByName):
        yield _made(fact, code)
        return
    if isinstance(fact, Unguarded):
        at, other = fact.moved.culprit, code.text(fact.other.at)
        yield Finding(
            at,
            f"`{code.text(at)}` goes to CUDA in any case, but `{other}` is moved there only under a condition",
            notes=(Remark("they meet here", fact.at), *origin(fact.other)),
            help=f"make it where `{other}` is, or move it under the same condition",
            cause=at,
            level=Level.WARNING,
        )
        return
    if isinstance(fact, Move):
        if fact.sends_what_is_not_there:
            said = f"`{code.text(fact.at)}` takes what is not on CUDA for what is on the CPU; it may be elsewhere"
            yield Finding(
                fact.at, said, help='ask for the CPU, `.device.type == "cpu"`', cause=fact.at, level=Level.WARNING
            )
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
    contradicts = isinstance(fact.followed, form.Name) and is_called_device(fact.followed.id)
    level = Level.WARNING if fact.does != "put" or contradicts else None
    yield Finding(fact.at, said, notes=notes, help=how, cause=fact.at, level=level)


def _made(fact: MadeByName, code: Code) -> Finding:
    at, other = fact.moved.culprit, code.text(fact.other.at)
    asks = "goes to CUDA wherever there is CUDA" if fact.available else "asks for CUDA by name"
    return Finding(
        at,
        f"`{code.text(at)}` {asks}, but it meets `{other}`, which may be elsewhere: it is {where(fact.other.device)}",
        notes=(Remark("they meet here", fact.at),),
        help=f"make it where `{other}` is",
        cause=at,
        level=Level.WARNING,
    )
