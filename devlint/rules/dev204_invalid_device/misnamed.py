"""What stands where a device belongs, and is none by its name.

device = device or dtype              a dtype
x.to(device=self.dtype)               another one
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
from devlint.forms.targets import bound_at
from devlint.naming.devices import is_called_device
from devlint.naming.dtypes import is_called_dtype

_TAKES_DEVICE = frozenset({"device", "to", "set_device"})
_CALLED = frozenset({"device", "map_location"})
_PROPERTIES = frozenset({"property", "cached_property"})


def named_wrongly(file: AnalyzedFile) -> Iterator[Misused]:
    """Every dtype, and every property of a class, that a file uses as a device."""
    for value in file.passed_as(*_CALLED):
        if (wrong := _dtype_in(value)) is not None:
            yield _of_dtype(file, wrong)
    for bound in file.bindings.every:
        if bound.value is not None and all(is_called_device(one.name) for one in bound_at(bound.at)):
            wrong = _dtype_in(bound.value)
            if wrong is not None:
                yield _of_dtype(file, wrong)
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


def _dtype_in(value: form.Expression) -> form.Expression | None:
    """The dtype that a device may be by ``value``: itself, an arm of it, or what it falls back to."""
    for arm in _arms(value):
        for one in arm.operands if isinstance(arm, form.Boolean) else (arm,):
            if is_called_dtype(dotted(one)):
                return one
    return None


def _of_dtype(file: SourceFile, wrong: form.Expression) -> Misused:
    """A device that is a dtype, for certain where the file says more of it than its name."""
    return Misused(wrong, ALWAYS, "a dtype", "", None, certain=_says_dtype(file, wrong))


def _says_dtype(file: SourceFile, name: form.Expression) -> bool:
    """Whether an annotation, a default or an assignment says that ``name`` is a dtype: ``dtype=torch.float32``."""
    if not isinstance(name, form.Name):
        return False
    around = [one for one in file.definitions(name) if isinstance(one, form.Function)]
    for given in (one for function in around for one in function.parameters.all if one.name == name.id):
        if given.annotation is not None and "dtype" in file.source(given.annotation):
            return True
        if given.default is not None and dotted(given.default).startswith("torch."):
            return True
    assigned = file.values(name)
    return bool(assigned) and all(one is not None and dotted(one).startswith("torch.") for one in assigned)


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
