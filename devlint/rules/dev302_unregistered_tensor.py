"""A module keeps a tensor as a plain attribute, so that moving the module leaves it on the CPU.

## What it does
Reports a tensor that an `nn.Module` makes on the CPU, or computes of its own parameters and buffers while it is built,
and keeps as an ordinary attribute (or in a list, tuple or dict of tensors), where a method that `forward` reaches
combines it with a tensor that follows the input or the parameters. A tensor that `__init__` was given is reported where
it meets an input in an operation that takes no 0-dim tensor from elsewhere, or in any if `__init__` refuses tensors of
other ranks, `if x.dim() != 2: raise`: who moves the module expects it to bring all it was built with. That it is a
tensor is said by its annotation, or by what a method does with it: `torch.matmul(self.adjacency, x)`.

The report lies where the tensor is kept; where the class sends it to a device wherever it uses it, but for one place,
the report lies there.

## Why it is bad
`Module.to` moves parameters, buffers and submodules, and nothing else. A plain attribute stays where it was made. On
the CPU this cannot be seen; on a GPU the first forward pass raises `Expected all tensors to be on the same device`.

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
- Tensors used only as an index in `[]`, as the source of `copy_` or of a slice assignment, or for their shape and
  Python numbers: all of these may be on the CPU.
- Tensors that are moved where they are used (`self.scale.to(x.device)`) or at the start of `forward`.
- Names that are registered as a buffer or parameter in any arm of the code.
- Classes that take their tensors along themselves, by their own `_apply` or `to`; classes that are no `nn.Module`, and
  what a base class from elsewhere may have set.
- What was given without an annotation and is named like a weight, which may be a parameter, and attributes of what was
  given (`layer.weight`).

## Fix safety
`register_buffer(..., persistent=False)` keeps the keys of `state_dict` and is safe where the attribute is assigned
once. It is unsafe where the attribute is assigned again to something that is no tensor, or is another parameter's
alias.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Clash, Finding, KeptArgument, Operand, Remark
from devlint.devices.facts.phrases import stored, value_of
from devlint.devices.lattice.values import Made
from devlint.forms import form
from devlint.forms.code import Code
from devlint.forms.form import dotted
from devlint.rulebook import Precedence, RuleMeta, Status

META = RuleMeta(
    code="DEV302",
    name="unregistered-tensor",
    summary="a plain tensor attribute of a module stays behind when the module moves",
    status=Status.ON,
    precedence=Precedence.OWNER,
)


def check(clash: Clash | KeptArgument, code: Code) -> Iterator[Finding]:
    """Report a plain tensor attribute that meets what has moved with the module, or with the input."""
    kept = clash.kept if isinstance(clash, KeptArgument) else clash.host
    if kept.made is not Made.ATTRIBUTE and not isinstance(clash, KeptArgument):
        return
    at, used = kept.culprit, Remark(f"used with `{code.text(clash.other.at)}` here", clash.at)
    name = _attribute(kept, code)
    if isinstance(clash, Clash) and clash.unsent is not None:
        said = "is on the CPU here, without the `.to(...)` of its other uses"
        if clash.late:
            said = f"is still on the CPU where it meets `{code.text(clash.other.at)}`, and moved too late"
        yield Finding(
            clash.unsent,
            f"`{name}` {said}",
            notes=(Remark("assigned here", at), used),
            help=_remedy(name, at, code),
            cause=at,
        )
        return
    stays = "does not move it" if isinstance(clash, KeptArgument) else "leaves it on the CPU"
    container = _container(at)
    said = f"`{name}` is a plain attribute, so `module.to(device)` {stays}"
    if container:
        held = "parameters" if _makes_parameters(at) else "tensors"
        said = f"`{name}` is a Python {container}, so `module.to(device)` leaves its {held} on the CPU"
    elif _is_distribution(at):
        said = f"`{name}` is not a module, so `module.to(device)` leaves its tensors on the CPU"
    yield Finding(at, said, notes=(used,), help=_remedy(name, at, code), cause=at)


def _attribute(kept: Operand, code: Code) -> str:
    """``self.scale``: of several that one statement assigns, the one that is used."""
    names = stored(kept.culprit)
    used = [dotted(part) for part in form.walk(kept.at, form.Attribute)]
    if found := [name for name in names or used if name in used and name.startswith("self.")]:
        return found[-1]
    return names[0] if names else code.text(kept.culprit)


def _container(at: form.Form) -> str:
    """``list``, ``tuple`` or ``dict``, where one is assigned."""
    value = value_of(at)
    if isinstance(value, form.Mapping) or isinstance(value, form.Comprehension) and value.kind == "dict":
        return "dict"
    several = isinstance(at, form.Assign) and isinstance(at.targets[0], form.Display)
    if isinstance(value, form.Display) and not several:
        return value.kind
    return "list" if isinstance(value, form.Comprehension) else ""


def _makes_parameters(at: form.Form) -> bool:
    value = value_of(at)
    calls = form.walk(value, form.Call) if value is not None else ()
    return any(dotted(call.function).rpartition(".")[2] == "Parameter" for call in calls)


def _is_distribution(at: form.Form) -> bool:
    """``Normal(torch.zeros(3), torch.ones(3))``: what is assigned is an object of a class that is no tensor."""
    value = value_of(at)
    name = dotted(value.function).rpartition(".")[2] if isinstance(value, form.Call) else ""
    return name[:1].isupper() and name != "Parameter" and not name.endswith("Tensor")


def _remedy(name: str, at: form.Form, code: Code) -> str:
    """How the tensors move with the module."""
    key = name.removeprefix("self.")
    container = _container(at)
    if container and _makes_parameters(at):
        return f"use `nn.Parameter{'Dict' if container == 'dict' else 'List'}`"
    if container:
        return "use `register_buffer` for each tensor"
    if _is_distribution(at):
        return "build it in `forward` from buffers"
    if _makes_parameters(at):
        return f'use `register_parameter("{key}", ...)`'
    if isinstance(at, form.Call) and len(at.arguments) == 3:
        return f"use `register_buffer({code.text(at.arguments[1])}, ...)`"
    return f'use `register_buffer("{key}", ...)`' if key.isidentifier() else "use `register_buffer`"
