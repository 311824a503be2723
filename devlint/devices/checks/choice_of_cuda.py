"""Choices of a device by a test: ``"cuda" if x.is_cuda else "cpu"`` names the current GPU, not that of ``x``.

def place(x):
    device = "cpu"
    if x.is_cuda:
        device = "cuda"        what is made there by who calls `place` is on the current GPU
    return device
"""

from __future__ import annotations

from devlint.devices.patterns.cuda_by_name import names_cuda
from devlint.devices.patterns.expressions import bound
from devlint.flow.evaluator import Evaluator
from devlint.flow.value import FunctionValue
from devlint.forms import form
from devlint.forms.form import dotted


def condition(run: Evaluator, made: form.Form) -> form.Form | None:
    """The condition on where something is by which a function in progress chose the device that ``made`` names."""
    if not isinstance(made, form.Call):
        return None
    given = [*(value for name, value in made.keywords if name == "device"), *made.arguments[:1]]
    direct = next((one for one in given if _asks_where(one)), None)
    names = {one.id for one in given if isinstance(one, form.Name)}
    if direct is not None or not names:
        return direct
    for function in (frame.function for frame in run.frames if frame.function is not None):
        found = _choice(function.form, names)
        if found is not None:
            return found
        for part in form.walk(function.form, form.Assign):
            if isinstance(part, form.Assign) and isinstance(part.value, form.Call) and names & bound(part):
                helper = _helper(function, dotted(part.value.function))
                found = _choice(helper.form, _returned(helper.form)) if helper is not None else None
                if found is not None:
                    return found
    return None


def _choice(function: form.Form, names: set[str]) -> form.Form | None:
    """The condition on where something is by which ``function`` gives one of ``names`` the name of a device."""
    for part in form.walk(function, form.Assign, form.If):
        if isinstance(part, form.Assign) and _asks_where(part.value) and names & set(map(dotted, part.targets)):
            return part.value
        if isinstance(part, form.If) and _tests_where(part.test):
            chosen = [one for one in part.then if isinstance(one, form.Assign) and names_cuda(one.value)]
            named = (one.value for one in chosen if names & set(map(dotted, one.targets)))
            if (found := next(named, None)) is not None:
                return found
    return None


def _helper(caller: FunctionValue, name: str) -> FunctionValue | None:
    """The method of the same object, or the function of the same file, that ``caller`` calls by ``name``."""
    method = name.removeprefix("self.")
    if method != name:
        found = caller.owner.find(method) if caller.owner is not None else None
    else:
        found = caller.home.get(name)
    return found if isinstance(found, FunctionValue) else None


def _returned(function: form.Form) -> set[str]:
    """The names of what ``function`` gives back, also one beside others."""
    found: set[str] = set()
    for part in form.walk(function, form.Return):
        value = part.value if isinstance(part, form.Return) else None
        given = value.elements if isinstance(value, form.Display) else (value,)
        found.update(map(dotted, given))
    return found - {""}


def _asks_where(value: form.Form) -> bool:
    """``"cuda" if x.is_cuda else "cpu"``."""
    return isinstance(value, form.Conditional) and _tests_where(value.test)


def _tests_where(test: form.Expression) -> bool:
    return any(part.name in ("is_cuda", "type") for part in form.walk(test, form.Attribute))
