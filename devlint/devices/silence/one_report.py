"""Plain tensor attributes that a class sends to where they are used, but for one place.

def encode(self, x):
    return x * self.table.to(x.device)
def decode(self, x):
    return x * self.table                  forgotten here
def weigh(self, x, step):
    return x * self.table[step].to(x.device)       too late: it meets `step` before
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from devlint.base.record import replace
from devlint.devices.facts.operations import Clash, Fact
from devlint.devices.lattice.tensors import Made
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import attributes_named, ids_in, is_part_of
from devlint.forms.targets import bound_at

_SENDING = frozenset({"to", "cuda", "type_as"})
_ASKING = frozenset("size shape dim ndim numel dtype device is_cuda get_device new_zeros new_ones new_tensor".split())


def placed(facts: Iterable[Fact], classes: Iterable[ClassValue]) -> Iterator[Fact]:
    """``facts``; those about an attribute that is sent wherever it is used but in one place say which place that is."""
    known = list(classes)
    for fact in facts:
        if isinstance(fact, Clash) and fact.host.made is Made.ATTRIBUTE:
            unsent, late = _unsent(fact.host.maker, fact.at, known)
            yield replace(fact, unsent=unsent, late=late)
        else:
            yield fact


def _unsent(kept: form.Form, met: form.Form, classes: Iterable[ClassValue]) -> tuple[form.Form | None, bool]:
    """The one statement that uses what ``kept`` keeps without sending it, where others send it.

    That is also one that sends it after it has met something, at ``met``: too late, as the second answer says.
    """
    names = {one.name for one in bound_at(kept)}
    owner = next((cls for cls in classes if any(one.at is kept for one in cls.bindings.every)), None)
    if owner is None or len(names) != 1:
        return None, False
    (name,) = names
    sent: list[form.Form] = []
    unsent: list[form.Form] = []
    for method in owner.members.values():
        if isinstance(method, FunctionValue) and getattr(method.form, "name", "") != "__init__":
            for statement in form.walk(method.form, form.Assign, form.Return, form.Evaluate):
                how = _uses(statement, name)
                if how is not None:
                    (sent if how else unsent).append(statement)
    late = next((one for one in sent if is_part_of(met, one)), None)
    if late is not None:
        return late, True
    return (unsent[0] if sent and len(unsent) == 1 else None), False


def _uses(statement: form.Form, name: str) -> bool | None:
    """Whether ``statement`` sends the attribute ``name`` before it uses it; None where it does not use it."""
    passed_by: set[int] = set()
    found: bool | None = None
    for part in attributes_named(_SENDING | _ASKING, statement):
        root = _root(part.value)
        if dotted(root) == name:
            passed_by.add(id(root))
            found = True if part.name in _SENDING else found
    passed_by |= ids_in(*Bindings(statement).targets)
    read = {id(part) for part in attributes_named({name.rpartition(".")[2]}, statement) if dotted(part) == name}
    return found if read <= passed_by else False


def _root(at: form.Expression) -> form.Attribute | None:
    """The attribute of ``self`` that a chain of calls, members and items begins with."""
    while isinstance(at, (form.Call, form.Subscript, form.Attribute)):
        if isinstance(at, form.Attribute) and isinstance(at.value, form.Name) and at.value.id == "self":
            return at
        at = at.function if isinstance(at, form.Call) else at.value
    return None
