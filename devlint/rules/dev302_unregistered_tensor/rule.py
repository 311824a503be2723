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
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.modules import SharedByReplicas
from devlint.devices.facts.operations import Clash, KeptArgument, Operand
from devlint.devices.facts.repairs.phrases import stored
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev302_unregistered_tensor.repair import (
    advice,
    container_of,
    is_distribution,
    makes_parameters,
    registered,
)

META = RuleMeta(
    code="DEV302",
    name="unregistered-tensor",
    summary="moving a module leaves behind a tensor that is a plain attribute and not a buffer",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(clash: Clash | KeptArgument | SharedByReplicas, file: SourceFile) -> Iterator[Finding]:
    """Report a plain tensor attribute that meets what has moved with the module, or with the input."""
    if isinstance(clash, SharedByReplicas):
        yield _shared(clash, file)
        return
    kept = clash.kept if isinstance(clash, KeptArgument) else clash.host
    if kept.made is not Made.ATTRIBUTE and not isinstance(clash, KeptArgument):
        return
    at, used = kept.maker, Remark(f"used with `{file.text(clash.other.at)}` here", clash.at)
    name = _attribute(kept, file)
    if isinstance(clash, Clash) and clash.unsent is not None:
        said = "is on the CPU here, without the `.to(...)` of its other uses"
        if clash.late:
            said = f"is moved only after it was used with `{file.text(clash.other.at)}`"
        yield Finding(
            clash.unsent,
            f"`{name}` {said}",
            notes=(Remark("assigned here", at), used),
            help=advice(name, at, file),
            cause=at,
            level=level_of(clash),
        )
        return
    stays = "does not move it" if isinstance(clash, KeptArgument) else "leaves it on the CPU"
    container = container_of(at, file)
    said = f"`{name}` is a plain attribute, so `module.to(device)` {stays}"
    if container:
        held = "parameters" if makes_parameters(at, file) else "tensors"
        said = f"`{name}` is a Python {container}, so `module.to(device)` leaves its {held} on the CPU"
    elif is_distribution(at, file):
        said = f"`{name}` is not a module, so `module.to(device)` leaves its tensors on the CPU"
    yield Finding(
        at,
        said,
        notes=(used,),
        help=advice(name, at, file),
        cause=at,
        remedy=registered(name, at, file),
        level=level_of(clash) if isinstance(clash, Clash) else None,
    )


def _shared(fact: SharedByReplicas, file: SourceFile) -> Finding:
    """What to say of a tensor that all replicas have on the first GPU."""
    return Finding(
        fact.kept,
        f"`{fact.name}` is a plain attribute, so all `nn.DataParallel` replicas use the one on the first GPU",
        notes=(Remark("used here", fact.used), Remark("wrapped here", fact.at)),
        help=advice(fact.name, fact.kept, file),
        cause=fact.kept,
        remedy=registered(fact.name, fact.kept, file),
        level=Level.HINT if fact.assumed else None,
    )


def _attribute(kept: Operand, file: SourceFile) -> str:
    """``self.scale``: of several that one statement assigns, the one that is used."""
    names = stored(kept.maker)
    used = [dotted(part) for part in form.walk(kept.at, form.Attribute)]
    if found := [name for name in names or used if name in used and name.startswith("self.")]:
        return found[-1]
    return names[0] if names else file.text(kept.maker)
