"""What the code says of an argument beside its use: that callers may give it as something else than a tensor.

mask: Picture                    a class, which may have a method ``numpy`` and none to move
kept = torch.as_tensor(points)   ``points`` may be a list, which has no ``device``
"""

from __future__ import annotations

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile

_CONTAINERS = frozenset("dict list set tuple".split())
_CONVERTERS = frozenset("torch.tensor torch.as_tensor torch.asarray th.tensor th.as_tensor th.asarray".split())
"""What makes a tensor of a list or an array, too."""


def is_argument(at: form.Form, file: SourceFile) -> bool:
    """True if the name ``at`` holds an argument of the function around it, as it came."""
    if not isinstance(at, form.Name) or not file.owns(at) or file.values(at) != [None]:
        return False
    function = file.function_around(at)
    return function is not None and any(one.name == at.id for one in function.parameters.all)


def may_be_converted(name: str, file: SourceFile) -> bool:
    """True if a tensor is made of ``name`` somewhere in the file."""
    return name in file.once(_made_tensors, file.tree)


def is_converted(at: form.Form, file: SourceFile) -> bool:
    """True if ``at`` is an argument of which a tensor is made wherever ``at`` is reached: it may be a list."""
    made = file.once(_made_tensors, file.tree).get(dotted(at), ())
    return bool(made) and is_argument(at, file) and any(_reaches(one, at, file) for one in made)


def _made_tensors(tree: form.Module, file: SourceFile) -> dict[str, list[form.Name]]:
    """The names of a file of which tensors are made, each with the places that read them."""
    found: dict[str, list[form.Name]] = {}
    for call in (call for name in _CONVERTERS for call in file.calls_of(name)):
        first = call.arguments[0] if call.arguments else None
        if isinstance(first, form.Name):
            found.setdefault(first.id, []).append(first)
    return found


def _reaches(read: form.Form, at: form.Form, file: SourceFile) -> bool:
    """Whether ``read``, of which a tensor is made, reads what ``at`` does, and is reached wherever ``at`` is."""
    if read is at or file.definitions(read) != file.definitions(at) or file.values(read) != [None]:
        return False
    return file.arms(read).conditions(read) <= file.arms(at).conditions(at)


def is_of_other_kind(annotation: form.Expression | None) -> bool:
    """Whether an annotation says that a parameter is no tensor: ``list[Tensor]``, ``Batch``."""
    if isinstance(annotation, form.Subscript):
        kind = dotted(annotation.value).rpartition(".")[2]
        if kind == "Optional":
            return is_of_other_kind(annotation.index)
        return kind not in ("Annotated", "Final", "Union")
    if isinstance(annotation, form.Binary):
        sides = [one for one in (annotation.left, annotation.right) if getattr(one, "value", one) is not None]
        return all(map(is_of_other_kind, sides))
    quoted = annotation.value if isinstance(annotation, form.Constant) else None
    said = quoted.removesuffix("| None").strip() if isinstance(quoted, str) else dotted(annotation)
    kind = said.rpartition(".")[2]
    return kind[:1].isupper() and kind.isidentifier() and kind != "Any" and "Tensor" not in kind or kind in _CONTAINERS
