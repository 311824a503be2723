"""The first GPU taken where another may be meant: one look over the forms.

0 if device.index is None else device.index      no index means the current GPU, not the first
cuda_device = 0 if device.type != "cpu" else -1  any GPU becomes the first
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.first_gpu import is_first, kind_of_first
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, constants_in, owners_of
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device_or_context
from devlint.rules.dev202_mixed_ordinals.facts import FirstOfAll, FirstTaken
from devlint.rules.dev202_mixed_ordinals.processes import first_of_all_processes

_SINGLE = frozenset({"cpu", "mps"})
"""Kinds of devices of which a machine has one."""


def detect(file: AnalyzedFile) -> Iterator[FirstTaken | FirstOfAll]:
    """Every place in a file where the index of a device is made up or lost."""
    yield from first_of_all_processes(file)
    for part in file.choices:
        missing, known = _none_is_first(file, part), _type_is_first(part)
        if missing is not None:
            device = _without_index(part.test)
            on_cuda = "cuda" in constants_in(part.test)
            yield FirstTaken(missing, ALWAYS, True, device, on_cuda, of_any_kind=_is_of_any_kind(missing))
        elif known is not None:
            yield FirstTaken(known, ALWAYS, missing=False)


def _none_is_first(file: SourceFile, part: form.Conditional | form.If) -> form.Form | None:
    """``if device.index is None:`` the first GPU."""
    asked, sense = _asked_for_index(part.test)
    if asked is None or not is_called_device_or_context(dotted(asked.value)):
        return None
    first = _first_of(part.then if sense else part.otherwise)
    return None if first is None or _asks_for_current(file, part) else first


def _asked_for_index(test: form.Expression) -> tuple[form.Attribute | None, bool]:
    """``device.index`` where a test asks whether it is None, and whether the answer is yes where the test holds.

    None where the test holds for one kind of accelerators only, of which there is one: ``device.type == "mps"``.
    """
    parts = test.operands if isinstance(test, form.Boolean) and test.operator == "and" else (test,)
    found: tuple[form.Attribute | None, bool] = (None, False)
    for part in parts:
        if not isinstance(part, form.Compare) or len(part.operators) != 1:
            continue
        given = part.comparators[0]
        if part.operators == ("==",) and isinstance(given, form.Constant) and given.value in _SINGLE:
            return None, False
        asked = part.left if isinstance(part.left, form.Attribute) and part.left.name == "index" else None
        if asked is None or not isinstance(given, form.Constant) or given.value is not None:
            continue
        if part.operators == ("is",) or part.operators == ("is not",) and part is parts[-1]:
            found = asked, part.operators == ("is",)
    return found


def _asks_for_current(file: SourceFile, part: form.Conditional | form.If) -> bool:
    """Whether the function around ``part`` asks for the current GPU: the first is for what has no current one."""
    around = file.function_around(part)
    return around is not None and bool(calls_named({"current_device"}, around))


def _without_index(test: form.Expression) -> str:
    """``device`` in ``device.index is None``, and in a test that asks more."""
    return next(iter(sorted(owners_of({"index"}, test))), "")


def _first_of(arm: form.Expression | tuple[form.Statement, ...]) -> form.Form | None:
    """Where an arm takes the first GPU."""
    if isinstance(arm, form.Expression):
        return arm if _takes_first(arm) else None
    for statement in arm:
        value = statement.value if isinstance(statement, (form.Return, form.Assign)) else None
        if value is not None and _takes_first(value):
            return statement
    return None


def _takes_first(value: form.Expression) -> bool:
    """Whether ``value`` is the first GPU, or the first device of the kind of another one."""
    return is_first(value) or kind_of_first(value) is not None


def _is_of_any_kind(first: form.Form) -> bool:
    """Whether ``first`` takes the first device of a kind that another device has."""
    return any(kind_of_first(one) is not None for one in form.walk(first) if isinstance(one, form.Expression))


def _type_is_first(part: form.Conditional | form.If) -> form.Form | None:
    """``0 if device.type == "cuda" else -1``: a device is known, and its index is thrown away."""
    if not isinstance(part, form.Conditional) or not isinstance(part.test, form.Compare):
        return None
    sides = (part.test.left, *part.test.comparators)
    if not any(isinstance(side, form.Constant) and side.value in ("cpu", "cuda") for side in sides):
        return None
    if not any(_is_device(side) for side in sides):
        return None
    arms = (part.then, part.otherwise)
    numbers = {-1 if isinstance(arm, form.Unary) else getattr(arm, "value", None) for arm in arms}
    return part if numbers == {0, -1} else None


def _is_device(at: form.Expression) -> bool:
    """A device, its type, or its text."""
    if isinstance(at, form.Call) and dotted(at.function) == "str" and at.arguments:
        at = at.arguments[0]
    if isinstance(at, form.Attribute) and at.name == "type":
        at = at.value
    return is_called_device_or_context(dotted(at))
