"""Whether a function says by its words that it works on the CPU."""

from __future__ import annotations

from collections.abc import Iterator

from devlint.forms import form
from devlint.forms.form import dotted

_OF_HOST = frozenset("cpu numpy pin_memory from_numpy set_default_device".split())


def speaks_of_the_host(function: form.Form, device: str) -> bool:
    """Whether a function uses the CPU on purpose, or asks what ``device`` is."""
    for part in form.walk(function):
        if isinstance(part, form.Constant) and isinstance(part.value, str) and part.value.startswith("cpu"):
            return True
        if isinstance(part, form.Attribute) and part.name in _OF_HOST:
            return True
        asked = form.walk(part.test) if isinstance(part, (form.If, form.Conditional)) else ()
        if any(dotted(one) == device for one in asked if isinstance(one, form.Expression)):
            return True
        if isinstance(part, form.With) and any(dotted(one).endswith("device") for one in _entered(part)):
            return True
    return False


def _entered(block: form.With) -> Iterator[form.Expression]:
    for value, _ in block.items:
        yield value.function if isinstance(value, form.Call) else value
