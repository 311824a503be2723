"""What in a statement can put a value in a wrong place, or shows that it is in one.

    torch.ones(3)                      a seed: made on the CPU
    torch.ones(3, device=x.device)     none, nor is `torch.ones(3).to(x.device)`
    x.cpu()                            a seed; `x.cpu().tolist()` is none: what leaves torch meets nothing
    model.to(device)                   a seed where the result is thrown away
    nn.Linear(4, 2)                    builds a module: it depends on who keeps it

Every clash has an operand that one of these put where it is. What is moved to, or made on, the device of another tensor
is not the cause of a clash. When in doubt it is a seed: that costs time, never a finding. What one rule alone looks for
is a clue, which ``devlint.scout.clues`` finds beside the rule.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Set

from devlint.scout.clues import Named, clues
from devlint.scout.expression_shapes import (
    EACH,
    TOGETHER,
    children,
    is_axes,
    is_hosted,
    is_kept,
    is_number,
    is_size,
    last_name,
    makes_parameter,
    may_hold_tensor,
    names_device,
    numbers_given,
    only_retypes,
    picked_from,
)
from devlint.scout.looks import BUILDS, MOVES, NOTHING, QUESTION, SEED
from devlint.scout.model_loading import loads_model
from devlint.scout.units import FunctionNode
from devlint.scout.vocabulary import (
    COPIES,
    DEVICES,
    FACTORIES,
    FOREIGN,
    HANDED_ON,
    LEAVING,
    LOADERS,
    METHODS_THAT_MOVE,
    OF_MODULES,
    REGISTRARS,
    SHAPING,
    WEIGHTS,
    Names,
)
from devlint.source.text import unparsed
from devlint.torch_api.array_functions import (
    CONVERTING,
    CONVERTING_BY_VALUE,
    CONVERTING_LIKE_METHODS,
    CONVERTING_LISTS,
    NUMPY,
    OF_ARRAYS,
)
from devlint.torch_api.names import DISTRIBUTIONS, DOWNLOADS, OF_TORCH, PARAMETERS, SPEAKERS


class HazardFinder:
    """Looks at the expressions of one function, whose words are ``found``.

    ``unset`` are its parameters for devices that are None for those who give none. ``remembers`` says that it belongs
    to a module that keeps the device it was given. ``early`` says that it builds a module whose own device is the CPU
    until it is done.
    """

    def __init__(
        self,
        names: Names,
        found: Set[str],
        *,
        in_module: bool = False,
        unset: Set[str] = frozenset(),
        remembers: bool = False,
        early: bool = False,
        function: FunctionNode | None = None,
    ) -> None:
        self.names = names
        self.unset = unset
        self.early = early
        self.remembers = remembers
        self.words = found
        self.function = function
        self.numbers: set[str] | None = None  # the names of parameters that are numbers, once they were asked for
        self.device_known = "device" in found  # `**kwargs` may bring one
        self.tokens = "return_tensors" in found
        self.maps = "map_location" in found
        self.modules = not OF_MODULES.isdisjoint(found)
        self.moving = not names.moving.isdisjoint(found)
        self.copying = self.moving and not WEIGHTS.isdisjoint(found)
        self.placed = in_module or self.moving or self.device_known or not names.told.isdisjoint(found)
        self.text: str | None = None  # that of the statement that is looked at, where there is one
        self.depth = 0
        self.clues = clues()
        self.deepest = sys.getrecursionlimit() // 3  # compiled code does not count it itself

    def look(self, node: ast.AST | None, settled: bool = False) -> int:
        """What is in ``node``; ``settled`` says that its value goes where it belongs, or leaves torch.

        Raises RecursionError.
        """
        self.depth += 1
        if self.depth > self.deepest:
            raise RecursionError("the code nests too deeply")
        found = self._look(node, settled)
        self.depth -= 1
        return found

    def _look(self, node: ast.AST | None, settled: bool) -> int:
        if node is None or isinstance(node, ast.expr_context):
            return NOTHING
        if isinstance(node, ast.Name):
            told = node.id in self.names.places or node.id in self.names.movers
            return SEED if told or self.names.aliases.get(node.id, "") in HANDED_ON else NOTHING
        if isinstance(node, ast.Constant):
            text = node.value if isinstance(node.value, str) else ""
            if text.partition(":")[0] in DEVICES:
                return NOTHING if settled else SEED
            return self._clue(self.clues.constants, text, node)
        if isinstance(node, ast.Call):
            return self._call(node, settled)
        if isinstance(node, ast.Attribute):
            clue = self._clue(self.clues.attributes, node.attr, node)
            handed_on = node.attr in HANDED_ON and getattr(node.value, "id", "") in self.names.torches
            told = node.attr in self.names.places or node.attr in self.names.movers
            placed = told or handed_on or node.attr in ("default_generator", "cpu")
            return clue | (SEED if placed else self.look(node.value))
        if isinstance(node, ast.BinOp) and settled:
            plain = is_size(node.left, node.right) or is_size(node.right, node.left)
            return self.look(node.left, plain) | self.look(node.right, plain)
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.IfExp):
            found = self._clue(self.clues.choices, "", node)
            return found | self.look(node.test) | self.look(node.body, settled) | self.look(node.orelse, settled)
        found = self._clue(self.clues.subscripts, "", node) if isinstance(node, ast.Subscript) else NOTHING
        moves = 0
        for child in children(node):
            look = self.look(child)
            moves += bool(look & MOVES)
            found |= look
        if moves and isinstance(node, EACH) or moves > 1 and isinstance(node, TOGETHER):
            found |= SEED
        return found

    def _clue(self, known: Named, name: str, node: ast.AST) -> int:
        """What the clues of one kind find in an expression that has ``name``."""
        found = NOTHING
        for clue in known.get(name, ()):
            if clue.holds(node, self):
                found |= clue.finds
        return found

    def is_torch(self, node: ast.expr) -> bool:
        """Whether an expression is torch, or a package of it."""
        return last_name(node) in self.names.torches

    def _each(self, nodes: Iterable[ast.AST], settled: bool = False) -> int:
        found = NOTHING
        for node in nodes:
            found |= self.look(node, settled)
        return found

    def _compare(self, node: ast.Compare) -> int:
        sides = [node.left, *node.comparators]
        if any(isinstance(side, ast.Attribute) and side.attr == "type" for side in sides):
            sides = [side.value if isinstance(side, ast.Attribute) and side.attr == "type" else side for side in sides]
            sides = [side for side in sides if not isinstance(side, ast.Constant)]
        return self._clue(self.clues.comparisons, "", node) | self._each(sides)

    def _call(self, node: ast.Call, settled: bool) -> int:
        clue = self._clue(self.clues.calls, last_name(node.func), node)
        for keyword in node.keywords:
            clue |= self._clue(self.clues.keywords, keyword.arg or "", node)
        return clue | self._placed(node, settled)

    def _placed(self, node: ast.Call, settled: bool) -> int:
        """Where a call puts what it gives."""
        function = picked_from(node.func, self.names.modules)
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if self.tokens and not settled and any(keyword.arg == "return_tensors" for keyword in node.keywords):
            return SEED | self.look(function) | self._each(given)
        if last_name(function) in LOADERS or last_name(function) == "BitsAndBytesConfig":
            return self._each(given) | loads_model(node)
        if self.names.movers and last_name(function) in self.names.movers:
            return SEED | MOVES | self.look(getattr(function, "value", None)) | self._each(given)
        if last_name(function) in self.names.described or self.copying and last_name(function) in COPIES:
            return SEED | self.look(getattr(function, "value", None)) | self._each(given)
        if isinstance(function, ast.Name):
            if function.id == "int" and len(given) == 1 and "environ" in unparsed(given[0]):
                return NOTHING  # a number is made of what is none
            if function.id in self.names.strangers and self.modules and self.placed:
                return SEED | self._each(given)
            of_torch = self.names.aliases.get(function.id, "")
            if function.id in self.names.converters or function.id in CONVERTING and not of_torch:
                return self._each(given) | self._converts(given)
            return self._named(node, of_torch or function.id, given, settled, bool(of_torch), function.id)
        if not isinstance(function, ast.Attribute):
            return self.look(function) | self._each(given)
        name, receiver = function.attr, function.value
        if name in CONVERTING and is_axes(receiver):
            return self.look(receiver) | self._each(given) | self._converts(given)
        if name in LEAVING:
            own = SEED if name == "numpy" and not is_hosted(receiver) else NOTHING
            return own | self.look(receiver, settled=True) | self._each(given)
        if name == "cpu":
            return (NOTHING if settled else SEED) | self.look(receiver, settled)
        if name in METHODS_THAT_MOVE:
            own = MOVES if name == "to" or node.args else MOVES | SEED
            if name == "to" and only_retypes(node):
                own = NOTHING
            there = settled or name != "to" or names_device(given) and not self._too_early(given)
            if own and (is_kept(receiver) or any(map(self._is_imported, given)) or makes_parameter(receiver)):
                own |= SEED  # a weight leaves the others, or is none then; an input goes where its module may not be
            return own | self.look(receiver, there) | self._each(given, settled)
        if name == "type" and given and "Tensor" in unparsed(given[0]):
            return SEED
        if name in REGISTRARS:
            built = self.function is None or self.function.name == "__init__"  # elsewhere it stays where it was made
            return self._each(given, settled=built)
        if name in SHAPING and settled:
            return self.look(receiver, settled) | self._each(given)
        read = receiver.attr if isinstance(receiver, ast.Attribute) else ""
        clue = self._clue(self.clues.receivers, read, receiver)
        root = receiver
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name):
            known = name in CONVERTING or name in CONVERTING_BY_VALUE or name in CONVERTING_LIKE_METHODS
            known |= isinstance(receiver, ast.Attribute) and f"{receiver.attr}.{name}" in CONVERTING_LIKE_METHODS
            if root.id in OF_ARRAYS and known or root.id in NUMPY and name in CONVERTING_LISTS:
                return clue | self._each(given) | self._converts(given)
            last = receiver.attr if isinstance(receiver, ast.Attribute) else root.id
            if last in self.names.packages:
                word = f"{last}."
            else:
                word = "torch." if root.id in self.names.torches else f".{name}"
            return clue | self._named(node, name, given, settled, root.id not in FOREIGN, word)
        return self.look(receiver) | (SEED if name in SPEAKERS else NOTHING) | self._each(given)

    def _converts(self, given: list[ast.expr]) -> int:
        """A call that makes arrays of what it is given."""
        numbers = self.numbers
        if numbers is None:
            numbers = self.numbers = set() if self.function is None else numbers_given(self.function)
        for one in given:
            if may_hold_tensor(one, numbers):
                return QUESTION
        return NOTHING

    def _too_early(self, given: Iterable[ast.expr]) -> bool:
        """Whether the device of a module is asked for that is being built, and will be elsewhere."""
        asked = (one.value for one in given if isinstance(one, ast.Attribute) and one.attr == "device")
        return self.early and any(isinstance(owner, ast.Name) and owner.id == "self" for owner in asked)

    def _is_imported(self, node: ast.AST) -> bool:
        """Whether an expression is the device of an imported module."""
        here = node.value if isinstance(node, ast.Attribute) and node.attr == "device" else None
        return isinstance(here, ast.Name) and here.id in self.names.imports

    def _named(self, node: ast.Call, name: str, given: list[ast.expr], settled: bool, foreseen: bool, word: str) -> int:
        """A call of a function by its name, not of what another call gave."""
        if name in FACTORIES and foreseen:
            return self._factory(node, given, settled)
        if name in PARAMETERS:
            return self._each(given, settled) | (NOTHING if settled else SEED)
        in_package = word[:-1] in self.names.packages and (name[:1].isupper() or word == "models.")
        if (in_package or word.lstrip(".") in self.names.modules) and name not in SPEAKERS:
            return self._each(given) | BUILDS
        found = self._each(given)
        if name in DISTRIBUTIONS and foreseen and all(map(is_number, given)):  # what it draws is on the CPU
            found |= SEED
        if name in DOWNLOADS and self.names.publishes and not self.maps:
            return found
        if name in SPEAKERS and foreseen or name in OF_TORCH and word in ("torch.", name) and foreseen:
            found |= QUESTION if name == "save" or name in DOWNLOADS else SEED
        return found | SEED if found & MOVES and name in ("map", "tree_map") else found

    def _factory(self, node: ast.Call, given: list[ast.expr], settled: bool) -> int:
        found = self._each(given)
        placed = settled
        legacy = last_name(node.func).endswith("Tensor")
        for keyword in node.keywords:
            if keyword.arg is None:
                placed |= self.device_known
            elif keyword.arg == "device" and not legacy:  # torch.FloatTensor takes the CPU only
                none = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
                unset = getattr(keyword.value, "id", "") in self.unset or self._too_early((keyword.value,))
                placed |= not none and not unset
        trained = any(keyword.arg == "requires_grad" for keyword in node.keywords)
        return found if placed and not trained else found | SEED
