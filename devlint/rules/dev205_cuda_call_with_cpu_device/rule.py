"""A call that works with CUDA only is reached where the device that the code has chosen may be the CPU.

## What it does
Reports `.cuda(device)`, `torch.cuda.set_device(device)`, `torch.cuda.device(device)` and similar calls, where the code
itself sets `device` to the CPU in some case and no condition excludes that case.

It also reports `torch.cuda.synchronize()`, `torch.cuda.get_device_name(0)` and other functions of `torch.cuda` that
raise where there is no CUDA, where a device in scope was chosen by `torch.cuda.is_available()`. A hint is given for
`torch.cuda.synchronize()` and `torch.cuda.reset_peak_memory_stats()` in a function or class that works on the device of
an argument, and for `torch.mps.empty_cache()` and the like, under no condition, beside a device that may not be MPS.

## Why it is bad
`device = torch.device("cuda" if torch.cuda.is_available() else "cpu")` is written so that the program runs without a
GPU. `model.cuda(device)` does not: it raises `Invalid device, must be cuda device` there. `set_device` raises
`Expected a cuda device, but got: cpu`, and `synchronize()` raises `Torch not compiled with CUDA enabled`, or finds no
driver.

## Example
```python
def place(model):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return model.cuda(device)
```

## Use instead
```python
def place(model):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return model.to(device)
```

## Not reported
- Calls under a condition that leaves only CUDA: `if torch.cuda.is_available():`, `device.type == "cuda"`, `x.is_cuda`.
- Functions without a device that are called under a condition on CUDA, in a `try` with a handler, or in a function that
  is about GPUs by its name; those that do nothing without CUDA, such as `torch.cuda.empty_cache()`.
- An index or `None`.
- `.cuda(device)` and the like with a device that the caller passes.
- Waiting for CUDA in code that names CUDA, or has kernels of Triton.

## Fix safety
`.to(device)` and `.cuda(device)` are the same on a CUDA device.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.device_choices import CudaCall, CudaNeeded
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.lattice.device import is_host
from devlint.forms import form
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV205",
    name="cuda-call-with-cpu-device",
    summary="a call that works with CUDA only is reached where the chosen device may be the CPU",
    fix=Safety.SAFE,
)


def check(fact: CudaCall | CudaNeeded, file: SourceFile) -> Iterator[Finding]:
    """Report a call that raises where its device, or the one that was chosen beside it, is the CPU."""
    if isinstance(fact, CudaNeeded):
        backend = "mps" if fact.method.startswith("torch.mps.") else "cuda"
        other = "the CPU" if fact.other is None or is_host(fact.other) else str(fact.other)
        ask = "torch.backends.mps.is_available()" if backend == "mps" else "torch.cuda.is_available()"
        yield Finding(
            fact.at,
            f"`{fact.method}` needs {backend.upper()} but `{fact.name}` may be {other}",
            help=f"call it under `if {ask}:`",
            level=Level.WARNING if fact.other is not None else Level.HINT,
        )
        return
    device = file.text(fact.device)
    yield Finding(
        fact.at,
        f"`{device}` may be the CPU but `{fact.method}` accepts CUDA devices only",
        help=f"use `.to({device})`" if fact.method.startswith(".") else f'test `torch.device({device}).type == "cuda"`',
        remedy=_change(fact.at, file) if fact.method.startswith(".") else None,
    )


def _change(at: form.Form, file: SourceFile) -> Remedy | None:
    """``x.to(device)`` in place of ``x.cuda(device)``."""
    moved = receiver(at)
    text = file.source(moved) if moved is not None else ""
    return replaced(at, f"{text}.to{file.source(at).removeprefix(f'{text}.cuda')}", file)
