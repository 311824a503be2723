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

from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Finding, KeptArgument, Remark
from devlint.devices.facts.wording import where
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV302",
    name="unregistered-tensor",
    summary="a plain tensor attribute of a module stays behind when the module moves",
    precedence=Precedence.OWNER,
)


def check(clash: Clash | KeptArgument, code: Code) -> Iterator[Finding]:
    """Report a plain tensor attribute that meets what has moved with the module, or with the input."""
    if isinstance(clash, KeptArgument):
        yield Finding(
            clash.kept.culprit,
            f"this tensor is no buffer: it stays where it is when the module moves, and meets "
            f"`{code.text(clash.other.at)}`, which is {where(clash.other.device)}",
            notes=(Remark(f"they meet in `{clash.operator}` here", clash.at),),
            help="use `register_buffer(..., persistent=False)`",
            cause=clash.kept.culprit,
        )
        return
    host, other = clash.host, clash.other
    if host.made is not Made.ATTRIBUTE:
        return
    if clash.unsent is not None:
        how = "it is sent there too late" if clash.late else "elsewhere this class sends it there"
        what = "before they meet" if clash.late else "here as well"
        yield Finding(
            clash.unsent,
            f"what is used here is no buffer, and meets `{code.text(other.at)}`, which is {where(other.device)}: {how}",
            notes=(Remark("kept here", host.culprit), Remark(f"they meet in `{clash.operator}` here", clash.at)),
            help=f"send it {what}, or use `register_buffer(..., persistent=False)`",
            cause=host.culprit,
            level=level_of(clash),
        )
        return
    yield Finding(
        host.culprit,
        f"this tensor is no buffer: it stays on the CPU when the module moves, and meets `{code.text(other.at)}`, "
        f"which is {where(other.device)}",
        notes=(Remark(f"they meet in `{clash.operator}` here", clash.at),),
        help="use `register_buffer(..., persistent=False)`",
        cause=host.culprit,
        level=level_of(clash),
    )
