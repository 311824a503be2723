"""A tensor is moved to the current GPU instead of the GPU that it came from or is used with.

## What it does
Reports a move to CUDA without an index (`.cuda()`, `.to("cuda")`, `device="cuda"`)
- of a tensor that was moved from its device to the CPU before, or was computed from such a tensor;
- of a tensor that is then used with an input or a parameter, where the move is made because that one is on some GPU
  (`if y.is_cuda:`);
- of a device that is chosen from another tensor without its index (`"cuda" if y.is_cuda else "cpu"`).

It also reports `.type(y.type())` on a CPU tensor: the name of the type says CUDA, but not which GPU.

## Why it is bad
`"cuda"` without an index means the current GPU, which is the first one unless `torch.cuda.set_device` was called. A
tensor of `cuda:1` that goes through the CPU and back this way lands on `cuda:0`. With one GPU all is well; with a
second GPU the next operation raises `Expected all tensors to be on the same device`, or the result is silently on
another GPU than its input.

## Example
```python
def cumulative(x):
    return x.cpu().cumsum(dim=0).cuda()


def shifted(y):
    offset = torch.arange(len(y))
    if y.is_cuda:
        offset = offset.cuda()
    return y + offset
```

## Use instead
```python
def cumulative(x):
    return x.cpu().cumsum(dim=0).to(x.device)


def shifted(y):
    return y + torch.arange(len(y), device=y.device)
```

## Not reported
- A move with an index or a device: `.cuda(x.device)`, `.to(device)`.
- Code after `torch.cuda.set_device(...)` or inside `with torch.cuda.device(...)`.
- A tensor that was put on the current GPU by `.cuda()` or `device="cuda"` before.
- Two tensors that are both moved by `.cuda()` before they are used together.
- Data that was created on the CPU and never left it, such as a batch of a `DataLoader`.

## Fix safety
There is no automatic fix. Replacing the move by `.to(x.device)` is safe: with one GPU it is the same move.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import BareMeeting, CastByName
from devlint.devices.facts.operations import Finding, Move, Remark
from devlint.devices.lattice.device import Device, Followed, SymbolKind
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status
from devlint.rules.dev201_bare_cuda.facts import SentAfter

META = RuleMeta(
    code="DEV201",
    name="bare-cuda",
    summary="a tensor is moved to the current GPU instead of the GPU it came from or is used with",
    status=Status.ON,
    precedence=Precedence.GPU,
)


def check(fact: Move | BareMeeting | SentAfter | CastByName, code: Code) -> Iterator[Finding]:
    """Report an index-less move to CUDA of something that belongs on a GPU that is not named."""
    if isinstance(fact, CastByName):
        yield _cast(fact, code)
    elif isinstance(fact, SentAfter):
        yield _sent(fact, code)
    else:
        yield from _meeting(fact, code) if isinstance(fact, BareMeeting) else _round_trip(fact, code)


def _cast(cast: CastByName, code: Code) -> Finding:
    given = cast.at.arguments[0] if isinstance(cast.at, form.Call) and cast.at.arguments else None
    other = given.function.value if isinstance(given, form.Call) and isinstance(given.function, form.Attribute) else None
    name = code.text(other) if other is not None else "the other tensor"
    return Finding(
        cast.at,
        f"`{code.text(cast.at)}` moves to the current GPU, not to the GPU of `{name}`",
        help=f"use `.to({name})`" if other is not None else "use `.to(...)` with the other tensor",
        cause=cast.at,
    )


def _sent(sent: SentAfter, code: Code) -> Finding:
    return Finding(
        sent.at,
        f"`{code.text(sent.at)}` means the current GPU, but `{sent.partner}` may be on another GPU",
        notes=(Remark("used together here", sent.met),),
        help=f"use `{sent.device}`",
        cause=sent.at,
    )


def _round_trip(move: Move, code: Code) -> Iterator[Finding]:
    if not move.bare or move.before.hosted is None or not move.returns_elsewhere:
        return
    came_from = move.before.came_from
    assert came_from is not None, "what was hosted came from somewhere"
    yield Finding(
        move.at,
        f"`{code.text(move.at)}` moves to the current GPU, but {_owner(came_from)} may be on another GPU",
        notes=(Remark("moved to the CPU here", move.before.hosted.at),),
        help=_remedy(came_from),
        cause=move.at,
    )


def _meeting(meeting: BareMeeting, code: Code) -> Iterator[Finding]:
    move, other = meeting.moved.culprit, code.text(meeting.other.at)
    if meeting.chosen is not None:
        yield Finding(
            meeting.chosen,
            f"`{code.text(meeting.chosen)}` drops the index of the GPU, but `{other}` may be on another GPU",
            notes=(Remark("used here", move), Remark(f"used with `{other}` here", meeting.at)),
            help=_remedy(meeting.other.device, "use `{}`"),
            cause=meeting.chosen,
        )
        return
    yield Finding(
        move,
        f"`{code.text(move)}` moves to the current GPU, but `{other}` may be on another GPU",
        notes=(Remark(f"used with `{other}` here", meeting.at),),
        help=_remedy(meeting.other.device),
        cause=move,
    )


def _owner(device: Device) -> str:
    """Whose device it is, in the words of the code."""
    if isinstance(device, Followed) and device.symbol.kind is not SymbolKind.MODULE:
        return f"`{device.symbol.text}`"
    return "the module"


def _remedy(device: Device, how: str = "use `.to({})`") -> str:
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE:
        return how.format(device.symbol.text)
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.ARGUMENT:
        return how.format(f"{device.symbol.text}.device")
    return "move it to the module's device"
