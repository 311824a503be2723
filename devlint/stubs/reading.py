"""Reading of device stubs: Python syntax that is parsed, and never run.

    with module("torchvision.ops", "torchvision.ops.boxes"):
        def nms(boxes: Tensor, scores: Tensor[boxes], iou_threshold) -> Tensor[boxes]: ...

A stub is data from libraries and users: whatever is wrong in it is a ``BadStub`` with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import field

from devlint.base.errors import BadOption
from devlint.base.record import dataclass, replace
from devlint.stubs.vocabulary import (
    ACCELERATOR,
    CPU,
    DEFAULT,
    GPU,
    OBJECT,
    ArrayType,
    BatchType,
    Class,
    ConditionalType,
    ContainerType,
    DatasetType,
    DeviceType,
    EscapingType,
    Function,
    GeneratorType,
    InstanceType,
    ModelType,
    MovedType,
    NumberType,
    Parameter,
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
_CONTAINERS = {"list": "list", "List": "list", "Iterator": "list", "tuple": "tuple", "dict": "dict"}
_GPU = "gpu"
"""The place of an argument that is moved only where it is on no GPU."""

_AT = "At"
"""The base of a class whose objects are somewhere and are no modules."""

_RECORD = "Record"
"""The base of a class whose objects hold what they are made of, each argument under its name."""

DEEPEST = 20
"""Types within each other."""


class BadStub(BadOption):
    """A stub that cannot be read; the message says where and why."""


@dataclass(slots=True)
class Stub:
    """What one file says: rows by their full dotted names, and rows for many names at once."""

    functions: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    patterns: list[tuple[str, tuple[str, ...], Function | Class]] = field(default_factory=list)
    forwards: list[str] = field(default_factory=list)

    def before(self, other: Stub) -> Stub:
        """The rows of this stub, and those of ``other`` of what this one does not speak of."""
        return Stub(
            other.functions | self.functions,
            other.classes | self.classes,
            self.patterns + other.patterns,
            self.forwards + other.forwards,
        )


def read(text: str, origin: str) -> Stub:
    """The stub that ``text`` holds; ``origin`` is what messages call it. Raises BadStub."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        line = getattr(problem, "lineno", None) or 1
        raise BadStub(f"{origin}:{line}: this is no Python") from None
    try:
        return _Reader(origin).file(tree)
    except RecursionError:
        raise BadStub(f"{origin}:1: this nests too deeply") from None


