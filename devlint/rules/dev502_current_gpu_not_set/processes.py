"""Processes that never choose their GPU, and count on the current one.

dist.init_process_group("nccl")
device = torch.device("cuda", local_rank)     this process's GPU, but the current one is still the first
noise = torch.zeros(3).cuda()                 there
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import guarded, last
from devlint.devices.patterns.expressions import variable
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.blocks import line, of_file
from devlint.forms.form import dotted
from devlint.forms.parts import arms_of, calls_in, choices_in
from devlint.forms.source_file import SourceFile
from devlint.forms.texts import composed
from devlint.naming.ranks import is_called_rank
from devlint.rules.dev502_current_gpu_not_set.facts import NotCurrent
from devlint.rules.dev502_current_gpu_not_set.requests import chooses_gpu


def processes_without_choice(file: AnalyzedFile) -> Iterator[NotCurrent]:
    """Every place in a file that counts on a current GPU that nothing in its text has chosen."""
    text = file.text_index
    yield from _set_in_one_branch(file)
    compared = set(_compared_with_nccl(file))
    starts = {id(call) for call in file.of(form.Call) if _starts_nccl(call, compared)}
    if not starts:
        return
    if chooses_gpu(text):
        yield from _met_before(file)
        return
    blocks = list(of_file(file))
    found = {at: here for at, here in (_own_gpu(block, starts) for block in blocks) if at is not None}
    at_once = [at for at, here in found.items() if here]
    yield from (NotCurrent(at, ALWAYS, None) for at in at_once or list(found)[:1])
    if not found:
        starting = [block for block in blocks if _starts(block, starts)]
        first = [at for at in map(_first_gpu, starting) if at is not None]
        if not first and starting and text.has_part("local_rank", "LOCAL_RANK"):
            first = [at for at in map(_first_gpu, blocks) if at is not None][:1]
        yield from (NotCurrent(at, ALWAYS, None, bare=True) for at in first)


def _own_gpu(block: form.Form, starts: set[int]) -> tuple[form.Form | None, bool]:
    """The device of this process, and whether the block starts a process group of NCCL."""
    calls = calls_in(block)
    at: form.Form | None = next((call for call in calls if _is_of_rank(call)), None)
    if at is None:
        named = [one.value for one in Bindings(block).every if one.value is not None and _is_name_of_rank(one.value)]
        at = named[-1] if named else None
    return at, any(id(call) in starts for call in calls)


def _starts(block: form.Form, starts: set[int]) -> bool:
    """Whether a block starts a process group of NCCL."""
    return any(id(call) in starts for call in calls_in(block))


def _first_gpu(block: form.Form) -> form.Form | None:
    """What goes to the current GPU in a block."""
    bare: Iterator[form.Form] = (call for call in calls_in(block) if _is_bare(call))
    values = Bindings(block).values_of("device")
    named = (one for one in reversed(values) if isinstance(one, form.Constant) and one.value == "cuda")
    return next(bare, None) or next(named, None)


def _met_before(file: SourceFile) -> Iterator[NotCurrent]:
    """Barriers that count on the current GPU before the same function makes the process's GPU that."""
    for function in file.of(form.Function):
        calls = calls_in(function)
        chosen = [part for part in calls if dotted(part.function) == "torch.cuda.set_device"]
        for call in calls if chosen else ():
            if last(call.function) == "barrier" and line(call) < min(map(line, chosen)):
                yield NotCurrent(call, ALWAYS, None, question="barrier")


def _set_in_one_branch(file: SourceFile) -> Iterator[NotCurrent]:
    """Process groups that are started in both branches of a condition, of which one alone sets the current GPU."""
    for function in file.of(form.Function):
        chosen = [id(call) for call in calls_in(function) if _sets(call)]
        for choice in choices_in(function) if chosen else ():
            arms = [calls_in(*arm) for arm in arms_of(choice)]
            starts = [[call for call in arm if last(call.function) == "init_process_group"] for arm in arms]
            sets = [[call for call in arm if _sets(call)] for arm in arms]
            if all(starts) and bool(sets[0]) is not bool(sets[1]) and len(chosen) == len(sets[0] + sets[1]):
                other = starts[0] if sets[1] else starts[1]
                if not guarded(choice.test) and not any(map(_is_of_host, other)):
                    yield NotCurrent(other[0], ALWAYS, None, question="one branch")


def _sets(call: form.Call) -> bool:
    return dotted(call.function).endswith("cuda.set_device")


def _is_of_host(call: form.Call) -> bool:
    """Whether a process group is started for the CPU, or is given the GPU of the process."""
    given = dict(call.keywords)
    backend = given.get("backend") or next(iter(call.arguments), None)
    return "device_id" in given or isinstance(backend, form.Constant) and backend.value != "nccl"


def _is_bare(call: form.Call) -> bool:
    """``model.cuda()``, ``model.to("cuda")`` or ``torch.zeros(3, device="cuda")``."""
    if isinstance(call.function, form.Attribute) and call.function.name == "cuda":
        return not call.arguments and not call.keywords
    moves = isinstance(call.function, form.Attribute) and call.function.name == "to"
    given = [*(call.arguments if moves else ()), *(value for key, value in call.keywords if key == "device")]
    return any(isinstance(one, form.Constant) and one.value == "cuda" for one in given)


def _compared_with_nccl(file: SourceFile) -> Iterator[str]:
    """What a file compares with the name of NCCL: ``args.backend == "nccl"``."""
    for part in file.comparisons_with("nccl"):
        if part.operators == ("==",) and getattr(part.comparators[0], "value", None) == "nccl":
            yield dotted(part.left)


def _starts_nccl(call: form.Call, compared: set[str]) -> bool:
    if dotted(call.function).rpartition(".")[2] != "init_process_group":
        return False
    backend = dict(call.keywords).get("backend") or next(iter(call.arguments), None)
    named = isinstance(backend, form.Constant) and backend.value == "nccl"
    return named or backend is not None and dotted(backend) in compared - {""}


def _is_of_rank(call: form.Call) -> bool:
    """``torch.device("cuda", local_rank)``, ``torch.device(f"cuda:{local_rank}")`` or ``x.cuda(local_rank)``."""
    name = dotted(call.function).rpartition(".")[2] or getattr(call.function, "name", "")
    given = [*call.arguments, *(value for key, value in call.keywords if key in ("device", "index"))]
    if not given:
        return False
    if name == "device":
        kind = given[0]
        if composed(kind) is not None:
            return _is_name_of_rank(kind)
        return isinstance(kind, form.Constant) and kind.value == "cuda" and any(_is_rank(one) for one in given[1:])
    return name in ("cuda", "to") and isinstance(call.function, form.Attribute) and _is_rank(given[0])


def _is_name_of_rank(value: form.Expression) -> bool:
    """``f"cuda:{local_rank}"``."""
    text = composed(value)
    return text is not None and text.prefix == "cuda:" and any(map(_is_rank, text.parts))


def _is_rank(at: form.Expression) -> bool:
    """``local_rank``, ``int(os.environ["LOCAL_RANK"])``, ``rank % count``."""
    if isinstance(at, form.Binary) and at.operator == "%":
        return _is_rank(at.left)
    if isinstance(at, form.Call) and dotted(at.function) == "int" and len(at.arguments) == 1:
        named = variable(at.arguments[0])
        return isinstance(named, form.Constant) and is_called_rank(str(named.value))
    return is_called_rank(dotted(at).rpartition(".")[2])
