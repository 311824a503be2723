"""What stands where a device belongs, and is none by its name.

x.to(Manager.device)                  a property, which has a value for objects of the class only
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.device_choices import Misused
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device

_TAKES_DEVICE = frozenset({"device", "to", "set_device"})
_CALLED = frozenset({"device", "map_location"})
_PROPERTIES = frozenset({"property", "cached_property"})


def named_wrongly(file: AnalyzedFile) -> Iterator[Misused]:
    """Every property of a class that a file uses as a device."""
    properties = dict(_properties(file))
    if properties:
        used = [one for one, given in as_devices(file) if given]
        used += [part.value for part in file.attributes_named("type", "index")]
        for one in used:
            if dotted(one) in properties:
                yield Misused(one, ALWAYS, "a property", properties[dotted(one)], None)


def as_devices(file: SourceFile) -> Iterator[tuple[form.Expression, bool]]:
    """What is given to torch as a device, or kept under the name of one; with whether it is given."""
    yield from ((one, True) for call in file.calls_named(*_TAKES_DEVICE) for one in call.arguments[:1])
    yield from ((value, True) for value in file.passed_as(*_CALLED))
    for bound in file.bindings.every:
        if is_called_device(bound.name) and bound.value is not None:
            yield from ((one, False) for one in _arms(bound.value))


def _arms(value: form.Expression) -> Iterator[form.Expression]:
    if isinstance(value, form.Conditional):
        yield from _arms(value.then)
        yield from _arms(value.otherwise)
    else:
        yield value


def _properties(file: SourceFile) -> Iterator[tuple[str, str]]:
    """How each property that is called a device is spelled if the class is asked for it, with the class.

    None of a class whose name the file gives to anything else, of one with a metaclass, which may have the same, and of
    one to which the file assigns a device.
    """
    classes = file.of(form.Class)
    named = Counter(cls.name for cls in classes)
    named.update(one.name for function in file.of(form.Function) for one in function.parameters.all)
    assigned = {one.name for one in file.bindings.every if one.source is not None}
    for cls in classes:
        if named[cls.name] > 1 or cls.name in assigned or cls.keywords:
            continue
        for one in cls.body:
            decorators = one.decorators if isinstance(one, form.Function) and is_called_device(one.name) else ()
            path = f"{cls.name}.{getattr(one, 'name', '')}"
            if path not in assigned and not _PROPERTIES.isdisjoint(map(form.decorator_name, decorators)):
                yield path, cls.name
