"""Placeholders: tensors that stand in for the real one until there is an input.

self.grid = torch.zeros(1)                          one element, which no grid has,
if self.grid.shape[2:4] != x.shape[2:4]:            so that the test holds the first time
    self.grid = make_grid(x.shape).type_as(x)       and this one is used

found = torch.tensor(0)                             a name that TorchScript knows as a tensor's,
for name, weight in net.named_parameters():         until the loop has found what is meant
    if name == wanted: found = weight
"""

from __future__ import annotations

from devlint.devices.lattice.tensors import Made, Tensor
from devlint.flow.containers import leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue
from devlint.flow.values.state import State
from devlint.flow.values.value import Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import attributes_named, ifs_in, mentions_of
from devlint.forms.targets import bound_at, stored_at

_MAKERS = frozenset({"zeros", "ones", "empty"})
_SIZES = frozenset({"shape", "size", "ndim", "dim", "numel", "nelement"})


def stands_in(state: State, value: Value, owner: ClassValue, name: str) -> bool:
    """Whether ``value``, kept as ``self.name`` by ``owner``, is replaced by its methods before it is used."""
    kept = [v for leaf in leaves(state, value) for _, v in options(leaf)]
    if not kept or not all(map(_is_one_element, kept)):
        return False
    classes = (part for part in owner.linearised() if isinstance(part, ClassValue))
    functions = (one for part in classes for one in form.walk(part.form, form.Function))
    return any(_replaces(one, name) for function in functions for one in ifs_in(function))


def stands_for_a_found_one(run: Evaluator, arguments: Arguments, at: form.Call) -> bool:
    """Whether ``torch.tensor(0)`` or ``torch.tensor([0])`` is only there for what a later loop assigns to its name.

    What the loop computes from it is a sum: that is meant.
    """
    first = arguments.forms[0] if arguments.forms else None
    number = first.elements[0] if isinstance(first, form.Display) and len(first.elements) == 1 else first
    function = run.site.function
    if not isinstance(number, form.Constant) or function is None:
        return False
    names = form.once(Bindings, function.form).names_of(at)
    return any(_finds(loop, name) for loop in form.walk(function.form, form.For) for name in names)


def _finds(loop: form.For, name: str) -> bool:
    """Whether ``loop`` assigns something else to ``name``, which it never reads."""
    assigned = Bindings(loop).to(name)
    return bool(assigned) and len(mentions_of({name}, loop)) == len(assigned)


def _is_one_element(value: Value) -> bool:
    """Whether a factory has just made ``value``, with a single element: ``torch.zeros(1)``."""
    if not isinstance(value, Tensor) or value.cause is None or value.cause.made is not Made.FACTORY:
        return False
    at = value.cause.at
    if not isinstance(at, form.Call) or dotted(at.function).rpartition(".")[2] not in _MAKERS:
        return False
    first = at.arguments[0] if len(at.arguments) == 1 else None
    sizes = first.elements if isinstance(first, form.Display) else at.arguments
    return bool(sizes) and all(isinstance(one, form.Constant) and one.value == 1 for one in sizes)


def _replaces(at: form.If, name: str) -> bool:
    """Whether a branch puts another tensor in the place of ``self.name`` because of the size that this one has."""
    sized = (part.value for part in attributes_named(_SIZES, at.test))
    asks = any(_holds(one, name) for one in sized)
    stores = [one for part in at.then for one in (*bound_at(part), *stored_at(part)) if one.value is not None]
    return asks and any(
        _holds(one.target, name) and not _stays_there(one.value, name)
        for one in stores
        if one.target is not None and one.value is not None
    )


def _stays_there(value: form.Expression, name: str) -> bool:
    """True if ``value`` is put where ``self.name`` was: ``torch.zeros_like(x, device=self.name.device)``."""
    return any(_holds(part.value, name) for part in attributes_named({"device"}, value))


def _holds(at: form.Expression, name: str) -> bool:
    """Whether ``at`` is ``self.name`` or an element of it."""
    while isinstance(at, form.Subscript):
        at = at.value
    return dotted(at) == f"self.{name}"
