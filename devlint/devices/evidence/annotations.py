"""Type evidence from annotations: the values that a parameter holds according to its annotation.

def f(x: Tensor, pair: tuple[Tensor, int], rows: list[dict[str, Tensor]], rays: Rays, seen: np.ndarray):
    rows[0]["x"]            a tensor where the caller put it
    rays.origins            one, too, if Rays is a dataclass that says so
    pair[1]                 nothing anybody knows
seen                    an array of NumPy, which is on the CPU
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.declared_classes import named_class
from devlint.devices.evidence.type_tests import is_of_no_tensors
from devlint.devices.lattice.device import Followed, Symbol, SymbolKind
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import HostArray
from devlint.devices.patterns.expressions import full_name
from devlint.devices.patterns.parameters import is_tensor_annotation
from devlint.flow.builtins.dataclass import declared_fields, is_filled
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, Scope
from devlint.flow.values.value import Identity, Sequence, Unknown, Value, table_of
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.hosts import is_called_loaded

_LISTS = frozenset({"list", "sequence", "iterable", "collection"})
_DICTS = frozenset({"dict", "mapping", "mutablemapping", "ordereddict", "defaultdict"})
_ARRAYS = frozenset({"numpy.ndarray", "numpy.typing.NDArray"})
_DEEPEST = 4


def passed(run: Evaluator, home: Scope, identity: Identity, parameter: form.Parameter) -> Value | None:
    """The container given for ``parameter``, whose tensors are where the caller put them, all of them in one place.

    ``home`` says what the names in its annotation mean. None where that names no container, or one that holds no
    tensors.
    """
    if parameter.annotation is None or is_called_loaded(parameter.name):
        return None
    return _Reading(run, home, given(identity, parameter)).container(parameter.annotation, identity, 0)


def array(identity: Identity, annotation: form.Expression | None, home: Scope) -> HostArray | None:
    """The array of NumPy that a parameter or function in ``home`` is annotated with; None where it says no such."""
    if isinstance(annotation, form.Binary) and annotation.operator == "|":  # `np.ndarray | None`
        sides = [side for side in (annotation.left, annotation.right) if not isinstance(side, form.Constant)]
        annotation = sides[0] if len(sides) == 1 else None
    if isinstance(annotation, form.Subscript):  # `NDArray[np.float32]`, `Optional[np.ndarray]`
        optional = dotted(annotation.value).rpartition(".")[2] == "Optional"
        annotation = annotation.index if optional else annotation.value
        annotation = annotation.value if isinstance(annotation, form.Subscript) else annotation
    return HostArray(identity) if full_name(home, dotted(annotation)) in _ARRAYS else None


def fields(run: Evaluator, cls: ClassValue, of: Identity) -> list[tuple[str, form.Parameter, Value]]:
    """What an unknown caller builds a dataclass, or a named tuple, with: its tensors, by the field's name.

    The parameters are those of the generated ``__init__``.
    """
    found = []
    for name, at in declared_fields(cls).items() if is_filled(cls) else ():
        parameter = form.Parameter(at.node, name, "normal", at.annotation, at.value)
        value = _Reading(run, cls.home, given((of, name), parameter)).held(at.annotation, (of, name), 0)
        if value is not None:
            found.append((name, parameter, value))
    return found


def given(identity: Identity, parameter: form.Parameter) -> Tensor:
    """The tensor given for ``parameter``, where the caller put it."""
    device = Followed(Symbol(identity, SymbolKind.ARGUMENT, parameter.name))
    return Tensor(device, identity, cause=Cause(Made.PARAMETER, parameter))


class _Reading:
    """What an annotation in ``home`` says of ``tensor``, and of containers of it."""

    __slots__ = ("home", "run", "tensor")

    def __init__(self, run: Evaluator, home: Scope, tensor: Tensor) -> None:
        self.run = run
        self.home = home
        self.tensor = tensor

    def held(self, annotation: form.Expression | None, identity: Identity, depth: int) -> Value | None:
        """The tensor, or a container of it; None where ``annotation`` says neither."""
        if is_tensor_annotation(annotation):
            return None if self._is_own_class(annotation) else replace(self.tensor, id=identity)
        return self.container(annotation, identity, depth + 1)

    def container(self, annotation: form.Expression | None, identity: Identity, depth: int) -> Value | None:
        """The container of tensors that ``annotation`` says; None where it says none."""
        if isinstance(annotation, form.Binary) and annotation.operator == "|":  # `list[Tensor] | None`
            sides = (annotation.left, annotation.right)
            left = [side for side in sides if not isinstance(side, form.Constant)]
            return self.container(left[0], identity, depth) if len(left) == 1 else None
        if not isinstance(annotation, form.Subscript) or depth > _DEEPEST:
            return None
        kind = dotted(annotation.value).rpartition(".")[2].lower()
        inside = annotation.index
        elements = inside.elements if isinstance(inside, form.Display) else (inside,)
        if kind == "optional":
            return self.container(inside, identity, depth)
        last = elements[-1] if elements else None  # nothing is in `tuple[()]`
        any_length = isinstance(last, form.Constant) and last.value is ...
        if kind in _LISTS and len(elements) == 1 or kind == "tuple" and any_length and len(elements) == 2:
            each = self.held(elements[0], (identity, "[*]"), depth)
            return None if each is None else Sequence("list", (each,), identity, exact=False)
        if kind == "tuple" and not any_length:
            parts = [self.held(one, (identity, i), depth) for i, one in enumerate(elements)]
            if all(part is None for part in parts):
                return None
            items = (Unknown((identity, i)) if part is None else part for i, part in enumerate(parts))
            return Sequence("tuple", tuple(items), identity)
        if kind in _DICTS and len(elements) == 2:
            each = self.held(elements[1], (identity, "[*]"), depth)
            return None if each is None else table_of(each, identity)
        return None

    def _is_own_class(self, annotation: form.Expression | None) -> bool:
        """Whether ``annotation`` names a class of the project that is no tensor of torch's: ``Tensor`` of one's own."""
        cls = named_class(self.run, self.home, annotation)
        return cls is not None and is_of_no_tensors(cls)
