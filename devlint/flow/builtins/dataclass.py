"""Dataclasses: what ``dataclasses.fields`` and its kin do with an instance of a class of the file, and with the rest.

Pair(**{f.name: getattr(pair, f.name) for f in fields(pair)})    the names are those the class declares
"""

from __future__ import annotations

from devlint.flow.containers import is_named_tuple
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.conditions import IsDataclass
from devlint.flow.values.definitions import ClassValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Identity, Literal, Sequence, Table, Unknown, Value
from devlint.forms import form
from devlint.forms.form import decorator_name


def declared_fields(cls: ClassValue) -> dict[str, form.Annotate]:
    """The fields a dataclass declares, those of its bases first."""
    fields: dict[str, form.Annotate] = {}
    for part in reversed(cls.linearised()):
        if isinstance(part, ClassValue):
            for one in part.form.body:
                if isinstance(one, form.Annotate) and isinstance(one.target, form.Name):
                    fields[one.target.id] = one
    return fields


def is_filled(cls: ClassValue) -> bool:
    """Whether the fields of ``cls`` are what it is built with: it is a dataclass or a named tuple."""
    return "dataclass" in map(decorator_name, cls.form.decorators) or is_named_tuple(cls)


def call_dataclasses(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``dataclasses.name(...)``; None where nothing is known of it."""
    first = arguments.get(0, "obj")
    identity = run.identity(at)
    if name == "fields" and isinstance(first, (Object, ClassValue)):
        described: list[Value] = []
        for field in declared_fields(first.type if isinstance(first, Object) else first):
            one = Unknown((identity, field))
            state.fields[one.id, ".name"] = Literal(field)
            described.append(one)
        return Sequence("tuple", tuple(described), identity)
    if name == "is_dataclass" and first is not None:
        return _is_dataclass(first, identity)
    if not isinstance(first, Object):
        return None
    if name == "replace":
        made = Object(identity, first.type)
        changed = dict(arguments.keywords)
        for key, value in state.fields_of(first.id):
            state.fields[identity, key] = changed.pop(key[1:], value) if key.startswith(".") else value
        for key, value in changed.items():
            state.fields[identity, f".{key}"] = value
        run.domain.on_items(run, state, tuple(dict(arguments.keywords).values()), at)
        return made
    if name == "asdict":
        items = tuple((key[1:], value) for key, value in state.fields_of(first.id) if key.startswith("."))
        return Table(items, identity)
    return None


def _is_dataclass(value: Value, identity: Identity) -> Value:
    """Whether ``value`` is a dataclass or an instance of one: what a domain knows of its own is neither."""
    cls = value.type if isinstance(value, Object) else value
    if isinstance(cls, ClassValue):
        lines = [part.form.decorators for part in cls.linearised() if isinstance(part, ClassValue)]
        names = {decorator_name(d) for line in lines for d in line}
        if "dataclass" in names:
            return Literal(True)
        return condition(IsDataclass(identity)) if names or cls.bases_outside_unknown() else Literal(False)
    if isinstance(value, (Unknown, Choice, External)):
        return condition(IsDataclass(getattr(value, "id", identity)))
    return Literal(False)
