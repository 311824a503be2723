"""A checkpoint is loaded without `map_location`.

## What it does
Reports `torch.load(...)`, `torch.jit.load(...)` and `torch.hub.load_state_dict_from_url(...)` without `map_location`.
It is a warning where the same file saves such a checkpoint, or chooses the CPU where there is no CUDA, and else a hint.

## Why it is bad
Without it every tensor goes back to the device it was saved from. On a machine without that device the load raises
`Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False`, or
`... on CUDA device 1 but torch.cuda.device_count() is 1`. On a machine that has the device, the tensors take its
memory; if several processes load, they all use one GPU.

## Example
```python
model.load_state_dict(torch.load(path))
```

## Use instead
```python
model.load_state_dict(torch.load(path, map_location="cpu"))
```

`load_state_dict` copies each value to the device of the parameter, so `"cpu"` costs nothing and works everywhere.

## Not reported
- A `map_location` of any kind, also one passed on from the caller, and `torch.load(path, **kwargs)`.
- Other functions called `load`: of `json`, `pickle`, `numpy`, `safetensors` or the project itself.

## Fix safety
`map_location="cpu"` where what is loaded goes to `load_state_dict`, or is moved afterwards: that changes nothing.
Elsewhere there is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.processes import Loaded
from devlint.devices.facts.repairs.loaded_values import target
from devlint.devices.facts.repairs.phrases import with_argument
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV501",
    name="load-without-map-location",
    summary="a checkpoint is loaded without `map_location`, so tensors return to the device they were saved from",
    level=Level.HINT,
    fix=Safety.UNSAFE,
)


def check(fact: Loaded, file: SourceFile) -> Iterator[Finding]:
    """Report a load that goes back to the device the file was saved from."""
    place = target(fact.at, file)
    argument = f"map_location={place}" if place else "map_location"
    yield Finding(
        fact.at,
        f"`{file.text(fact.at)}` puts tensors on the device they were saved from",
        help=f"add `{argument}`",
        remedy=with_argument(fact.at, argument, file) if place else None,
        level=Level.WARNING if fact.own or fact.portable else None,
    )
