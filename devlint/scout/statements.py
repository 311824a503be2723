"""The statements of a unit: what each assigns, mentions and returns, and whether it may hold a seed.

y = x.cuda()          assigns to `y`, mentions `x` and `.cuda`, holds a seed
self.w = y            assigns to an attribute, mentions `y`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import field

from devlint.base.record import dataclass
from devlint.scout import derived_attributes, expression_shapes, looks, seeds, vocabulary
from devlint.scout.assignment import collect, collect_held, targets
from devlint.scout.shared_lines import SharedLines
from devlint.scout.units import CONSTRUCTORS, FUNCTIONS, Class, FunctionNode, Unit, blocks
from devlint.source.parameters import by_name, with_defaults
from devlint.source.text import unparsed

_CONTAINERS = frozenset({"list", "tuple", "dict", "set"})
_PLAIN = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)


@dataclass(slots=True, eq=False)
class Statement:
    """A simple statement, or the head of a compound one: its words, and what it assigns to."""

    node: ast.stmt
    text: str
    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)  # `self.x`, or `.x` of something else
    returns: bool = False
    look: int = looks.NOTHING
    called: str = ""  # the function whose call is the whole value
    display: bool = False  # the value is a list, a tuple or a dict
    held: bool = False  # something is put into what is there already: `x[0] =`, `x.append(...)`, `x +=`
    _words: set[str] | None = None

    @property
    def words(self) -> set[str]:
        """The words of the text."""
        if self._words is None:
            self._words = vocabulary.words(self.text)
        return self._words


def statements_of(
    unit: Unit, text_lines: list[str], names: vocabulary.Names, *, hot: bool = False
) -> Iterator[Statement]:
    """The statements of a unit, from the top to the bottom; with ``hot`` those only that may hold a seed."""
    in_module = unit.owner is not None and unit.owner.is_module
    if unit.unset is None:
        unit.unset = _left_unset(unit)
    asks = in_module and "self.device" in unit.words
    bases = unit.owner.bases if unit.owner is not None else set()
    early = asks and unit.name in CONSTRUCTORS and not vocabulary.WITH_DEVICE.isdisjoint(bases)
    seer = seeds.HazardFinder(
        names,
        unit.words,
        in_module=in_module,
        unset=unit.unset,
        remembers=asks and _remembers_device(unit.owner),
        early=early,
        function=unit.node if isinstance(unit.node, FUNCTIONS) else None,
    )
    whole = isinstance(unit.node, FUNCTIONS)
    if isinstance(unit.node, FUNCTIONS):
        yield from _header(unit.node, seer)
    suspects = tuple(names.showing(unit.words))
    given = _tensors_given(unit) if is_given_tensors(unit) else set()
    if unit.registered is None:
        unit.registered = derived_attributes.registered(unit.node, unit.words) if _builds_module(unit) else set()
    asks_weights = ".parameters" in unit.words
    pending: list[ast.stmt] = unit.node.body[::-1]
    before, shared = 0, SharedLines(text_lines)
    while pending:
        node = pending.pop()
        end = node.end_lineno or node.lineno
        if "body" in node._fields or "cases" in node._fields:
            inner = [statement for block in blocks(node) for statement in block]
            if not whole and isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                continue
            pending += inner[::-1]
            end = max(node.lineno, min(statement.lineno for statement in inner) - 1)
        text = text_lines[node.lineno - 1] if end == node.lineno else "".join(text_lines[node.lineno - 1 : end])
        if pending and pending[-1].lineno == end or before == node.lineno:
            text = shared.text(node, end, pending[-1] if pending else None)
        before = end
        suspicious = False
        for suspect in suspects:
            if suspect in text:
                suspicious = True
                break
        kept = bool(unit.registered) and derived_attributes.is_computed(node, unit.registered)
        by_argument = asks_weights and _is_made_by_argument(node, unit)
        if not kept and given and isinstance(node, (ast.Assign, ast.AnnAssign)):
            kept = getattr(node.value, "id", "") in given
        if kept or suspicious or by_argument or not hot:
            found = _statement(node, text, seer, suspicious)
            if kept and found.attributes or by_argument:
                found.look |= looks.SEED
            yield found


def _remembers_device(owner: Class | None) -> bool:
    """Whether a class is given a device when it is built and keeps it, or that of something it is given."""
    for method in owner.methods if owner is not None else ():
        if method.name == "__init__" and "self.device" in method.words and isinstance(method.node, FUNCTIONS):
            given = method.node.args
            if any(one.arg == "device" for one in (*given.args, *given.kwonlyargs)):
                return True
            return any(isinstance(one, ast.Assign) and _takes_device(one) for one in method.node.body)
    return False


def _takes_device(node: ast.Assign) -> bool:
    """``self.device = base.device``."""
    into = (getattr(one, "attr", "") for one in node.targets)
    return "device" in into and getattr(node.value, "attr", "") == "device"


def _header(node: FunctionNode, seer: seeds.HazardFinder) -> Iterator[Statement]:
    """What the decorators and the defaults of a function hold."""
    for decorator in node.decorator_list:
        if seer.look(decorator):
            yield Statement(node, "", look=looks.QUESTION)
    for parameter, default in with_defaults(node.args):
        look = seer.look(default) if default is not None else looks.NOTHING
        if look:
            yield Statement(node, parameter.arg, {parameter.arg}, look=look)


def is_given_class(unit: Unit) -> bool:
    """Whether a unit keeps what an argument makes that it calls, a class perhaps, and asks something for weights."""
    if ".parameters" not in unit.words or not isinstance(unit.node, FUNCTIONS):
        return False
    return any(_is_made_by_argument(node, unit) for node in ast.walk(unit.node))


def _is_made_by_argument(node: ast.AST, unit: Unit) -> bool:
    """``net = net_class(width)``, ``net = NETS.get(name)(width)``.

    An optimizer is given weights: ``optimizer = optimizer_class(net.parameters())``.
    """
    value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
    called = value.func if isinstance(value, ast.Call) else None
    if not isinstance(value, ast.Call) or not isinstance(called, (ast.Name, ast.Call, ast.Subscript)):
        return False
    if isinstance(called, ast.Name) and all(one.arg != called.id for one in _parameters(unit)):
        return False
    return all(getattr(getattr(one, "func", None), "attr", "") != "parameters" for one in value.args)


def is_given_tensors(unit: Unit) -> bool:
    """Whether a unit builds a module, and its parameters may be tensors by their annotations."""
    return _builds_module(unit) and not {"Tensor", ".Tensor"}.isdisjoint(unit.words)


def _builds_module(unit: Unit) -> bool:
    """Whether a unit is the constructor of a module."""
    return unit.name == "__init__" and unit.owner is not None and unit.owner.is_module


def _tensors_given(unit: Unit) -> set[str]:
    """The parameters of a function that are tensors by their annotations."""
    given = _parameters(unit)
    return {one.arg for one in given if one.annotation is not None and "Tensor" in unparsed(one.annotation)}


def _parameters(unit: Unit) -> list[ast.arg]:
    """The parameters of a function that can be given by name or position."""
    return by_name(unit.node.args) if isinstance(unit.node, FUNCTIONS) else []


def _left_unset(unit: Unit) -> set[str]:
    """The parameters for devices that are None for callers who give none, and nothing in the function asks."""
    if not isinstance(unit.node, FUNCTIONS) or "device" not in unit.words:
        return set()
    found = {
        one.arg
        for one, default in with_defaults(unit.node.args)
        if isinstance(default, ast.Constant) and not default.value and one.arg.endswith("device")
    }
    if not found:
        return found
    handed: set[int] = set()  # names that stand in `device=`, which are met after their call
    waiting: list[ast.AST] = [unit.node]
    while waiting:
        part = waiting.pop()
        waiting += expression_shapes.children(part)
        if isinstance(part, ast.Name):
            if part.id in found and id(part) not in handed:
                found.remove(part.id)
                if not found:
                    break
        elif isinstance(part, ast.Call):
            handed.update([id(keyword.value) for keyword in part.keywords if keyword.arg == "device"])
    return found


def _statement(node: ast.stmt, text: str, seer: seeds.HazardFinder, suspicious: bool) -> Statement:
    found = Statement(node, text)
    into = targets(node)
    for target in into:
        collect(target, found.names, found.attributes)
    value = getattr(node, "value", None)
    found.held = isinstance(node, (ast.Expr, ast.AugAssign)) or any(isinstance(one, ast.Subscript) for one in into)
    found.returns = isinstance(node, ast.Return)
    if isinstance(node, ast.Expr):
        found.returns = isinstance(value, (ast.Yield, ast.YieldFrom))
        collect_held(node.value, found.names, found.attributes)
    found.called, found.display = _called(value), _is_plain(value)
    if suspicious:
        settled = bool(found.attributes) and _is_parameter(value) and not expression_shapes.shares_weight(value)
        seer.text = text
        for part in heads(node):
            found.look |= seer.look(part, settled)
        if found.look & looks.MOVES and isinstance(node, ast.Expr) and not found.names:
            found.look |= looks.SEED
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "device":
            found.look |= looks.QUESTION
        if found.look & looks.MOVES and found.attributes:
            found.look |= looks.QUESTION
        if settled and any(text.count(attribute) > 1 for attribute in found.attributes):
            found.look |= looks.QUESTION  # a parameter is made of the one that stood there
    if found.attributes and expression_shapes.shares_weight(value):
        found.look |= looks.SEED
    if ":=" in text:
        found.names |= {word for word in found.words if word.isidentifier()}
    return found


def heads(node: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement that stand in none of its bodies."""
    for name in node._fields:
        if name in ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list"):
            continue
        part = getattr(node, name)
        for one in part if isinstance(part, list) else (part,):
            if isinstance(one, ast.AST):
                yield one


def _is_parameter(value: ast.expr | None) -> bool:
    if isinstance(value, ast.IfExp):
        arms = (value.body, value.orelse)
        return any(map(_is_parameter, arms)) and all(_is_parameter(a) or isinstance(a, ast.Constant) for a in arms)
    return expression_shapes.makes_parameter(value)


def _is_plain(value: ast.expr | None) -> bool:
    """Whether ``value`` is one of Python's own containers, as it is written or made of something else."""
    made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _CONTAINERS
    return made or isinstance(value, _PLAIN)


def _called(value: ast.expr | None) -> str:
    """The last name of the function whose call is the whole value of a statement."""
    return expression_shapes.last_name(value.func) if isinstance(value, ast.Call) else ""
