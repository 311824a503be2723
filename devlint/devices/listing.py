"""Parts of a module that are registered one by one, and applied through a list of Python's.

self.layers = []
self.layers.append(layer)
self.add_module(f"layer{i}", layer)     they move and are saved; a replica of the module has the list of the first one
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.facts import Listed
from devlint.devices.roles import is_module_class
from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.index import Index
from devlint.flow.value import ALWAYS, ClassValue, FunctionValue

_REGISTRARS = ("self.add_module", "self.register_module")


def scan(every: Index, classes: Iterator[ClassValue], source: str) -> Iterator[Listed]:
    """The lists of registered modules that ``classes`` keep; ``source`` is the text of their file."""
    if not any(dotted(call.function) in _REGISTRARS for call in every.of(form.Call)):
        return
    for cls in classes:
        init = cls.members.get("__init__")
        if not isinstance(init, FunctionValue) or not is_module_class(cls):
            continue
        added = {
            dotted(call.arguments[1]): call
            for call in form.walk(init.form, form.Call)
            if dotted(call.function) in _REGISTRARS and len(call.arguments) == 2
        }
        for name, call in _filled(init.form, added.keys() - {""}).items():
            kept = _kept(init.form, name)
            if kept is not None and _is_gone_through(kept[0], source):
                yield Listed(kept[1], ALWAYS, kept[0], added[call])


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
    """The attribute that holds the list ``name``, and where it is set; None where it is no list, or nobody keeps it."""
    is_list = False
    kept: tuple[str, form.Form] | None = None
    for part in form.walk(init, form.Assign, form.Annotate):
        assert isinstance(part, (form.Assign, form.Annotate)), "asked for"
        targets = part.targets if isinstance(part, form.Assign) else (part.target,)
        value = part.value.value if isinstance(part.value, form.Subscript) else part.value  # `layers[::-1]`
        for target in map(dotted, targets):
            if target == name:
                is_list = isinstance(value, form.Display) and value.kind == "list"
            attribute = target.startswith("self.") and target.count(".") == 1
            if attribute and (target == name and is_list or value is not None and dotted(value) == name):
                kept = (target.removeprefix("self."), part)
    return kept if is_list else None


def _is_gone_through(attribute: str, source: str) -> bool:
    """Whether something applies what a list holds: it is gone through, or read by an index."""
    return bool(re.search(rf"\bin [^:\n]*\bself\.{attribute}\b(?!\.)|\bself\.{attribute}\[", source))
