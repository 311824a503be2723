"""A tensor that may be on a GPU given to NumPy.

## What it does
Reports `.numpy()`, and functions that turn a tensor into an array (`np.asarray(x)`, `plt.plot(x)`, `roc_auc_score(y,
x)`, `PCA(2).fit(x)`, `array[3:7] = x`, `x * array`), if the tensor is on a GPU, was moved to the caller's `device`, or
is the output of a model that was moved there, and was not moved back by `.cpu()`. The tensor may be any argument, by
position or by name (`y_pred=y`), and be inside a list or a tuple. An argument that is a tensor for certain may be on a
GPU, too, unless the same file calls the function with CPU tensors, and is a hint outside of modules: such functions are
meant for CPU tensors. So may a `detach()`ed tensor in a class or function that moves something to a device.

## Why it is bad
NumPy reads CPU memory only: `can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the
tensor to host memory first.` Where the device turns out to be the CPU the same line works.

## Example
```python
model = model.to(device)
output = model(x.to(device)).detach()
scores = output.numpy()
```

## Use instead
```python
model = model.to(device)
output = model(x.to(device)).detach()
scores = output.cpu().numpy()
```

## Not reported
- `.numpy(force=True)`, `.tolist()`, `.item()`, `float(x)`; `.numpy()` of an object that is not known to be a tensor, or
  that is another framework's by its annotation (`tf.Tensor`); and files that import another framework, define
  a class `Tensor` of their own, or import one from a file of the project that does, and import no torch.
- A tensor that is stored in a single place of an array, which passes for a number if it has no dimension; a list of
  tensors given to pandas, and a dict given to NumPy, which keep them as the objects they are; labels, line
  widths and the limits of a color scale (`label=loss`, `vmin=x.min()`).
- A tensor made on the CPU, what is computed from it, whatever else takes part, and what comes from a model that is
  never moved, or is moved back.

## Fix safety
On the CPU `.cpu()` returns the same tensor, and on a GPU the conversion raised.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.levels import level_there
from devlint.devices.facts.operations import STORED, ToHost
from devlint.devices.facts.repairs.member_types import has
from devlint.devices.facts.repairs.remedies import to_host, words
from devlint.devices.facts.wording import is_where, message, origin
from devlint.devices.lattice.device import UNKNOWN, is_accelerator, is_of_argument
from devlint.devices.lattice.tensors import Made
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV107",
    name="cuda-to-numpy",
    summary="a tensor that may be on a GPU is given to NumPy, which reads CPU memory only",
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


_SAID = (Made.MOVE, Made.EXPLICIT, Made.TOLD)
"""Why a tensor is on an accelerator, where the code itself has put it there."""

_NEEDS = {"array[...]": "a NumPy array needs a CPU index"}


def check(fact: ToHost, file: SourceFile) -> Iterator[Finding]:
    """Report a tensor that has to be brought to the host first."""
    tensor = fact.tensor
    place = is_where(tensor.device) if tensor.device != UNKNOWN else "may be on a GPU"
    remedy = _remedy(fact, file)
    if fact.method == STORED:
        template, advice = f"a NumPy array holds CPU data but the value stored in {{}} {place}", "add `.cpu()`"
    else:
        called = fact.method.removeprefix("matplotlib.axes.")
        needs = _NEEDS.get(fact.method, f"`{called}` needs a CPU tensor")
        if fact.method.startswith("... "):
            needs = f"`{fact.method.split()[1]}` with a NumPy array needs a CPU tensor"
        if fact.elsewhere is not None:
            needs += f" in `{getattr(fact.elsewhere.function.form, 'name', 'a function')}`"
        template, advice = f"{needs} but {{}} {place}", words(remedy, file, "add `.cpu()` to its tensors")
    put_there = tensor.made in _SAID and is_accelerator(tensor.device)
    level = level_there(tensor.tensor)
    if is_of_argument(tensor.device) and not _is_in_module(fact):
        level = Level.HINT  # a function that hands its argument to NumPy is meant for CPU tensors
    yield Finding(
        tensor.at,
        message(file, template, tensor.at, remedy=advice),
        notes=origin(tensor),
        help=advice,
        cause=tensor.at,
        remedy=remedy,
        level=level if put_there else min(Level.WARNING, level),
    )


def _remedy(fact: ToHost, file: SourceFile) -> Remedy | None:
    """The move to the CPU; None where what NumPy is given may be an array already."""
    given = fact.tensor.at
    if fact.method == STORED or not fact.takes_tensors_only and has(given, "cpu", file) is None:
        return None
    return to_host(given, file)


def _is_in_module(fact: ToHost) -> bool:
    """Whether a method of a module converts what it is given: inputs are where its weights are."""
    inside = fact.inside
    return inside is not None and inside.owner is not None and is_module_class(inside.owner)
