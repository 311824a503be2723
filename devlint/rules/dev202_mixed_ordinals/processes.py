"""The first GPU by name in a function that each of several processes runs, each with a GPU of its own.

def start():
    dist.init_process_group("nccl")
    return torch.device("cuda:0")       all processes share the first GPU
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.cuda_requests import expressions, inside
from devlint.devices.patterns.expressions import variable
from devlint.devices.patterns.first_gpu import index_in, kind_of_first, names_first
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in
from devlint.forms.texts import composed
from devlint.rules.dev202_mixed_ordinals.facts import FirstOfAll
from devlint.source.text_index import TextIndex

_RANKS = frozenset({"RANK", "LOCAL_RANK"})
_BY_NUMBER = ("set_device", "cuda")


def first_of_all_processes(file: AnalyzedFile) -> Iterator[FirstOfAll]:
    """Where a function of ``file`` that is one process's of several takes the first GPU, once in each."""
    if not _has_several_processes(file.text_index):
        return
    for function in file.of(form.Function):
        process = next((call for call in form.walk(function, form.Call, form.Subscript) if _asks(call)), None)
        if process is not None:
            chosen = _names_another(function)
            found = (at for at in _taken(function.body) if not chosen)
            yield from (FirstOfAll(at, ALWAYS, process) for at in islice(found, 1))


def _has_several_processes(text: TextIndex) -> bool:
    """True if a file has processes that each see all GPUs, and does not start one of them alone."""
    several = text.has_part("init_process_group", "get_rank", "LOCAL_RANK", "RANK")
    return several and not text.has_part("CUDA_VISIBLE_DEVICES", "world_size=1", "nprocs=1")


def _asks(part: form.Form) -> bool:
    """Whether ``part`` asks for the rank of the process, or starts a group of processes."""
    if isinstance(part, form.Call) and last(part.function) in ("get_rank", "init_process_group"):
        return True
    name = variable(part) if isinstance(part, form.Expression) else None
    return isinstance(name, form.Constant) and name.value in _RANKS


def _names_another(function: form.Function) -> bool:
    """Whether a function names a GPU by a number that it does not say itself: the first is for another case."""
    for part in form.walk(function, form.Opaque, form.Binary, form.Call):
        text = composed(part)
        if text is not None and text.prefix == "cuda:":
            return True
        if isinstance(part, form.Call) and part.arguments:
            name = last(part.function)
            number = index_in(part) if name == "device" else part.arguments[0] if name in _BY_NUMBER else None
            if number is not None and not isinstance(number, form.Constant):
                return True
    return False


def _taken(body: Iterable[form.Statement]) -> Iterator[form.Expression]:
    """The places of a block that take the first GPU in each process that reaches its end."""
    for statement in body:
        if isinstance(statement, (form.Function, form.Class)):
            continue
        if isinstance(statement, form.If):
            if _is_of_cuda(statement.test):
                yield from _taken(statement.then)
            elif any(True for one in (statement.then, statement.otherwise) for _ in _ends(one)):
                return  # only some of the processes go on
            continue
        for expression in expressions(statement):
            yield from _in(expression, isinstance(statement, (form.Return, form.Assign)))
        yield from _taken(inside(statement))


def _ends(block: tuple[form.Statement, ...]) -> Iterator[form.Statement]:
    """What leaves the function in a block."""
    return (one for one in block[-1:] if isinstance(one, (form.Return, form.Raise)))


def _in(expression: form.Expression, kept: bool) -> Iterator[form.Expression]:
    """The places in an expression that take the first GPU; it is taken for the device itself where it is ``kept``."""
    if isinstance(expression, form.Conditional) and _is_of_cuda(expression.test):
        yield from _in(expression.then, kept)
        return
    if kept and _is_first(expression):
        yield expression
        return
    if isinstance(expression, form.Call) and last(expression.function) == "device" and len(expression.arguments) == 1:
        yield from _in(expression.arguments[0], kept)
        return
    for call in calls_in(expression):
        moves = isinstance(call.function, form.Attribute) and call.function.name == "to"
        given = [*(call.arguments[:1] if moves else ()), *(value for key, value in call.keywords if key == "device")]
        yield from (one for one in given if _is_first(one))


def _is_first(value: form.Expression) -> bool:
    return names_first(value) or kind_of_first(value) is not None


def _is_of_cuda(test: form.Expression) -> bool:
    """Whether a test asks for nothing but whether there is CUDA."""
    return isinstance(test, form.Call) and dotted(test.function).endswith("cuda.is_available")
