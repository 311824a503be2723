"""The scout: which part of a file has to be read at all, decided from the text and the ``ast`` alone.

    import torch                           import torch
    def shape(x):                          def shape(x):
        return x.view(-1)                      pass
    def mask(x):                           def mask(x):
        return x * torch.ones(3)               return x * torch.ones(3)

LibCST takes nine times as long as ``ast``, so it is given only what a hazard can reach. The rest of the function
bodies become ``pass`` at their column and blank lines after it: every position holds, everything still parses.
Whatever is not a function body stays: imports, assignments, class headers, decorators, signatures.

Functions are related by names, not by resolved calls. A function is *reached* if it holds a seed, or mentions what
*leaks*: a function that returns something from a reached statement, or an attribute or a module's variable that was
given it. Kept are the reached functions, who mentions them, whom they mention (the evaluator reads them at the call),
and, of every class that has one of these, what makes up its model: ``__init__``, all that assign to ``self``, and those
of its bases.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from devlint.source import seeds
from devlint.source.text import column, lines

_ALWAYS = {"__init__", "__new__", "__post_init__", "setup", "to", "cuda", "cpu", "_apply", "device"}
_CONSTRUCTORS = {"__init__", "__new__", "__post_init__"}
_ANSWERS = {"__call__", "forward", "__getitem__", "__iter__", "__next__", "__enter__", "__getattr__"}
_HOLDERS = {"append", "extend", "insert", "add", "update", "setdefault", "put", "appendleft", "__setattr__"}
_REGISTERED = {"Parameter", "UninitializedParameter", "Buffer", "UninitializedBuffer"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(slots=True, eq=False)
class _Unit:
    """A function with all inside it, or what a class or the module says outside its functions."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    owner: _Class | None
    text: str = ""
    words: set[str] = field(default_factory=set)
    tainted: set[str] = field(default_factory=set)  # names inside it that hold something from a reached statement
    lent: set[str] = field(default_factory=set)  # names that do so for those callers who pass it
    reached: bool = False
    leaks: bool = False
    kept: bool = False

    @property
    def name(self) -> str:
        return "" if isinstance(self.node, ast.Module) else self.node.name


@dataclass(slots=True, eq=False)
class _Class:
    name: str
    bases: set[str]
    methods: list[_Unit] = field(default_factory=list)


def scout(text: str, tree: ast.Module) -> str | None:
    """What LibCST has to see of ``text``, or None where nothing could be reported.

    ``tree`` is the ``ast`` of ``text``. The result has the lines of ``text``, each kept, emptied, or ending in a
    ``pass`` that stands where a function's body began.
    """
    if not seeds.touches_torch(text):
        return None
    text_lines = lines(text)
    units, classes = _units(tree, text_lines)
    modules = _module_classes(tree, classes)
    for unit in units:
        unit.words = seeds.words(unit.text)
    _reach(units, text_lines, modules, seeds.makers(_renamed(tree)))
    if not any(unit.reached for unit in units):
        return None
    _keep(units, classes)
    return _blank([u.node for u in units if not u.kept and isinstance(u.node, _FUNCTIONS)], text_lines)


def _module_classes(tree: ast.Module, classes: list[_Class]) -> set[str]:
    """The words by which the file builds a module: ``nn(``, what it imports from ``torch``, its own classes."""
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("torch.nn")
        for alias in node.names
        if alias.name[:1].isupper()
    }
    own = {known.name for known in classes if known.bases and any(m.name == "forward" for m in known.methods)}
    while True:
        more = {c.name for c in classes if any(b in own | imported or b.endswith("Module") for b in c.bases)} - own
        if not more:
            return {"nn("} | {f"{name}(" for name in own | imported}
        own |= more


