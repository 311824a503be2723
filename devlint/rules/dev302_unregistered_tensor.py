"""A module keeps a tensor as a plain attribute, so moving the module leaves the tensor behind.

## What it does
Reports a tensor that an `nn.Module` creates on the CPU and keeps as a plain attribute, or in a list, tuple or dict,
where `forward` uses it with an input or a parameter. Tensors that are passed to `__init__` and kept are reported too.
So are tensors that a module has put on a GPU by itself, where it is wrapped in `nn.DataParallel` and its `forward` uses
them as they are: each replica has the one of the first GPU. That is a hint where the code does not say that there are
several GPUs, by `device_ids` or by asking for `torch.cuda.device_count()`.

The report is at the assignment. Where the class moves the tensor at every use but one, the report is at that use.

## Why it is bad
`Module.to` moves parameters, buffers and submodules, and nothing else. A plain attribute stays where it was created.
On the CPU this cannot be seen; on a GPU the first forward pass raises `Expected all tensors to be on the same device`.

## Example
```python
class Scale(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = torch.ones(width)

    def forward(self, x):
        return x * self.scale
```

## Use instead
```python
class Scale(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("scale", torch.ones(width), persistent=False)

    def forward(self, x):
        return x * self.scale
```

## Not reported
- Tensors used only as an index, as the source of a copy, or for their shape and values as Python numbers.
- Tensors that are moved where they are used: `self.scale.to(x.device)`.
- Attributes that the class registers as a buffer or parameter anywhere.
- Classes that move their tensors themselves, by `_apply` or `to`, and classes that are not an `nn.Module`.
- An argument without an annotation that is named like a weight, since it may be a parameter.

## Fix safety
`register_buffer(name, tensor, persistent=False)` leaves the keys of `state_dict` as they are, but the tensor then
moves, and changes its type, with the module. There is no fix where the name is one of the class (a property, for one),
or where something else than a tensor is assigned to it. A list of parameters belongs into `nn.ParameterList`, which has
no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.modules import SharedByReplicas
from devlint.devices.facts.operations import Clash, KeptArgument, Operand
from devlint.devices.facts.repairs.member_types import has
from devlint.devices.facts.repairs.phrases import made_of, replaced, stored, value_of
from devlint.devices.facts.repairs.registration_room import can_be_buffer
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV302",
    name="unregistered-tensor",
    summary="moving a module leaves behind a tensor that is a plain attribute and not a buffer",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


_OF_OTHERS = ("count", "keys", "bit_length", "is_integer")
"""Members of strings, lists, dicts and numbers, which tensors lack."""


def check(clash: Clash | KeptArgument | SharedByReplicas, file: SourceFile) -> Iterator[Finding]:
    """Report a plain tensor attribute that meets what has moved with the module, or with the input."""
    if isinstance(clash, SharedByReplicas):
        yield _shared(clash, file)
        return
    kept = clash.kept if isinstance(clash, KeptArgument) else clash.host
    if kept.made is not Made.ATTRIBUTE and not isinstance(clash, KeptArgument):
        return
    at, used = kept.culprit, Remark(f"used with `{file.text(clash.other.at)}` here", clash.at)
    name = _attribute(kept, file)
    if isinstance(clash, Clash) and clash.unsent is not None:
        said = "is on the CPU here, without the `.to(...)` of its other uses"
        if clash.late:
            said = f"is moved only after it was used with `{file.text(clash.other.at)}`"
        yield Finding(
            clash.unsent,
            f"`{name}` {said}",
            notes=(Remark("assigned here", at), used),
            help=_remedy(name, at, file),
            cause=at,
            level=level_of(clash),
        )
        return
    stays = "does not move it" if isinstance(clash, KeptArgument) else "leaves it on the CPU"
    container = _container(at, file)
    said = f"`{name}` is a plain attribute, so `module.to(device)` {stays}"
    if container:
        held = "parameters" if _makes_parameters(at, file) else "tensors"
        said = f"`{name}` is a Python {container}, so `module.to(device)` leaves its {held} on the CPU"
    elif _is_distribution(at, file):
        said = f"`{name}` is not a module, so `module.to(device)` leaves its tensors on the CPU"
    yield Finding(
        at,
        said,
        notes=(used,),
        help=_remedy(name, at, file),
        cause=at,
        remedy=_registered(name, at, file),
        level=level_of(clash) if isinstance(clash, Clash) else None,
    )


def _shared(fact: SharedByReplicas, file: SourceFile) -> Finding:
    """What to say of a tensor that all replicas have on the first GPU."""
    return Finding(
        fact.kept,
        f"`{fact.name}` is a plain attribute, so all `nn.DataParallel` replicas use the one on the first GPU",
        notes=(Remark("used here", fact.used), Remark("wrapped here", fact.at)),
        help=_remedy(fact.name, fact.kept, file),
        cause=fact.kept,
        remedy=_registered(fact.name, fact.kept, file),
        level=Level.HINT if fact.assumed else None,
    )


def _registered(name: str, at: form.Form, file: SourceFile) -> Remedy | None:
    """The tensor as a buffer, which the state dict leaves out as before."""
    key, value = name.removeprefix("self."), value_of(at)
    plain = not _container(at, file) and not _is_distribution(at, file) and not _makes_parameters(at, file)
    if not plain or not key.isidentifier() or value is None or len(stored(at)) != 1:
        return None
    if any(True in file.types.has(value, name) for name in _OF_OTHERS):
        return None  # `register_buffer` takes tensors and None
    if isinstance(at, form.Assign) and (len(at.targets) > 1 or isinstance(at.targets[0], form.Display)):
        return None
    if not can_be_buffer(key, at, file):
        return None
    return replaced(at, f'self.register_buffer("{key}", {file.source(value)}, persistent=False)', file)


def _attribute(kept: Operand, file: SourceFile) -> str:
    """``self.scale``: of several that one statement assigns, the one that is used."""
    names = stored(kept.culprit)
    used = [dotted(part) for part in form.walk(kept.at, form.Attribute)]
    if found := [name for name in names or used if name in used and name.startswith("self.")]:
        return found[-1]
    return names[0] if names else file.text(kept.culprit)


def _container(at: form.Form, file: SourceFile) -> str:
    """``list``, ``tuple`` or ``dict``, where one is assigned, as it stands there or by the name of one."""
    value = made_of(at, file)
    if isinstance(value, form.Mapping) or isinstance(value, form.Comprehension) and value.kind == "dict":
        return "dict"
    several = isinstance(at, form.Assign) and isinstance(at.targets[0], form.Display)
    if isinstance(value, form.Display) and not several:
        return value.kind
    if isinstance(value, form.Comprehension):
        return "list"
    if several or value is None:
        return ""
    kinds = (("list", "append"), ("dict", "keys"), ("tuple", "count"))
    return next((kind for kind, member in kinds if has(value, member, file) and not has(value, "device", file)), "")


def _makes_parameters(at: form.Form, file: SourceFile) -> bool:
    value = made_of(at, file)
    return value is not None and bool(calls_named({"Parameter"}, value))


def _is_distribution(at: form.Form, file: SourceFile) -> bool:
    """``Normal(torch.zeros(3), torch.ones(3))``: what is assigned is an object of a class that is no tensor."""
    value = made_of(at, file)
    name = dotted(value.function).rpartition(".")[2] if isinstance(value, form.Call) else ""
    return name[:1].isupper() and name != "Parameter" and not name.endswith("Tensor")


def _remedy(name: str, at: form.Form, file: SourceFile) -> str:
    """How the tensors move with the module."""
    key = name.removeprefix("self.")
    container = _container(at, file)
    if container and _makes_parameters(at, file):
        return f"use `nn.Parameter{'Dict' if container == 'dict' else 'List'}`"
    if container:
        return "use `register_buffer` for each"
    if _is_distribution(at, file):
        return "build it in `forward` from buffers"
    if _makes_parameters(at, file):
        return "assign the `nn.Parameter` itself"
    if isinstance(at, form.Call) and len(at.arguments) == 3:
        return f"use `register_buffer({file.text(at.arguments[1])}, ...)`"
    return f'use `register_buffer("{key}", ...)`' if key.isidentifier() else "use `register_buffer`"
