"""Reading of device stubs: Python syntax that is parsed, and never run.

    with module("torchvision.ops", "torchvision.ops.boxes"):
        def nms(boxes: Tensor, scores: Tensor[boxes], iou_threshold) -> Tensor[boxes]: ...

A stub is data from libraries and users: whatever is wrong in it is a ``BadStub`` with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import field

from devlint.base.record import dataclass, replace
from devlint.stubs.types import BadStub, TypeReader, name_of
from devlint.stubs.vocabulary import (
    Class,
    DeviceType,
    Function,
    ModelType,
    Parameter,
    Place,
    Type,
    UnknownType,
)

_AT = "At"
"""The base of a class whose objects are somewhere and are no modules."""

_RECORD = "Record"
"""The base of a class whose objects hold what they are made of, each argument under its name."""

_DATASET = "Dataset"
"""The base of a class whose objects are data sets with rows on the CPU."""


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


class _Reader(TypeReader):
    def __init__(self, origin: str) -> None:
        super().__init__(origin)
        self.stub = Stub()

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
        if len(node.items) != 1 or not isinstance(call, ast.Call) or name_of(call.func) != "module" or not call.args:
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

    def _names(self, node: ast.FunctionDef | ast.ClassDef, word: str = "names") -> tuple[str, ...]:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and name_of(decorator.func) == word:
                return tuple(self._text(argument) for argument in decorator.args)
        return ()

    # Functions

    def _function(self, node: ast.FunctionDef, *, method: bool = False) -> Function:
        marks = {name_of(one) for one in node.decorator_list}
        unknown = marks - {"names", "called_back", "staticmethod", "classmethod", ""}
        if unknown:
            raise self.wrong(node, f"the decorator `{min(unknown)}` means nothing here")
        written = [*node.args.posonlyargs, *node.args.args]
        bound = method and not marks & {"staticmethod"}
        receiver = written[0].annotation if bound and written else None
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
        changes = None if receiver is None else self.type(receiver, named)
        return Function(node.name, tuple(rows), gives, bound, "called_back" in marks, changes)

    def _parameter(self, one: ast.arg, position: int | None, default: ast.expr | None, named: set[str]) -> Parameter:
        taken = None if one.annotation is None else self.type(one.annotation, named)
        given: object = None
        if isinstance(default, ast.Name) and (place := self.place_named(default.id, named - {one.arg})) is not None:
            given = place
        elif default is not None:
            try:
                given = ast.literal_eval(default)
            except ValueError:
                raise self.wrong(default, "a default is a constant or a place") from None
        if isinstance(taken, DeviceType) and isinstance(given, str):
            given = self.device(default or one, given)
        return Parameter(one.arg, position, taken, given)

    # Classes

    def _class(self, node: ast.ClassDef) -> Class:
        init = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        named = set() if init is None else {one.arg for one in (*init.args.args, *init.args.kwonlyargs)} - {"self"}
        bases: list[str] = []
        model: ModelType | None = None
        place: Place | None = None
        record = dataset = False
        for base in node.bases:
            name = name_of(base.value if isinstance(base, ast.Subscript) else base)
            if name in (_RECORD, _DATASET) and name not in self.classes:
                record, dataset = record or name == _RECORD, dataset or name == _DATASET
                continue
            if name == _AT and isinstance(base, ast.Subscript):
                place = self.place(base.slice, named)
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
        return Class(
            self.classes[node.name],
            tuple(bases),
            model,
            place,
            record,
            tuple(methods),
            tuple(attributes),
            self._names(node, "parts"),
            dataset,
        )
