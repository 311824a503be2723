"""The time of work on the GPU is taken before the work is done.

## What it does
Reports a difference of two readings of a clock of Python (`time.time()`, `time.perf_counter()` and so on) with work on
the GPU between them and nothing that waits for it. The rule is off by default (`extend-select = DEV803` turns it on).

## Why it is bad
CUDA runs kernels while Python goes on. Without `torch.cuda.synchronize()` the clock shows how long it took to queue the
work, which is often a small part of the time it takes.

## Example
```python
import time


def seconds(device):
    x = torch.rand(4096, 4096, device=device)
    start = time.perf_counter()
    y = x @ x
    return y, time.perf_counter() - start
```

## Use instead
```python
import time


def seconds(device):
    x = torch.rand(4096, 4096, device=device)
    torch.cuda.synchronize(device)
    start = time.perf_counter()
    y = x @ x
    torch.cuda.synchronize(device)
    return y, time.perf_counter() - start
```

## Not reported
- What stands in a file of tests, such as `test_model.py`.
- Code between the readings that waits: `.item()`, `.cpu()`, `.tolist()`, `print` and so on.
- A call between the readings of a function that may wait: all but functions of torch, methods of tensors, models,
  optimizers and losses.
- A loop over a loader between the readings: what is left in the queue at the end is a small part of it.
- Readings in two functions, or in two blocks.
- Work that may be on the CPU for all that is known of it.

## Fix safety
The repair waits where CUDA is available. The code then waits where it did not: it takes longer, and the time it shows
is longer.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV803",
    name="timing-without-sync",
    summary="the time of work on the GPU is taken before the work is done",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.UNSAFE,
)
WORDS = ("time.time", "perf_counter", "time.monotonic", "default_timer", "import time")
