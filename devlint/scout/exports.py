"""Names of a file through which a hazard can leave it (they leak), and those of them that another file imports.

masks.py: def make_mask(n): return torch.ones(n)        `make_mask` leaks into files that import it
net.py:   from masks import make_mask as m              and is called `m` there
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from devlint.scout.calls import ANSWERS
from devlint.scout.outline import Outline
from devlint.scout.reach import Imported, Reach
from devlint.scout.units import FUNCTIONS, base_names, blocks, definitions


@dataclass(frozen=True, slots=True)
class Exports:
    """What leaks out of one file: ``names`` of functions, classes and variables, ``members`` of each class.

    ``modules`` are its classes that are modules, and its functions that give one they build.
    """

    names: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()  # those of ``names`` that name functions and classes
    members: dict[str, tuple[frozenset[str], ...]] = field(default_factory=dict)  # sets that classes may share
    modules: frozenset[str] = frozenset()

    def leaks(self, owner: str, name: str) -> bool:
        """Whether something gets out of the function or method ``name``; for "", of any method of ``owner``."""
        if not owner:
            return name in self.names
        members = self.members.get(owner, ())
        asked = (f".{name}", f"self.{name}", f"cls.{name}")
        return any(bool(words) if not name else not words.isdisjoint(asked) for words in members)

    def packed(self) -> str:
        """All of it, as a list in JSON."""
        shared: dict[frozenset[str], int] = {}
        members: dict[str, list[int]] = {}
        for owner, kept in sorted(self.members.items()):
            members[owner] = [shared.setdefault(words, len(shared)) for words in kept]
        sets = [sorted(words) for words in shared]
        return json.dumps([sorted(self.names), sorted(self.functions), sets, members, sorted(self.modules)])


NOTHING = Exports()

Origin = Callable[[int, str, str], tuple[Exports, str] | None]
"""For ``from module import name``, ``level`` dots before ``module``: the file that defines it, and its name there.

The name is "" where it is the file itself.
"""


def exports(file: Outline, reach: Reach | None) -> Exports:
    """What leaks out of a file, given what is reached in it, if anything."""
    modules = frozenset(known.name for known in file.classes if known.is_module)
    modules |= {unit.name for unit in file.units if unit.builds and unit.owner is None}
    if reach is None:
        return Exports(modules=modules)
    members: dict[str, tuple[frozenset[str], ...]] = {}
    of_family: dict[int, frozenset[str]] = {}
    for known in file.classes:
        family = id(known.family)
        if family not in of_family:
            of_family[family] = frozenset(reach.own.get(family, ()))
        own = of_family[family]
        methods = frozenset({f".{unit.name}" for unit in known.methods} & reach.bound) - own
        members[known.name] = (own, methods) if methods else (own,)
    names = frozenset(word for word in reach.bound if "." not in word)
    return Exports(names, names & reach.functions, members, modules)


def imported(tree: ast.Module, origin: Origin) -> Imported:
    """What the imports of a file bring into it."""
    found = Imported()
    bases = _bases(tree.body)
    for node in _imports(tree.body):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                _add(found, origin(node.level, node.module or "", alias.name), alias.asname or alias.name, bases)
        else:
            for alias in node.names:
                _add(found, origin(0, alias.name, ""), alias.asname or alias.name.rpartition(".")[2], bases)
    return found


def _add(found: Imported, source: tuple[Exports, str] | None, known: str, bases: set[str]) -> None:
    if source is None:
        return
    given, name = source
    if not name:
        if known == "*":
            found.words |= given.names
            found.functions |= given.functions
        found.words |= {f".{one}" for one in given.names}  # of the file itself: what it holds is spoken of after a dot
        for words in {words for kept in given.members.values() for words in kept}:
            found.words |= _of_instances(words)
        found.modules |= given.modules
        return
    if given.leaks("", name):
        found.words.add(known)
        if name in given.functions:
            found.functions.add(known)
    for words in given.members.get(name, ()):
        found.words |= words if known in bases else _of_instances(words)
    if name in given.modules:
        found.modules.add(known)


def _of_instances(members: frozenset[str]) -> set[str]:
    """The words by which members are met outside of the class; what calling an instance gives, its name leads to."""
    return {word for word in members if word.startswith(".") and word[1:] not in ANSWERS}


def _bases(body: list[ast.stmt]) -> set[str]:
    """The names of the bases of all classes, near and far."""
    found: set[str] = set()
    for node in definitions(body):
        if isinstance(node, ast.ClassDef):
            found |= base_names(node)
            found |= _bases(node.body)
    return found


def _imports(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a file, those in functions too."""
    for statement in body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            yield statement
        elif isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            yield from _imports(statement.body)
        else:
            for block in blocks(statement):
                yield from _imports(block)
