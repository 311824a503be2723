"""Types in device stubs: what a parameter takes and a function gives, as ``Tensor[x]`` or ``list[Batch]``."""

from __future__ import annotations

import ast

from devlint.base.errors import BadOption
from devlint.base.record import replace
from devlint.stubs.vocabulary import (
    ACCELERATOR,
    CPU,
    DEFAULT,
    GPU,
    OBJECT,
    ArrayType,
    BatchType,
    ConditionalType,
    ContainerType,
    DatasetType,
    DeviceType,
    EscapingType,
    GeneratorType,
    InstanceType,
    ModelType,
    MovedType,
    NumberType,
    Place,
    SameType,
    TensorType,
    Test,
    Type,
    UnknownType,
    Whereabouts,
)
from devlint.torch_api.device_strings import device_string

_PLACES = {"cpu": CPU, "self": OBJECT, "accelerator": ACCELERATOR, "default": DEFAULT}
_PLACED: dict[str, Type] = {
    "Tensor": TensorType(),
    "Scalar": TensorType(scalar=True),
    "AnyTensor": TensorType(ranked=False),
    "Batch": BatchType(),
    "Model": ModelType(),
    "Module": ModelType(plain=True),
    "Device": DeviceType(),
    "Generator": GeneratorType(),
}
"""Words that may say a place in brackets."""

_BARE: dict[str, Type] = {
    "Array": ArrayType(),
    "Number": NumberType(),
    "Stateless": ModelType(CPU, stateful=False),
    "Unknown": UnknownType(),
    "Dataset": DatasetType(),
    "Escaping": EscapingType(),
    "None": NumberType(),
}
_GPU = "gpu"
"""The place of an argument that is moved only where it is on no GPU."""

_CONTAINERS = {"list": "list", "List": "list", "Iterator": "list", "tuple": "tuple", "dict": "dict"}

DEEPEST = 20
"""Types within each other."""


class BadStub(BadOption):
    """A stub that cannot be read; the message says where and why."""


class TypeReader:
    """Reads the types of one stub; ``origin`` is what messages call it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.classes: dict[str, str] = {}
        """The full names of the classes of the file, by their own names."""
        self.rest = ""
        """What the function in work calls its further arguments."""

    def wrong(self, at: ast.AST, message: str) -> BadStub:
        """The error that ``at`` is wrong."""
        return BadStub(f"{self.origin}:{getattr(at, 'lineno', 1)}: {message}")

    def type(self, node: ast.expr, named: set[str], depth: int = 0) -> Type:
        """The type that ``node`` writes; ``named`` are the parameters that it may refer to. Raises BadStub."""
        if depth > DEEPEST:
            raise self.wrong(node, "this is nested too deep")
        if isinstance(node, ast.IfExp):
            then, otherwise = self.type(node.body, named, depth + 1), self.type(node.orelse, named, depth + 1)
            return ConditionalType(self._test(node.test, named), then, otherwise)
        if isinstance(node, ast.Constant) and node.value is None:
            return NumberType()
        if isinstance(node, ast.Subscript):
            return self._applied(node, named, depth)
        name = name_of(node)
        known = _BARE.get(name) or _PLACED.get(name)
        if known is not None:
            return known
        if name in self.classes:
            return InstanceType(self.classes[name])
        raise self.wrong(node, f"`{name or ast.unparse(node)[:40]}` is no type of a stub")

    def _applied(self, node: ast.Subscript, named: set[str], depth: int) -> Type:
        name = name_of(node.value)
        inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name in _PLACED:
            known = _PLACED[name]
            assert isinstance(known, (TensorType, BatchType, ModelType, DeviceType, GeneratorType)), "it has a place"
            return replace(known, place=self.place(inside[0], named))
        if name in self.classes:
            return InstanceType(self.classes[name], self.place(inside[0], named))
        if name == "Same" and len(inside) == 1:
            return SameType(self._argument(inside[0], named))
        if name in ("Moved", "Prepared") and len(inside) == 2:
            place, given = self.place(inside[1], named), self._argument(inside[0], named)
            return MovedType(place, given, tensors=name == "Moved")
        if name == "Moved":
            on_a_gpu = name_of(inside[0]) == _GPU and _GPU not in named
            return MovedType(GPU if on_a_gpu else self.place(inside[0], named))
        if name in _CONTAINERS:
            kept = [one for one in inside if not (isinstance(one, ast.Constant) and one.value is ...)]
            if name == "dict":
                kept = kept[-1:]
            if not kept and name != "tuple":
                raise self.wrong(node, f"`{name}[...]` says nothing of what it holds")
            kind = "list" if name == "tuple" and len(kept) < len(inside) else _CONTAINERS[name]
            return ContainerType(kind, tuple(self.type(one, named, depth + 1) for one in kept))
        raise self.wrong(node, f"`{name}[...]` is no type of a stub")

    def _argument(self, node: ast.expr, named: set[str]) -> str:
        name = name_of(node)
        if name and name == self.rest:
            return f"*{name}"
        if name == "self" or name in named:
            return name
        raise self.wrong(node, f"`{name}` is none of the parameters")

    def place(self, node: ast.expr, named: set[str]) -> Place:
        """The place that ``node`` writes. Raises BadStub."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self.device(node, node.value)
        place = self.place_named(name_of(node), named)
        if place is None:
            raise self.wrong(node, f"`{name_of(node)}` is no place: no parameter and no device")
        return place

    def place_named(self, name: str, named: set[str]) -> Place | None:
        """The place that is called ``name``: a parameter, a device or a word for one; None for no place."""
        if name in named:
            return Place(Whereabouts.ARGUMENT, name)
        if name in _PLACES:
            return _PLACES[name]
        return Place(Whereabouts.DEVICE, name) if name and device_string(name) is not None else None

    def device(self, at: ast.AST, text: str) -> Place:
        """The device that ``text`` names. Raises BadStub."""
        if device_string(text) is None:
            raise self.wrong(at, f"{text!r} is no device")
        return Place(Whereabouts.DEVICE, text)

    def _test(self, node: ast.expr, named: set[str]) -> Test:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return replace(self._test(node.operand, named), negated=True)
        if isinstance(node, ast.Name) and node.id in named:
            return Test(node.id)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.left, ast.Name):
            other, operator = node.comparators[0], node.ops[0]
            if node.left.id in named and isinstance(other, ast.Constant):
                negated = isinstance(operator, (ast.NotEq, ast.IsNot))
                if negated or isinstance(operator, (ast.Eq, ast.Is)):
                    return Test(node.left.id, other.value, compares=True, negated=negated)
        raise self.wrong(node, "a condition is a parameter, or compares one with a constant")


def name_of(node: ast.AST) -> str:
    """The name that ``node`` is, that of what is called included; "" for anything else."""
    node = node.func if isinstance(node, ast.Call) else node
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
