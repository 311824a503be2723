"""Numbers of processes that are strings, as they come from the environment.

rank = os.environ.get("LOCAL_RANK", 0)                  a string where it is set, a number where it is not
torch.cuda.set_device(os.environ["LOCAL_RANK"])         a string, where torch takes a number
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.device_choices import Misused
from devlint.devices.patterns.expressions import variable
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.ranks import is_variable_of_processes

_CONVERTERS = frozenset({"int", "str", "float", "bool"})


def strings_for_numbers(file: AnalyzedFile) -> Iterator[Misused]:
    """The variables of the environment that a file uses as numbers and does not convert."""
    yield from _texts(file)
    yield from _unconverted(file)


def _texts(file: AnalyzedFile) -> Iterator[Misused]:
    """``os.environ.get("LOCAL_RANK", 0)`` that is not converted to a number."""
    found = [(one.value, one) for one in file.bindings.every if isinstance(one.value, form.Call) and _mixes(one.value)]
    if not found:
        return
    calls = [call for call in file.of(form.Call) if dotted(call.function).rpartition(".")[2] in _CONVERTERS]
    given = [one for call in calls for one in call.arguments]
    given += [one for opaque in file.of(form.Opaque) for one in opaque.parts]
    inside = [part for one in given for part in form.walk(one)]
    converted = {id(part) for part in inside}
    variables = {file.bindings.of(part) for part in inside if isinstance(part, form.Name)}
    attributes = {dotted(part) for part in inside if isinstance(part, form.Attribute)}
    for call, one in found:
        known = file.bindings.of(one.target) in variables or one.name in attributes
        if id(call) not in converted and not known:
            yield Misused(call, ALWAYS, "text for a number", "", None)


def _unconverted(file: AnalyzedFile) -> Iterator[Misused]:
    """``torch.cuda.set_device(os.environ["LOCAL_RANK"])``: a string where torch takes a number."""
    for call in file.of(form.Call):
        given = call.arguments
        name = dotted(call.function)
        if name.endswith("cuda.set_device"):
            at = given[:1]
        elif name in ("torch.device", "device") and getattr(given[0] if given else None, "value", None) == "cuda":
            at = given[1:2]
        else:
            at = given[:1] if isinstance(call.function, form.Attribute) and call.function.name == "cuda" else ()
        for one in at:
            values = file.bindings.values(one)
            if _is_environment(one) or values and all(map(_is_text, values)):
                yield Misused(one, ALWAYS, "text for an index", "", None)


def _is_text(value: form.Expression | None) -> bool:
    """Whether ``value`` is a variable of the environment as it comes, which is a string wherever it is set."""
    return value is not None and _is_environment(value) and not (isinstance(value, form.Call) and _mixes(value))


def _is_environment(value: form.Expression) -> bool:
    """``os.environ["LOCAL_RANK"]``."""
    name = variable(value)
    return isinstance(name, form.Constant) and is_variable_of_processes(str(name.value))


def _mixes(call: form.Call) -> bool:
    """Whether a variable of the environment is read with a number as its default."""
    if not _is_environment(call) or len(call.arguments) != 2:
        return False
    default = call.arguments[1]
    if isinstance(default, form.Unary):
        default = default.operand
    return isinstance(default, form.Constant) and type(default.value) is int
