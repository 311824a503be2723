"""Indices of GPUs whose truth is asked: the first one is 0.

x.to(device) if device else x               where `device` may be a number
if not gpu: gpu = local_rank()              before `gpu` names a GPU
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.device_choices import FalsyIndex
from devlint.devices.patterns.expressions import words_in
from devlint.devices.patterns.parameters import is_number, may_be_none
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import (
    arguments_of,
    arms_of,
    called_in,
    calls_in,
    choices_in,
    ifs_in,
)
from devlint.forms.targets import bound_at
from devlint.forms.texts import composed


def detect(file: AnalyzedFile) -> Iterator[FalsyIndex]:
    """The conditions of a file in which the index 0 of the first GPU counts as no GPU."""
    for function in file.of(form.Function):
        yield from _left_behind(function)
        yield from _taken_for_none(function)


def _left_behind(function: form.Function) -> Iterator[FalsyIndex]:
    """``x.to(device) if device else x`` of an argument that may be a number: 0 is false, so nothing is moved."""
    names = {p.name: "" if p.annotation else "maybe" for p in function.parameters.all if _may_be_number(p)}
    for part in choices_in(function) if names else ():
        if isinstance(part.test, form.Name) and part.test.id in names:
            then, otherwise = arms_of(part)  # where something is done otherwise, a device is chosen there
            if any(_moves(one, part.test.id) for one in calls_in(*then)) and not calls_in(*otherwise):
                yield FalsyIndex(part.test, ALWAYS, names[part.test.id])


def _taken_for_none(function: form.Function) -> Iterator[FalsyIndex]:
    """``if not gpu: gpu = local_rank()`` before ``gpu`` names a GPU: a caller that passes 0 gets another one."""
    names = {p.name for p in function.parameters.all if may_be_none(p) and is_number(p.annotation)}
    for part in ifs_in(function) if names else ():
        test = part.test.operand if isinstance(part.test, form.Unary) and part.test.operator == "not" else None
        name = test.id if isinstance(test, form.Name) and test.id in names else ""
        sets = (one for statement in part.then for one in bound_at(statement) if one.name == name)
        calls = any(one.source is not None and called_in(one.source) for one in sets)
        if test is not None and name and calls and any(_is_index(one, name) for one in form.walk(function)):
            yield FalsyIndex(test, ALWAYS, "")


def _may_be_number(parameter: form.Parameter) -> bool:
    said = words_in(parameter.annotation)
    none = isinstance(parameter.default, form.Constant) and parameter.default.value is None
    return none and parameter.name == "device" and (not said or is_number(parameter.annotation))


def _moves(call: form.Call, name: str) -> bool:
    """``x.to(device)``."""
    is_move = isinstance(call.function, form.Attribute) and call.function.name == "to"
    return is_move and any(dotted(given) == name for given in arguments_of(call))


def _is_index(part: form.Form, index: str) -> bool:
    """``x.cuda(gpu)``, ``torch.device("cuda", gpu)``, ``f"cuda:{gpu}"``."""
    text = composed(part)
    if text is not None:
        return text.prefix == "cuda:" and any(dotted(one) == index for one in text.parts)
    if not isinstance(part, form.Call) or not any(dotted(one) == index for one in part.arguments):
        return False
    name = dotted(part.function).rpartition(".")[2] or getattr(part.function, "name", "")
    kind = getattr(part.arguments[0], "value", None)
    moves = name in ("cuda", "set_device") and isinstance(part.function, form.Attribute)
    return moves or name == "device" and kind == "cuda"
