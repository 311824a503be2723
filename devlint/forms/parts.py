"""Questions on what stands in a form, wherever in it: names, paths, what is called and what is read of something.

    net.to(x.device, copy=y) if x.is_cuda else y
        ids_in            the identities of all of its forms
        mentions_of       the forms `y`, twice, of "y"
        names_in          {"net", "x", "y"}
        paths_in          {"net", "net.to", "x", "x.device", "x.is_cuda", "y"}
        identifiers_in    {"net", "to", "x", "device", "copy", "is_cuda", "y"}
        calls_in          [net.to(x.device, copy=y)]
        called_in         ["net.to"]
        calls_named       [net.to(x.device, copy=y)] for "to"
        arguments_of      [x.device, y] of the call
        receiver          net of the call
        attributes_named  [x.device] for "device"
        members_of        {"device", "is_cuda"} of "x"
        owners_of         {"x"}, of which "is_cuda" is read

Several forms may be given.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from devlint.forms import form
from devlint.forms.form import dotted


def is_part_of(at: form.Form | None, *wholes: form.Form) -> bool:
    """True if ``at`` is one of ``wholes``, or stands in one."""
    return any(part is at for whole in wholes for part in form.walk(whole))


def ids_in(*wholes: form.Form) -> set[int]:
    """The identities of ``wholes``, and of all that stands in them."""
    return {id(part) for whole in wholes for part in form.walk(whole)}


def mentions_of(names: Set[str], *wholes: form.Form) -> list[form.Name]:
    """Where a variable called like one of ``names`` is read or bound."""
    return [part for whole in wholes for part in form.walk(whole, form.Name) if part.id in names]


def names_in(*wholes: form.Form) -> set[str]:
    """The variables that are mentioned, those that a comprehension binds included."""
    return {part.id for whole in wholes for part in form.walk(whole, form.Name)}


def paths_in(*wholes: form.Form) -> set[str]:
    """The variables and the paths of names that are mentioned."""
    return {dotted(part) for whole in wholes for part in form.walk(whole, form.Name, form.Attribute)} - {""}


def identifiers_in(*wholes: form.Form) -> set[str]:
    """The variables, attributes and keywords that are mentioned, each word by itself."""
    found: set[str] = set()
    for part in (part for whole in wholes for part in form.walk(whole, form.Name, form.Attribute, form.Call)):
        if isinstance(part, form.Call):
            found.update(key for key, _ in part.keywords if key is not None)
        else:
            found.add(part.id if isinstance(part, form.Name) else str(getattr(part, "name", "")))
    return found


def calls_in(*wholes: form.Form) -> Sequence[form.Call]:
    """The calls, in no particular order; those of a whole function are looked for once."""
    if len(wholes) == 1 and isinstance(wholes[0], form.Function):
        return form.once(_calls, wholes[0])
    return [part for whole in wholes for part in form.walk(whole, form.Call)]


def _calls(function: form.Function | form.Lambda) -> tuple[form.Call, ...]:
    return tuple(form.walk(function, form.Call))


def arguments_of(call: form.Call) -> list[form.Expression]:
    """The values that ``call`` passes, by position and then by keyword."""
    return [*call.arguments, *(value for _, value in call.keywords)]


def receiver(call: form.Form) -> form.Expression | None:
    """``x.y`` for the call ``x.y.to(device)``; None for what is no call of a method."""
    function = call.function if isinstance(call, form.Call) else None
    return function.value if isinstance(function, form.Attribute) else None


def without_items(at: form.Expression) -> form.Expression:
    """``x`` of ``x[0][1]``."""
    while isinstance(at, form.Subscript):
        at = at.value
    return at


def called_in(*wholes: form.Form) -> list[str]:
    """The path of what is called, for each call: "x.to", ".to" for ``make().to``, "" for ``make()()``."""
    return [_path(call.function) for call in calls_in(*wholes)]


def _path(at: form.Expression) -> str:
    names: list[str] = []
    while isinstance(at, form.Attribute) and len(names) < form.MOST_PARTS:
        names.append(at.name)
        at = at.value
    return ".".join([dotted(at), *reversed(names)]) if len(names) < form.MOST_PARTS else ""


def attributes_named(names: Set[str], *wholes: form.Form) -> list[form.Attribute]:
    """Where an attribute called like one of ``names`` is read or set, of whatever."""
    return [part for whole in wholes for part in form.walk(whole, form.Attribute) if part.name in names]


def members_of(place: str, *wholes: form.Form) -> set[str]:
    """The attributes that are read or set of ``place``, a variable or a path of names."""
    return {part.name for whole in wholes for part in form.walk(whole, form.Attribute) if dotted(part.value) == place}


def owners_of(members: Set[str], *wholes: form.Form) -> set[str]:
    """The variables and paths of which an attribute called like one of ``members`` is read or set."""
    return {dotted(one.value) for one in attributes_named(members, *wholes)}


def calls_named(names: Set[str], *wholes: form.Form) -> list[form.Call]:
    """The calls of what has one of ``names`` as its last one: "to" for ``x.to(device)``."""
    return [call for call in calls_in(*wholes) if _path(call.function).rpartition(".")[2] in names]


def constants_in(*wholes: form.Form) -> list[object]:
    """The values of all literals."""
    return [part.value for whole in wholes for part in form.walk(whole, form.Constant)]


def returned_by(*wholes: form.Form) -> list[form.Expression]:
    """What is returned, by functions in it as well."""
    found = (part.value for whole in wholes for part in form.walk(whole, form.Return))
    return [value for value in found if value is not None]


def comparisons_in(*wholes: form.Form) -> list[form.Compare]:
    """The comparisons."""
    return [part for whole in wholes for part in form.walk(whole, form.Compare)]


def ifs_in(*wholes: form.Form) -> list[form.If]:
    """The ``if`` statements, each ``elif`` by itself."""
    return [part for whole in wholes for part in form.walk(whole, form.If)]


def operations_in(*wholes: form.Form) -> list[tuple[form.Binary | form.Call, tuple[form.Expression, ...]]]:
    """The operators with both of their operands, and the calls with what they pass by position."""
    found = (part for whole in wholes for part in form.walk(whole, form.Binary, form.Call))
    both = (part for part in found if isinstance(part, (form.Binary, form.Call)))
    return [(one, (one.left, one.right) if isinstance(one, form.Binary) else one.arguments) for one in both]


def loops_in(*wholes: form.Form) -> list[form.For | form.While]:
    """The loops that are statements."""
    found = (part for whole in wholes for part in form.walk(whole, form.For, form.While))
    return [part for part in found if isinstance(part, (form.For, form.While))]


def arms_of(choice: form.If | form.Conditional) -> tuple[tuple[form.Form, ...], tuple[form.Form, ...]]:
    """What is evaluated where the test of ``choice`` holds, and what where it fails."""
    if isinstance(choice, form.If):
        return choice.then, choice.otherwise
    return (choice.then,), (choice.otherwise,)


def conditions_in(*wholes: form.Form) -> list[form.Expression]:
    """What is tested by ``if``, ``while``, ``assert`` and conditional expressions."""
    kinds = form.If, form.While, form.Conditional, form.Assert
    found = (part for whole in wholes for part in form.walk(whole, *kinds))
    return [part.test for part in found if isinstance(part, kinds)]


def methods_of(cls: form.Class, name: str = "") -> list[form.Function]:
    """The functions that stand in the body of ``cls``; with ``name``, those that are called so."""
    found = (one for one in cls.body if isinstance(one, form.Function))
    return [one for one in found if not name or one.name == name]


def choices_in(*wholes: form.Form) -> list[form.If | form.Conditional]:
    """The statements and expressions that choose by a test: ``if x: ...``, ``y if x else z``."""
    found = (part for whole in wholes for part in form.walk(whole, form.If, form.Conditional))
    return [part for part in found if isinstance(part, (form.If, form.Conditional))]
