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
from devlint.devices.facts.phrases import whereabouts
from devlint.devices.lattice.device import Followed, SymbolKind
from devlint.forms import form
from devlint.forms.code import Code
from devlint.naming.devices import is_called_device
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
    text = code.text(fact.at)
    if isinstance(fact, MadeByName):
        yield _made(fact, code)
        return
    if isinstance(fact, Move):
        if fact.sends_what_is_not_there:
            moved = fact.at.function.value if isinstance(fact.at, form.Call) and _is_method(fact.at) else fact.at
            said = f"`{text}` runs for every tensor that is not on CUDA, also on MPS and XPU"
            yield Finding(fact.at, said, help=f'test `{code.text(moved)}.device.type == "cpu"`', cause=fact.at)
        return
    if fact.managed:
        return
    notes, beside = _beside(fact, code)
    device = _device(fact, code)
    if fact.does == "cast":
        said = f"`{text}` has no effect on tensors that are not on CUDA"
        how = f"use `torch.autocast({_type(device)})`"
    elif fact.does == "uncast":
        said = f"`{text}` leaves autocast on for other accelerators"
        how = f"use `torch.autocast({_type(device)}, enabled=False)`"
    elif fact.does == "ask":
        said = f"`{text}` asks about CUDA only"
        asks = "is_autocast_enabled" if "is_autocast" in text else "get_autocast_dtype"
        how = f"use `torch.{asks}({_type(device)})`"
    else:
        said = f"`{text}` hard-codes CUDA"
        how = _placing(fact.at, device, code) if device else "use that device"
    if fact.does != "put" and not device:
        how = "use the device type of the tensors"
    yield Finding(fact.at, f"{said}, but {beside}", notes=notes, help=how, cause=fact.at)


def _beside(fact: ByName, code: Code) -> tuple[tuple[Remark, ...], str]:
    """Why CUDA is not the only device here, and the place that says so."""
    if fact.followed is not None:
        name = code.text(fact.followed)
        said = f"`{name}` may be another device" if _is_device(name) else f"`{name}` may be on another device"
        return (Remark("this device is used", fact.followed),), said
    if fact.others:
        return (), f"this file also supports {', '.join(f'`{name}`' for name in fact.others)}"
    if fact.asked is not None:
        return (Remark("the device is chosen here", fact.asked),), "this file also runs without CUDA"
    return (), "the module may be on another device"


def _device(fact: ByName, code: Code) -> str:
    """The device to use, as code; "" where none is known."""
    if fact.followed is None or isinstance(fact.followed, form.Parameter):
        return ""
    name = code.text(fact.followed)
    return name if _is_device(name) else f"{name}.device"


def _is_device(name: str) -> bool:
    return is_called_device(name.rpartition(".")[2])


def _type(device: str) -> str:
    return f"{device}.type" if device.endswith(".device") else f"torch.device({device}).type"


def _is_method(call: form.Call) -> bool:
    return isinstance(call.function, form.Attribute) and call.function.name in ("cuda", "to", "type")


def _placing(at: form.Form, device: str, code: Code) -> str:
    """``.to(device)`` in place of ``.cuda()``, ``device=device`` in place of ``device="cuda"``."""
    if not isinstance(at, form.Call):
        return f"use `{device}`"
    if _is_method(at):
        return f"use `.to({device})`"
    keys = {key for key, _ in at.keywords}
    if "map_location" in keys:
        return f"use `map_location={device}`"
    return f"use `device={device}`"


def _made(fact: MadeByName, code: Code) -> Finding:
    at, other = fact.moved.culprit, code.text(fact.other.at)
    does = "uses CUDA wherever there is a GPU" if fact.available else "hard-codes CUDA"
    where = whereabouts(fact.other.device).replace("a GPU", "another device")
    device = ""
    followed = fact.other.device
    if isinstance(followed, Followed) and followed.symbol.kind is SymbolKind.ARGUMENT:
        device = f"{followed.symbol.text}.device"
    return Finding(
        at,
        f"`{code.text(at)}` {does}, but `{other}` {where}",
        notes=(Remark(f"used with `{other}` here", fact.at),),
        help=_placing(at, device, code) if device else "move it to the module's device",
        cause=at,
    )
