"""Which functions of a file are evaluated for themselves, and which where they are called alone.

    def _scaled(x): ...           a helper: what calls it in the file says what it is given
    def forward(self, x): ...     evaluated with arguments of which nothing is known
"""

from __future__ import annotations

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.calls_of_file import calls_of, own_methods
from devlint.devices.patterns.parameters import is_device_parameter
from devlint.flow.call import is_hidden
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.value import Value
from devlint.forms import form


def is_helper(file: AnalyzedFile, name: str, function: Value) -> bool:
    """Whether a function is read where it is called, and nowhere else."""
    if not name.startswith("_") or name.startswith("__") or not isinstance(function, FunctionValue):
        return False
    owner = "" if function.owner is None else function.owner.form.name
    called = name in file.called or (owner, name) in file.called_on
    return called and not is_hidden(file.run, function)


def is_given_devices(file: AnalyzedFile, method: FunctionValue) -> bool:
    """Whether others give a public method a device, which the calls on ``self`` leave out."""
    name = getattr(method.form, "name", "")
    parameters = [p for p in method.form.parameters.all if p.kind != "keyword"][1:]
    devices = [p for p in method.form.parameters.all if is_device_parameter(p)]
    if name.startswith("_") or not devices or is_hidden(file.run, method):
        return False
    place = parameters.index(devices[0]) if devices[0] in parameters else len(parameters)
    for call in file.calls_of(f"self.{name}"):
        given: dict[str | None, form.Expression] = dict(call.keywords)
        starred = None in given or any(isinstance(one, form.Star) for one in call.arguments)
        one = call.arguments[place] if place < len(call.arguments) else given.get(devices[0].name)
        if starred or one is not None and not (isinstance(one, form.Constant) and one.value is None):
            return False
    return True


def methods_of(file: AnalyzedFile, cls: ClassValue) -> list[FunctionValue]:
    """The methods that are evaluated on an instance of ``cls``, but for ``__init__``."""
    found = []
    for name, value in own_methods(cls):
        if name == "__init__" or is_helper(file, name, value):
            continue
        if isinstance(value.form, form.Function):
            found.append(value)
    return [*found, *_inherited(file, cls)]


def _inherited(file: AnalyzedFile, cls: ClassValue) -> list[FunctionValue]:
    """The methods of bases that call on ``self`` what ``cls`` has of its own: they mean something else here."""
    found: dict[str, FunctionValue] = {}
    for base in list(cls.linearised())[1:]:
        for name, value in base.members.items() if isinstance(base, ClassValue) else ():
            if name in cls.members or name in found or name == "__init__" or is_helper(file, name, value):
                continue
            if isinstance(value, FunctionValue) and not cls.members.keys().isdisjoint(calls_of(value)):
                found[name] = value
    return list(found.values())
