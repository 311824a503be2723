"""Tensors of a checkpoint, outside of modules and of ``state``, that are not moved back to the device they had.

def load_state_dict(self, state):
    self.mean = state["mean"]                      on the CPU, if the file was read to there
...
self.mean = mean.to(device)                        where it was before

setattr(self, name, value)                         of each item: whatever the state dict holds, as it comes
self.__dict__.update(state)

group["total"] = torch.zeros(1, device=p.device)   torch casts an optimizer's state, and leaves its groups as they come

Both are at once where ``map_location`` says, or where they were when they were saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.expressions import looked_up
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, loops_in, names_in
from devlint.rules.dev506_state_as_loaded.facts import AsLoaded
from devlint.torch_api.tables import factory

_SENDS = re.compile(r"\.to\(|\.cuda\(|device|move_|recursive|tree_map|apply")
"""Words of methods that send what they load."""

_PLACED = re.compile(
    r"\.to\([^)]{0,300}device|\bdevice=(?!None|[\"']cpu)|\.cuda\(|_parameters?\(|parameters_to_vector\(|\.parameters\(|"
    r"\bp(?:aram\w{0,99})?\.[\w.()]{0,300}clone\(|_like\(p(?:aram\w*)?\b"
)
"""What is made where a device says, or where parameters are."""

_BRACKET = re.compile(r"[()\[\]{}\n]")
_MOVED = re.compile(r"\.(?:to|cuda)\(")


def detect(file: AnalyzedFile) -> Iterator[AsLoaded]:
    """Where the classes of a file take tensors from checkpoints as they come."""
    for cls in file.classes():
        restore = cls.members.get("load_state_dict")
        if isinstance(restore, FunctionValue):
            yield from _restored(restore.form, file.text_index.of(cls.form.node))
    for made in file.derived("Optimizer"):
        yield from _kept_in_groups(made, file.text_index.of(made.node))


def _restored(method: form.Function | form.Lambda, text: str) -> Iterator[AsLoaded]:
    """The attributes that ``method`` takes out of what it is given, and that ``text``, its class, puts on a device."""
    given = {one.name for one in method.parameters.all[1:]}
    body = re.search(r"def load_state_dict\b.*?(?=\n +(?:@|def |async def )|\Z)", text, re.DOTALL)
    if body is None or _SENDS.search(body.group()):
        return
    elsewhere = text.replace(body.group(), "")
    for one in form.once(Bindings, method).every:
        kept = one.name.startswith("self.") and one.name.count(".") == 1
        taken = kept and one.value is not None and _is_item(one.value, given)
        if taken and _is_placed(one.name, elsewhere) and not _is_sent(one.name, elsewhere):
            yield AsLoaded(one.at, ALWAYS, one.name)
    by_name = next(_stores_by_name(method, given), None)
    if by_name is not None:
        saved = re.search(r"def state_dict\b.*?(?=\n +(?:@|def |async def )|\Z)", text, re.DOTALL)
        for place in _saved(saved.group(), elsewhere) if saved is not None else ():
            if _is_placed(place, elsewhere) and not _is_sent(place, elsewhere):
                yield AsLoaded(by_name, ALWAYS, place)
                break


def _stores_by_name(method: form.Function | form.Lambda, given: set[str]) -> Iterator[form.Form]:
    """The calls of ``method`` that keep all that it is ``given`` under the names that this has there."""
    for loop in loops_in(method):
        if isinstance(loop, form.For) and not given.isdisjoint(names_in(loop.iterable)):
            yield from (one for one in calls_named({"setattr"}, loop) if _keeps_item(one, loop.target, given))
    for call in calls_named({"update"}, method):
        if dotted(call.function) == "self.__dict__.update" and {dotted(one) for one in call.arguments} & given:
            yield call


def _keeps_item(call: form.Call, target: form.Expression, given: set[str]) -> bool:
    """``setattr(self, name, value)`` for ``name, value`` of a loop, ``setattr(self, name, state[name])`` for a name."""
    if len(call.arguments) != 3 or dotted(call.arguments[0]) != "self":
        return False
    name, value = call.arguments[1:]
    if isinstance(target, form.Display):
        return [dotted(one) for one in target.elements] == [dotted(name), dotted(value)]
    of_given = (
        isinstance(value, form.Subscript) and dotted(value.value) in given and dotted(value.index) == dotted(name)
    )
    return of_given and dotted(name) == dotted(target)


def _saved(saved: str, text: str) -> list[str]:
    """The attributes that ``state_dict``, whose text is ``saved``, returns: all of the class where it takes them so."""
    if "self.__dict__" in saved or "vars(self)" in saved:
        named = {f"self.{name}" for name in re.findall(r"[\"'](\w+)[\"']", saved)}
        every = dict.fromkeys(re.findall(r"(self\.\w+)(?:: [^=\n]{1,300})? = ", text))
        return [name for name in every if name not in named]
    return list(dict.fromkeys(re.findall(r"\bself\.\w+\b(?!\()", saved)))


def _is_item(value: form.Expression, given: set[str]) -> bool:
    """``state["mean"]``, ``state.get("mean")``, ``state.pop("mean")``."""
    owner = value.value if isinstance(value, form.Subscript) else looked_up(value)
    return owner is not None and dotted(owner) in given


def _is_placed(place: str, text: str) -> bool:
    """Whether something is put where a device says, in one of the assignments to ``place``."""
    return any(_PLACED.search(text, begin, _end(text, begin)) for begin in _stores(place, text))


def _stores(place: str, text: str) -> list[int]:
    """Where the values begin that are assigned to ``place``."""
    return [found.end() for found in re.finditer(rf"{re.escape(place)}(?:: [^=\n]{{1,300}})? = ", text)]


def _end(text: str, begin: int) -> int:
    """Where the statement ends that goes on at ``begin``: at a line's end outside of brackets."""
    depth = 0
    for found in _BRACKET.finditer(text, begin):
        if found.group() != "\n":
            depth += 1 if found.group() in "([{" else -1
        elif depth <= 0:
            return found.start()
    return len(text)


def _is_sent(place: str, text: str) -> bool:
    """Whether ``place`` is asked for its device, or sent somewhere, where it is used or stored anew."""
    stored = [text[begin : _end(text, begin)] for begin in _stores(place, text)]
    if any(re.search(rf"{re.escape(place)}\b", one) and _MOVED.search(one) for one in stored):
        return True
    return re.search(rf"{re.escape(place)}\b[\w.\[\]()]{{0,300}}\.(?:to|cuda|type_as|device)\b", text) is not None


def _kept_in_groups(cls: form.Class, text: str) -> Iterator[AsLoaded]:
    """The tensors that an optimizer keeps beside the options of a group."""
    for one in Bindings(cls).stored:
        target, made = one.target, one.value
        if not isinstance(target, form.Subscript) or "group" not in dotted(target.value):
            continue
        if not isinstance(target.index, form.Constant) or not isinstance(made, form.Call):
            continue
        key = str(target.index.value)
        known = factory(dotted(made.function))
        placed = known is not None and any(name == "device" for name, _ in made.keywords)
        sent = re.search(rf"\[.{re.escape(key)}.\](?:\.to\(|\.device)|\b{re.escape(key)}\.(?:to\(|device)", text)
        if placed and sent is None:
            yield AsLoaded(one.at, ALWAYS, f'{dotted(target.value)}["{key}"]')
