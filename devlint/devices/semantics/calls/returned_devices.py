"""Results of calls: devices named after the callee's variables, as the caller has to see them.

def made_beside(image): return torch.rand(3).to(image.device)

made_beside(image)           an argument of the caller's: where that is
made_beside(read(path))      where the argument is is unknown, so where the result is is unknown
"""

from __future__ import annotations

from collections.abc import Set

from devlint.base.record import replace
from devlint.devices.lattice.device import UNKNOWN, Device, Followed, SymbolKind
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.containers import NOW, contents, with_each
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.identity import is_named_part, wholes
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Identity, Sequence, Table, Unknown, Value, options

DEEPEST = 4  # containers in containers


def in_sight(run: Evaluator, state: State, value: Value, arguments: Arguments) -> Value:
    """``value``, which a function of the project returned for ``arguments``, as its caller sees it."""
    given = (one for argument in arguments.values() for _, one in options(argument))
    strange = {one.id for one in given if isinstance(one, Unknown) and one.hint is None and not _is_named(run, one.id)}
    return _seen(state, value, strange) if strange else value


def _is_named(run: Evaluator, identity: Identity) -> bool:
    """Whether this is, or is a part of, what was passed to the outermost function in progress, or its object."""
    function = run.site.outermost
    named = {id(one) for one in function.form.parameters.all} if function is not None else set()
    instance = getattr(function.bound, "id", None) if function is not None else None
    return any(one in named or instance is not None and one == instance for one in wholes(identity))


def _seen(state: State, value: Value, strange: Set[Identity], depth: int = 0) -> Value:
    if isinstance(value, (Tensor, DeviceValue)) and _is_of(value.device, strange):
        return replace(value, device=UNKNOWN, cause=None)
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor) and _is_of(value.hint.device, strange):
        return Unknown(value.id)
    if isinstance(value, Choice):
        seen = [(g, _seen(state, one, strange, depth)) for g, one in value.options]
        changed = any(one is not other for (_, one), (_, other) in zip(seen, value.options, strict=True))
        return merge(seen, ("in sight", value.options[0][0])) if changed else value
    if isinstance(value, (Sequence, Table)) and depth < DEEPEST:
        now = contents(state, value)
        inside = with_each(now, lambda one: _seen(state, one, strange, depth + 1))
        if inside == now:
            return value
        if (value.id, NOW) in state.fields:
            state.fields[value.id, NOW] = inside
        return inside
    return value


def _is_of(device: Device, strange: Set[Identity]) -> bool:
    """Whether ``device`` is asked of something ``strange``, or of a part of it."""
    if not isinstance(device, Followed) or device.symbol.kind is not SymbolKind.DEVICE:
        return False
    identity = device.symbol.key
    while identity not in strange:
        if not is_named_part(identity):
            return False
        identity = identity[0]
    return identity != device.symbol.key
