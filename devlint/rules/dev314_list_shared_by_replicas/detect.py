"""Parts of a module that are registered one by one, and applied through a list of Python's.

self.layers = []
self.layers.append(layer)
self.add_module(f"layer{i}", layer)     they move and are saved; a replica of the module has the list of the first one
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module_class
from devlint.flow.definitions import FunctionValue
from devlint.flow.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.rules.dev314_list_shared_by_replicas.facts import Listed

_REGISTRARS = ("self.add_module", "self.register_module")


def detect(file: AnalyzedFile) -> Iterator[Listed]:
    """The lists of registered modules that ``classes`` keep."""
    if not any(_registered(call) for call in file.of(form.Call)):
        return
    for cls in file.classes():
        init = cls.members.get("__init__")
        if not isinstance(init, FunctionValue) or not is_module_class(cls):
            continue
        made = _made(init.form)
        calls = [(call, _registered(call)) for call in form.walk(init.form, form.Call)]
        added = {item: call for call, item in calls if item and (dotted(call.function) != "setattr" or item in made)}
        for name, call in _filled(init.form, set(added)).items():
            kept = _kept(init.form, name)
            if kept is not None and _is_gone_through(kept[0], _without_init(file.text_index.of(cls.form.node))):
                yield Listed(kept[1], ALWAYS, kept[0], added[call])


def _registered(call: form.Call) -> str:
    """The variable whose module a call registers with ``self``; "" where it registers none."""
    called = dotted(call.function)
    if called in _REGISTRARS and len(call.arguments) == 2:
        return dotted(call.arguments[1])
    if called == "setattr" and len(call.arguments) == 3 and dotted(call.arguments[0]) == "self":
        return dotted(call.arguments[2])
    return ""


def _made(init: form.Form) -> set[str]:
    """The variables that hold something of a class, by its name."""
    found: set[str] = set()
    for part in form.walk(init, form.Assign):
        called = dotted(part.value.function).rpartition(".")[2] if isinstance(part.value, form.Call) else ""
        if called[:1].isupper() and called not in ("Parameter", "Tensor", "Buffer"):
            found.update(map(dotted, part.targets))
    return found


def _filled(init: form.Form, added: set[str]) -> dict[str, str]:
    """The lists that modules in ``added`` are appended to, each with one of these."""
    found: dict[str, str] = {}
    for call in form.walk(init, form.Call):
        place = call.function
        if isinstance(place, form.Attribute) and place.name == "append" and len(call.arguments) == 1:
            name, item = dotted(place.value), dotted(call.arguments[0])
            if name and item in added:
                found[name] = item
    return found


def _kept(init: form.Form, name: str) -> tuple[str, form.Form] | None:
    """The attribute that holds the list ``name``, and where it is set; None where it is no list, or not kept."""
    is_list = False
    kept: tuple[str, form.Form] | None = None
    rebound = False
    for part in form.walk(init, form.Assign, form.Annotate):
        assert isinstance(part, (form.Assign, form.Annotate)), "asked for"
        targets = part.targets if isinstance(part, form.Assign) else (part.target,)
        value = part.value.value if isinstance(part.value, form.Subscript) else part.value  # `layers[::-1]`
        for target in map(dotted, targets):
            made = target == name and isinstance(value, form.Display) and value.kind == "list"
            is_list |= made
            rebound |= target == name and not made
            attribute = target.startswith("self.") and target.count(".") == 1
            if attribute and (made or value is not None and dotted(value) == name):
                kept = (target.removeprefix("self."), part)
    return kept if is_list and not rebound else None




def _without_init(text: str) -> str:
    """The text of a class without that of its constructor: what is read there is read before there are replicas."""
    kept: list[str] = []
    at = 0
    while begin := re.compile(r"^([ \t]+)def __init__\b", re.MULTILINE).search(text, at):
        kept.append(text[at : begin.start()])
        end = re.compile(rf"^{begin[1]}(?:async |def |@|class )", re.MULTILINE).search(text, begin.end())
        at = len(text) if end is None else end.start()
    return "".join([*kept, text[at:]])


def _is_gone_through(attribute: str, text: str) -> bool:
    """Whether something applies what a list holds: it is gone through, or read by an index."""
    return bool(re.search(rf"\bin [^:\n]{{0,300}}(?<!len\()\bself\.{attribute}\b(?!\.)|\bself\.{attribute}\[", text))
