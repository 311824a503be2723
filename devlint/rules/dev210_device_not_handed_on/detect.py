"""Calls that are not given the device that a call beside them is given, and that choose one for themselves.

def build(device):
    part = load_part(path, device=device)
    schedule = Schedule(10)                     on CUDA, whatever `device` is
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import ELSE, THEN, guarded
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.value import External
from devlint.forms import form
from devlint.forms.blocks import line
from devlint.forms.form import dotted
from devlint.forms.parts import arms_of, calls_in, choices_in
from devlint.naming.devices import is_called_device, speaks_of_gpu_or_device
from devlint.naming.files import is_file_of_tests
from devlint.rules.dev210_device_not_handed_on.devices import Place
from devlint.rules.dev210_device_not_handed_on.facts import NotHanded
from devlint.rules.dev210_device_not_handed_on.results import is_moved
from devlint.rules.dev210_device_not_handed_on.signature import Choice, Signature, signature
from devlint.torch_api.library_devices import CHOOSERS


def detect(file: AnalyzedFile) -> Iterator[NotHanded]:
    """The calls in a file that are not given the device that a call beside them gets."""
    callees = Callees(file)
    for place in _places(file):
        if place.devices:
            yield from _in_place(place, callees, file)


def _places(file: AnalyzedFile) -> Iterator[Place]:
    """The functions and methods of a file, and the file itself."""
    for function in file.of(form.Function):
        if file.function_around(function) is None:
            yield Place(function, file.owner(function), file)
    yield Place(None, None, file)


def _in_place(place: Place, callees: Callees, file: AnalyzedFile) -> Iterator[NotHanded]:
    guards: set[int] | None = None
    for call in place.calls:
        found = None if _speaks_of_device(call) else callees.of(call, place)
        if found is None or _reaches(call, found):
            continue
        if guards is None:
            guards = set(_guarded(place))
        if id(call) not in guards and (fact := _left_out(call, found, place, callees, file)) is not None:
            yield fact


def _left_out(
    call: form.Call, found: Signature, place: Place, callees: Callees, file: AnalyzedFile
) -> NotHanded | None:
    """The fact that ``call`` is not given the first of the devices of the place that its siblings get."""
    scope: form.Form = place.function or file.tree
    for device in place.devices:
        others = [one for one in place.siblings(device) if one is not call]
        alike = [one for one in others if dotted(one.function) and dotted(one.function) == dotted(call.function)]
        if not others or found.choice is Choice.OTHER and len(alike) < 2:
            continue
        if device.is_cuda and found.choice is Choice.CUDA or device.is_guess and found.choice is Choice.GUESS:
            continue
        if device.name in found.keeps and dotted(call.function).startswith("self."):
            continue  # the call itself sets it
        later = device.bound > line(call)
        if later and (device.name.startswith("self.") or place.function is None):
            continue
        if is_moved(call, scope) or place.owner is not None and is_moved(call, place.owner):
            return None
        is_test = is_file_of_tests(file.path, file.content)
        sure = found.choice is Choice.CUDA and not later and not is_test
        sibling = next(iter(alike or others))
        return NotHanded(call, ALWAYS, sibling, device.name, found.parameter, found.chosen, sure, later)
    return None


def _speaks_of_device(call: form.Call) -> bool:
    """Whether a call is given some device, or something that may hold one."""
    if any(key is None or speaks_of_gpu_or_device(key) for key, _ in call.keywords):
        return True
    for one in call.arguments:
        if isinstance(one, form.Star) or is_called_device(dotted(one)):
            return True
        if isinstance(one, form.Constant) and isinstance(one.value, str) and one.value.startswith(("cpu", "cuda")):
            return True
    return False


def _reaches(call: form.Call, found: Signature) -> bool:
    """Whether the arguments of a call go as far as the parameter for the device."""
    return any(key == found.parameter for key, _ in call.keywords) or 0 <= found.before < len(call.arguments)


def _guarded(place: Place) -> Iterator[int]:
    """The calls that are made only where there is CUDA, or where no device is given, by id."""
    for one in choices_in(*place.body):
        arms = guarded(one.test)
        for arm, name in zip(arms_of(one), (THEN, ELSE), strict=True):
            yield from map(id, calls_in(*arm) if name in arms else ())


class Callees:
    """The signatures of what a file calls."""

    def __init__(self, file: AnalyzedFile) -> None:
        self._file = file
        self._known: dict[str, Signature | None] = {}

    def of(self, call: form.Call, place: Place) -> Signature | None:
        """The signature of what ``call`` calls; None where it takes no device or puts nothing there."""
        name = dotted(call.function)
        if not name or place.function is not None and name.rpartition(".")[2] == place.function.name:
            return None
        method = name.removeprefix("self.") if name.startswith("self.") and place.owner is not None else ""
        if "." in method:
            return None
        key = f"{place.owner.name}.{method}" if method and place.owner is not None else name
        if key not in self._known:
            found = self._method(place, method) if method else self._called(name)
            self._known[key] = found if found is not None and found.puts else None
        return self._known[key]

    def _method(self, place: Place, method: str) -> Signature | None:
        assert place.owner is not None
        known = self._file.definition(place.owner.name)
        return None if known is None else signature(*known, method)

    def _called(self, name: str) -> Signature | None:
        known = self._file.definition(name)
        if known is not None:
            return signature(*known)
        root, _, rest = name.partition(".")
        value = self._file.meaning(root)
        full = ".".join(filter(None, (value.name, rest))) if isinstance(value, External) else ""
        if full not in CHOOSERS:
            return None
        parameter, before = CHOOSERS[full]
        return Signature(parameter, before, Choice.GUESS, "None", puts=True)
