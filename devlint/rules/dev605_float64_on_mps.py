"""Numbers of the dtype float64 are put on MPS, which has none.

## What it does
Reports what puts a tensor or a module of float64 on MPS, or makes one there: `.to(device)`, `dtype=torch.float64`,
`.double()`. The device has to be `"mps"` in the code, as one of those that it chooses from.

## Why it is bad
Apple's GPUs have no float64: `Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support
float64`. Arrays of NumPy are of float64 unless something else is asked for, and `torch.from_numpy` and `torch.tensor`
keep the dtype of an array. On the CPU and on CUDA the same code works.

## Example
```python
def load(rows):
    device = torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    noise = np.random.normal(size=(rows, 8))
    return torch.from_numpy(noise).to(device)
```

## Use instead
```python
def load(rows):
    device = torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    noise = np.random.normal(size=(rows, 8))
    return torch.from_numpy(noise).float().to(device)
```

## Not reported
- A cast in the same call or before it: `x.to(device, dtype=torch.float32)`, `x.float().to(device)`. A cast after the
  move comes too late.
- An array whose dtype is not known: from a file, from a caller, or from a data frame.
- What a test for MPS keeps away from it (`if device.type != "mps":`).

## Fix safety
There is no automatic fix: float32 has fewer digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level
from devlint.devices.facts.device_choices import DoubleOnMps
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV605",
    name="float64-on-mps",
    summary="numbers of the dtype float64 are put on MPS, which has none",
    level=Level.WARNING,
)

_SAID = {
    "moved": "{} moves float64 to MPS, which has none",
    "made": "{} makes float64 on MPS, which has none",
    "cast": "{} casts to float64 on MPS, which has none",
}

_OTHERWISE = {"made": "use `dtype=torch.float32`", "cast": "use float32 there"}


def check(fact: DoubleOnMps, file: SourceFile) -> Iterator[Finding]:
    """Report what puts numbers of float64 there."""
    advice = f"cast it to float32 first: `{_cast(fact, file)}`" if fact.how == "moved" else _OTHERWISE[fact.how]
    yield Finding(
        fact.at,
        message(file, _SAID[fact.how], fact.at, remedy=advice),
        notes=() if fact.made is fact.at or not file.owns(fact.made) else (Remark("of float64 by this", fact.made),),
        help=advice,
        cause=fact.at,
    )


def _cast(fact: DoubleOnMps, file: SourceFile) -> str:
    """The cast that has to go before a move: ``x.float()``."""
    moved = fact.at.function if fact.how == "moved" and isinstance(fact.at, form.Call) else None
    given = moved.value if isinstance(moved, form.Attribute) else None
    text = file.text(given) if isinstance(given, (form.Name, form.Attribute, form.Subscript)) else ""
    return f"{text}.float()"
