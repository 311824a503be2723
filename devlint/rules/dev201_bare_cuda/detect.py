"""What is sent to the current GPU because another tensor is on some GPU, as the code spells it.

    pad = torch.zeros(2, 8)
    if x.is_cuda:
        pad = pad.cuda()            to the current GPU, which `x` need not be on
    return torch.cat([x, pad])

This needs no values: it also shows in helpers whose callers say nothing of what they pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import TYPE, sets_current
from devlint.devices.patterns.cuda_requests import is_site
from devlint.devices.patterns.expressions import whose_parameter
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in, calls_named, choices_in, operations_in, paths_in, receiver
from devlint.rules.dev201_bare_cuda.facts import SentAfter
from devlint.torch_api.tables import factory

_TYPE_OR_PACKAGE = re.compile(r"(^|\.)cuda(\.\w+Tensor)?$")


def detect(file: AnalyzedFile) -> Iterator[SentAfter]:
    """Every place in a file that sends what was made here to the current GPU because of a partner."""
    if not any(part.name == "is_cuda" for part in file.of(form.Attribute)):
        return
    for function in file.of(form.Function):
        for part in choices_in(function):
            partner, device = _asked(part.test)
            if partner and not sets_current(function):
                yield from _sent(function, part, partner, device)
                if isinstance(part, form.Conditional) and _is_typed(part):
                    yield SentAfter(part, ALWAYS, partner, _used(function, part), device)


def _asked(test: form.Expression) -> tuple[str, str]:
    """``x`` in ``x.is_cuda``, ``model`` in ``next(model.parameters()).is_cuda``, and what gives its device."""
    if isinstance(test, form.Boolean) and test.operator == "and":
        return next((found for found in map(_asked, test.operands) if found[0]), ("", ""))
    if not isinstance(test, form.Attribute) or test.name != "is_cuda":
        return "", ""
    owner, name = whose_parameter(test.value), dotted(test.value)
    return owner or name, f"next({owner}.parameters()).device" if owner else f"{name}.device"


def _is_typed(part: form.Conditional) -> bool:
    """``torch.cuda.FloatTensor if x.is_cuda else torch.FloatTensor``, ``torch.cuda if x.is_cuda else torch``."""
    arms = (part.then, part.otherwise)
    then, otherwise = (dotted(one.function if isinstance(one, form.Call) else one) for one in arms)
    kind = TYPE if isinstance(part.then, form.Call) else _TYPE_OR_PACKAGE
    return bool(kind.search(then)) and otherwise == then.replace(".cuda", "", 1)


def _used(function: form.Function, part: form.Conditional) -> form.Form:
    """Where a function uses first what it has called ``part``."""
    names = form.once(Bindings, function).names_of(part)
    for call in calls_in(function):
        used = (call.function, *arguments_of(call))
        if any(dotted(one).split(".")[0] in names for one in used):
            return call
    return part


def _sent(function: form.Function, part: form.If | form.Conditional, partner: str, device: str) -> Iterator[SentAfter]:
    inner = part.then if isinstance(part.then, tuple) else (part.then,)
    for call in calls_named({"cuda"}, *inner):
        moved = dotted(receiver(call))
        if is_site(call) and not call.arguments and moved not in ("", partner):
            met = next(_meetings(function, partner, moved), None)
            if met is not None and _is_made_here(function, moved):
                yield SentAfter(call, ALWAYS, partner, met, device)


def _is_made_here(function: form.Function, name: str) -> bool:
    """Whether ``name`` is given what torch makes without a device, and nothing else but what comes of itself."""
    given = [one.source for one in form.once(Bindings, function).to(name)]
    made = [value is not None and any(map(_is_made, calls_in(value))) for value in given]
    own = [value is not None and name in paths_in(value) for value in given]
    return any(made) and all(m or o for m, o in zip(made, own, strict=True))


def _is_made(call: form.Call) -> bool:
    """Whether ``call`` makes a tensor on the default device."""
    if any(key in ("device", None) for key, _ in call.keywords):
        return False
    made_by = factory(dotted(call.function))
    return made_by is not None and not made_by.follows


def _meetings(function: form.Function, one: str, other: str) -> Iterator[form.Form]:
    """The operations that take both, or take ``other`` and are a part of ``one``: ``self.rnn(x)`` of ``self``."""
    for part, operands in operations_in(function):
        parts: set[str] = set()
        if isinstance(part, form.Call):
            displays = (given for given in part.arguments if isinstance(given, form.Display))
            operands = (*operands, *(element for display in displays for element in display.elements))
            parts = {one} if dotted(part.function).startswith(f"{one}.") else parts
        if {one, other} <= parts | set(map(dotted, operands)):
            yield part
