"""Queries on expressions: full names by imports, the words in a name, environment variables."""

from __future__ import annotations

from collections.abc import Hashable

from devlint.base.record import types
from devlint.base.session import SESSION, Until
from devlint.flow.values.definitions import Home
from devlint.flow.values.value import External
from devlint.forms import form
from devlint.forms.form import dotted


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


def whose_parameter(value: form.Expression) -> str:
    """What ``value`` is the first parameter of: "self" for ``next(self.parameters())``; "" where it is none."""
    if not isinstance(value, form.Call) or dotted(value.function) != "next" or not value.arguments:
        return ""
    first = value.arguments[0]
    name = dotted(first.function) if isinstance(first, form.Call) else ""
    return name.removesuffix(".parameters") if name.endswith(".parameters") else ""


LOOKUPS = frozenset({"get", "pop"})
"""Methods of mappings that give one item."""


def looked_up(at: form.Form) -> form.Expression | None:
    """What ``at`` looks one item up in: ``state`` of ``state.get("mean")``; None where it looks nothing up."""
    method = at.function if isinstance(at, form.Call) else None
    return method.value if isinstance(method, form.Attribute) and method.name in LOOKUPS else None


def words_in(at: form.Expression | None) -> str:
    """The names and constants in an expression, as words: "Optional torch Tensor" of ``Optional[torch.Tensor]``."""
    if at is None:
        return ""
    if isinstance(at, form.Name):
        return at.id
    known = _WORDS.get(id(at))
    if known is not None:
        return known[1]
    found: list[str] = []
    for part in form.walk(at, form.Name, form.Attribute, form.Constant):
        if isinstance(part, form.Name):
            found.append(part.id)
        elif isinstance(part, form.Attribute):
            found.append(part.name)
        elif isinstance(part, form.Constant):
            found.append(str(part.value))
    said = " ".join(found)
    if len(_WORDS) >= _MOST_WORDS:
        _WORDS.clear()
    _WORDS[id(at)] = at, said
    return said


_MOST_WORDS = 1000
_WORDS: dict[int, tuple[form.Expression, str]] = {}
"""What ``words_in`` has found, by the id of the expression, which stays its own as long as it is kept here."""
SESSION.forget(Until.PROGRAM, _WORDS.clear)


def spelled(at: object) -> Hashable:
    """What the code says at ``at``, wherever that stands: equal for two forms of the same text."""
    if isinstance(at, tuple):
        return tuple([spelled(one) for one in at])
    if not isinstance(at, form.Form):
        return repr(at)
    return (type(at).__name__, *[spelled(getattr(at, name)) for name in types(type(at)) if name != "node"])
