"""A tensor on an accelerator given to NumPy.

## What it does
Reports `.numpy()`, and what makes arrays of what it is given (`np.asarray(x)`, `plt.plot(x)`, `roc_auc_score(y, x)`,
`PCA(2).fit(x)`, `array[3:7] = x`, `x * array`), on a tensor that is on a GPU, was moved to the caller's `device`, or
came out of a model that was, and has not been brought back by `.cpu()`. The tensor may be any argument, by position or
by name (`y_pred=y`), and be inside a list or a tuple (`np.array([[i, row[0]] for i, row in enumerate(x)])`). An
argument that is a tensor for certain may be on a GPU as well, unless the function is called in the same file with what
is on the host. So may what is detached, in a class or function that moves something to a device.

## Why it is bad
NumPy reads the host's memory only: `can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the
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
- A list of tensors given to pandas, and a dict given to NumPy, which keep them as the objects they are; labels, line
  widths and the limits of a color scale (`label=loss`, `vmin=x.min()`), which matplotlib does not make arrays of.
- A tensor that is stored in a single place of an array, which passes for a number if it has no dimension.
- `.numpy(force=True)`, `.tolist()`, `.item()`, `float(x)`; `.numpy()` of an object that is not known to be a tensor, or
  that is another framework's by its annotation (`tf.Tensor`); and files that import another framework and no torch.
- A tensor made on the CPU, what is computed from it, whatever else takes part, and what comes from a model that is
  never moved, or is moved back.

## Fix safety
There is no automatic fix yet. Inserting `.cpu()` is safe: on the CPU it returns the same tensor.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_there
from devlint.devices.facts.operations import STORED, Finding, ToHost
from devlint.devices.facts.wording import origin, where
from devlint.devices.lattice.device import UNKNOWN, is_accelerator
from devlint.devices.lattice.values import Made
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV107",
    name="cuda-to-numpy",
    summary="a tensor on an accelerator is given to NumPy",
)


_SAID = (Made.MOVE, Made.EXPLICIT, Made.TOLD)
"""Why a tensor is on an accelerator, where the code itself has put it there."""


def check(fact: ToHost, code: Code) -> Iterator[Finding]:
    """Report a tensor that has to be brought to the host first."""
    tensor = fact.tensor
    place = where(tensor.device) if tensor.device != UNKNOWN else "wherever the network is"
    what = f"what `{code.text(tensor.at)}` is given" if fact.method == STORED else f"`{code.text(tensor.at)}`"
    put_there = tensor.made in _SAID and is_accelerator(tensor.device)
    level = level_there(tensor.tensor)
    reader = f"`{fact.method}`"
    if fact.elsewhere is not None:
        reader += f" in `{getattr(fact.elsewhere.function.form, 'name', 'a function')}`"
    yield Finding(
        tensor.at,
        f"{what} is {place}, and {reader} reads the host's memory only",
        notes=origin(tensor),
        help="copy it to the host first: `.cpu()`",
        cause=tensor.at,
        level=level if put_there else min(Level.WARNING, level),
    )
