"""A tensor is moved to the current GPU instead of the GPU that it came from or is used with.

## What it does
Reports a move to CUDA without an index (`.cuda()`, `.to("cuda")`, `device="cuda"`)
- of a tensor that was moved from its device to the CPU before, or was computed from such a tensor;
- of a tensor that is then used with an input or a parameter, where the move is made because that one is on some GPU
  (`if y.is_cuda:`);
- of a device that is chosen from another tensor without its index (`"cuda" if y.is_cuda else "cpu"`).

It also reports `.type(y.type())` on a CPU tensor: the name of the type says CUDA, but not which GPU. On an argument it
is a hint: what is on a GPU already stays there.

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
`.to(x.device)` instead of the bare move is the same move with one GPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.base.record import replace
from devlint.devices.facts.device_choices import BareMeeting, CastByName
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.operations import Move, Operand
from devlint.devices.facts.repairs.devices_in_scope import device_of
from devlint.devices.facts.repairs.phrases import device_at, placed, placing
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev201_bare_cuda.facts import SentAfter

META = RuleMeta(
    code="DEV201",
    name="bare-cuda",
    summary="a tensor is moved to the current GPU instead of the GPU it came from or is used with",
    precedence=Precedence.GPU,
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


def check(fact: Move | BareMeeting | SentAfter | CastByName, file: SourceFile) -> Iterator[Finding]:
    """Report an index-less move to CUDA of something that belongs on a GPU that is not named."""
    if isinstance(fact, CastByName):
        yield _cast(fact, file)
    elif isinstance(fact, SentAfter):
        yield _sent(fact, file)
    else:
        yield from _meeting(fact, file) if isinstance(fact, BareMeeting) else _round_trip(fact, file)


def _cast(cast: CastByName, file: SourceFile) -> Finding:
    given = cast.at.arguments[0] if isinstance(cast.at, form.Call) and cast.at.arguments else None
    other = receiver(given) if given is not None else None
    name = f"`{file.text(other)}`" if other is not None else "the other tensor"
    advice = f"use `.to({name.strip('`')})`" if other is not None else "use `.to(...)` with the other tensor"
    return Finding(
        cast.at,
        message(file, f"{{}} moves to the current GPU, not to the GPU of {name}", cast.at, remedy=advice),
        help=advice,
        cause=cast.at,
        level=Level.HINT if cast.assumed else None,
    )


def _sent(sent: SentAfter, file: SourceFile) -> Finding:
    said = f"{{}} means the current GPU but `{sent.partner}` may be on another GPU"
    in_scope = file.binds(sent.device.removeprefix("next(").partition(".")[0], sent.at)
    advice = placing(sent.at, sent.device if in_scope else "", "take the device as an argument")
    return Finding(
        sent.at,
        message(file, said, sent.at, remedy=advice),
        notes=(Remark("used together here", sent.met),),
        help=advice,
        cause=sent.at,
    )


def _round_trip(move: Move, file: SourceFile) -> Iterator[Finding]:
    if not move.bare or move.before.history.hosted is None or not move.returns_elsewhere:
        return
    came_from, hosted = move.before.history.came_from, move.before.history.hosted.at
    assert came_from is not None, "what was hosted came from somewhere"
    source = receiver(hosted)
    device = ""
    if source is not None:
        device = device_of(Operand(replace(move.before, device=came_from), source), hosted, move.at, file)
    device = device or device_at(came_from, hosted, move.at, file)
    advice = placing(move.at, device, "move it back to its device")
    name = file.text(source) if source is not None and dotted(source) else device.removesuffix(".device")
    said = f"{{}} moves to the current GPU but {f'`{name}`' if name else 'the tensor'} may be on another GPU"
    yield Finding(
        move.at,
        message(file, said, move.at, remedy=advice),
        notes=(Remark("moved to the CPU here", hosted),),
        help=advice,
        cause=move.at,
        remedy=placed(move.at, device, file),
    )


def _meeting(meeting: BareMeeting, file: SourceFile) -> Iterator[Finding]:
    move, other = meeting.moved.maker, meeting.other.at
    used = Remark(f"used with `{file.text(other)}` here", meeting.at)
    if meeting.chosen is not None:
        device = device_of(meeting.other, meeting.at, meeting.chosen, file)
        advice = f"use `{device}`" if device else "use the device of the tensor"
        said = "{} drops the index of the GPU but {} may be on another GPU"
        yield Finding(
            meeting.chosen,
            message(file, said, meeting.chosen, other, remedy=advice),
            notes=(Remark("used as a device here", move), used),
            help=advice,
            cause=meeting.chosen,
        )
        return
    device = device_of(meeting.other, meeting.at, move, file)
    advice = placing(move, device, "move it to the module's device")
    yield Finding(
        move,
        message(file, "{} moves to the current GPU but {} may be on another GPU", move, other, remedy=advice),
        notes=(used,),
        help=advice,
        cause=move,
        remedy=placed(move, device, file),
    )
