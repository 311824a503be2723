"""Attributes: what ``owner.name`` is, by what is stored in it, its class, the domain or another file of the project."""

from __future__ import annotations

from devlint.flow.call import call_function
from devlint.flow.evaluator import READS, Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object, Own, Super
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Method, Sequence, Table, Truth, Unknown, Value
from devlint.forms import form


def from_project(run: Evaluator, state: State, value: Value, at: form.Expression) -> Value:
    """``value``, or what it is in the other file of the project that it was imported from."""
    if isinstance(value, Own) and run.project is not None:
        known = run.project.value(value)
        if known is None:
            return value
        if run.site.abroad:
            return known
        run.read_in_library(at, value.name.rpartition(".")[2], run.project.library_of(value))
        return run.domain.from_other_file(run, state, known, at)
    if isinstance(value, Choice) and any(isinstance(one, Own) for _, one in value.options):
        return merge([(g, from_project(run, state, v, at)) for g, v in value.options], run.identity(at))
    return value


def read_attribute(run: Evaluator, state: State, owner: Value, at: form.Attribute) -> Value:
    """``owner.name``."""
    if isinstance(owner, Choice):
        read = []
        for guards, one in owner.options:
            if feasible(guards, state.guards):
                with state.supposing(guards):
                    read.append((guards, read_attribute(run, state, one, at)))
        return _one_question(read) or merge(read, run.identity(at))
    if isinstance(owner, External):
        if isinstance(owner, Own):
            return from_project(run, state, owner.member(at.name), at)
        known = run.domain.attribute(run, state, owner, at)
        return External(f"{owner.name}.{at.name}") if known is None else known
    identity = getattr(owner, "id", None)
    if identity is not None:
        stored = state.field(identity, f".{at.name}")
        if stored is not None:
            foreign = isinstance(owner, Object) and owner.type.home is not run.home and not run.site.abroad
            return run.domain.from_other_file(run, state, stored, at) if foreign else stored
    if isinstance(owner, Super):
        return _super_attribute(run, owner, at)
    if isinstance(owner, (Object, ClassValue)):
        member = (owner.type if isinstance(owner, Object) else owner).find(at.name)
        if member is not None:
            return _bind(run, state, owner, member, at)
    known = run.domain.attribute(run, state, owner, at)
    if known is not None:
        return known
    if isinstance(owner, Unknown):
        return Unknown((owner.id, f".{at.name}"))
    if identity is not None and not isinstance(owner, (Sequence, Table)):
        return Unknown((identity, f".{at.name}"))
    return Method(owner, at.name)


def _one_question(read: list[tuple[Guards, Value]]) -> Truth | None:
    """The boolean that all alternatives have of which anything is known: the others may well have it, too."""
    known = [value for _, value in read if not (isinstance(value, Unknown) and value.hint is None)]
    first = known[0] if known and len(known) < len(read) else None
    return first if isinstance(first, Truth) and all(value == first for value in known) else None


def _bind(run: Evaluator, state: State, owner: Value, member: Value, at: form.Attribute) -> Value:
    if not isinstance(member, FunctionValue):
        if isinstance(owner, ClassValue) and owner.home is not run.home:
            return Unknown(((owner.home, owner.form), f".{at.name}"))  # a file that imports the class may have set it
        return member
    if member.kind == "property" and isinstance(owner, Object):
        return call_function(run, state, _bound(member, owner), run.once(at, "()", form.Call(at.node, at, (), ())))
    if member.kind == "static" or isinstance(owner, ClassValue) and member.kind == "function":
        return member
    return _bound(member, owner.type if member.kind == "class" and isinstance(owner, Object) else owner)


def _bound(member: FunctionValue, owner: Value) -> FunctionValue:
    return FunctionValue(member.form, member.closure, owner, member.owner, member.kind)


def _super_attribute(run: Evaluator, owner: Super, at: form.Attribute) -> Value:
    for part in owner.owner.linearised()[1:]:
        if isinstance(part, ClassValue) and at.name in part.members:
            member = part.members[at.name]
            return _bound(member, owner.instance) if isinstance(member, FunctionValue) else member
    return Method(owner, at.name)


READS.append(read_attribute)
