"""Finding of stub rows: what the stubs say of a full dotted name.

    row("torchvision.ops.nms")                          the function
    row("transformers.BertModel.from_pretrained")       the method of a class that a pattern stands for

A stub is read when a name of its package is first asked for. Those of devlint lie beside this file. Those of a user are
in force from ``use`` on, and their rows come before those that an installed package ships for itself, and these before
those of devlint.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import lru_cache

from devlint.base.record import dataclass
from devlint.stubs.packages import SUFFIX, own_packages, own_text
from devlint.stubs.reading import Stub, read
from devlint.stubs.types import BadStub
from devlint.stubs.vocabulary import Class, Function, ModelType

BUT = "!"
"""Before a pattern of ``@names``: a name that it matches is none of them."""

MOST_FORWARDS = 8
"""Stubs that one is a part of."""


@dataclass(frozen=True, slots=True)
class Found:
    """A row, and the class it belongs to where it is a method."""

    row: Function | Class
    owner: Class | None = None


_users: dict[str, str] = {}
"""The texts of the user's stubs that are in force, by package."""

_with_shipped = False


def use(stubs: tuple[tuple[str, str], ...], *, shipped: bool = False) -> None:
    """Put the user's stubs in force, pairs of a package and a text that has been read before, and no others.

    ``shipped`` says whether stubs count that installed packages ship for themselves.
    """
    global _with_shipped
    if tuple(_users.items()) != stubs or _with_shipped != shipped:
        _users.clear()
        _users.update(stubs)
        _with_shipped = shipped
        forget()


def forget() -> None:
    """Let go of all that was found out about stubs."""
    for known in (packages, has_stub, stub, row, class_called, telling_names):
        known.cache_clear()


@lru_cache(maxsize=1)
def packages() -> frozenset[str]:
    """The packages, and modules of torch, of which there is a stub: "einops", "torch.onnx"."""
    return own_packages() | _users.keys()


@lru_cache(maxsize=1024)
def has_stub(package: str) -> bool:
    """Whether there is a stub of ``package``, a name as ``packages`` has them: the user's, its own, or of devlint."""
    return package in packages() or bool(_shipped(package))


def _shipped(package: str) -> dict[str, str]:
    if not _with_shipped:
        return {}
    from devlint.installed.shipped_stubs import shipped_stubs

    return shipped_stubs(package)


@lru_cache(maxsize=256)
def stub(package: str) -> Stub | None:
    """The stub of ``package``; None where there is none."""
    known: Stub | None = None
    if package in own_packages():
        known = read(own_text(package), f"{package}{SUFFIX}")
    for origin, text in _shipped(package).items():
        with suppress(BadStub):  # what is broken in an installed package is no fault of the user's
            shipped = read(text, origin)
            known = shipped if known is None else shipped.before(known)
    if package in _users:
        users = read(_users[package], package)
        known = users if known is None else users.before(known)
    return known


def package_of(name: str) -> str:
    """The package whose stub would know ``name``; "" where there is none."""
    top, _, rest = name.partition(".")
    if has_stub(top):
        return top
    longer = f"{top}.{rest.partition('.')[0]}"
    return longer if longer in packages() else ""


@lru_cache(maxsize=4096)
def row(name: str) -> Found | None:
    """What the stubs say of the full dotted ``name``: a function, a class, or a method of one; None for nothing."""
    package = package_of(name)
    if not package:
        return None
    direct = _in(name, package)
    if direct is not None:
        return Found(direct)
    owner, _, last = name.rpartition(".")
    kept = _in(owner, package) if "." in owner else None
    method = method_of(kept, last) if isinstance(kept, Class) else None
    return Found(method, kept) if method is not None and isinstance(kept, Class) else None


def _in(name: str, package: str, depth: int = 0) -> Function | Class | None:
    known = stub(package)
    if known is None or depth > MOST_FORWARDS:
        return None
    exact = known.functions.get(name) or known.classes.get(name)
    if exact is not None:
        return exact
    owner, _, last = name.rpartition(".")
    for module, names, found in known.patterns:
        if _is_within(owner, module) and _matches(last, names):
            return found
    for forward in known.forwards:
        other = forward + name[len(package) :] if name.startswith(package) else name
        passed = _in(other, package_of(f"{forward}.") or forward, depth + 1)
        if passed is not None:
            return passed
    return None


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    if any(fnmatchcase(name, one[1:]) for one in patterns if one.startswith(BUT)):
        return False
    return any(fnmatchcase(name, one) for one in patterns)


def _is_within(owner: str, module: str) -> bool:
    if module.endswith(".*"):
        return owner == module[:-2] or owner.startswith(module[:-1])
    return owner == module


@lru_cache(maxsize=1024)
def class_called(name: str) -> Class | None:
    """The class of a stub by its full name; None where there is none."""
    found = row(name)
    return found.row if found is not None and isinstance(found.row, Class) else None


def lineage(one: Class) -> tuple[Class, ...]:
    """A class and its bases, each once, in the order in which they are asked."""
    found = [one]
    for known in found:
        found += [base for name in known.bases if (base := class_called(name)) is not None and base not in found]
    return tuple(found)


def model_of(one: Class) -> ModelType | None:
    """What kind of module the instances of a class are; None where they are none."""
    return next((base.model for base in lineage(one) if base.model is not None), None)


def method_of(one: Class, name: str) -> Function | None:
    """The method called ``name`` of a class or of one of its bases; None where they have none."""
    return next((method for base in lineage(one) if (method := base.method(name)) is not None), None)


@lru_cache(maxsize=256)
def telling_names(package: str) -> frozenset[str]:
    """The last names of what, called, puts something in a place or needs it there, by the stub of ``package``."""
    known = stub(package)
    if known is None:
        return frozenset()
    rows: list[tuple[tuple[str, ...], Function | Class]] = [(names, one) for _, names, one in known.patterns]
    single: list[Function | Class] = [*known.functions.values(), *known.classes.values()]
    rows += [((one.name.rpartition(".")[2],), one) for one in single]
    found: set[str] = set()
    for names, one in rows:
        if one.tells:
            found.update(name for name in names if name.isidentifier())
        if isinstance(one, Class):
            found.update(name for name, method in one.methods if name != "__init__" and method.tells)
    return frozenset(found).union(*map(telling_names, known.forwards))


def described_in(text: str, imported: Mapping[str, str]) -> frozenset[str]:
    """The names, as ``telling_names``, that a file may use which holds ``text`` and imports these full names.

    ``imported`` are the names that it gives them, with the full ones: {"nms": "torchvision.ops.nms"}.
    """
    tops = frozenset(full.partition(".")[0] for full in imported.values())
    own = {known for known, full in imported.items() if (one := row(full)) is not None and one.row.tells}
    named = (one.partition(".") for one in packages().union(filter(has_stub, tops)))
    used = (top + dot + rest for top, dot, rest in named if top in tops and (not rest or rest in text))
    return frozenset(own).union(*map(telling_names, used))
