"""The current GPU where another is meant: processes that never choose theirs, streams of whichever is current.

dist.init_process_group("nccl")
device = torch.device("cuda", local_rank)     this process's GPU, but the current one is still the first
noise = torch.zeros(3).cuda()                 there
stream = torch.cuda.Stream()                  a stream of the first GPU, for copies to `device`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.facts import NotCurrent
from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.index import Index
from devlint.flow.value import ALWAYS

_RANK = re.compile(r"rank|gpu|local_process_index", re.I)
_CHOSEN = re.compile(r"set_device|torch\.cuda\.device\(|cuda\.device_of|CUDA_VISIBLE_DEVICES|device_id=")
_DEVICE = re.compile(r"(^|_)device$")


def scan(every: Index, source: str) -> Iterator[NotCurrent]:
    """Every place in a file that counts on a current GPU that nothing in its text, ``source``, has chosen."""
    starts = any(map(_starts_nccl, every.of(form.Call)))
    if not (starts or any(map(_is_stream, every.of(form.Call)))) or _CHOSEN.search(source):
        return
    found = {at: here for at, here in map(_own_gpu, every.of(form.Function)) if at is not None}
    at_once = [at for at, here in found.items() if here]
    if starts:
        yield from (NotCurrent(at, ALWAYS, None) for at in at_once or list(found)[:1])
    if starts and not found:
        yield from (NotCurrent(at, ALWAYS, None, bare=True) for at in map(_first_gpu, every.of(form.Function)) if at)
    for function in every.of(form.Function):
        yield from _streams(function)


def _own_gpu(function: form.Function) -> tuple[form.Form | None, bool]:
    """The device of this process, and whether the function starts a process group of NCCL."""
    calls = [part for part in form.walk(function) if isinstance(part, form.Call)]
    at: form.Form | None = next((call for call in calls if _is_of_rank(call)), None)
    if at is None:
        named = (part.value for part in form.walk(function, form.Assign))
        at = next((value for value in named if _is_name_of_rank(value)), None)
    return at, any(map(_starts_nccl, calls))


def _first_gpu(function: form.Function) -> form.Form | None:
    """What goes to the current GPU in a function that starts a process group of NCCL for several processes."""
    calls = [part for part in form.walk(function) if isinstance(part, form.Call)]
    if not any(_starts_nccl(call) and not _is_alone(call) for call in calls):
        return None
    return next((call for call in calls if _is_bare(call)), None)


def _is_alone(call: form.Call) -> bool:
    """Whether a process group is one of a single process."""
    size = dict(call.keywords).get("world_size")
    return isinstance(size, form.Constant) and size.value == 1


def _is_bare(call: form.Call) -> bool:
    """``model.cuda()``, ``model.to("cuda")`` or ``torch.zeros(3, device="cuda")``."""
    if isinstance(call.function, form.Attribute) and call.function.name == "cuda":
        return not call.arguments and not call.keywords
    moves = isinstance(call.function, form.Attribute) and call.function.name == "to"
    given = [*(call.arguments if moves else ()), *(value for key, value in call.keywords if key == "device")]
    return any(isinstance(one, form.Constant) and one.value == "cuda" for one in given)


def _starts_nccl(call: form.Call) -> bool:
    if dotted(call.function).rpartition(".")[2] != "init_process_group":
        return False
    backend = dict(call.keywords).get("backend") or next(iter(call.arguments), None)
    return isinstance(backend, form.Constant) and backend.value == "nccl"


def _is_of_rank(call: form.Call) -> bool:
    """``torch.device("cuda", local_rank)``, ``torch.device(f"cuda:{local_rank}")`` or ``x.cuda(local_rank)``."""
    name = dotted(call.function).rpartition(".")[2] or getattr(call.function, "name", "")
    given = [*call.arguments, *(value for key, value in call.keywords if key in ("device", "index"))]
    if not given:
        return False
    if name == "device":
        kind = given[0]
        if isinstance(kind, form.Opaque):
            return _is_name_of_rank(kind)
        return isinstance(kind, form.Constant) and kind.value == "cuda" and any(_is_rank(one) for one in given[1:])
    return name in ("cuda", "to") and isinstance(call.function, form.Attribute) and _is_rank(given[0])


def _is_name_of_rank(value: form.Expression) -> bool:
    """``f"cuda:{local_rank}"``."""
    return isinstance(value, form.Opaque) and value.prefix == "cuda:" and any(map(_is_rank, value.parts))


def _is_rank(at: form.Expression) -> bool:
    return _RANK.search(dotted(at).rpartition(".")[2]) is not None


def _is_stream(call: form.Call) -> bool:
    return not call.arguments and dotted(call.function).endswith("cuda.Stream")


def _streams(function: form.Function) -> Iterator[NotCurrent]:
    """Streams without a device in a function that moves things to somebody else's device."""
    calls = [part for part in form.walk(function) if isinstance(part, form.Call)]
    made = [call for call in calls if _is_stream(call)]
    followed = next((at for call in calls for at in _moved_to(call)), None) if made else None
    for call in made:
        if followed is not None and not call.keywords:
            yield NotCurrent(call, ALWAYS, followed)


def _moved_to(call: form.Call) -> Iterator[form.Expression]:
    """``self.device`` in ``x.to(self.device)``."""
    if isinstance(call.function, form.Attribute) and call.function.name == "to":
        for given in (*call.arguments, *(value for key, value in call.keywords if key == "device")):
            if isinstance(given, (form.Attribute, form.Name)) and _DEVICE.search(dotted(given).rpartition(".")[2]):
                yield given
