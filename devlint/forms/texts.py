"""Texts that are put together of a beginning and of values, in the four spellings of Python.

f"cuda:{gpu}"    "cuda:%d" % gpu    "cuda:{}".format(gpu)    "cuda:" + str(gpu)        all Text("cuda:", (gpu,))
"""

from __future__ import annotations

from typing import NamedTuple

from devlint.forms import form


class Text(NamedTuple):
    """A text that begins with ``prefix`` and goes on with the first of ``parts``."""

    prefix: str
    parts: tuple[form.Expression, ...]


def composed(at: form.Form) -> Text | None:
    """How the text ``at`` is put together; None for any other expression, and for a text that holds no value."""
    if isinstance(at, form.Opaque):
        return Text(at.prefix, at.parts) if at.parts else None
    if isinstance(at, form.Binary):
        return _by_operator(at)
    if isinstance(at, form.Call) and isinstance(at.function, form.Attribute) and at.function.name == "format":
        return _by_format(at, _constant(at.function.value))
    return None


def _by_operator(at: form.Binary) -> Text | None:
    """``"cuda:%d" % gpu`` and ``"cuda:" + str(gpu)``."""
    text = _constant(at.left)
    if text is None:
        return None
    if at.operator == "%" and "%" in text:
        parts = at.right.elements if isinstance(at.right, form.Display) else (at.right,)
        return None if isinstance(at.right, form.Mapping) else Text(text.partition("%")[0], parts)
    if at.operator == "+" and isinstance(at.right, form.Call) and form.dotted(at.right.function) == "str":
        return Text(text, at.right.arguments[:1]) if at.right.arguments else None
    return None


def _by_format(at: form.Call, text: str | None) -> Text | None:
    """``"cuda:{}".format(gpu)``, ``"cuda:{0}".format(gpu)`` and ``"cuda:{gpu}".format(gpu=gpu)``."""
    prefix, opened, rest = (text or "").partition("{")
    field = rest.partition("}")[0].partition(":")[0].partition("!")[0]
    first = dict(at.keywords).get(field)
    if first is None and (field.isdigit() or not field) and int(field or 0) < len(at.arguments):
        first = at.arguments[int(field or 0)]
    return Text(prefix, (first,)) if opened and first is not None else None


def _constant(at: form.Expression) -> str | None:
    return at.value if isinstance(at, form.Constant) and isinstance(at.value, str) else None
