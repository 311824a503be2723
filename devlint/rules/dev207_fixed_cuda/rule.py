"""CUDA is hard-coded in code that otherwise uses the device of its inputs or its caller.

## What it does
Reports `.cuda()`, `.to("cuda")`, `device="cuda"`, `map_location="cuda"`, `torch.cuda.FloatTensor`, an autocast for
`"cuda"` and similar code
- in a function or class that elsewhere uses the device of a tensor, of its module or of its caller;
- in an `nn.Module`, whose device its owner chooses, and in a function that only modules call;
- in a file that supports several accelerators, or chooses between CUDA and the CPU elsewhere;
- where the new tensor or module takes its size from an argument, or is used with an argument or a weight;
- where the file knows a device that it chose with `torch.cuda.is_available()` and uses for other things, and in a
  function that is called there: one finding for all such places of a file;
- in a program with an option for the device (`--gpu`) that is only printed or logged.

A device that is set to CUDA (`device = "cuda"`, also as a field of a configuration) is reported in a file that calls
`torch.cuda.is_available()` for something else, or compares this device with `"cpu"` or `"cuda"`.

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
- Defaults of functions and options; a device set to CUDA in a file with an option or environment variable for it, or
  that is used under a test for CUDA only; files that raise or exit where there is no CUDA; options that are handed on
  with all others (`vars(args)`), and programs that use `CUDA_VISIBLE_DEVICES` or `torch.cuda.set_device`.
- Functions, classes and files that are about CUDA by their name, tests and examples.
- Modules that move themselves to CUDA, or manage its devices and streams.
- An autocast under a condition on the device or on a switch for mixed precision.
- A type of CUDA that is given its device (`torch.cuda.IntTensor([n], device=x.device)`), and code that follows a mesh
  of GPUs (`init_device_mesh("cuda", ...)`).

## Fix safety
The author has to say which of the devices in scope is meant; the fix takes that of the tensor or module in question.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.device_choices import ByName, MadeByName, Unguarded
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.operations import Move
from devlint.devices.facts.repairs.argument_types import is_argument
from devlint.devices.facts.repairs.devices_in_scope import device_of
from devlint.devices.facts.repairs.module_devices import own_device
from devlint.devices.facts.repairs.phrases import placed, placing, root
from devlint.devices.facts.repairs.readable_names import may_be_absent
from devlint.devices.facts.wording import is_where, message, origin
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev207_fixed_cuda import wording
from devlint.rules.dev207_fixed_cuda.facts import BesideChoice, FixedDefault, OptionIgnored

META = RuleMeta(
    code="DEV207",
    name="fixed-cuda",
    summary="CUDA is hard-coded in code that otherwise uses the device of its inputs or its caller",
    level=Level.HINT,
    precedence=Precedence.NAME,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(
    fact: ByName | MadeByName | Move | Unguarded | FixedDefault | BesideChoice | OptionIgnored, file: SourceFile
) -> Iterator[Finding]:
    """Report a place that names CUDA beside a device that the caller, the file or its user chooses."""
    if isinstance(fact, MadeByName):
        yield _made(fact, file)
    elif isinstance(fact, FixedDefault):
        yield wording.fixed(fact, file)
    elif isinstance(fact, BesideChoice):
        yield wording.beside(fact, file)
    elif isinstance(fact, OptionIgnored):
        yield wording.ignored(fact, file)
    elif isinstance(fact, Unguarded):
        at, other = fact.moved.maker, fact.other.at
        advice = "use the same condition"
        yield Finding(
            at,
            message(file, "{} always uses CUDA but {} only under a condition", at, other, remedy=advice),
            notes=(Remark("used together here", fact.at), *origin(fact.other)),
            help=advice,
            cause=at,
            level=Level.WARNING,
        )
    elif isinstance(fact, ByName):
        if not fact.managed:
            yield _named(fact, file)
    elif fact.sends_what_is_not_there:
        moved = receiver(fact.at) or fact.at
        advice = f'test `{file.text(moved)}.device.type == "cpu"`'
        said = message(file, "{} runs for all tensors that are not on CUDA, also on MPS", fact.at, remedy=advice)
        yield Finding(fact.at, said, help=advice, cause=fact.at, level=Level.WARNING)


def _named(fact: ByName, file: SourceFile) -> Finding:
    notes, beside = _beside(fact, file)
    device = _device(fact, file)
    advice, remedy = "use the tensors' device type", None
    if fact.does == "put":
        said, otherwise = "hard-codes CUDA", "use the module's device"
        if fact.asked is not None:
            chooser = file.function(fact.asked)
            otherwise = f"use the device chosen in `{chooser}`" if chooser else "use the device that this file chooses"
        elif fact.followed is not None and file.function(fact.followed) == file.function(fact.at):
            otherwise = "use the device of the other tensor"
        elif fact.followed is not None and file.function(fact.followed):
            otherwise = f"use the `{file.text(fact.followed)}` of `{file.function(fact.followed)}`"
        elif fact.others:
            otherwise = "take the device as an argument"
        advice, remedy = placing(fact.at, device, otherwise), placed(fact.at, device, file)
    elif fact.does == "ask":
        said = "asks about CUDA only"
        asks = "is_autocast_enabled" if "is_autocast" in file.text(fact.at) else "get_autocast_dtype"
        advice = f"use `torch.{asks}({_type(device)})`" if device else advice
    else:
        said = "affects CUDA tensors only" if fact.does == "cast" else "disables autocast on CUDA only"
        advice = f"use `{_casting(fact.at, _type(device))}`" if device else advice
    text = message(file, f"{{}} {said} but {beside}", fact.at, remedy=advice)
    return Finding(fact.at, text, notes=notes, help=advice, cause=fact.at, remedy=remedy)


def _casting(at: form.Form, kind: str) -> str:
    """``torch.autocast`` takes ``device_type=``, ``torch.cuda.amp.autocast`` is for CUDA alone."""
    called = dotted(at.function) if isinstance(at, form.Call) else ""
    return f"device_type={kind}" if called.endswith(".autocast") and "cuda" not in called else f"torch.autocast({kind})"


def _beside(fact: ByName, file: SourceFile) -> tuple[tuple[Remark, ...], str]:
    """Why CUDA is not the only device here, and the place that says so."""
    if fact.followed is not None:
        name = _name(fact, file)
        said = f"`{name}` may be another device" if _is_device(name) else f"`{name}` may be on another device"
        return (Remark("this device is used", fact.followed),), said
    if fact.others:
        return (), f"this file also supports {', '.join(f'`{name}`' for name in fact.others)}"
    if fact.asked is not None:
        return (Remark("the device is chosen here", fact.asked),), "this file also runs without CUDA"
    return (), "the module may be on any device"


def _name(fact: ByName, file: SourceFile) -> str:
    """The device, or what is on it, in the words of the code."""
    if isinstance(fact.followed, form.Parameter):
        return fact.followed.name
    return file.text(fact.followed) if fact.followed is not None else ""


def _device(fact: ByName, file: SourceFile) -> str:
    """The expression for the device to use at this place; "" where none is in scope."""
    if fact.followed is None and not fact.others and fact.asked is None and fact.does == "put":
        return _own(fact.at, file)
    name = _name(fact, file)
    if not name or not dotted(fact.followed) or not file.binds(name.partition(".")[0], fact.at):
        return ""
    if name.startswith("self.") and not _is_set(".".join(name.split(".")[:2]), fact.at, file):
        return ""
    moved, called = receiver(fact.at), fact.at.function if isinstance(fact.at, form.Call) else None
    moves = isinstance(called, form.Attribute) and called.name in ("cuda", "to", "type")
    if moves and name == f"{dotted(moved)}.device":
        return ""  # where it is already
    if may_be_absent(name.removesuffix(".device"), fact.at, file):
        return ""
    if _is_device(name):
        return name
    is_module = isinstance(moved, form.Call) and dotted(moved.function).rpartition(".")[2][:1].isupper()
    return f"next({name}.parameters()).device" if is_module else f"{name}.device"


def _is_set(attribute: str, at: form.Form, file: SourceFile) -> bool:
    """True if ``self.x`` is set at ``at``: above it, or in `__init__` for other methods, or nowhere in the file."""
    sets = [one.at for one in file.bindings.to(attribute)]
    here, function = file.span(at), file.function(at)
    above = (one for one in sets if file.function(one) == function and file.span(one).end_line < here.line)
    return not sets or any(above) or function != "__init__" and any(file.function(one) == "__init__" for one in sets)


def _is_device(name: str) -> bool:
    return is_called_device(name.rpartition(".")[2])


def _type(device: str) -> str:
    return f"{device}.type" if device.endswith(".device") else f"torch.device({device}).type"


def _made(fact: MadeByName, file: SourceFile) -> Finding:
    at, other = fact.moved.maker, fact.other.at
    does = "uses CUDA if available" if fact.available else "hard-codes CUDA"
    where = is_where(fact.other.device).replace("a GPU", "another device")
    where = where.replace("is on the module's device", "moves with the module")
    device = device_of(fact.other, fact.at, at, file)
    given = at.arguments if isinstance(at, form.Call) else ()
    keywords = at.keywords if isinstance(at, form.Call) else ()
    if device in map(file.source, (*given, *(value for _, value in keywords))):
        device = ""  # the device that was chosen
    advice = placing(at, device, "take the device as an argument")
    return Finding(
        at,
        message(file, f"{{}} {does} but {{}} {where}", at, root(other, file), remedy=advice),
        notes=(Remark(f"used with `{file.text(other)}` here", fact.at),),
        help=advice,
        cause=at,
        remedy=placed(at, device, file),
    )


def _own(at: form.Form, file: SourceFile) -> str:
    """The device of the module whose method ``at`` stands in; "" where that is no method of a module."""
    owner = file.class_around(at)
    is_module = owner is not None and any(dotted(base).endswith("Module") for base in owner.bases)
    ready = file.binds("self", at) and file.function(at) != "__init__"
    if owner is None or not is_module or not ready:
        return ""
    own = own_device(owner, file)
    return _of_argument(at, file) or own if own.startswith("next(") else own


def _of_argument(at: form.Form, file: SourceFile) -> str:
    """The device of an argument that is a tensor, which a replica of `nn.DataParallel` has; it has no parameters."""
    function = file.function_around(at)
    for parameter in function.parameters.all if function is not None else ():
        reads = [one for one in file.reads(parameter.name) if file.definitions(one) == file.definitions(at)]
        asked = [one for one in reads if is_argument(one, file)]
        is_tensor = dotted(parameter.annotation).rpartition(".")[2] == "Tensor"
        if reads and reads == asked and (is_tensor or all(file.types.has(one, "device") == {True} for one in reads)):
            return f"{parameter.name}.device"
    return ""
