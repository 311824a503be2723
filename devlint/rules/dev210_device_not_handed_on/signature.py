"""The device that a function or class takes, which it chooses where none is given, and whether it puts anything there.

def load(path, device="cuda"): ...                     CUDA
def __init__(self, device=None):
    self.device = device or default_device()           a guess
    self.step = torch.zeros((), device=self.device)    and there it makes a tensor

Read from the syntax tree, as the callee may stand in another file, which need not be evaluated for this.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import Enum

from devlint.base.record import dataclass
from devlint.naming.devices import is_called_device
from devlint.naming.ranks import is_called_gpu_index
from devlint.source.parameters import positional, with_defaults

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PUTS = frozenset({"to", "cuda", "to_empty", "_apply"})
_PLACES = frozenset({"device", "map_location"})
_ASKS = re.compile(r"\.cuda\.|synchronize|autocast|memory|get_device|_info$|is_|isinstance|print|log|warn|str$")
_GETS = frozenset({"get", "find", "choose", "select", "default", "auto", "pick", "detect", "infer", "resolve"})
_MOST_BASES = 5


class Choice(Enum):
    """What a callee does where it is given no device."""

    CUDA = "cuda"  # CUDA, or the GPU of a number
    GUESS = "guess"  # CUDA if there is any, or what was saved
    OTHER = "other"  # the CPU, the device of an input, or what is not known


@dataclass(frozen=True, slots=True)
class Signature:
    """The ``parameter`` for the device, the number of arguments before it, -1 for a keyword, what is chosen without.

    ``chosen`` is the default as it is written, and ``puts`` says that something is made or moved there. ``keeps`` are
    the attributes of ``self`` that the function sets to that device: "self.device".
    """

    parameter: str
    before: int
    choice: Choice
    chosen: str
    puts: bool
    keeps: frozenset[str] = frozenset()


def signature(tree: ast.Module, name: str, method: str = "") -> Signature | None:
    """The signature of the function or class ``name`` of ``tree``, or of a ``method`` of this class.

    None where it takes no device, or where a device has to be given.
    """
    node = _defined(tree.body, name)
    if isinstance(node, ast.ClassDef):
        found = _method(tree, node, method or "__init__")
        if found is None:
            return _of_fields(tree, node) if not method else None
        function, owner = found
        static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.decorator_list)
        scope = owner if function.name == "__init__" else function
        return _of_function(tree, function, scope, bound=not static)
    return _of_function(tree, node, node, bound=False) if isinstance(node, _FUNCTIONS) and not method else None


def _of_function(tree: ast.Module, node: _Function, scope: ast.AST, *, bound: bool) -> Signature | None:
    places = len(positional(node.args))
    for number, (one, default) in enumerate(with_defaults(node.args)):
        before = number - bound if number < places else -1
        if default is None or not _is_device(one, default):
            continue
        if any(ast.unparse(part.value).endswith(".device") for part in _sets(node, one.arg)):
            return None  # it is where an input is
        choice, shown = _choice(tree, node, one.arg, default)
        known = _named_after(node, one.arg)
        puts = any(_is_put(call, known) for call in _calls(scope))
        return Signature(one.arg, before, choice, shown, puts, frozenset(n for n in known if n.startswith("self.")))
    return None


def _of_fields(tree: ast.Module, node: ast.ClassDef) -> Signature | None:
    """The signature of a dataclass."""
    if not any("dataclass" in ast.dump(one) for one in node.decorator_list):
        return None
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
    for number, one in enumerate(fields):
        assert isinstance(one.target, ast.Name)
        if one.value is not None and is_called_device(one.target.id):
            choice = kind(tree, one.value)
            puts = any(_is_put(call, {f"self.{one.target.id}"}) for call in _calls(node))
            return Signature(one.target.id, number, choice, ast.unparse(one.value), puts)
    return None


def _is_device(one: ast.arg, default: ast.expr) -> bool:
    """Whether a parameter with this default is a device, or the number of a GPU."""
    if one.arg.startswith("_") or isinstance(default, ast.Constant) and isinstance(default.value, bool):
        return False
    if one.arg == "map_location" or is_called_device(one.arg):
        said = "" if one.annotation is None else ast.dump(one.annotation)
        return not re.search(r"'(bool|list|List|Sequence|Dict|dict)'", said)
    return is_called_gpu_index(one.arg) and isinstance(default, ast.Constant) and type(default.value) is int


def _choice(tree: ast.Module, node: _Function, name: str, default: ast.expr) -> tuple[Choice, str]:
    """What a function does where the parameter ``name`` is left to its ``default``, and the words for that."""
    if isinstance(default, ast.Constant) and default.value is None:
        fallback = next(_fallbacks(node, name), None)
        if fallback is not None:
            return kind(tree, fallback), ast.unparse(fallback)
        saved = name == "map_location" and any(_is_put(one, {name}) for one in _calls(node))
        return (Choice.GUESS if saved else Choice.OTHER), "None"
    found = kind(tree, default)
    if found is Choice.CUDA and any("cpu" in ast.unparse(one.value).lower() for one in _sets(node, name)):
        found = Choice.GUESS  # it looks whether there is any
    return found, ast.unparse(default)


def kind(tree: ast.Module, value: ast.expr, depth: int = 0) -> Choice:
    """Which device an expression of ``tree`` is that stands for one."""
    if isinstance(value, ast.Constant):
        if isinstance(value.value, str):
            said = value.value.lower()
            return Choice.CUDA if said.startswith(("cuda", "gpu")) else Choice.GUESS if said == "auto" else Choice.OTHER
        return Choice.CUDA if type(value.value) is int and value.value >= 0 else Choice.OTHER
    text = ast.unparse(value)
    if "is_available" in text and "cuda" in text:
        return Choice.GUESS
    if isinstance(value, ast.Call):
        last = text.partition("(")[0].rpartition(".")[2]
        if last == "device" and value.args:
            return kind(tree, value.args[0], depth)
        words = set(last.lower().split("_"))
        gets = last == "device" or not words.isdisjoint(_GETS) and not words.isdisjoint(("device", "dev"))
        return Choice.GUESS if gets and not value.args else Choice.OTHER
    if isinstance(value, ast.Name) and depth < 3:
        found = [one.value for one in tree.body if isinstance(one, ast.Assign) and _binds(one, value.id)]
        return kind(tree, found[-1], depth + 1) if found else Choice.OTHER
    return Choice.OTHER


def _fallbacks(node: _Function, name: str) -> Iterator[ast.expr]:
    """What a function takes in place of None: ``if device is None: device = X``, ``device or X``."""
    for one in ast.walk(node):
        if isinstance(one, ast.If) and _asks_none(one.test, name) == "then":
            for part in one.body:
                if isinstance(part, ast.Assign) and (_binds(part, name) or "device" in ast.unparse(part.targets[0])):
                    yield part.value
        elif isinstance(one, ast.IfExp) and (arm := _asks_none(one.test, name)):
            yield one.body if arm == "then" else one.orelse
        elif isinstance(one, ast.BoolOp) and isinstance(one.op, ast.Or) and _is_name(one.values[0], name):
            yield one.values[1]


def _asks_none(test: ast.expr, name: str) -> str:
    """The arm of a test that is taken where ``name`` is None; "" where it asks something else."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and _is_name(test.operand, name):
        return "then"
    if _is_name(test, name):
        return "else"
    if not isinstance(test, ast.Compare) or not _is_name(test.left, name) or ast.unparse(test.comparators[0]) != "None":
        return ""
    return {ast.Is: "then", ast.Eq: "then", ast.IsNot: "else", ast.NotEq: "else"}.get(type(test.ops[0]), "")


