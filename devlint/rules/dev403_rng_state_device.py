"""The state of a random generator is restored from a tensor that is not on the CPU.

## What it does
Reports the argument of `torch.set_rng_state`, `torch.cuda.set_rng_state` or `Generator.set_state` if it was moved off
the CPU, or loaded with a `map_location` that puts it elsewhere.

## Why it is bad
The state of every generator, also that of a GPU, is a byte tensor on the CPU. A checkpoint loaded with
`map_location=device` moves the state along with the weights, and with a GPU restoring it raises
`RNG state must be a torch.ByteTensor`.

## Example
```python
def resume(path, device):
    checkpoint = torch.load(path, map_location=device)
    torch.set_rng_state(checkpoint["rng"])
    return checkpoint["model"]
```

## Use instead
```python
def resume(path, device):
    checkpoint = torch.load(path, map_location="cpu")
    torch.set_rng_state(checkpoint["rng"])
    return checkpoint["model"]
```

## Not reported
- States as `get_rng_state` and `get_state` return them, also those of `torch.cuda`.
- States that are moved back by `.cpu()`, and checkpoints loaded on the CPU.
- States that are passed as an argument.

## Fix safety
`.cpu()` does nothing to a CPU tensor, and another one was refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.processes import RandomState
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.facts.wording import is_where, origin
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV403",
    name="rng-state-device",
    summary="the state of a random generator is restored from a tensor that is not on the CPU",
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


def check(fact: RandomState, file: SourceFile) -> Iterator[Finding]:
    """Report a state that is not on the CPU."""
    state = fact.state
    text, whole = file.text(state.at), file.source(state.at)
    several = "[state.cpu() for state in {}]"
    on_host = several.format(text) if fact.of_all else f"{text}.cpu()"
    moved = several.format(whole) if fact.of_all else f"{whole}.cpu()"
    yield Finding(
        state.at,
        f"`{fact.function}` accepts CPU tensors only but `{text}` {is_where(state.device)}",
        notes=origin(state),
        help=f"use `{on_host}`",
        remedy=replaced(state.at, moved, file),
        cause=state.at,
    )
