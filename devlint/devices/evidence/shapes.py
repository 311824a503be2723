"""What a function says of the shapes of what it is given: whose sizes it unpacks, and how many there are.

rows, columns = x.shape            `x` has two dimensions
if x.dim() != 2: raise             so it has here
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.forms import form
from devlint.forms.form import dotted


def unpacked_size(at: form.Assign) -> str:
    """``rows, columns = x.size()``: where ``x`` is, "" where it says nothing."""
    several = all(isinstance(target, form.Display) and len(target.elements) > 1 for target in at.targets)
    call = at.value
    if not several or not isinstance(call, form.Call) or call.arguments or call.keywords:
        return ""
    asked = isinstance(call.function, form.Attribute) and call.function.name == "size"
    return dotted(call.function.value) if asked and isinstance(call.function, form.Attribute) else ""


def unpacked_image(at: form.Assign) -> set[str]:
    """``width, height = image.size``: the image of PIL, whose size is no method."""
    two = all(isinstance(target, form.Display) and len(target.elements) == 2 for target in at.targets)
    size = at.value
    return {dotted(size.value)} if two and isinstance(size, form.Attribute) and size.name == "size" else set()


def _sizes_unpacked(at: form.Assign) -> Iterator[tuple[form.Expression, form.Display]]:
    """``rows, columns = x.shape``: what has that shape, and the names of its sizes."""
    of = measured(at.value)
    for target in at.targets if of is not None else ():
        if of is not None and isinstance(target, form.Display):
            yield of, target


def measured(value: form.Expression | None) -> form.Expression | None:
    """What ``value`` is the shape of: ``x`` for ``x.shape`` and ``x.size()``."""
    of = value.function if isinstance(value, form.Call) and not value.arguments else value
    return of.value if isinstance(of, form.Attribute) and of.name in ("shape", "size") else None


def unpacked_shape(at: form.Assign) -> Iterator[tuple[str, int]]:
    """``rows, columns = x.shape``: the name of what has that shape, with its rank."""
    for of, sizes in _sizes_unpacked(at):
        if isinstance(of, form.Name) and not any(isinstance(one, form.Star) for one in sizes.elements):
            yield of.id, len(sizes.elements)


def demanded_rank(part: form.If | form.Assert) -> Iterator[tuple[str, int]]:
    """``if x.dim() != 2: raise`` and ``assert x.ndim == 2``: the name of what has that rank, or is refused."""
    test, wanted = part.test, "=="
    if isinstance(part, form.If):
        wanted = "!=" if part.then and isinstance(part.then[-1], form.Raise) else ""
    if not isinstance(test, form.Compare) or test.operators != (wanted,):
        return
    asked, rank = test.left, test.comparators[0]
    if isinstance(asked, form.Call) and not asked.arguments:
        asked = asked.function
    if not isinstance(asked, form.Attribute) or asked.name not in ("dim", "ndim"):
        return
    if isinstance(asked.value, form.Name) and isinstance(rank, form.Constant) and type(rank.value) is int:
        yield asked.value.id, rank.value
