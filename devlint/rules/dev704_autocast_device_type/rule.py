"""Autocast is for CUDA by name where the code has a device.

## What it does
Reports `torch.autocast("cuda")` where the device is known under another name: a name or an attribute that holds a
device, or a tensor that the block under autocast uses. DEV207 reports the same, and by default, where the evaluation
shows that the device may be another one than CUDA; this rule does not need to know that. It is off by default
(`extend-select = DEV704` turns it on).

## Why it is bad
Autocast for CUDA does nothing for operations on another device: on a CPU, on MPS or on XPU the block runs in full
precision, and torch warns at most.

## Example
```python
def step(engine, batch):
    x = engine.prepare(batch, engine.state.device)
    if engine.amp:
        with torch.autocast("cuda", dtype=torch.bfloat16):
            y = engine.inferer(x, engine.network)
    else:
        y = engine.inferer(x, engine.network)
    return y
```

## Use instead
```python
def step(engine, batch):
    x = engine.prepare(batch, engine.state.device)
    if engine.amp:
        with torch.autocast(torch.device(engine.state.device).type, dtype=torch.bfloat16):
            y = engine.inferer(x, engine.network)
    else:
        y = engine.inferer(x, engine.network)
    return y
```

## Not reported
- Autocast where no device is in scope.
- `enabled=` that asks for CUDA, such as `enabled=x.is_cuda` or `enabled=torch.cuda.is_available()`.
- Code under a condition that speaks of CUDA, and functions and files that have it in their name.
- A call that DEV207 reports, and a call that is given a `torch.device`, which DEV204 reports.

## Fix safety
Under autocast for another device other operations run in lower precision than before, where they ran at all.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV704",
    name="autocast-device-type",
    summary="autocast is for CUDA by name where the code has a device",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.UNSAFE,
)
WORDS = ("autocast",)