def _units(tree: ast.Module, text_lines: list[str]) -> tuple[list[_Unit], list[_Class]]:
    units: list[_Unit] = []
    classes: list[_Class] = []

    def gather(node: ast.Module | ast.ClassDef, first: int, last: int, owner: _Class | None) -> None:
        own = _Unit(node, owner)
        units.append(own)
        rest: list[str] = []
        position = first
        for child in _definitions(node.body):
            start = min([child.lineno, *(d.lineno for d in child.decorator_list)])
            end = child.end_lineno or start
            rest += text_lines[position - 1 : start - 1]
            position = max(position, end + 1)
            if isinstance(child, ast.ClassDef):
                bases = {base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in child.bases}
                inner = _Class(child.name, bases)
                classes.append(inner)
                gather(child, start, end, inner)
            else:
                unit = _Unit(child, owner, "".join(text_lines[start - 1 : end]))
                units.append(unit)
                if owner is not None:
                    owner.methods.append(unit)
        rest += text_lines[position - 1 : last]
        own.text = "".join(rest)

    gather(tree, 1, len(text_lines), None)
    return units, classes


def _definitions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes that a body defines, also under its ``if``, ``try``, ``with`` and loops."""
    for statement in body:
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            yield statement
        else:
            for block in _blocks(statement):
                yield from _definitions(block)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    if "body" in statement._fields:
        for name in ("body", "orelse", "finalbody"):
            block = getattr(statement, name, None)
            if block:
                yield block
        for handler in getattr(statement, "handlers", ()):
            yield handler.body
    else:
        for case in getattr(statement, "cases", ()):
            yield case.body


def _renamed(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from ((alias.name, alias.asname) for alias in node.names if alias.asname)


# Reaching


def _reach(units: list[_Unit], text_lines: list[str], modules: set[str], bound: set[str]) -> None:
    """Mark the units that hold a seed, and all that can get by a name at what they make.

    ``bound`` grows by the words through which something from a reached statement may be met.
    """
    statements: dict[_Unit, list[_Statement]] = {}
    called_as = _called_as(units)
    pending = []
    for unit in units:
        if seeds.strong(unit.words) or not bound.isdisjoint(unit.words):
            pending.append(unit)
        elif not modules.isdisjoint(unit.words):
            own = list(_statements(unit, text_lines, modules))
            if any(not statement.plain and not modules.isdisjoint(statement.words) for statement in own):
                pending.append(unit)
    while True:
        for unit in pending:
            unit.reached = True
            unit.lent |= _parameters_inside(unit.node)
            statements.setdefault(unit, list(_statements(unit, text_lines, modules)))
        fed: set[_Unit] = set()
        before = len(bound), sum(len(unit.lent) for unit in statements)
        changed = False
        for unit, own in statements.items():
            rest = []
            for statement in own:
                done = _spread(unit, statement, bound, modules)
                if not done:
                    rest.append(statement)
                if done or not unit.lent.isdisjoint(statement.words):
                    fed |= _fed(unit, statement, bound, called_as)
            changed |= len(rest) < len(own)
            statements[unit] = rest
        for unit in fed:
            unit.lent |= _parameters(unit.node)
        pending = [u for u in units if not u.reached and (u in fed or not bound.isdisjoint(u.words))]
        if not pending and not changed and before == (len(bound), sum(len(unit.lent) for unit in statements)):
            return


def _called_as(units: list[_Unit]) -> dict[str, list[_Unit]]:
    """The functions that a word may call."""
    found: dict[str, list[_Unit]] = {}
    for unit in units:
        for word in _handles(unit):
            found.setdefault(word, []).append(unit)
        if unit.owner is not None and unit.name in _CONSTRUCTORS:
            for word in (f"{unit.owner.name}(", f".{unit.owner.name}(", f".{unit.name}("):
                found.setdefault(word, []).append(unit)
    return found


def _fed(unit: _Unit, statement: _Statement, bound: set[str], called_as: dict[str, list[_Unit]]) -> set[_Unit]:
    """The functions that a reached statement mentions beside what is reached in it: it may be their argument."""
    found: set[_Unit] = set()
    found_words = statement.words
    certain = seeds.strong(found_words) or not (unit.tainted | unit.lent).isdisjoint(found_words)
    for word in found_words & called_as.keys():
        for other in called_as[word]:
            if certain or not (bound & found_words) <= _handles(other):
                found.add(other)
    return found


def _parameters(node: ast.AST) -> set[str]:
    arguments = getattr(node, "args", None)
    if arguments is None:
        return set()
    extra = [arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None]
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra)
    return {arg.arg for arg in every} - {"self", "cls"}


def _parameters_inside(node: ast.AST) -> set[str]:
    """The parameters of the functions defined in a function, which are part of its unit."""
    if not isinstance(node, _FUNCTIONS):
        return set()
    return {name for inner in _definitions(node.body) for name in _parameters(inner)}


def _handles(unit: _Unit) -> set[str]:
    """The words by which a function may be called."""
    if isinstance(unit.node, (ast.Module, ast.ClassDef)) or unit.name in _CONSTRUCTORS:
        return set()
    if unit.owner is not None and unit.name in _ANSWERS:
        return {f".{unit.name}", unit.owner.name, f".{unit.owner.name}"}
    found = {f".{unit.name}", f"'{unit.name}"}
    return found if unit.owner is not None else found | {unit.name}


@dataclass(slots=True, eq=False)
class _Statement:
    """A simple statement, or the head of a compound one: its words, and what it assigns to."""

    words: set[str]
    names: set[str]
    attributes: set[str]
    returns: bool
    plain: bool  # `self.head = nn.Linear(4, 2)` in the constructor of a module: it goes where its owner goes
    registered: bool  # `self.weight = nn.Parameter(...)`: from here on it goes where its module goes


def _statements(unit: _Unit, text_lines: list[str], modules: set[str]) -> Iterator[_Statement]:
    pending: list[ast.stmt] = list(unit.node.body)
    whole = isinstance(unit.node, _FUNCTIONS)
    makes_module = unit.name in _CONSTRUCTORS and unit.owner is not None and f"{unit.owner.name}(" in modules
    while pending:
        node = pending.pop()
        inner = [statement for block in _blocks(node) for statement in block]
        if inner:
            if not whole and isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                continue
            pending += inner
            end = max(node.lineno, min(statement.lineno for statement in inner) - 1)
        else:
            end = node.end_lineno or node.lineno
        names: set[str] = set()
        attributes: set[str] = set()
        for target in _targets(node):
            _collect(target, names, attributes)
        returns = isinstance(node, ast.Return)
        text = "".join(text_lines[node.lineno - 1 : end])
        if not (names or attributes or returns or isinstance(node, ast.Expr) or ":=" in text):
            continue
        found = seeds.words(text)
        if isinstance(node, ast.Expr):
            returns = isinstance(node.value, (ast.Yield, ast.YieldFrom))
            _collect_held(node.value, names, attributes)
        if ":=" in text:
            names |= {word for word in found if word.isidentifier()}
        called = _called(node)
        plain = called[:1].isupper() and bool(attributes) and makes_module
        yield _Statement(found, names, attributes, returns, plain, called in _REGISTERED)


def _called(node: ast.stmt) -> str:
    """The last name of the function whose call is the whole value of an assignment or a ``return``."""
    value = getattr(node, "value", None)
    function = value.func if isinstance(value, ast.Call) and not isinstance(node, ast.Expr) else None
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, (ast.Assign, ast.Delete)):
        return node.targets
    if isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor)):
        return [node.target]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [item.optional_vars for item in node.items if item.optional_vars is not None]
    return []


def _collect(target: ast.expr, names: set[str], attributes: set[str]) -> None:
    """The names and the attributes (with their dot) that assigning to ``target`` changes."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            _collect(element, names, attributes)
    elif isinstance(target, ast.Starred):
        _collect(target.value, names, attributes)
    else:
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Attribute):
            attributes.add(f".{target.attr}")
            if isinstance(target.value, (ast.Attribute, ast.Subscript)):
                _collect(target.value, names, attributes)
        elif isinstance(target, ast.Name):
            names.add(target.id)


