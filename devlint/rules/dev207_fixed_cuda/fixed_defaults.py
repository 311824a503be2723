"""A device that is set to CUDA in a file which shows that it is meant to run without.

device = "cuda"                                                            the default of a script, a class, a dict
dtype = "bfloat16" if torch.cuda.is_available() else "float32"             it asks whether there is CUDA
with nullcontext() if device == "cpu" else torch.autocast(device): ...     or tells the CPU apart

Where an option or the environment says where all runs, the user has been asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import dataclass
from devlint.devices.patterns.cuda_by_name import ELSE, guarded, is_on_cuda, last, names_cuda
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import decorator_name, dotted
from devlint.forms.parts import ids_in
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device
from devlint.naming.settings import is_called_settings
from devlint.rules.dev207_fixed_cuda.facts import FixedDefault
from devlint.rules.dev207_fixed_cuda.whole_file import asks_for_cuda, holder, is_for_cuda, is_said, is_settled

_KINDS = frozenset({"cpu", "cuda"})
_READERS = frozenset(
    "HfArgumentParser ArgumentParser cli CLI parse wrap hydra_main Fire Tap BaseSettings SimpleParser tyro".split()
)
"""What makes options of the fields of a class."""


@dataclass(frozen=True, slots=True, eq=False)
class _Default:
    """A place that sets a device of ``name`` to CUDA; ``scope`` is the function it holds in, ``owner`` its settings."""

    at: form.Form
    name: str
    scope: form.Function | None = None
    owner: str | None = None


def fixed_defaults(file: SourceFile) -> Iterator[FixedDefault]:
    """The devices that ``file``, which is whole, sets to CUDA although it shows that it is meant to run without."""
    for one in (*_of_scopes(file), *_of_settings(file)):
        if is_settled(one.at, file) or is_for_cuda(one.at, file):
            continue
        shown = _branch(one, file)
        if shown is not None:
            yield FixedDefault(one.at, ALWAYS, one.name, shown, branches=True)
            continue
        shown = next(_questions(one, file), None)
        if shown is not None:
            yield FixedDefault(one.at, ALWAYS, one.name, shown, branches=False)


def _of_scopes(file: SourceFile) -> Iterator[_Default]:
    """The variables of the module and of functions that are called a device, are CUDA, and never anything else."""
    shared = {name for scope in file.of(form.Scope) for name in scope.names}
    for function in (None, *file.of(form.Function)):
        bound = file.bound_in(function)
        for name in sorted({one.name for one in bound if is_called_device(one.name.lower()) and "." not in one.name}):
            own = [one for one in bound if one.name == name and _scope(one.at, file) is function]
            if not own or name in shared or not all(is_on_cuda(one.value) for one in own):
                continue
            if function is not None and any(one.name == name for one in function.parameters.all):
                continue
            first = min(own, key=lambda one: file.span(one.at).line)
            if first.value is None or not names_cuda(first.value):
                continue
            default = _Default(first.value, name, function)
            if any(_is_handed_on(read, file) for read in _reads(default, file)):
                yield default


def _scope(at: form.Form, file: SourceFile) -> form.Function | form.Class | None:
    """The innermost function or class around ``at``."""
    return next(reversed(file.definitions(at)), None)


def _of_settings(file: SourceFile) -> Iterator[_Default]:
    """The fields of classes and of dicts that hold settings."""
    if any(last(call.function) in _READERS for call in file.of(form.Call)):
        return
    if any(_is_set_elsewhere(target) for target in file.bindings.targets):
        return
    found: list[_Default] = []
    for cls in file.of(form.Class):
        data = any(decorator_name(one) == "dataclass" for one in cls.decorators)
        if not data and not is_called_settings(cls.name) or any(last(base) in _READERS for base in cls.bases):
            continue
        if any("device" in dict(call.keywords) for call in file.calls_of(cls.name)):
            continue
        if any(file.calls_with(read) for read in file.reads(cls.name)):
            continue  # it is filled from elsewhere: `parse_into(Config)`
        for statement in cls.body:
            target, value = _assigned(statement)
            named = isinstance(target, form.Name) and is_called_device(target.id.lower())
            if named and isinstance(target, form.Name) and value is not None and names_cuda(value):
                found.append(_Default(value, target.id, owner=cls.name))
    for bound in file.bound_in(None):
        for key, value in _items(bound.value):
            if is_called_device(key.lower()) and names_cuda(value) and is_called_settings(bound.name):
                found.append(_Default(value, key, owner=bound.name))
    for default in found:
        reads = list(_reads(default, file))
        if not reads or any(_is_handed_on(read, file) for read in reads):
            yield default


def _assigned(statement: form.Statement) -> tuple[form.Expression | None, form.Expression | None]:
    if isinstance(statement, form.Annotate):
        return statement.target, statement.value
    if isinstance(statement, form.Assign) and len(statement.targets) == 1:
        return statement.targets[0], statement.value
    return None, None


def _items(value: form.Expression | None) -> Iterator[tuple[str, form.Expression]]:
    """What a dict that stands in the code holds under keys that are texts."""
    if isinstance(value, form.Mapping):
        for key, item in value.items:
            if isinstance(key, form.Constant) and isinstance(key.value, str):
                yield key.value, item
    elif isinstance(value, form.Call) and last(value.function) == "dict":
        yield from ((key, item) for key, item in value.keywords if key is not None)


def _is_set_elsewhere(target: form.Expression) -> bool:
    """``config.device = ...``, ``config["device"] = ...``: the settings are changed after they are made."""
    if isinstance(target, form.Attribute):
        return is_called_device(target.name.lower()) and dotted(target.value) != "self"
    index = target.index if isinstance(target, form.Subscript) else None
    return isinstance(index, form.Constant) and isinstance(index.value, str) and is_called_device(index.value.lower())


def _reads(one: _Default, file: SourceFile) -> Iterator[form.Form]:
    """The places that read a default."""
    if one.owner is not None:
        reads = [*file.of(form.Attribute), *file.of(form.Subscript)]
        yield from (read for read in reads if _is_read_of(read, one))
        return
    for read in file.of(form.Name):
        if read.id == one.name and holder(read.id, read, file) is one.scope:
            yield read


def _is_read_of(read: form.Expression, one: _Default) -> bool:
    """``config.device``, ``config["device"]``: the field of settings."""
    if isinstance(read, form.Attribute):
        return read.name == one.name and _is_of_settings(read.value, str(one.owner))
    if isinstance(read, form.Subscript) and isinstance(read.index, form.Constant):
        return read.index.value == one.name and _is_of_settings(read.value, str(one.owner))
    return False


def _is_of_settings(value: form.Expression, owner: str) -> bool:
    name = last(value) or dotted(value)
    return name == owner or is_called_settings(name)


def _is_handed_on(read: form.Form, file: SourceFile) -> bool:
    """Whether a read device is given to a call that does something with it, whether there is CUDA or not."""
    if not isinstance(file.parent(read), form.Call) or is_said(read, file):
        return False
    return not is_settled(read, file) and not is_for_cuda(read, file)


def _branch(one: _Default, file: SourceFile) -> form.Form | None:
    """The comparison of a default with the kind of a device that leads to something else where it is the CPU."""
    reads = {id(read) for read in _reads(one, file)}
    for compare in file.comparisons_with(*_KINDS):
        sides = (compare.left, *compare.comparators)
        if any(id(part) in reads for side in sides for part in _device_in(side)):
            return compare
    for call in file.calls_named("startswith"):
        asks = any(isinstance(given, form.Constant) and given.value in _KINDS for given in call.arguments)
        if asks and not reads.isdisjoint(ids_in(call.function)):
            return call
    return None


def _device_in(side: form.Expression) -> Iterator[form.Form]:
    """What a side of a comparison is the kind of: ``device``, ``device.type``, ``str(device)``."""
    yield side
    if isinstance(side, form.Attribute) and side.name == "type":
        yield side.value
    if isinstance(side, form.Call) and last(side.function) in ("str", "device") and side.arguments:
        yield side.arguments[0]


def _questions(one: _Default, file: SourceFile) -> Iterator[form.Form]:
    """The places that ask whether there is CUDA, for something else than this default."""
    for call in file.calls_named("is_available"):
        if not asks_for_cuda(call):
            continue
        if one.scope is not None and one.scope not in file.definitions(call):
            continue
        if not is_for_cuda(call, file) and not _leads_out(call, file):
            yield call


def _leads_out(at: form.Form, file: SourceFile) -> bool:
    """Whether a function is left where the answer is no: all after it has CUDA."""
    outer = next((one for one in file.around(at) if isinstance(one, form.If)), None)
    leaves = outer is not None and isinstance(next(reversed(outer.then), None), form.Return)
    return outer is not None and leaves and ELSE in guarded(outer.test)
