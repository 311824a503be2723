"""Tensors made without the device that the other methods of a class make theirs on.

class Sampler:
    def start(self): return torch.zeros(self.count, device=self.device)
    def noise(self): return torch.randn(self.count, device=self.device)
    def steps(self): return torch.linspace(0, 1, self.count)              the one that was forgotten

What the methods of an object make meets sooner or later; which of them meet is not looked for.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_host_class
from devlint.devices.facts.operations import Unlike
from devlint.devices.patterns.calls_of_file import own_methods
from devlint.devices.patterns.host_words import speaks_of_the_host
from devlint.flow.definitions import ClassValue
from devlint.flow.guards import ALWAYS
from devlint.forms import form
from devlint.naming.devices import is_called_device
from devlint.rules.dev112_unlike_its_siblings.made import device_of, factory_name, has_elements, is_excused

FEWEST = 3
"""So many tensors of the class are made on its device, at least."""


def unlike_in_class(cls: ClassValue, file: AnalyzedFile) -> Iterator[Unlike]:
    """The tensors that methods of ``cls`` make without the device that the class makes most of its tensors on."""
    if is_host_class(cls):
        return
    device, count = _own_device(cls, file)
    if count < FEWEST:
        return
    bare: list[form.Call] = []
    for _, method in own_methods(cls):
        for call in form.walk(method.form, form.Call):
            if factory_name(method, call) and device_of(call) is None and has_elements(call):
                if not is_excused(method.form, call) and not speaks_of_the_host(method.form, device):
                    bare.append(call)
    for call in bare if 3 * len(bare) <= count else ():
        yield Unlike(call, ALWAYS, call)


def _own_device(cls: ClassValue, file: AnalyzedFile) -> tuple[str, int]:
    """The device of ``self`` that most calls in the body of ``cls`` are given as ``device=``, and of how many."""
    node = cls.form.node
    found = Counter(
        ast.unparse(keyword.value)
        for part in (ast.walk(node) if isinstance(node, ast.AST) else ())
        if isinstance(part, ast.Call)
        for keyword in part.keywords
        if keyword.arg == "device" and isinstance(keyword.value, ast.Attribute)
    )
    own = [(name, count) for name, count in found.most_common() if name.startswith("self.") and is_called_device(name)]
    return own[0] if own else ("", 0)
