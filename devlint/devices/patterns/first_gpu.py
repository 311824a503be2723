"""Recognises expressions that name the first GPU.

0, "cuda:0", torch.device("cuda", 0)                    by number and by name
torch.device(device.type, index=0), f"{device.type}:0"  the first of the kind of another device
"""

from __future__ import annotations

import ast

from devlint.devices.patterns.cuda_by_name import last
from devlint.forms import form

_FIRST = "cuda:0"


def is_first(value: form.Expression) -> bool:
    """``0``, ``"cuda:0"``, ``torch.device("cuda", 0)`` or ``torch.device("cuda", index=0)``."""
    return _is_zero(value) or names_first(value)


def names_first(value: form.Expression) -> bool:
    """Whether ``value`` names the first GPU itself, as a text or as a device."""
    if isinstance(value, form.Constant):
        return value.value == _FIRST
    if not isinstance(value, form.Call) or last(value.function) != "device" or not value.arguments:
        return False
    kind, given = value.arguments[0], index_in(value)
    if given is None:
        return names_first(kind)
    return isinstance(kind, form.Constant) and kind.value == "cuda" and _is_zero(given)


def kind_of_first(value: form.Expression) -> form.Attribute | None:
    """``device.type`` where ``value`` is the first device of that type: ``f"{device.type}:0"``; None elsewhere."""
    if isinstance(value, form.Opaque):
        kind = value.parts[0] if len(value.parts) == 1 and not value.prefix and _ends_in_first(value.node) else None
    elif isinstance(value, form.Binary):
        first = value.operator == "+" and isinstance(value.right, form.Constant) and value.right.value == ":0"
        kind = value.left if first else None
    elif isinstance(value, form.Call) and last(value.function) == "device" and value.arguments:
        given = index_in(value)
        if given is None:
            return kind_of_first(value.arguments[0])
        kind = value.arguments[0] if _is_zero(given) else None
    else:
        return None
    return kind if isinstance(kind, form.Attribute) and kind.name == "type" else None


def index_in(device: form.Call) -> form.Expression | None:
    """The index that ``torch.device(...)`` is given."""
    return next(iter(device.arguments[1:]), None) or dict(device.keywords).get("index")


def _is_zero(value: form.Expression) -> bool:
    return isinstance(value, form.Constant) and type(value.value) is int and value.value == 0


def _ends_in_first(node: object) -> bool:
    """Whether ``node`` is a formatted string that ends in the number of the first device."""
    end = node.values[-1] if isinstance(node, ast.JoinedStr) else None
    return isinstance(end, ast.Constant) and end.value == ":0"