class _Reader:
    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.stub = Stub()
        self.classes: dict[str, str] = {}
        """The full names of the classes of the file, by their own names."""
        self.rest = ""
        """What the function in work calls its further arguments."""

    def wrong(self, at: ast.AST, message: str) -> BadStub:
        return BadStub(f"{self.origin}:{getattr(at, 'lineno', 1)}: {message}")

    def file(self, tree: ast.Module) -> Stub:
        blocks = [(node, self._modules(node)) for node in tree.body if isinstance(node, ast.With)]
        for block, modules in blocks:
            home = modules[0].removesuffix(".*")
            self.classes.update((one.name, f"{home}.{one.name}") for one in block.body if isinstance(one, ast.ClassDef))
        for block, modules in blocks:
            for inner in block.body:
                self._row(inner, modules)
        for node in tree.body:
            if isinstance(node, ast.With):
                continue
            if isinstance(node, ast.ImportFrom) and [one.name for one in node.names] == ["*"] and node.module:
                self.stub.forwards.append(node.module)
            elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                raise self.wrong(node, 'a stub holds `with module("name"):` and `from name import *`')
        return self.stub

    def _modules(self, node: ast.With) -> list[str]:
        call = node.items[0].context_expr
        if len(node.items) != 1 or not isinstance(call, ast.Call) or _name(call.func) != "module" or not call.args:
            raise self.wrong(node, 'expected `with module("name", ...):`')
        return [self._text(argument) for argument in call.args]

    def _text(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        raise self.wrong(node, "expected a text")

    def _row(self, node: ast.stmt, modules: Sequence[str]) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            raise self.wrong(node, "expected a function or a class")
        names = self._names(node)
        row = self._function(node) if isinstance(node, ast.FunctionDef) else self._class(node)
        for module in modules:
            if names or module.endswith(".*"):
                self.stub.patterns.append((module, names or (node.name,), row))
            elif isinstance(row, Function):
                self.stub.functions[f"{module}.{node.name}"] = row
            if isinstance(row, Class):
                self.stub.classes[f"{module.removesuffix('.*')}.{node.name}"] = row

    def _names(self, node: ast.FunctionDef | ast.ClassDef) -> tuple[str, ...]:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _name(decorator.func) == "names":
                return tuple(self._text(argument) for argument in decorator.args)
        return ()

    # Functions

    def _function(self, node: ast.FunctionDef, *, method: bool = False) -> Function:
        marks = {_name(one) for one in node.decorator_list}
        unknown = marks - {"names", "called_back", "staticmethod", "classmethod", ""}
        if unknown:
            raise self.wrong(node, f"the decorator `{min(unknown)}` means nothing here")
        written = [*node.args.posonlyargs, *node.args.args]
        bound = method and not marks & {"staticmethod"}
        defaults: list[ast.expr | None] = [*[None] * (len(written) - len(node.args.defaults)), *node.args.defaults]
        if bound:
            written, defaults = written[1:], defaults[1:]
        named = {one.arg for one in (*written, *node.args.kwonlyargs)}
        self.rest = node.args.vararg.arg if node.args.vararg is not None else ""
        rows = [
            self._parameter(one, position, default, named)
            for position, (one, default) in enumerate(zip(written, defaults, strict=True))
        ]
        pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        rows += [self._parameter(one, None, default, named) for one, default in pairs]
        if node.args.vararg is not None:
            row = self._parameter(node.args.vararg, len(written), None, named)
            rows.append(replace(row, name=f"*{row.name}"))
        gives = UnknownType() if node.returns is None else self.type(node.returns, named)
        return Function(node.name, tuple(rows), gives, bound, "called_back" in marks)

    def _parameter(self, one: ast.arg, position: int | None, default: ast.expr | None, named: set[str]) -> Parameter:
        taken = None if one.annotation is None else self.type(one.annotation, named)
        given: object = None
        if isinstance(default, ast.Name) and (place := self._place_named(default.id, named - {one.arg})) is not None:
            given = place
        elif default is not None:
            try:
                given = ast.literal_eval(default)
            except ValueError:
                raise self.wrong(default, "a default is a constant or a place") from None
        if isinstance(taken, DeviceType) and isinstance(given, str):
            given = self._device(default or one, given)
        return Parameter(one.arg, position, taken, given)

    # Classes

    def _class(self, node: ast.ClassDef) -> Class:
        init = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        named = set() if init is None else {one.arg for one in (*init.args.args, *init.args.kwonlyargs)} - {"self"}
        bases: list[str] = []
        model: ModelType | None = None
        place: Place | None = None
        record = False
        for base in node.bases:
            name = _name(base.value if isinstance(base, ast.Subscript) else base)
            if name == _RECORD:
                record = True
                continue
            if name == _AT and isinstance(base, ast.Subscript):
                place = self._place(base.slice, named)
            elif name in self.classes:
                bases.append(self.classes[name])
            else:
                read = self.type(base, named)
                if not isinstance(read, ModelType):
                    raise self.wrong(base, f"`{name}` is no base of a class")
                model = read
        methods: list[tuple[str, Function]] = []
        attributes: list[tuple[str, Type]] = []
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                method = self._function(one, method=True)
                methods += [(name, method) for name in self._names(one) or (one.name,)]
            elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                attributes.append((one.target.id, self.type(one.annotation, named)))
            elif not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                raise self.wrong(one, "a class holds methods and `name: type`")
        return Class(self.classes[node.name], tuple(bases), model, place, record, tuple(methods), tuple(attributes))

    # Types

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
        name = _name(node)
        known = _BARE.get(name) or _PLACED.get(name)
        if known is not None:
            return known
        if name in self.classes:
            return InstanceType(self.classes[name])
        raise self.wrong(node, f"`{name or ast.unparse(node)[:40]}` is no type of a stub")

    def _applied(self, node: ast.Subscript, named: set[str], depth: int) -> Type:
        name = _name(node.value)
        inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name in _PLACED:
            known = _PLACED[name]
            assert isinstance(known, (TensorType, BatchType, ModelType, DeviceType, GeneratorType)), "it has a place"
            return replace(known, place=self._place(inside[0], named))
        if name in self.classes:
            return InstanceType(self.classes[name], self._place(inside[0], named))
        if name == "Same" and len(inside) == 1:
            return SameType(self._argument(inside[0], named))
        if name == "Moved" and len(inside) == 2:
            return MovedType(self._place(inside[1], named), self._argument(inside[0], named))
        if name == "Moved":
            on_a_gpu = _name(inside[0]) == _GPU and _GPU not in named
            return MovedType(GPU if on_a_gpu else self._place(inside[0], named))
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
        name = _name(node)
        if name and name == self.rest:
            return f"*{name}"
        if name == "self" or name in named:
            return name
        raise self.wrong(node, f"`{name}` is none of the parameters")

    def _place(self, node: ast.expr, named: set[str]) -> Place:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self._device(node, node.value)
        place = self._place_named(_name(node), named)
        if place is None:
            raise self.wrong(node, f"`{_name(node)}` is no place: no parameter and no device")
        return place

    def _place_named(self, name: str, named: set[str]) -> Place | None:
        if name in named:
            return Place(Whereabouts.ARGUMENT, name)
        if name in _PLACES:
            return _PLACES[name]
        return Place(Whereabouts.DEVICE, name) if name and device_string(name) is not None else None

    def _device(self, at: ast.AST, text: str) -> Place:
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


def _name(node: ast.AST) -> str:
    """The name that ``node`` is, that of what is called included; "" for anything else."""
    node = node.func if isinstance(node, ast.Call) else node
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
