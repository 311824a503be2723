"""What in a statement can put a value in a wrong place, or shows that it is in one.

    torch.ones(3)                      a seed: made on the CPU
    torch.ones(3, device=x.device)     none, nor is `torch.ones(3).to(x.device)`
    x.cpu()                            a seed; `x.cpu().tolist()` is none: what leaves torch meets nothing
    model.to(device)                   a seed where the result is thrown away
    nn.Linear(4, 2)                    builds a module: it depends on who keeps it

Every clash has an operand that one of these put where it is. What is moved to, or made on, the device of another tensor
is not the cause of a clash. When in doubt it is a seed: that costs time, never a finding.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Set

from devlint.scout.expression_shapes import (
    EACH,
    TOGETHER,
    asks_above_zero,
    asks_identity,
    asks_index,
    children,
    is_axes,
    is_device,
    is_hosted,
    is_kept,
    is_number,
    is_size,
    last_name,
    leaves_arguments,
    makes_parameter,
    may_hold_tensor,
    may_move,
    names_device,
    numbers_given,
    only_retypes,
)
from devlint.scout.units import FunctionNode
from devlint.scout.vocabulary import (
    COPIES,
    DEVICES,
    FACTORIES,
    FOREIGN,
    HANDED_ON,
    LEAVING,
    LOADERS,
    MEANT,
    METHODS_THAT_MOVE,
    OF_MODULES,
    PLACING,
    REGISTRARS,
    SHAPING,
    WEIGHTS,
    Names,
    speaks_of_devices,
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
from devlint.torch_api.names import DISTRIBUTIONS, DOWNLOADS, OF_CURRENT_GPU, OF_TORCH, PARAMETERS, SPEAKERS

NOTHING = 0
SEED = 1  # something here may be in a wrong place
BUILDS = 2  # a module is built
MOVES = 4  # something is moved
QUESTION = 8  # nothing is put anywhere, but the function has something to report
"""What a look at an expression finds: a sum of these."""


_NO_MODELS = ("Tokenizer", "TokenizerFast", "Processor", "Config", "Extractor", "Scheduler")
"""The ends of names of classes that are loaded as models are, and are none."""


class Seer:
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
        self.function = function
        self.numbers: set[str] | None = None  # the names of parameters that are numbers, once they were asked for
        self.device_known = "device" in found  # `**kwargs` may bring one
        self.tokens = "return_tensors" in found
        self.maps = "map_location" in found
        self.modules = not OF_MODULES.isdisjoint(found)
        self.moving = not names.moving.isdisjoint(found)
        self.copying = self.moving and not WEIGHTS.isdisjoint(found)
        self.placed = in_module or self.moving or self.device_known or not names.told.isdisjoint(found)
        own = {word for word in found if word.startswith("self.") and word.endswith("device")}
        self.two_devices = "self.device" in own and (len(own) > 1 or remembers)
        self.text: str | None = None  # that of the statement that is looked at, where there is one
        self.depth = 0
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
            named = isinstance(node.value, str) and node.value.partition(":")[0] in DEVICES
            asks = isinstance(node.value, str) and node.value in MEANT
            return SEED if named and not settled else QUESTION if asks else NOTHING
        if isinstance(node, ast.Call):
            return self._call(node, settled)
        if isinstance(node, ast.Attribute):
            if node.attr == "requires_grad" and self.moving and isinstance(node.ctx, ast.Store):
                return SEED | self.look(node.value)
            if self.two_devices and node.attr == "device" and getattr(node.value, "id", "") == "self":
                return QUESTION
            if node.attr == "is_available":
                return QUESTION  # it is not called
            if node.attr in ("type", "index") and is_device(node.value):
                return QUESTION | self.look(node.value)
            if self._is_uncalled(node):
                return QUESTION | self.look(node.value)
            handed_on = node.attr in HANDED_ON and getattr(node.value, "id", "") in self.names.torches
            told = node.attr in self.names.places or node.attr in self.names.movers
            return SEED if told or handed_on or node.attr in ("default_generator", "cpu") else self.look(node.value)
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "environ":
            key = str(getattr(node.slice, "value", ""))
            return QUESTION if "RANK" in key or key == "CUDA_VISIBLE_DEVICES" else NOTHING
        if isinstance(node, ast.Subscript) and str(getattr(node.value, "id", "")).endswith("device"):
            return QUESTION | self.look(node.slice)
        if isinstance(node, ast.BinOp) and settled:
            plain = is_size(node.left, node.right) or is_size(node.right, node.left)
            return self.look(node.left, plain) | self.look(node.right, plain)
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.IfExp):
            numbers = is_number(node.body) and is_number(node.orelse)
            asks = numbers and (self.text is None or speaks_of_devices(self.text))
            asks = asks or getattr(node.test, "id", "") == "device"
            asks = asks or getattr(node.test, "attr", "") == "is_cuda"
            found = QUESTION if asks else NOTHING
            return found | self.look(node.test) | self.look(node.body, settled) | self.look(node.orelse, settled)
        found = NOTHING
        moves = 0
        for child in children(node):
            look = self.look(child)
            moves += bool(look & MOVES)
            found |= look
        if moves and isinstance(node, EACH) or moves > 1 and isinstance(node, TOGETHER):
            found |= SEED
        return found

    def _each(self, nodes: Iterable[ast.AST], settled: bool = False) -> int:
        found = NOTHING
        for node in nodes:
            found |= self.look(node, settled)
        return found

    def _compare(self, node: ast.Compare) -> int:
        sides = [node.left, *node.comparators]
        if asks_index(node) or asks_above_zero(node) or asks_identity(node):
            return QUESTION | self._each(sides)
        if any(isinstance(side, ast.Attribute) and side.attr == "type" for side in sides):
            indexed = any(isinstance(side, ast.Constant) and ":" in str(side.value) for side in sides)
            sides = [side.value if isinstance(side, ast.Attribute) and side.attr == "type" else side for side in sides]
            sides = [side for side in sides if not isinstance(side, ast.Constant)]
            return self._each(sides) | (QUESTION if indexed else NOTHING)
        return self._each(sides)

    def _call(self, node: ast.Call, settled: bool) -> int:
        function = node.func
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if self.tokens and not settled and any(keyword.arg == "return_tensors" for keyword in node.keywords):
            return SEED | self.look(function) | self._each(given)
        if last_name(function) in LOADERS or last_name(function) == "BitsAndBytesConfig":
            return self._each(given) | _loads(node)
        if self.names.movers and last_name(function) in self.names.movers:
            return SEED | MOVES | self.look(getattr(function, "value", None)) | self._each(given)
        if self.names.described and last_name(function) in self.names.described:
            return SEED | self.look(getattr(function, "value", None)) | self._each(given)
        if self.copying and last_name(function) in COPIES:
            return SEED | self.look(getattr(function, "value", None)) | self._each(given)
        if isinstance(function, ast.Name):
            if function.id == "int" and len(given) == 1 and "environ" in unparsed(given[0]):
                return NOTHING  # a number is made of what is none
            if function.id in self.names.strangers and self.modules and self.placed:
                return SEED | self._each(given)
            by_name = function.id in CONVERTING and function.id not in self.names.aliases
            if by_name or function.id in self.names.converters:
                return self._each(given) | self._converts(given)
            name = self.names.aliases.get(function.id, function.id)
            return self._named(node, name, given, settled, function.id in self.names.aliases, function.id)
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
            own |= QUESTION if any(keyword.arg == "non_blocking" for keyword in node.keywords) else NOTHING
            there = settled or name != "to" or names_device(given) and not self._too_early(given)
            if own and self.function is not None and leaves_arguments(self.function, receiver):
                own |= QUESTION
            if own and (is_kept(receiver) or any(map(self._is_imported, given)) or makes_parameter(receiver)):
                own |= SEED  # a weight leaves the others, or is none then; an input goes where its module may not be
            return own | self.look(receiver, there) | self._each(given, settled)
        if name == "type" and given and "Tensor" in unparsed(given[0]):
            return SEED
        if name == "pin_memory" and self.look(receiver) & MOVES:
            return SEED | self.look(receiver)
        if name in ("split", "partition") and is_device(receiver):
            return QUESTION  # a string has these, and no device
        if name in REGISTRARS:
            return self._each(given, settled=True)
        if name == "requires_grad_" and self.moving:
            return SEED | self.look(receiver) | self._each(given)
        if name in SHAPING and settled:
            return self.look(receiver, settled) | self._each(given)
        if name in ("get", "getenv") and len(given) in (1, 2) and "RANK" in str(getattr(given[0], "value", "")):
            return QUESTION
        if self._is_uncalled(receiver):
            return QUESTION | self.look(receiver) | self._each(given)
        root = receiver
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name):
            known = name in CONVERTING or name in CONVERTING_BY_VALUE or name in CONVERTING_LIKE_METHODS
            known |= isinstance(receiver, ast.Attribute) and f"{receiver.attr}.{name}" in CONVERTING_LIKE_METHODS
            if root.id in OF_ARRAYS and known or root.id in NUMPY and name in CONVERTING_LISTS:
                return self._each(given) | self._converts(given)
            last = receiver.attr if isinstance(receiver, ast.Attribute) else root.id
            if last in self.names.packages:
                word = f"{last}."
            else:
                word = "torch." if root.id in self.names.torches else f".{name}"
            return self._named(node, name, given, settled, root.id not in FOREIGN, word)
        return self.look(receiver) | (SEED if name in SPEAKERS else NOTHING) | self._each(given)

    def _is_uncalled(self, node: ast.expr) -> bool:
        """Whether an expression that is not called is ``x.cuda`` of what may be a tensor or a module."""
        if not isinstance(node, ast.Attribute) or node.attr != "cuda":
            return False
        return may_move(node.value) and last_name(node.value) not in self.names.torches

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
        if name == "DataLoader" or name == "device" and len(given) == 2 and not isinstance(given[0], ast.Constant):
            found |= QUESTION
        if name in DOWNLOADS and self.names.publishes and not self.maps:
            return found
        if name in SPEAKERS and foreseen or name in OF_TORCH and word in ("torch.", name) and foreseen:
            found |= QUESTION if name == "save" or name in DOWNLOADS else SEED
        if found & MOVES and name in ("map", "tree_map"):
            found |= SEED
        return found | QUESTION if name in OF_CURRENT_GPU and not given else found

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
        if any(k.arg == "requires_grad" for k in node.keywords):
            placed = False
        if any(k.arg == "generator" and isinstance(k.value, ast.Name) for k in node.keywords):
            found |= QUESTION
        return found if placed else found | SEED


def _loads(node: ast.Call) -> int:
    """What a call that loads a model says, or one that makes the settings for that."""
    placed = any(keyword.arg is None or keyword.arg in PLACING for keyword in node.keywords)
    if last_name(node.func) == "BitsAndBytesConfig":
        return SEED if placed else NOTHING
    owner = last_name(getattr(node.func, "value", node.func))
    if owner.endswith(_NO_MODELS):
        return NOTHING
    return SEED | BUILDS if placed else BUILDS
