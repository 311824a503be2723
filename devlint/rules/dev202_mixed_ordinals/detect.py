"""The first GPU taken where another may be meant: one look over the forms.

0 if device.index is None else device.index      no index means the current GPU, not the first
cuda_device = 0 if device.type != "cpu" else -1  any GPU becomes the first
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.parameters import is_tensor_annotation
from devlint.flow.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device_or_context
from devlint.rules.dev202_mixed_ordinals.facts import FirstTaken
from devlint.torch_api.names import REGISTRARS


def detect(file: AnalyzedFile) -> Iterator[FirstTaken]:
    """Every place in a file where the index of a device is made up or lost."""
    choices: list[form.Conditional | form.If] = [*file.of(form.Conditional), *file.of(form.If)]
    for part in choices:
        missing, known = _none_is_first(file, part), _type_is_first(part)
        if missing is not None:
            on_cuda = any(one.value == "cuda" for one in form.walk(part.test, form.Constant))
            yield FirstTaken(missing, ALWAYS, missing=True, device=_without_index(part.test), on_cuda=on_cuda)
        elif known is not None:
            yield FirstTaken(known, ALWAYS, missing=False, device=_named_in(known))


def _none_is_first(file: SourceFile, part: form.Conditional | form.If) -> form.Form | None:
    """``if device.index is None:`` the first GPU; the device of a tensor on a GPU always has an index."""
    test = part.test
    if isinstance(test, form.Boolean) and test.operator == "and":
        test = test.operands[-1]
    if not isinstance(test, form.Compare) or test.operators not in (("is",), ("is not",)):
        return None
    asked, none = test.left, test.comparators[0]
    if not isinstance(none, form.Constant) or none.value is not None:
        return None
    if not isinstance(asked, form.Attribute) or asked.name != "index":
        return None
    if not is_called_device_or_context(dotted(asked.value)):
        return None
    arm = part.then if test.operators == ("is",) else part.otherwise
    first = _first_of(arm)
    return first if first is not None and not _is_of_tensor(file, asked) else None


def _without_index(test: form.Expression) -> str:
    """``device`` in ``device.index is None``, and in a test that asks more."""
    asked = (dotted(one) for one in form.walk(test, form.Attribute))
    return next((name.removesuffix(".index") for name in asked if name.endswith(".index")), "")


def _first_of(arm: form.Expression | tuple[form.Statement, ...]) -> form.Form | None:
    """Where an arm takes the first GPU."""
    if isinstance(arm, form.Expression):
        return arm if _is_first(arm) else None
    for statement in arm:
        value = statement.value if isinstance(statement, (form.Return, form.Assign)) else None
        if value is not None and _is_first(value):
            return statement
    return None


def _is_of_tensor(file: SourceFile, asked: form.Attribute) -> bool:
    """Whether ``asked``, the index of a device, is a buffer's, or that of a tensor that its function was given."""
    place = dotted(asked.value)
    calls = (call for call in file.of(form.Call) if dotted(call.function) in REGISTRARS)
    named = (call.arguments[0] for call in calls if call.arguments)
    kept = {f"self.{name.value}.device" for name in named if isinstance(name, form.Constant)}
    for function in file.of(form.Function):
        if any(part is asked for part in form.walk(function, form.Attribute)):
            places = {f"{p.name}.device" for p in function.parameters.all if is_tensor_annotation(p.annotation)}
            places |= kept
            stored = [one for one in form.walk(function, form.Assign) if place in map(dotted, one.targets)]
            if place in places or stored and all(dotted(one.value) in places for one in stored):
                return True
    return False


def _is_first(value: form.Expression) -> bool:
    """``0``, ``"cuda:0"``, ``torch.device("cuda", 0)`` or ``torch.device("cuda", index=0)``."""
    if isinstance(value, form.Constant):
        return type(value.value) is int and value.value == 0 or value.value == "cuda:0"
    if not isinstance(value, form.Call) or not dotted(value.function).endswith("device") or not value.arguments:
        return False
    given = [*value.arguments[1:], *(one for key, one in value.keywords if key == "index")]
    kind = value.arguments[0]
    named = isinstance(kind, form.Constant) and str(kind.value).startswith("cuda")
    return named and any(_is_first(one) for one in given or [kind])


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


def _named_in(choice: form.Form) -> str:
    """``device`` in ``0 if device.type == "cuda" else -1``; "" where what is tested may be the name of a device."""
    test = choice.test if isinstance(choice, form.Conditional) else None
    sides = (test.left, *test.comparators) if isinstance(test, form.Compare) else ()
    types = [side for side in sides if isinstance(side, form.Attribute) and side.name == "type"]
    return dotted(types[0].value) if types else ""


def _is_device(at: form.Expression) -> bool:
    """A device, its type, or its text."""
    if isinstance(at, form.Call) and dotted(at.function) == "str" and at.arguments:
        at = at.arguments[0]
    if isinstance(at, form.Attribute) and at.name == "type":
        at = at.value
    return is_called_device_or_context(dotted(at))
