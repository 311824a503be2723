"""Tensors that come of one value: where the one is, the other is, unless something has taken them apart.

y = x + 1          `x` and `y` come of one value
z = x.cpu()        so does `z`, but the move takes it apart
a, b = batch       parts of one whole, each of which goes its own way
"""

from __future__ import annotations

from devlint.devices.lattice.tensors import Made, Tensor
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import has_whole
from devlint.flow.values.value import Identity


def of_one_value(a: Tensor, its: Guards, b: Tensor, others: Guards) -> bool:
    """Whether two alternatives come from one value, so that they are not met with each other.

    A value and its copy on the CPU do meet, unless both of them have alternatives and neither follows from the other.
    """
    if not its and not others or not (a.roots | {a.id}) & (b.roots | {b.id}) or _are_parts(a, b):
        return False
    apart = its and others and not its <= others and not others <= its
    return bool(apart) or one_value(a, b)


def one_value(a: Tensor, b: Tensor) -> bool:
    """Whether both were computed from one value: then alternatives of the one are not apart from those of the other.

    A move to the CPU in between is another matter: it is what takes them apart. So are two parts of one whole, such as
    the inputs and the labels of a batch: each goes its own way.
    """
    if a.cause is not None and a.cause.made is Made.HOST_MOVE or b.cause is not None and b.cause.made is Made.HOST_MOVE:
        return False
    return bool((a.roots | {a.id}) & (b.roots | {b.id})) and not _are_parts(a, b)


def _are_parts(a: Tensor, b: Tensor) -> bool:
    """Whether all that two tensors were both computed from is a whole of which they are different parts."""
    its, others = a.roots | {a.id}, b.roots | {b.id}
    return its & others <= _wholes(its - others) & _wholes(others - its)


def _wholes(identities: frozenset[Identity]) -> set[Identity]:
    """What ``identities`` are parts of, at any depth: ``((batch, "[*]"), 1)``."""
    found = set()
    for one in identities:
        while has_whole(one):
            one = one[0]
            found.add(one)
    return found
