"""Modules that are passed to a constructor, kept in a Python list and applied from there.

self.layers = []
for layer in layers:
    if isinstance(layer, nn.Module):      it is one
        self.layers.append(layer)         nothing registers it: the module moves without it

What is hidden in a list by itself, as in ``self.teacher = [teacher]``, is meant to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module_class, moves_itself
from devlint.devices.patterns.expressions import full_name, words_in
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, receiver
from devlint.rules.dev303_unregistered_module.facts import Unseen

_MODULES = frozenset({"torch.nn.Module", "torch.nn.modules.Module", "torch.nn.modules.module.Module"})
_ASKED = re.compile(r"isinstance\([^)\n]{0,300}Module")
_SAID = re.compile(r"\[[\w.]*\bModule\b")
_SEVERAL = frozenset({"List", "list", "Sequence", "Iterable", "Tuple", "tuple", "Collection"})
_REGISTERS = re.compile(r"add_module|register_module|setattr\(|_modules\b")


def detect(file: AnalyzedFile) -> Iterator[Unseen]:
    """The lists in the classes of ``file`` that hold modules which nothing registers."""
    source = file.content
    if not _ASKED.search(source) and not _SAID.search(source):
        return
    for cls in file.classes():
        if not is_module_class(cls) or moves_itself(cls):
            continue
        text = file.text_index.of(cls.form.node)
        for place, kept in _kept(cls).items():
            name = place.removeprefix("self.")
            if not _REGISTERS.search(text) and _is_applied(name, text) and not _is_wrapped(name, text):
                yield Unseen(kept, ALWAYS, place)


def _kept(cls: ClassValue) -> dict[str, form.Form]:
    """The attributes that hold what was handed in and is a module for certain, each with where it is kept."""
    found: dict[str, form.Form] = {}
    begun: dict[str, form.Form] = {}
    for method in cls.members.values():
        if not isinstance(method, FunctionValue):
            continue
        given = {one.name for one in method.form.parameters.all if _holds_modules(one)}
        bindings = form.once(Bindings, method.form)
        given = {name for name in given if all(_listed(value) == name for value in bindings.values_of(name))}
        for one in bindings.every:
            if not one.name.startswith("self.") or one.name.count(".") != 1:
                continue
            if isinstance(one.value, form.Display) and one.value.kind == "list" and not one.value.elements:
                begun.setdefault(one.name, one.at)
            elif _listed(one.value) in given:
                found.setdefault(one.name, one.at)
        proved = _proved(method)
        for call in calls_named({"append"}, method.form) if proved else ():
            place = dotted(receiver(call))
            if len(call.arguments) == 1 and dotted(call.arguments[0]) in proved and place in begun:
                found.setdefault(place, begun[place])
    return found


def _holds_modules(parameter: form.Parameter) -> bool:
    """Whether a parameter is annotated as several modules."""
    words = set(words_in(parameter.annotation).split())
    return "Module" in words and not words.isdisjoint(_SEVERAL)


def _listed(value: form.Expression | None) -> str:
    """The variable whose elements ``value`` holds: itself, ``list(it)``, or that and an empty list where it is None."""
    if isinstance(value, form.Conditional):
        value = value.otherwise if _is_empty(value.then) else value.then if _is_empty(value.otherwise) else value
    if isinstance(value, form.Boolean) and len(value.operands) == 2 and _is_empty(value.operands[1]):
        value = value.operands[0]
    if isinstance(value, form.Call) and dotted(value.function) in ("list", "tuple") and len(value.arguments) == 1:
        return dotted(value.arguments[0])
    return dotted(value)


def _is_empty(value: form.Expression) -> bool:
    """``[]``."""
    return isinstance(value, form.Display) and not value.elements


def _proved(method: FunctionValue) -> set[str]:
    """The variables that a method asks whether they are modules."""
    found: set[str] = set()
    for call in calls_named({"isinstance"}, method.form):
        if len(call.arguments) == 2 and full_name(method.home, dotted(call.arguments[1])) in _MODULES:
            found.add(dotted(call.arguments[0]))
    return found - {""}


def _is_applied(name: str, text: str) -> bool:
    """Whether the elements of an attribute are called: ``for layer in self.layers: x = layer(x)``.

    In ``[layer(x) for layer in self.layers]`` they are called before the loop.
    """
    for loop in re.finditer(rf"\bfor ([\w, ()]{{1,300}}) in [^:\n]{{0,300}}\bself\.{name}\b(?!\.)", text):
        beside = text[text.rfind("\n", 0, loop.start()) + 1 : loop.start()] + text[loop.end() :]
        if any(re.search(rf"(?<![\w.]){one}\(", beside) for one in re.findall(r"\w+", loop[1])):
            return True
    return re.search(rf"\bself\.{name}\[[^\]]{{0,300}}\]\(", text) is not None


def _is_wrapped(name: str, text: str) -> bool:
    """Whether an attribute becomes a container of torch's somewhere."""
    wrapped = rf"self\.{name}\b[^\n]{{0,300}}=[^\n]{{0,300}}(ModuleList|Sequential|ModuleDict)\("
    return re.search(wrapped, text) is not None
