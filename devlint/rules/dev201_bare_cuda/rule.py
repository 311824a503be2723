"""A tensor goes to the current GPU, where it should go to the one of its source or of its partner.

## What it does
Reports an index-less move to CUDA (`.cuda()`, `.to("cuda")`, `device="cuda"`)
- of a value that was moved to the host before, or computed from one that was, where nothing says that it came from the
  current GPU;
- that is made because another tensor, or a module, is on some GPU (`if y.is_cuda:`, `"cuda" if y.is_cuda else "cpu"`),
  where the two meet afterwards, or are handed on together, and a type chosen so,
  `torch.cuda.LongTensor if y.is_cuda else torch.LongTensor`;
and a cast of a tensor on the host by the name of another's type, `.type(y.type())`, which says CUDA and not which GPU.

## Why it is bad
`"cuda"` without an index means the *current* device, which is the first GPU unless it was changed. A tensor of
`cuda:1` that goes through the CPU and comes back this way lands on `cuda:0`, and so does one that is sent after a
tensor of `cuda:1`. With one GPU all is well; on the second GPU the next operation raises `Expected all tensors to be
on the same device`, or the result silently lies on another GPU than its input.

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
- a move with an index or a device: `.cuda(x.device)`, `.to(device)`;
- code under `torch.cuda.set_device(...)` or `with torch.cuda.device(...)`, where the current device was chosen;
- a value known to have been on the current GPU, because it was put there by `.cuda()` or `device="cuda"` itself;
- two values that are both moved this way before they meet;
- data that was made on the host and never left it before, such as a batch of a loader, or that is pinned there;
- what is picked from the host by an index that came from elsewhere.

## Fix safety
Replacing the move by `.to(x.device)` is safe where `x`, the tensor that went to the host or that it meets, is still
at hand: on one GPU it is the same move.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import BareMeeting, CastByName
from devlint.devices.facts.operations import Finding, Move, Remark
from devlint.devices.facts.wording import where
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev201_bare_cuda.facts import SentAfter

META = RuleMeta(
    code="DEV201",
    name="bare-cuda",
    summary="a value is moved to the current GPU, not to the one it came from or meets on",
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
    return Finding(
        cast.at,
        f"`{code.text(cast.at)}` goes to the current GPU where the name of the type says CUDA, not to the GPU it is "
        f"named after: {where(cast.device)}",
        help="use `.to(...)` with the other tensor",
        cause=cast.at,
    )


def _sent(sent: SentAfter, code: Code) -> Finding:
    return Finding(
        sent.at,
        f"`{code.text(sent.at)}` goes to the current GPU because `{sent.partner}` is on some GPU, which may be another",
        notes=(Remark("they meet here", sent.met),),
        help=f"move it by `.to(...)` with the device of `{sent.partner}`",
        cause=sent.at,
    )


def _round_trip(move: Move, code: Code) -> Iterator[Finding]:
    if not move.bare or move.before.hosted is None or not move.returns_elsewhere:
        return
    came_from = move.before.came_from
    assert came_from is not None, "what was hosted came from somewhere"
    yield Finding(
        move.at,
        f"`{code.text(move.at)}` puts the result on the current GPU, but it came from elsewhere: it was "
        f"{where(came_from)}",
        notes=(Remark("moved to the CPU here", move.before.hosted.at),),
        help="move it back by `.to(...)` with the device it came from",
        cause=move.at,
    )


def _meeting(meeting: BareMeeting, code: Code) -> Iterator[Finding]:
    move, other = meeting.moved.culprit, code.text(meeting.other.at)
    place = where(meeting.other.device)
    if meeting.chosen is not None:
        yield Finding(
            meeting.chosen,
            f"`{code.text(meeting.chosen)}` loses the index of the GPU: `{other}` may be on another than the current",
            notes=(Remark("what is put there", move), Remark(f"meets what is {place} here", meeting.at)),
            help="take the device of the tensor itself",
            cause=meeting.chosen,
        )
        return
    yield Finding(
        move,
        f"`{code.text(move)}` puts the result on the current GPU, but it meets `{other}`, which may be on another: "
        f"it is {place}",
        notes=(Remark("they meet here", meeting.at),),
        help=f"move it by `.to(...)` with the device of `{other}`",
        cause=move,
    )
