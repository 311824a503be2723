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
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, calls_named, receiver
from devlint.rules.dev314_list_shared_by_replicas.facts import Listed

_REGISTRARS = ("self.add_module", "self.register_module")


def detect(file: AnalyzedFile) -> Iterator[Listed]:
    """The lists of registered modules that the classes of ``file`` keep."""
    if not any(map(_registered, file.calls_named("setattr", *(name.rpartition(".")[2] for name in _REGISTRARS)))):
        return
    for cls in file.classes():
        init = cls.members.get("__init__")
        if not isinstance(init, FunctionValue) or not is_module_class(cls):
            continue
        made = _made(init.form)
        calls = [(call, _registered(call)) for call in calls_in(init.form)]
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


def _made(init: form.Function | form.Lambda) -> set[str]:
    """The variables that hold something of a class, by its name."""
    found: set[str] = set()
    for one in form.once(Bindings, init).every:
        called = dotted(one.value.function).rpartition(".")[2] if isinstance(one.value, form.Call) else ""
        if called[:1].isupper() and called not in ("Parameter", "Tensor", "Buffer"):
            found.add(one.name)
    return found


def _filled(init: form.Form, added: set[str]) -> dict[str, str]:
    """The lists that modules in ``added`` are appended to, each with one of these."""
    found: dict[str, str] = {}
    for call in calls_named({"append"}, init):
        name, item = dotted(receiver(call)), dotted(next(iter(call.arguments), None))
        if name and item in added:
            found[name] = item
    return found


def _kept(init: form.Function | form.Lambda, name: str) -> tuple[str, form.Form] | None:
    """The attribute that holds the list ``name``, and where it is set; None where it is no list, or not kept."""
    bindings = form.once(Bindings, init)
    made = bindings.values_of(name)
    if not made or not all(isinstance(value, form.Display) and value.kind == "list" for value in made):
        return None
    for one in bindings.every:
        value = one.value.value if isinstance(one.value, form.Subscript) else one.value  # `layers[::-1]`
        if one.name.startswith("self.") and one.name.count(".") == 1 and name in (one.name, dotted(value)):
            return one.name.removeprefix("self."), one.at
    return None


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