def _collect_held(value: ast.expr, names: set[str], attributes: set[str]) -> None:
    """What a bare call puts its arguments into: ``self.cache.append(x)``, ``setattr(self, "mask", x)``."""
    if isinstance(value, ast.Call):
        function = value.func
        if isinstance(function, ast.Attribute) and function.attr in _HOLDERS:
            _collect(function.value, names, attributes)
        elif isinstance(function, ast.Name) and function.id == "setattr" and len(value.args) == 3:
            key = value.args[1]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                attributes.add(f".{key.value}")


def _spread(unit: _Unit, statement: _Statement, bound: set[str], modules: set[str]) -> bool:
    """Where a statement has something reached in it, so has what it assigns to; say whether it has."""
    found = statement.words
    if statement.registered and not seeds.moves(found):
        return False
    tainted = seeds.strong(found) or not bound.isdisjoint(found) or not unit.tainted.isdisjoint(found)
    if not tainted and (statement.plain or modules.isdisjoint(found)):
        if not unit.lent.isdisjoint(found):
            bound |= statement.attributes
            unit.lent |= statement.names
        return False
    bound |= statement.attributes
    unit.tainted |= statement.names
    unit.leaks |= statement.returns
    if unit.leaks:
        bound |= _handles(unit)
    if isinstance(unit.node, ast.Module):
        bound |= statement.names
    elif isinstance(unit.node, ast.ClassDef):
        bound |= {f".{name}" for name in statement.names}
    return True


