"""The arguments of a module's call that its ``forward`` reads: the others meet nothing, wherever they are.

    def forward(self, x, labels=None): return self.first(x)

    net(x, labels=torch.zeros(3))        `labels` is never read
    net(x, torch.zeros(3))               neither here
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.declared_classes import class_of
from devlint.devices.lattice.state_keys import CLASS
from devlint.devices.lattice.values import Module
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value
from devlint.forms import form
from devlint.forms.form import dotted

_ASKED = frozenset({"shape", "dtype", "ndim", "size", "dim", "numel", "ndimension", "is_floating_point"})
"""Members of tensors that say nothing of the place, and give no tensor."""

_ASKING = frozenset({"len", "print", "isinstance"})
"""Functions that only look at what they are given."""


def read_arguments(run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call) -> Arguments:
    """``arguments`` without those that the ``forward`` of the module ``callee`` never reads, where its class is known.

    It is known by what made the module, or by an annotation.
    """
    if not isinstance(callee, (Module, Unknown)) or not (arguments.positional or arguments.keywords):
        return arguments
    cls = _class(run, state, callee, at)
    forward = None if cls is None else _forward(cls)
    if forward is None:
        return arguments
    read = form.once(_read_names, forward.form)
    if read is None:
        return arguments
    places, names, rest, more = _parameters(forward)
    taken = [*places, *[rest] * (len(arguments.positional) - len(places))]
    kept = [i for i, name in zip(range(len(arguments.positional)), taken, strict=False) if name is None or name in read]
    named = [
        i for i, (name, _) in enumerate(arguments.keywords)
        if (one := name if name in names else more) is None or one in read
    ]
    if len(kept) == len(arguments.positional) and len(named) == len(arguments.keywords):
        return arguments
    return replace(
        arguments,
        positional=tuple(arguments.positional[i] for i in kept),
        forms=tuple(arguments.forms[i] for i in kept),
        keywords=tuple(arguments.keywords[i] for i in named),
        keyword_forms=tuple(arguments.keyword_forms[i] for i in named),
    )


def _class(run: Evaluator, state: State, callee: Module | Unknown, at: form.Call) -> ClassValue | None:
    """The class that ``callee`` is an instance of; None where nothing says so."""
    made = state.field(callee.id, CLASS)
    return made if isinstance(made, ClassValue) else class_of(run, at.function)


def _forward(cls: ClassValue) -> FunctionValue | None:
    """The ``forward`` that a call of an instance runs; None where that is not known, or is wrapped in something."""
    forward = cls.find("forward")
    if not isinstance(forward, FunctionValue) or not isinstance(forward.form, form.Function):
        return None
    return forward if cls.find("__call__") is None and not forward.form.decorators else None


def _parameters(forward: FunctionValue) -> tuple[list[str], set[str], str | None, str | None]:
    """The parameters behind the module itself that take a place, those that take a name, ``*args`` and ``**kwargs``."""
    every = forward.form.parameters.all
    places = [one.name for one in every if one.kind in ("positional", "normal")][1:]
    rest = next((one.name for one in every if one.kind == "args"), None)
    more = next((one.name for one in every if one.kind == "kwargs"), None)
    return places, {one.name for one in every if one.kind != "positional"}, rest, more


def _read_names(function: form.Function | form.Lambda) -> frozenset[str] | None:
    """The names that ``function`` reads for more than a shape or whether they were given; None where it reads all."""
    aside: set[int] = set()
    for part in form.walk(function, form.Attribute, form.Call, form.Compare, form.Delete):
        if isinstance(part, form.Delete):
            aside.update(map(id, part.targets))
        elif isinstance(part, form.Attribute) and part.name in _ASKED:
            aside.add(id(part.value))
        elif isinstance(part, form.Call) and dotted(part.function) in ("locals", "vars", "eval", "exec"):
            return None
        elif isinstance(part, form.Call) and dotted(part.function) in _ASKING:
            aside.update(map(id, part.arguments))
        elif isinstance(part, form.Compare) and set(part.operators) <= {"is", "is not"}:
            aside.update(map(id, (part.left, *part.comparators)))
    return frozenset(one.id for one in form.walk(function, form.Name) if id(one) not in aside)
