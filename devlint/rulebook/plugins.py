"""Plugins: modules with pattern rules that are not devlint's own.

    plugins = ["our-rules"]          in the configuration: an entry point of the group ``devlint.rules``
    devlint check --plugin rules/    on the command line: a file or a folder

A name is looked up among the plugins that are installed in the environment that devlint runs in, never in the tree that
is checked: a project that is linted must not run code by its configuration, neither its own nor that of any module
which happens to be installed. Only the command line names files.

What is wrong with a plugin is kept as a sentence, so that each front end can say it in its own way: ``complaint``.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import re
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType

from devlint.base.digest import digest
from devlint.base.import_path import environment, is_checked
from devlint.rulebook import Rule, RuleMeta, forget, opened, register, rules

GROUP = "devlint.rules"
CODE = re.compile(r"(?!DEV[0-8])[A-Z]{3}[0-9]{3}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_failures: dict[str, str] = {}
"""Of each plugin that was asked for, what is wrong with it, "" for one that is loaded."""


class BadPlugin(Exception):
    """A plugin that cannot be used. The message goes on where a sentence begins with its name."""


def load(names: Sequence[str], paths: Sequence[str] = ()) -> None:
    """Load modules by ``names`` and files or folders by ``paths``, unless that is done already."""
    for plugin in (*names, *paths):
        if _failures.get(plugin) != "":
            _failures[plugin] = _loaded(plugin, is_path=plugin in paths)


def complaint(names: Sequence[str], paths: Sequence[str] = ()) -> str:
    """A sentence on the first of these plugins that cannot be used; "" if all can."""
    load(names, paths)
    return next((_failures[plugin] for plugin in (*names, *paths) if _failures[plugin]), "")


def _loaded(plugin: str, *, is_path: bool) -> str:
    try:
        with environment():
            module = _at(plugin) if is_path else _named(plugin)
            found = list(_rules(module, plugin))
        if not found:
            raise BadPlugin("has no rule: no module in it defines META")
        known = {rule.meta.code: rule for rule in rules()} | {rule.meta.name: rule for rule in rules()}
        for number, rule in enumerate(found):
            others = [*found[:number], *(known[one] for one in (rule.meta.code, rule.meta.name) if one in known)]
            twin = next((o for o in others if {o.meta.code, o.meta.name} & {rule.meta.code, rule.meta.name}), None)
            if twin is not None:
                raise BadPlugin(f"has a rule {rule.meta.code} {rule.meta.name}, but there is {twin.meta.code} already")
    except BadPlugin as error:
        forget(plugin)
        return f"the plugin `{repr(plugin)[1:-1]}` {error}"
    register(found)
    return ""


def _named(name: str) -> ModuleType:
    """The module of the entry point called ``name``, from the environment."""
    from importlib.metadata import entry_points

    declared = next((one.module for one in entry_points(group=GROUP) if one.name == name), "")
    if not declared:
        raise BadPlugin(
            f"is no entry point of the group `{GROUP}` that is installed beside devlint; "
            "a file or folder is named by `--plugin` on the command line"
        )
    try:
        spec = importlib.util.find_spec(declared.partition(".")[0])
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise BadPlugin(f"names the module `{declared}`, which is not installed")
    for place in [*(spec.submodule_search_locations or ()), *([spec.origin] if spec.has_location else [])]:
        if place is not None and is_checked(place):
            raise BadPlugin(f"lies in the checked project, at {place}; name it by `--plugin` on the command line")
    return _imported(declared)


def _at(path: str) -> ModuleType:
    """The module at ``path``, a file or a folder, under a name of its own."""
    whole = os.path.realpath(path)
    name = f"devlint_plugin_{digest(whole, size=6)}"
    is_folder = os.path.isdir(whole)
    if not is_folder and not (whole.endswith(".py") and os.path.isfile(whole)):
        raise BadPlugin("is neither a Python file nor a folder")
    first = os.path.join(whole, "__init__.py") if is_folder else whole
    if is_folder and not os.path.isfile(first):
        module = ModuleType(name)
        module.__path__ = [whole]
        sys.modules[name] = module
        return module
    spec = importlib.util.spec_from_file_location(
        name, first, submodule_search_locations=[whole] if is_folder else None
    )
    assert spec is not None and spec.loader is not None, "it is a Python file"
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadPlugin(f"cannot be loaded: {_in_a_line(error)}") from None
    return module


def _imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise BadPlugin(f"cannot be loaded: {_in_a_line(error)}") from None


def _rules(module: ModuleType, plugin: str) -> Iterator[Rule]:
    """The rules of a module and, where it is a package, of the modules and packages in it."""
    if hasattr(module, "META"):
        yield _rule(module, module.__name__ if hasattr(module, "Visitor") else "", plugin)
    for name, is_package in _members(module):
        inner = f"{module.__name__}.{name}"
        if not is_package:
            found = _imported(inner)
            if hasattr(found, "META"):
                yield _rule(found, inner if hasattr(found, "Visitor") else "", plugin)
        elif importlib.util.find_spec(f"{inner}.rule") is not None:
            pattern = f"{inner}.pattern" if importlib.util.find_spec(f"{inner}.pattern") is not None else ""
            yield _rule(_imported(f"{inner}.rule"), pattern, plugin)


def _members(module: ModuleType) -> list[tuple[str, bool]]:
    """The modules and packages in a package, and whether each is a package. Not for names that begin with ``_``."""
    path = list(getattr(module, "__path__", ()))
    found = {info.name: info.ispkg for info in pkgutil.iter_modules(path)}
    for folder in path:
        for entry in os.scandir(folder) if os.path.isdir(folder) else ():
            if entry.name.isidentifier() and os.path.isfile(os.path.join(entry.path, "rule.py")):
                found.setdefault(entry.name, True)
    return sorted((name, is_package) for name, is_package in found.items() if not name.startswith("_"))


def _rule(module: ModuleType, pattern: str, plugin: str) -> Rule:
    meta = module.META
    if not isinstance(meta, RuleMeta):
        raise BadPlugin(f"has a META in `{module.__name__}` that is no RuleMeta")
    if CODE.fullmatch(meta.code) is None:
        wanted = "it has to be three capitals and three digits, and not of DEV0 to DEV8"
        raise BadPlugin(f"has a rule with the code {meta.code!r}; {wanted}")
    if _NAME.fullmatch(meta.name) is None:
        raise BadPlugin(f"has a rule with the name {meta.name!r}; it has to be small words with hyphens between")
    if not pattern:
        raise BadPlugin(f"has a rule {meta.code} without a class Visitor")
    if isinstance(getattr(module, "WORDS", ()), str):
        raise BadPlugin(f"has a rule {meta.code} whose WORDS are a string; they are a tuple of strings")
    rule = opened(module, pattern, plugin)
    if pattern == module.__name__:
        from devlint.patterns.visitor import PatternVisitor

        visitor = rule.visitor()
        if not (isinstance(visitor, type) and issubclass(visitor, PatternVisitor)):
            raise BadPlugin(f"has a rule {meta.code} whose Visitor is no PatternVisitor")
    return rule


def _in_a_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}".rstrip(": ")