# Keeping


def _keep(units: list[_Unit], classes: list[_Class]) -> None:
    """Mark the reached units, their callers, and what both need to be understood."""
    called_as = _called_as(units)
    reached = {word for unit in units if unit.reached for word in _handles(unit)}
    pending = [unit for unit in units if unit.reached or not reached.isdisjoint(unit.words)]
    by_name = {known.name: known for known in classes}
    modelled: set[str] = set()
    while pending:
        unit = pending.pop()
        unit.kept = True
        wanted = [other for word in unit.words & called_as.keys() for other in called_as[word]]
        owners = [unit.owner] if unit.owner is not None else []
        while owners:
            owner = owners.pop()
            if owner.name not in modelled:
                modelled.add(owner.name)
                wanted += [m for m in owner.methods if m.name in _ALWAYS or _assigns_attribute(m.node)]
                owners += [by_name[base] for base in owner.bases & by_name.keys()]
        pending += [other for other in wanted if not other.kept]


def _assigns_attribute(node: ast.AST) -> bool:
    pending: list[ast.stmt] = list(getattr(node, "body", ()))
    while pending:
        statement = pending.pop()
        names: set[str] = set()
        attributes: set[str] = set()
        for target in _targets(statement):
            _collect(target, names, attributes)
        if attributes or isinstance(statement, ast.Global):
            return True
        pending += [inner for block in _blocks(statement) for inner in block]
    return False


# Blanking


def _blank(functions: list[ast.FunctionDef | ast.AsyncFunctionDef], text_lines: list[str]) -> str:
    """The text with ``pass`` for the bodies of ``functions``."""
    result = list(text_lines)
    for function in functions:
        first, last = function.body[0], function.body[-1]
        decorated = getattr(first, "decorator_list", ())
        line = min([first.lineno, *(decorator.lineno for decorator in decorated)])
        start = text_lines[line - 1]
        # A decorator's `@` stands before its expression, in the column of the `def` or `class` it decorates.
        head = start[: column(start, first.col_offset)]
        result[line - 1] = f"{head}pass{_end(start)}"
        for number in range(line, last.end_lineno or line):
            result[number] = _end(text_lines[number])
    return "".join(result)


def _end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
