"""What the function in progress calls a file, and what that is put together from.

torch.save(net, folder / "a.pt"); torch.load(folder / "a.pt")          one file
io.BytesIO(buffer.getvalue())                                          what was written into `buffer`
"""

from __future__ import annotations

from typing import TypeGuard

from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import spelled
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.value import Identity, Literal
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import names_in, paths_in

_BYTES = frozenset({"getvalue", "getbuffer", "read"})
_SPELL_OUT = frozenset({"str", "os.fspath", "Path", "pathlib.Path"})


def names_of(run: Evaluator, arguments: Arguments, position: int) -> tuple[Identity, ...]:
    """The names of a file: what it is, and how the function in progress spells it."""
    value, where = arguments.get(position, "f"), arguments.form_of(position, "f")
    known = value.value if isinstance(value, Literal) else getattr(value, "id", None)
    if where is None:
        return () if known is None else (known,)
    inside = None if run.site.function is None else id(run.site.function.form)
    pattern = _pattern(where)
    alike = None if pattern is None else (inside, pattern)
    inner = [(inside, spelled(one)) for one in origins(run, where)]
    return tuple(name for name in (known, *inner, alike) if name is not None)


def origins(run: Evaluator, file: form.Expression) -> list[form.Expression]:
    """``file`` and what it holds the bytes of, as the function in progress says: ``BytesIO(buffer.getvalue())``."""
    function = None if run.site.function is None else run.site.function.form
    found = [_path(file)]
    for one in found:  # which grows
        inner: list[form.Expression] = []
        if isinstance(one, form.Call) and last(one.function) == "BytesIO":
            inner = list(one.arguments[:1])
        elif isinstance(one, form.Call) and isinstance(one.function, form.Attribute) and one.function.name in _BYTES:
            inner = [one.function.value]
        elif function is not None and isinstance(one, form.Name):
            inner = list(filter(_holds_bytes, form.once(Bindings, function).values_of(one.id)))
        found += [part for part in inner if part not in found]
    return found


def _holds_bytes(value: form.Expression | None) -> TypeGuard[form.Call]:
    """``io.BytesIO(data)``, ``buffer.getvalue()``."""
    return isinstance(value, form.Call) and last(value.function) in {"BytesIO", *_BYTES}


def _path(at: form.Expression) -> form.Expression:
    """``path`` in ``str(path)``."""
    while isinstance(at, form.Call) and dotted(at.function) in _SPELL_OUT and len(at.arguments) == 1:
        at = at.arguments[0]
    return at


def _pattern(path: form.Expression) -> str | None:
    """What the names of several files have in common: ``"{}.pkl"`` of ``"{}.pkl".format(epoch)``."""
    if isinstance(path, form.Call) and isinstance(path.function, form.Attribute) and path.function.name == "format":
        path = path.function.value
    elif isinstance(path, form.Binary) and path.operator == "%":
        path = path.left
    else:
        return None
    return path.value if isinstance(path, form.Constant) and isinstance(path.value, str) else None


def variables(run: Evaluator, path: form.Expression) -> set[str]:
    """The variables that ``path`` is put together from, and those that these are, in the function in progress."""
    places = _words(path)
    if run.site.function is None:
        return places
    for one in reversed(form.once(Bindings, run.site.function.form).every):
        if one.name in places and one.source is not None:
            places |= _words(one.source)
    return places


def _words(at: form.Expression) -> set[str]:
    """The variables in an expression, without those of which it takes an attribute."""
    return names_in(at) - {path.partition(".")[0] for path in paths_in(at) if "." in path}
