"""Tensors made without the device on which the other methods of a class make theirs.

class Flow:
    def start(self): return torch.zeros(self.count, device=self.device)
    def noise(self): return torch.randn(self.count, device=self.device)
    def steps(self): return torch.linspace(0, 1, self.count)              the one that was forgotten

Tensors of integers are left alone: as an index they may stay on the CPU.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from devlint.devices.evidence.host_roles import is_host_class
from devlint.devices.patterns.calls_of_file import own_methods
from devlint.devices.patterns.host_words import speaks_of_the_host
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, constants_in
from devlint.naming.devices import is_called_device
from devlint.rules.dev112_unlike_its_siblings.facts import UnlikeItsClass
from devlint.rules.dev112_unlike_its_siblings.made import device_of, factory_name, has_elements, is_excused

FEWEST = 3
"""So many calls in the class name its device, at least, and three times as many as leave it out."""

_OF_INTEGERS = frozenset({"arange", "range"})  # by default
_FLOATS = frozenset("float float16 float32 float64 half double bfloat16 get_default_dtype".split())


def unlike_in_class(cls: ClassValue) -> Iterator[UnlikeItsClass]:
    """The tensors that methods of ``cls`` make without the device that the class names for most of its tensors."""
    device, count = ("", 0) if is_host_class(cls) else _own_device(cls.form.node)
    if count < FEWEST:
        return
    methods = (method for _, method in own_methods(cls) if method.kind in ("function", "property"))
    bare = [call for method in methods for call in _bare(method, device)]
    for call in bare if FEWEST * len(bare) <= count else ():
        yield UnlikeItsClass(call, ALWAYS, cls.form.name, device)


def _bare(method: FunctionValue, device: str) -> Iterator[form.Call]:
    """The calls of ``method`` that make a tensor of floats without a device, and leave it where it is."""
    inner = {id(part) for one in form.walk(method.form, form.Class) for part in calls_in(one)}
    if speaks_of_the_host(method.form, device):
        return
    for call in calls_in(method.form):
        usable = id(call) not in inner and factory_name(method, call) and device_of(call) is None
        if usable and has_elements(call) and _is_of_floats(call) and not is_excused(method.form, call):
            yield call


def _is_of_floats(call: form.Call) -> bool:
    given = next((value for name, value in call.keywords if name == "dtype"), None)
    if given is not None:
        return dotted(given).rpartition(".")[2] in _FLOATS or dotted(given).startswith("self.")
    called = dotted(call.function).rpartition(".")[2]
    if called in _OF_INTEGERS:
        return any(isinstance(one, form.Constant) and isinstance(one.value, float) for one in call.arguments)
    return called != "tensor" or any(isinstance(one, float) for one in constants_in(call))


def _own_device(owner: object) -> tuple[str, int]:
    """The attribute of ``self`` that most calls in a class are given as ``device=``, and in how many."""
    found = Counter(
        f"self.{given.attr}"
        for part in (ast.walk(owner) if isinstance(owner, ast.AST) else ())
        if isinstance(part, ast.keyword) and part.arg == "device" and isinstance(given := part.value, ast.Attribute)
        if isinstance(given.value, ast.Name) and given.value.id == "self" and is_called_device(given.attr)
    )
    return next(iter(found.most_common(1)), ("", 0))
