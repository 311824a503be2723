"""How the code calls things."""

from __future__ import annotations

from collections.abc import Hashable

from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.value import External, Home
from devlint.record import types


def full_name(home: object, name: str) -> str:
    """What ``name`` means by the imports of the module ``home``: "torch.nn.Linear"; "" where it is not imported."""
    top, dot, rest = name.partition(".")
    value = home.get(top) if isinstance(home, Home) and top else None
    return f"{value.name}{dot}{rest}" if isinstance(value, External) else ""


def variable(value: form.Expression) -> form.Expression | None:
    """What names the variable of the environment that ``value`` is: "RANK" of ``os.environ["RANK"]`` and its kin."""
    if isinstance(value, form.Subscript):
        return value.index if dotted(value.value).endswith("environ") else None
    if not isinstance(value, form.Call) or not value.arguments:
        return None
    return value.arguments[0] if dotted(value.function).endswith(("environ.get", "getenv")) else None


def spelled(at: object) -> Hashable:
    """What the code says at ``at``, wherever that stands: equal for two forms of the same text."""
    if isinstance(at, tuple):
        return tuple([spelled(one) for one in at])
    if not isinstance(at, form.Form):
        return repr(at)
    return (type(at).__name__, *[spelled(getattr(at, name)) for name in types(type(at)) if name != "node"])
