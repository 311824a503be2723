"""Identities: what tells one object from another, the same in every pass over the code that makes it.

    x = torch.ones(3)     MadeAt(the call, the calls in progress): what made it, and where
    x.grad, x[0]          (x, ".grad"), (x, "[0]"): which part of what

An identity is made of others from the front: the first part of a part is the whole, that of what was made is the form
that made it. Others ask about identities by the functions of this file.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeGuard

Identity: TypeAlias = Hashable
Part: TypeAlias = tuple[Any, Any]
"""The whole, and which part of it: the name of an attribute, an index or a number."""


class MadeAt(NamedTuple):
    """The identity of what a form makes in a call."""

    form: int
    """The id of the form."""
    call: int
    """The number of the calls in progress, which no other evaluator uses."""
    tag: Identity = None
    """What of the form it is, where that makes several things."""


def made_by(identity: Identity) -> int:
    """The id of the form that made what has this identity itself; 0 for a part, and for what no form has made."""
    return identity.form if isinstance(identity, MadeAt) else 0


def tag_of(identity: Identity) -> Identity:
    """The last part of an identity: the name of a part, or the tag of what was made; None for what has none."""
    return identity[-1] if isinstance(identity, tuple) and identity else None


def whole_of(identity: Identity) -> Identity:
    """What comes first in an identity: the whole of a part, the form that made the rest; None for what has none."""
    return identity[0] if isinstance(identity, tuple) and identity else None


def has_whole(identity: Identity) -> TypeGuard[Part]:
    """True if this is a part of something: an attribute, an item, or one of several by its number."""
    return isinstance(identity, tuple) and len(identity) == 2


def is_named_part(identity: Identity) -> TypeGuard[Part]:
    """True if this is a part of something by its name: an attribute, or an item as it is written."""
    return isinstance(identity, tuple) and len(identity) == 2 and isinstance(identity[1], str)


def wholes(identity: Identity) -> Iterator[Identity]:
    """An identity and all that it is made of from the front, down to the form that made the outermost whole."""
    yield identity
    while isinstance(identity, tuple) and identity:
        identity = identity[0]
        yield identity


def innermost(identity: Identity) -> Identity:
    """The first part of an identity: for what an argument holds, the ``id`` of the form of the parameter."""
    while isinstance(identity, tuple) and identity:
        identity = identity[0]
    return identity


def without_call(identity: Identity) -> Identity:
    """An identity without the number of the call in which the thing was made."""
    if not isinstance(identity, tuple):
        return identity
    if len(identity) == 3:
        return identity[0], identity[2]
    return tuple(map(without_call, identity))