def _named_after(node: _Function, name: str) -> set[str]:
    """What a function calls the device ``name``: its parameter, and what it sets to that."""
    known, size = {name}, 0
    while len(known) > size:
        size = len(known)
        for one in ast.walk(node):
            if isinstance(one, ast.Assign) and _is_device_of(one.value, known):
                known |= {target for target in map(ast.unparse, one.targets) if _is_place(target)}
    return known


def _is_device_of(value: ast.expr, known: set[str]) -> bool:
    """Whether a value is a device by one of ``known``: ``torch.device(device)``, ``device or "cpu"``."""
    if isinstance(value, ast.Compare) or isinstance(value, ast.Call) and "device" not in ast.unparse(value.func):
        return False
    return _holds(value, known)


def _is_place(target: str) -> bool:
    return re.fullmatch(r"[\w.]+", target) is not None


def _is_put(call: ast.Call, known: set[str]) -> bool:
    """Whether a call makes, moves or loads something on one of the devices ``known``."""
    called = ast.unparse(call.func)
    if _ASKS.search(called):
        return False
    if any(one.arg in _PLACES and _holds(one.value, known) for one in call.keywords):
        return called.rpartition(".")[2] != "device"
    moves = isinstance(call.func, ast.Attribute) and call.func.attr in _PUTS or called == "torch.load"
    return moves and any(_holds(one, known) for one in call.args)


def _holds(value: ast.AST, known: set[str]) -> bool:
    parts = (one for one in ast.walk(value) if isinstance(one, (ast.Name, ast.Attribute)))
    return any(ast.unparse(one) in known for one in parts)


def _sets(node: _Function, name: str) -> Iterator[ast.Assign]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Assign) and _binds(one, name))


def _binds(one: ast.Assign, name: str) -> bool:
    return any(_is_name(target, name) for target in one.targets)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _calls(scope: ast.AST) -> Iterator[ast.Call]:
    return (one for one in ast.walk(scope) if isinstance(one, ast.Call))


def _method(tree: ast.Module, node: ast.ClassDef, name: str, depth: int = 0) -> tuple[_Function, ast.ClassDef] | None:
    """The method ``name`` of a class, or of one of its bases in the same file, and the class that defines it."""
    found = _defined(node.body, name)
    if isinstance(found, _FUNCTIONS):
        return found, node
    for base in node.bases if depth < _MOST_BASES else ():
        above = _defined(tree.body, base.id) if isinstance(base, ast.Name) else None
        if isinstance(above, ast.ClassDef) and (inherited := _method(tree, above, name, depth + 1)) is not None:
            return inherited
    return None


def _defined(body: list[ast.stmt], name: str) -> ast.stmt | None:
    """The last function or class ``name`` of a body."""
    kinds = (*_FUNCTIONS, ast.ClassDef)
    return next((one for one in reversed(body) if isinstance(one, kinds) and one.name == name), None)
