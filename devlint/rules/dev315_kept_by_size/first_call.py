"""What a module makes where its first input is, and keeps for every later one.

if layer not in self.kept:                                  nothing else sets or empties `self.kept`
    self.kept[layer] = torch.ones(4, device=x.device)
if self.kept is None:
    self.kept = torch.ones(4, device=x.device)
"""

from __future__ import annotations

from devlint.flow.definitions import ClassValue, FunctionValue
from devlint.forms import form
from devlint.forms.form import dotted

_EMPTYING = frozenset({"clear", "pop", "popitem", "update", "__setitem__"})


def first_kept(
    choice: form.If, made: dict[str, form.Form], assigned: list[form.Assign], cls: ClassValue
) -> str | None:
    """What ``choice`` makes only if there is none yet, of what is ``made`` where an input is; None if nothing is.

    ``assigned`` are the assignments of the method, by which a key may name a device.
    """
    test = choice.test
    if not isinstance(test, form.Compare) or len(test.operators) != 1:
        return None
    (other,) = test.comparators
    if test.operators == ("is",) and isinstance(other, form.Constant) and other.value is None:
        kept = dotted(test.left)
    elif test.operators == ("not in",) and not _names_a_place(test.left, assigned):
        kept = dotted(other)
    else:
        return None
    here = {part for arm in choice.then for part in (arm, *form.walk(arm))}
    return kept if kept in made and made[kept] in here and not _set_elsewhere(kept, here, cls) else None


def _names_a_place(key: form.Expression, assigned: list[form.Assign], depth: int = 0) -> bool:
    """Whether ``key`` is made of a device."""
    parts = list(form.walk(key, form.Attribute, form.Name))
    words = [getattr(one, "name", "") or getattr(one, "id", "") for one in parts]
    if any("device" in word or "cuda" in word for word in words):
        return True
    names = set(map(dotted, parts))
    inside = [part.value for part in assigned if not names.isdisjoint(map(dotted, part.targets))] if depth < 2 else []
    return any(_names_a_place(one, assigned, depth + 1) for one in inside)


def _set_elsewhere(kept: str, here: set[form.Form], cls: ClassValue) -> bool:
    """Whether a method of ``cls`` sets or empties ``kept`` at another place than ``here``: a state, not a cache."""
    for method in cls.members.values():
        if not isinstance(method, FunctionValue) or getattr(method.form, "name", "") == "__init__":
            continue
        for part in form.walk(method.form):
            if part in here:
                continue
            called = part.function if isinstance(part, form.Call) else None
            if isinstance(called, form.Attribute) and called.name in _EMPTYING and dotted(called.value) == kept:
                return True
            targets = getattr(part, "targets", None) or (getattr(part, "target", None),)
            if any(_of(target) == kept for target in targets if isinstance(target, form.Form)):
                return True
    return False


def _of(target: form.Form) -> str:
    """The name of what is set, or of that of which a part is set."""
    return dotted(target.value if isinstance(target, form.Subscript) else target)
