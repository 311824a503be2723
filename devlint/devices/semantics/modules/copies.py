"""Copies of objects: what ``copy`` makes is another object, and each of the two is moved without the other.

    target = copy.deepcopy(net)      a module where `net` is now; `net.cuda()` leaves it there
    rows = copy.copy(batches)        another list of the same tensors

A shallow copy of a module shares the dicts in which the module keeps its weights, and so moves with it.
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks.split_weights import copied
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.lattice.state_keys import BUILT, LATE, LEFT, TRAINED, UNREGISTERED
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import Mark, Module, Optimizer
from devlint.flow.containers import NOW, contents
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Identity, Sequence, Table, Unknown, Value
from devlint.forms import form

_DEEPEST = 8
_OF_THE_ORIGINAL = frozenset({LATE, LEFT, TRAINED, UNREGISTERED})
"""What holds of one object because of what others know of it, and not of its copy."""


def shallow(run: Evaluator, state: State, value: Value, at: form.Call) -> Value:
    """``copy.copy(value)``: another container of the same things, or another object with the same attributes."""
    identity = run.identity(at, "copy")
    if isinstance(value, Choice):
        return Choice(tuple((g, shallow(run, state, one, at)) for g, one in value.options))
    now = contents(state, value)
    if isinstance(now, (Sequence, Table)):
        state.fields.pop((identity, NOW), None)
        return replace(now, id=identity)
    if isinstance(value, Object) and not is_module(value):
        if value.type.find("__copy__") is not None:
            return Unknown(identity)
        kept = state.fields_of(value.id)
        state.fields.drop(identity)
        for key, one in kept:
            state.fields[identity, key] = one
        return Object(identity, value.type)
    return value


def deep(run: Evaluator, state: State, value: Value, at: form.Call) -> Value:
    """``copy.deepcopy(value)``: another object where ``value`` is now, and so is all that it holds."""
    return _Copier(run, state, at).copied(value, run.identity(at, "copy"), 0)


class _Copier:
    """One deep copy; ``made`` are the copies by the identities of what they were made from.

    Each object that is copied costs a step: a copy that is held beside what it was made from is copied with it.
    """

    def __init__(self, run: Evaluator, state: State, at: form.Call) -> None:
        self.run, self.state, self.at = run, state, at
        self.made: dict[Identity, Value] = {}

    def copied(self, value: Value, identity: Identity, depth: int) -> Value:
        """A copy of ``value`` that is known as ``identity``."""
        if isinstance(value, Choice):
            ways = enumerate(value.options)
            return Choice(tuple((g, self.copied(one, (identity, number), depth)) for number, (g, one) in ways))
        now = contents(self.state, value)
        if not isinstance(now, (Tensor, Module, Object, Unknown, Optimizer, Sequence, Table)):
            return value
        known = self.made.get(now.id)
        if known is None:
            known = Unknown(identity) if depth > _DEEPEST else self._another(now, identity, depth)
            self.made[now.id] = known
        return known

    def _another(self, value: Value, identity: Identity, depth: int) -> Value:
        self.run.spend(1)
        if isinstance(value, Tensor):
            return self._tensor(value, identity, depth)
        if isinstance(value, Optimizer):
            return replace(value, id=identity, owners=())
        if isinstance(value, Sequence):
            items = enumerate(value.items)
            parts = tuple(self.copied(one, (identity, number), depth + 1) for number, one in items)
            self.state.fields.pop((identity, NOW), None)
            return replace(value, id=identity, items=parts)
        if isinstance(value, Table):
            entries = tuple((key, self.copied(one, (identity, repr(key)), depth + 1)) for key, one in value.items)
            rest = None if value.rest is None else self.copied(value.rest, (identity, "rest"), depth + 1)
            self.state.fields.pop((identity, NOW), None)
            return replace(value, id=identity, items=entries, rest=rest)
        if isinstance(value, Object):
            if value.type.find("__deepcopy__") is not None:
                return Unknown(identity)
            return self._with_fields(value.id, Object(identity, value.type), identity, depth)
        if isinstance(value, Module):
            module = replace(value, id=identity, made=None if value.made is None else self.at)
            return self._with_fields(value.id, module, identity, depth)
        hint = value.hint if isinstance(value, Unknown) else None
        if isinstance(hint, Tensor):
            hint = self._tensor(hint, identity, depth)
        assert isinstance(value, Unknown), "nothing else is copied"
        return self._with_fields(value.id, Unknown(identity, hint), identity, depth)

    def _tensor(self, tensor: Tensor, identity: Identity, depth: int) -> Tensor:
        cause = tensor.cause
        if cause is not None and cause.made is Made.MODULE:
            cause = Cause(Made.MODULE, self.at)
        weight = tensor.parameter or tensor.buffer
        roots = frozenset() if weight and depth else tensor.lineage()  # one with its module is what that is
        if not (weight and depth):
            copied(self.state, tensor, identity, self.at)
        history = replace(tensor.history, moved_leaf=None, twin_of=None)
        return replace(tensor, id=identity, cause=cause, roots=roots, history=history)

    def _with_fields(self, original: Identity, copy: Value, identity: Identity, depth: int) -> Value:
        """``copy``, which gets what the state holds of the ``original``."""
        self.made[original] = copy
        held = self.state.fields_of(original)
        if original != identity:  # as it is where a loop copies what it has copied
            self.state.fields.drop(identity)
        for key, one in held:
            if key in _OF_THE_ORIGINAL:
                continue
            if key == BUILT:
                one = Mark(self.at)
            elif key.startswith((".", "[")):
                one = self.copied(one, (identity, key), depth + 1)
                stored = self.run.stores.get((original, key))
                if stored is not None:
                    self.run.stores[identity, key] = stored
            self.state.fields[identity, key] = one
        return copy
