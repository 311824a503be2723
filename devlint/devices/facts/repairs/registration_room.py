"""Whether a module can hold a tensor as a buffer under the name of an attribute.

    self.scale = torch.ones(3)       not where the class has a property `scale`, or `self.scale = 1.0` elsewhere

``register_buffer`` passes the setters of a class by and refuses a name that the object has already; a buffer refuses
what is no tensor.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from devlint.devices.facts.repairs.member_types import has
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import Bound

_OWN_WAYS = frozenset({"__slots__", "__setattr__", "__getattr__", "__getattribute__"})


def can_be_buffer(key: str, at: form.Form, file: SourceFile) -> bool:
    """True if ``self.register_buffer(key, ...)`` can stand in the place of ``at``, an assignment to ``self.key``."""
    owner = file.class_around(at)
    if owner is None or any(name == key or name in _OWN_WAYS for name in _members(owner, file)):
        return False
    receivers = (one.value for target in getattr(at, "targets", ()) for one in form.walk(target, form.Attribute))
    if any(True in file.types.has(one, key) for one in receivers):
        return False
    others = [one for one in file.bindings.to(f"self.{key}") if owner in file.definitions(one.at)]
    return not any(one.at is not at and _is_in_the_way(one, at, file) for one in others)


def _members(owner: form.Class, file: SourceFile) -> Iterator[str]:
    """The names that the bodies of ``owner`` and its bases in the file bind."""
    for one in file.with_bases(owner):
        for part in one.node.body if isinstance(one.node, ast.ClassDef) else ():
            if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield part.name
            elif isinstance(part, ast.Assign):
                yield from (target.id for target in part.targets if isinstance(target, ast.Name))
            elif isinstance(part, ast.AnnAssign) and part.value is not None and isinstance(part.target, ast.Name):
                yield part.target.id


def _is_in_the_way(other: Bound, at: form.Form, file: SourceFile) -> bool:
    """Whether ``other``, a binding of the same attribute, runs before ``at`` or gives it something else."""
    is_none = isinstance(other.value, form.Constant) and other.value.value is None
    if not is_none and (other.value is None or has(other.value, "device", file) is not True):
        return True
    if file.definitions(other.at)[-1:] != file.definitions(at)[-1:]:
        return file.function(at) != "__init__"
    before = file.span(other.at) < file.span(at)
    return before and file.arms(other.at).conditions(other.at) <= file.arms(at).conditions(at)
