"""Transfer functions of Python's builtins: the value that each returns, and its effects.

zip(xs, ys)         a list of pairs of their elements
getattr(o, "w")     the attribute, where the name is a literal
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.flow.assign import store_attribute
from devlint.flow.containers import AMONG, any_of, contents, holds_some, iterate_exact, iterate_value, joined
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import READS, Evaluator
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import HasAttribute, IsKind
from devlint.flow.values.definitions import ClassValue, Object, Own, Super
from devlint.flow.values.state import State
from devlint.flow.values.value import (
    External,
    Identity,
    Literal,
    Sequence,
    Table,
    Truth,
    Unknown,
    Value,
    bag,
    options,
    table_of,
)
from devlint.forms import form

SAME_ELEMENTS = {"list": "list", "tuple": "tuple", "set": "set", "reversed": "list", "sorted": "list", "iter": "list"}
Calls = Callable[[Evaluator, State, Value, Arguments, form.Call], Value]
"""What evaluates a call of a value."""

SCALARS = frozenset("len range id isinstance issubclass callable hasattr repr str int float bool ord chr hash".split())


def call_builtin(
    run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call, call_value: Calls
) -> Value | None:
    """``name(...)`` for a builtin function; None where nothing is known of it.

    ``call_value`` evaluates a call of what is passed to it, as ``map`` does.
    """
    given = arguments.positional
    identity = run.identity(at)
    if name == "super":
        frame = run.frame
        if frame.function is not None and frame.function.owner is not None and frame.instance is not None:
            return Super(frame.instance, frame.function.owner)
        return Unknown(identity)
    if name in ("getattr", "setattr") and len(given) > 1:
        return _attribute(run, state, name, arguments, at)
    if name == "type" and len(given) == 1:
        now = contents(state, given[0])
        kind = now.kind if isinstance(now, Sequence) else "dict" if isinstance(now, Table) else None
        return External(f"builtins.{kind}") if kind in SAME_ELEMENTS or kind == "dict" else None
    if name == "isinstance" and len(given) == 2:
        return run.domain.of_kind(given[0], given[1]) or kind_asked(state, given[0], given[1], identity)
    if name == "hasattr" and len(given) == 2:
        there = _has(state, given[0], given[1])
        if there is not None:
            return there
        named = given[1].value if isinstance(given[1], Literal) else identity
        return condition(HasAttribute(getattr(given[0], "id", identity), named))
    if name in SAME_ELEMENTS:
        return _same_elements(run, state, SAME_ELEMENTS[name], name, arguments, at)
    if name == "dict":
        return _dict(state, arguments, run, at)
    if name == "zip":
        return _zip(run, state, arguments, at)
    if name == "enumerate" and given:
        items = iterate_exact(run, state, given[0])
        if items is not None and len(items) <= 8:
            pairs = [Sequence("tuple", (Literal(i), v), (identity, i)) for i, v in enumerate(items)]
            return Sequence("list", tuple(pairs), identity)
        each = iterate_value(run, state, given[0], at)
        return bag("list", [Sequence("tuple", (Unknown((identity, "number")), each), (identity, "pair"))], identity)
    if name == "next" and given:
        if holds_some(state, given[0], at.arguments[0]):
            run.frame.firsts.append(at)
        return iterate_value(run, state, given[0], at)
    if name == "map" and len(given) == 2:
        exact = iterate_exact(run, state, given[1])
        if exact is None or len(exact) > 8:
            item = iterate_value(run, state, given[1], at)
            return bag(
                "list", [call_value(run, state, given[0], Arguments((item,), forms=arguments.forms[1:]), at)], identity
            )
        made = []
        for number, item in enumerate(exact):
            with run.of_element(number):
                made.append(call_value(run, state, given[0], Arguments((item,), forms=arguments.forms[1:]), at))
        return Sequence("list", tuple(made), identity)
    if name == "vars" and given:
        run.domain.forget_attributes(run, state, given[0])
        return Unknown((getattr(given[0], "id", identity), "vars"))
    return Unknown(identity) if name in SCALARS or name == "print" else None


def _attribute(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value:
    owner, attribute = arguments.positional[0], arguments.positional[1]
    if name == "setattr" and len(arguments.positional) > 2:
        for _, one in options(owner):
            for _, named in options(attribute):
                key = str(named.value) if isinstance(named, Literal) else f"<{run.serial(at)}>"
                if not isinstance(named, Literal):
                    run.domain.forget_attributes(run, state, one)
                store_attribute(run, state, one, key, arguments.positional[2], at)
        return Literal(None)
    if not isinstance(attribute, Literal):
        if isinstance(owner, Own):
            state.fields[run.identity(at), AMONG] = owner
        return Unknown(run.identity(at))
    seen = _has(state, owner, attribute)
    if seen == Literal(False) and len(arguments.positional) > 2:
        return arguments.positional[2]
    name = str(attribute.value)
    read = READS[0](run, state, owner, run.once(at, name, form.Attribute(at.node, at.arguments[0], name)))
    if len(arguments.positional) > 2 and seen is None:
        there = condition(HasAttribute(getattr(owner, "id", run.identity(at)), attribute.value))
        return merge([(there.guards, read), (there.unless, arguments.positional[2])], run.identity(at))
    return read


def _has(state: State, owner: Value, name: Value) -> Literal | None:
    """Whether an instance of a class of this file has an attribute, where that can be seen."""
    if not isinstance(owner, Object) or not isinstance(name, Literal):
        return None
    if state.field(owner.id, f".{name.value}") is not None or owner.type.find(str(name.value)) is not None:
        return Literal(True)
    return None if owner.type.bases_outside_unknown() else Literal(False)


def _names(kind: Value) -> tuple[str, ...]:
    """The classes that the second argument of ``isinstance`` names."""
    kinds = kind.items if isinstance(kind, Sequence) else (kind,)
    return tuple(map(_class_name, kinds))


def _class_name(kind: Value) -> str:
    if isinstance(kind, ClassValue):
        return f"{getattr(kind.home, 'file', '')}:{kind.form.name}"
    return kind.name if isinstance(kind, External) else type(kind).__name__


def kind_asked(state: State, value: Value, kind: Value, site: Identity) -> Literal | Truth:
    """Whether ``value`` is of a class, or of one of several, as a condition where that is not known."""
    certain = _isinstance(state, value, kind)
    return certain or condition(IsKind(getattr(value, "id", site), _names(kind)))


def _isinstance(state: State, value: Value, kind: Value) -> Literal | None:
    """Whether a container is of a builtin type, where both are known."""
    now = contents(state, value)
    kinds = kind.items if isinstance(kind, Sequence) else (kind,)
    names = {k.name.rpartition(".")[2] for k in kinds if isinstance(k, External)}
    if len(names) != len(kinds) or not isinstance(now, (Sequence, Table)):
        return None
    mine = now.kind if isinstance(now, Sequence) else "dict"
    if names & {mine, "Iterable", "Sequence" if mine != "dict" else "Mapping", "Collection", "MutableMapping"}:
        return Literal(True)
    return (
        Literal(False)
        if names <= {"list", "tuple", "dict", "set", "Tensor", "str", "int", "float", "Mapping"}
        else None
    )


def _same_elements(
    run: Evaluator, state: State, kind: str, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    identity = run.identity(at)
    if not arguments.positional:
        return Sequence(kind, (), identity)
    source = contents(state, arguments.positional[0])
    if isinstance(source, Sequence):
        if source.exact and kind != "set" and name not in ("reversed", "sorted"):
            run.domain.on_items(run, state, source.items, at)
            return Sequence(kind, source.items, identity, open=source.open)
        return bag(kind, source.items, identity, open=source.open)
    if isinstance(source, (Table, External)):
        return None
    return bag(kind, [iterate_value(run, state, arguments.positional[0], at)], identity)


def _dict(state: State, arguments: Arguments, run: Evaluator, at: form.Call) -> Value:
    identity = run.identity(at)
    named = Table(tuple(dict(arguments.keywords).items()), identity, arguments.open)
    if not arguments.positional:
        return named
    source = contents(state, arguments.positional[0])
    return joined([source if isinstance(source, Table) else _of_pairs(state, source, identity), named], identity)


def _of_pairs(state: State, source: Value, identity: Identity) -> Table:
    """``dict(pairs)``: a dict with what the pairs hold, under whatever keys."""
    pairs = [contents(state, one) for one in source.items] if isinstance(source, Sequence) and not source.open else []
    held = [one.items[1] for one in pairs if isinstance(one, Sequence) and one.exact and len(one.items) == 2]
    if not held or len(held) < len(pairs):
        return Table((), identity, open=True)
    each = any_of(Sequence("list", tuple(held), identity, exact=False), (identity, "each"))
    return table_of(each, identity)


def _zip(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Value:
    identity = run.identity(at)
    if arguments.starred:
        parted = _columns(run, state, arguments, at)
        if parted is not None:
            return Sequence("list", parted, identity)
        return bag("list", [Unknown((identity, "row"))], identity)  # how many columns there are is unknown
    columns = [iterate_exact(run, state, v) for v in arguments.positional]
    if columns and all(c is not None and len(c) <= 8 for c in columns):
        rows = zip(*(c for c in columns if c is not None), strict=False)
        return Sequence("list", tuple(Sequence("tuple", row, (identity, i)) for i, row in enumerate(rows)), identity)
    row = tuple(iterate_value(run, state, v, f) for v, f in zip(arguments.positional, arguments.forms, strict=False))
    return bag("list", [Sequence("tuple", row, (identity, "row"))], identity)


def _columns(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> tuple[Value, ...] | None:
    """The columns that ``zip(*rows)`` gives, where every row is a tuple of so many; None where that is unknown."""
    star = at.arguments[0] if len(at.arguments) == 1 and not arguments.positional else None
    if not isinstance(star, form.Star) or not isinstance(star.value, (form.Name, form.Attribute)):
        return None
    rows = contents(state, run.evaluate(state, star.value))
    row = iterate_value(run, state, rows, star) if isinstance(rows, Sequence) and not rows.open else None
    if not isinstance(row, Sequence) or not row.exact or row.open:
        return None
    return tuple(bag("tuple", [one], (run.identity(at), "column", i)) for i, one in enumerate(row.items))
