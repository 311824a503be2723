"""Modules and losses that an object holds, and that send what they are given where it is needed.

class Loss(nn.Module):
    def forward(self, x, labels):
        labels = labels.to(x.device)         it does not matter where the labels come from

class Wrapper(nn.Module):
    def __init__(self, loss): ...
    def forward(self, x):
        return self.loss(x, torch.arange(len(x)))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Clash
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.losses import is_called_loss
from devlint.source.parameters import positional

_APPLIED = ("forward", "__call__")


def is_sent_by_callee(fact: Clash, file: AnalyzedFile) -> bool:
    """True if a class of the file, called as what the tensor on the CPU is given to, sends that argument itself."""
    if not isinstance(fact.at, form.Call):
        return False
    called = dotted(fact.at.function).removesuffix(".forward").rpartition(".")[2]
    place = next((i for i, given in enumerate(fact.at.arguments) if given is fact.host.at), None)
    keyword = next((name for name, given in fact.at.keywords if given is fact.host.at), None)
    if not called or place is None and keyword is None or ".to(" not in file.content:
        return False
    return any(_sends(method, place, keyword) for method in _methods(file, called))


def _methods(file: SourceFile, called: str) -> Iterator[ast.FunctionDef]:
    """What runs when an instance of a class of the file is applied, of each class that ``called`` may be."""
    yield from (method for name, method in file.once(_applied, None) if _may_be(called, name))


def _applied(of: None, file: SourceFile) -> list[tuple[str, ast.FunctionDef]]:
    """What runs when an instance of a class of the file is applied, with the name of the class."""
    classes = (one for one in ast.walk(file.syntax) if isinstance(one, ast.ClassDef))
    methods = ((cls.name, member) for cls in classes for member in cls.body if isinstance(member, ast.FunctionDef))
    return [(name, member) for name, member in methods if member.name in _APPLIED]


def _may_be(called: str, name: str) -> bool:
    """True if an instance of the class ``name`` may be ``called`` so: ``loss`` of a ``MarginLoss``."""
    words = called.replace("_", "").lower()
    return name.replace("_", "").lower().endswith(words) or is_called_loss(called) and is_called_loss(name)


def _sends(method: ast.FunctionDef, place: int | None, keyword: str | None) -> bool:
    """True if ``method`` sends the argument at ``place``, or that of the name, to the device of something else."""
    names = [one.arg for one in positional(method.args)][1:]
    argument = keyword if place is None else names[place] if place < len(names) else None
    for part in ast.walk(method):
        moved = part.func if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) else None
        if moved is not None and moved.attr in ("to", "type_as") and argument == _name(moved.value) is not None:
            return True
    return False


def _name(at: ast.expr) -> str | None:
    return at.id if isinstance(at, ast.Name) else None
