"""A layer is built on the CPU in every forward pass.

## What it does
Reports the construction of a module with parameters in a `forward` that applies it to an input or to a tensor on the
module's device, without moving the new module.

## Why it is bad
The layer is built on the CPU, wherever the module is. With an input on a GPU it raises
`Expected all tensors to be on the same device`, or, for a convolution,
`Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same`. On the CPU nothing is
raised, but the weights are random in every pass: the module does not hold them, so they are neither trained nor saved.

## Example
```python
class Block(nn.Module):
    def forward(self, x):
        norm = nn.BatchNorm1d(x.shape[1])
        return norm(x).relu()
```

## Use instead
```python
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.BatchNorm1d(width)

    def forward(self, x):
        return self.norm(x).relu()
```

## Not reported
- A module without parameters and buffers, such as an activation or a loss without weights.
- A module that is kept as an attribute, or is built on or moved to the device of its input: it is untrained, but on
  the right device.
- Modules that are built in other functions: see DEV310.

## Fix safety
A layer whose arguments are known in `__init__`, as numbers or attributes that `__init__` sets, moves there: its weights
are drawn once, trained and saved, so `state_dict` gets new keys and the results of a seed change. A layer whose size
depends on the input, or one of several that a loop builds, is moved to the device of the input. It runs there, but is
still built anew in every pass and never trained; only the author can tell `__init__` its size, or their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import iskeyword

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import level_of, level_on
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.devices_in_scope import device_of
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.facts.wording import is_built_in_forward, is_where, message
from devlint.devices.lattice.device import UNKNOWN, is_of_argument
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, is_part_of, methods_of, names_in, paths_in
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import bound_at
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV309",
    name="module-built-in-forward",
    summary="a layer is built on the CPU in every forward pass instead of once in `__init__`",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)
BASES = frozenset({"nn.Module", "torch.nn.Module", "Module"})
"""Classes whose constructor takes no arguments."""


def check(clash: Clash, file: SourceFile) -> Iterator[Finding]:
    """Report a layer that `forward` builds and applies to what is elsewhere."""
    host, other = clash.host, clash.other
    if host.made is not Made.MODULE or clash.indexed or not is_built_in_forward(clash, file):
        return
    said = f"{{}} is built on the CPU in every `forward` but {{}} {is_where(other.device)}"
    advice = "build it in `__init__`"
    remedy = _built_once(host.culprit, file)
    if remedy is None:
        device = device_of(other, clash.at, host.culprit, file)
        remedy = Remedy(RemedyKind.MOVE, host.culprit, device) if device else None
        if device:
            said, advice = "{} is built in every `forward`, on the CPU", f"{advice}, or add `.to({device})`"
    yield Finding(
        host.culprit,
        message(file, said, host.culprit, *([other.at] if said.count("{}") > 1 else []), remedy=advice),
        notes=(Remark("applied here", clash.at),),
        help=advice,
        cause=host.culprit,
        level=_level(clash),
        remedy=remedy,
    )


def _level(clash: Clash) -> Level:
    """An error if a layer is applied to what comes of the module's weights, be it by way of unseen code.

    A layer takes nothing but a tensor, and no code puts a result on the CPU for a layer that ``forward`` builds.
    """
    device = clash.other.device
    known = clash.other.tensor.assumed and device != UNKNOWN and not is_of_argument(device)
    if known and not clash.assumptions and not clash.host.tensor.assumed:
        return level_on(device)
    return level_of(clash)


def _built_once(built: form.Form, file: SourceFile) -> Remedy | None:
    """The layer as an attribute that ``__init__`` sets, where all that it takes is known there."""
    around = file.definitions(built)
    owner = around[-2] if len(around) > 1 else None
    if not isinstance(owner, form.Class) or not isinstance(built, form.Call) or not file.binds("self", built):
        return None
    statement = file.statement(built)
    alone = isinstance(statement, form.Assign) and statement.value is built and len(statement.targets) == 1
    name = dotted(statement.targets[0]) if alone and isinstance(statement, form.Assign) else ""
    name = name or dotted(built.function).rpartition(".")[2].lower()
    text = file.source(owner)
    if _is_repeated(built, file):
        return None
    if not name.isidentifier() or iskeyword(name) or re.search(rf"\b(?:self\.|def ){name}\b", text):
        return None
    made = f"self.{name} = {file.source(built)}"
    used = replaced(built, f"self.{name}", file)
    begin = next(iter(methods_of(owner, "__init__")), None)
    if used is None:
        return None
    if begin is None:
        method = around[-1]
        plain = all(dotted(base) in BASES for base in owner.bases) and not owner.keywords
        if "__init__" in text or not plain or not _is_known(built, None, file) or method.decorators:
            return None
        body = f"def __init__(self):\n    super().__init__()\n    {made}"
        return Remedy(RemedyKind.INSERTION, method, body, also=(used,))
    begun = any(isinstance(one, form.Evaluate) and "__init__(" in file.source(one) for one in begin.body[:-1])
    if not begun or not _is_known(built, begin, file):
        return None
    return Remedy(RemedyKind.INSERTION, begin.body[-1], made, also=(used,))


def _is_repeated(built: form.Form, file: SourceFile) -> bool:
    """True if one pass builds several layers at ``built``, in a loop or a comprehension, each with its own weights."""
    comprehensions = (one for one in file.around(built) if isinstance(one, form.Comprehension))
    inside = any(is_part_of(built, one.element) for one in comprehensions)
    return inside or bool(file.arms(built).loops(built))


def _is_known(built: form.Call, begin: form.Function | None, file: SourceFile) -> bool:
    """True if all arguments are constants, what the file imports, or attributes that ``begin`` has set by its end."""
    ready = {one.name for statement in (begin.body[:-1] if begin else ()) for one in bound_at(statement)}
    inside = arguments_of(built)
    attributes = {path for path in paths_in(*inside) if path.startswith("self.")}
    return attributes <= ready and all(name == "self" or file.scopes.imported(name) for name in names_in(*inside))
