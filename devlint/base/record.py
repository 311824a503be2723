"""Dataclasses that are frozen for the type checker only: at run time they cost less to define and to make.

    @dataclass(frozen=True, slots=True)         to a type checker frozen, as it stands there
    class Literal(Value): ...                   at run time hashed like a frozen one, but three times as fast to make

Values are made by the hundred thousand, so mypy, not the class, finds assignments to their fields. The classes are
defined anew in every run that evaluates something, which uses half of them: the functions of each are compiled where
one of them is called first, and of its fields little is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from dataclasses import dataclass as dataclass, replace as replace

    complete: Callable[[type], Mapping[str, Any]]

else:
    from dataclasses import MISSING, Field

    def dataclass(*, slots, frozen=False, eq=True):
        """``dataclasses.dataclass`` with slots, never frozen, and hashed as if it were.

        Of ``field`` it knows ``default``, ``default_factory``, ``compare`` and ``repr``.
        """
        assert slots, "without slots there is nothing to gain"

        def build(cls):
            body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
            fields = {}  # of each: its default, what makes it, whether it is compared and shown, and its type
            for base in reversed(cls.__mro__[1:]):
                fields.update(getattr(base, "_record", {}))
            own = body.get("__annotations__", {})
            for name, kind in own.items():
                given = body.pop(name, MISSING)
                if isinstance(given, Field):
                    fields[name] = (given.default, given.default_factory, given.compare, given.repr, kind)
                else:
                    fields[name] = (given, MISSING, True, True, kind)
            body.update(__slots__=tuple(own), _record=fields, __repr__=shown)
            body.update(_first_calls(lambda: made, eq=eq, hashed=eq and frozen))
            made = type(cls)(cls.__name__, cls.__bases__, body)
            return made

        return build

    def _first_calls(kind, *, eq, hashed):
        """The functions of the class ``kind()`` until one of them is called: each has them all compiled first."""
        first = {"__init__": lambda self, *given, **named: complete(kind())["__init__"](self, *given, **named)}
        if eq:
            first["__eq__"] = lambda self, other: complete(kind())["__eq__"](self, other)
            first["__hash__"] = (lambda self: complete(kind())["__hash__"](self)) if hashed else None
        return first

    def complete(kind):
        """Compile the functions of ``kind``, a class made here, and give all that it has."""
        eq, hashed = "__eq__" in vars(kind), vars(kind).get("__hash__") is not None
        for name, function in _functions(kind._record, eq=eq, hashed=hashed).items():
            setattr(kind, name, function)
        return vars(kind)

    def _functions(fields, *, eq, hashed):
        """``__init__`` and, where they are wanted, ``__eq__`` and ``__hash__`` of a class with these ``fields``."""
        known, given, kept = {"MISSING": MISSING}, [], []
        for number, (name, (default, factory, *_)) in enumerate(fields.items()):
            value = name
            if factory is not MISSING:
                default, known[f"factory{number}"] = MISSING, factory
                given.append(f"{name}=MISSING")
                value = f"factory{number}() if {name} is MISSING else {name}"
            elif default is not MISSING:
                known[f"default{number}"] = default
                given.append(f"{name}=default{number}")
            else:
                given.append(name)
            kept.append(f" self.{name} = {value}")
        text = [f"def __init__({', '.join(('self', *given))}):", *(kept or [" pass"])]
        compared = [name for name, (_, _, compare, *_) in fields.items() if compare]
        if eq:
            mine, other = ("".join(f"{one}.{name}, " for name in compared) for one in ("self", "other"))
            text.append("def __eq__(self, other):")
            text.append(f" return ({mine}) == ({other}) if other.__class__ is self.__class__ else NotImplemented")
            text.append(f"def __hash__(self): return hash(({mine}))" if hashed else "__hash__ = None")
        made = {}
        exec("\n".join(text), known, made)
        return made

    def shown(self):
        """What a record looks like."""
        fields = [f"{name}={getattr(self, name)!r}" for name, (_, _, _, show, _) in self._record.items() if show]
        return f"{type(self).__qualname__}({', '.join(fields)})"

    def replace(one, /, **changes):
        """``one`` with other values in some fields."""
        kind = type(one)
        if hasattr(kind, "_replaced"):  # it is compiled
            return one._replaced(changes)
        return kind(*[changes[name] if name in changes else getattr(one, name) for name in kind._record])


def types(kind: type) -> dict[str, str]:
    """The fields of a class made here and what their types are called, inherited ones first."""
    return {name: str(field[-1]) for name, field in getattr(kind, "_record", {}).items()}
