"""Places that put something on CUDA by name where the file chooses a device for other things.

device = "cuda" if torch.cuda.is_available() else "cpu"
model.to(device)
x = x.cuda()                                                  fails where the choice is the CPU
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import dataclass
from devlint.devices.patterns.autocast import NO_NAMES, asks_autocast, is_autocast
from devlint.devices.patterns.cuda_by_name import THEN, guarded, last, names_cuda, sets_current
from devlint.devices.patterns.cuda_requests import in_block, in_expressions
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rules.dev207_fixed_cuda.facts import BesideChoice
from devlint.rules.dev207_fixed_cuda.whole_file import (
    asks_for_cuda,
    holder,
    is_chosen,
    is_for_cuda,
    is_host,
    is_settled,
)

_MANAGED = "LightningModule"


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """A device that is chosen by what there is: its name, where, and the function or class that knows it."""

    name: str
    at: form.Expression
    scope: form.Form | None


def beside_choices(file: SourceFile) -> Iterator[BesideChoice]:
    """What ``file``, which is whole, puts on CUDA by name where it knows a device that it has chosen: one fact."""
    choices = list(_used_choices(file))
    found: list[tuple[form.Call, _Choice]] = []
    for at in placements(file) if choices else ():
        choice = next((one for one in choices if _knows(at, one, file) or _serves(at, one, file)), None)
        if choice is not None:
            found.append((at, choice))
    if found:
        (first, choice), *others = found
        yield BesideChoice(first, ALWAYS, choice.name, choice.at, tuple(at for at, _ in others))


def placements(file: SourceFile) -> list[form.Call]:
    """The places of a whole file that put something on CUDA by name wherever they are reached, in order."""
    found = list(in_block(file.tree.body))
    for cls in file.of(form.Class):
        found += in_block(cls.body)
    settled = called_under_a_test(file)
    for function in file.of(form.Function):
        around = (*file.definitions(function), function)
        bases = {last(base) for one in around if isinstance(one, form.Class) for base in one.bases}
        if sets_current(function) or function.name in settled or _MANAGED in bases:
            continue
        found += [*in_expressions(function.decorators), *in_block(function.body)]
    puts = {id(at): at for at in found if not is_autocast(at, NO_NAMES) and not asks_autocast(at)}
    own = [at for at in puts.values() if not is_settled(at, file) and not is_for_cuda(at, file)]
    return sorted(own, key=lambda at: (file.span(at).line, file.span(at).column))


def called_under_a_test(file: SourceFile) -> frozenset[str]:
    """The functions that are called under a condition on CUDA wherever the file calls them."""
    found: set[str] = set()
    for function in file.of(form.Function):
        calls = file.calls_named(function.name)
        if calls and all(is_settled(call, file) for call in calls):
            found.add(function.name)
    return frozenset(found)


def _used_choices(file: SourceFile) -> Iterator[_Choice]:
    """The devices that a file chooses by what there is, and puts something on."""
    used = {dotted(given) for given in _places(file)}
    chosen = [(one.name, one.value) for one in file.bindings.every if is_chosen(one.value, file)]
    for choice in file.of(form.If):
        if asks_for_cuda(choice.test) and THEN in guarded(choice.test):
            sets = [(name, at) for name, at in _set_to_cuda(choice) if any(map(is_host, file.bindings.values_of(name)))]
            chosen += sets
    for name, at in chosen:
        if name in used and at is not None and not is_for_cuda(at, file):
            scope = file.class_around(at) if name.startswith("self.") else holder(name, at, file)
            yield _Choice(name, at, scope)


def _set_to_cuda(choice: form.If) -> Iterator[tuple[str, form.Expression]]:
    """What the first arm of a condition sets to CUDA by name."""
    for statement in choice.then:
        if isinstance(statement, form.Assign) and names_cuda(statement.value):
            yield from ((dotted(target), statement.value) for target in statement.targets)


def _knows(at: form.Form, choice: _Choice, file: SourceFile) -> bool:
    """Whether the name of a chosen device means that device at ``at``."""
    if choice.name.startswith("self."):
        return choice.scope is not None and choice.scope in file.definitions(at)
    return holder(choice.name, at, file) is choice.scope and file.binds(choice.name, at)


def _serves(at: form.Form, choice: _Choice, file: SourceFile) -> bool:
    """Whether ``at`` stands in a function that is called where a device is chosen, directly or by way of others."""
    if isinstance(choice.scope, form.Class):
        return False
    return file.function_around(at) in file.once(_called_by, choice.scope)


def _called_by(function: form.Form | None, file: SourceFile) -> list[form.Function]:
    """The functions that ``function``, or the module for None, calls for certain, and those that these call."""
    own = {one.name: one for one in file.tree.body if isinstance(one, form.Function)}
    found: list[form.Function] = []
    outside = (one for one in file.tree.body if not isinstance(one, (form.Function, form.Class)))
    waiting: list[form.Form] = [function] if function is not None else list(outside)
    while waiting:
        for call in form.walk(waiting.pop(), form.Call):
            called = own.get(dotted(call.function))
            if called is not None and called not in found and not is_settled(call, file):
                found.append(called)
                waiting.append(called)
    return found


def _places(file: SourceFile) -> Iterator[form.Expression]:
    """The devices that things are put on."""
    yield from (one for call in file.calls_named("to") for one in call.arguments[:1])
    yield from file.passed_as("device", "map_location")
