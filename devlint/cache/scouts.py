"""What the scout says of the files of a project, and what of it is kept from one run to another.

scouted(project, source, options)           what to evaluate of a file, and what leaks out of it
project.index = ScoutIndex(...)             the latter from the cache, where the file is as it was
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from devlint.project.answers import Answers
from devlint.project.needs import Kind, Needs
from devlint.scout.exports import NOTHING, Exports, imported
from devlint.scout.scout import Scouted, imports_torch, is_of_another_framework, scout
from devlint.scout.torch_mentions import touches_torch

if TYPE_CHECKING:
    from devlint.cache.results import Cache
    from devlint.configuration.options import Options
    from devlint.project.project import Project
    from devlint.project.source import Source

_OF_FRAMEWORKS = ("Tensor", "Parameter")
"""What the tensors of a framework are called."""


def scouted(project: Project[Scouted], source: Source, options: Options) -> Scouted:
    """What the scout says of a file of a project."""
    text, tree = source.text, source.tree

    def origin(level: int, module: str, name: str) -> tuple[Exports, str] | None:
        found = project.scouted_at(source.file, level, module, name)
        return None if found is None else (found[0].exports, found[1])

    if tree is None:
        return Scouted()
    incoming = imported(tree, origin)
    incoming.foreign = not imports_torch(text) and _takes_foreign_tensors(project, source)
    configured = options.mentions_configured(text) or project.is_described(source.file)
    if not incoming.words and not touches_torch(text) and not configured:
        return Scouted()
    found = scout(text, tree, options.configured, incoming)
    return replace(found, exports=NOTHING) if changes_default(text) else found


def _takes_foreign_tensors(project: Project[Scouted], source: Source) -> bool:
    """Whether ``Tensor`` or its kin comes from a file of the project that is, or imports, another framework.

    from .engine import Tensor          and `engine.py` defines it, without torch
    """
    for name in _OF_FRAMEWORKS:
        meaning = source.names.bound.get(name) if name in source.text else None
        target = None if meaning is None else project.definitions.defined_at(source.file, meaning)
        if target is None:
            continue
        project.asked.note(source.file, Kind.TEXT, target.file)
        if is_of_another_framework(project.source(target.file).text):
            return True
    return False


def changes_default(text: str) -> bool:
    """Whether a file may change the device of tensors that are made without one."""
    return "set_default_device" in text or "set_default_tensor_type" in text


class ScoutIndex:
    """Keeps what leaks out of each file in the cache that ``cache`` says is for it, if any is."""

    def __init__(self, project: Project[Scouted], options: Options, cache: Callable[[str], Cache | None]) -> None:
        self.project = project
        self.options = options
        self.cache = cache

    def read(self, file: str) -> Scouted | None:
        """What leaks out of ``file``, if it is kept and the file and what it depends on are as they were."""
        cache = self.cache(file)
        entry = cache.load(self._key(file)) if cache is not None else None
        try:
            if entry is None:
                return None
            needs, exports = Needs.unpacked(entry["needs"]), _unpacked(entry["exports"])
        except (ValueError, TypeError, LookupError, AttributeError):
            return None
        if not Answers(self.project).stands(file, needs.but(Kind.EXPORTS, file)):  # that is what is asked for here
            return None
        self.project.asked.recall(file, needs)
        return Scouted(None, exports)

    def write(self, file: str, found: Scouted) -> None:
        """Keep what leaks out of ``file``."""
        cache = self.cache(file)
        if cache is not None:
            exports = json.loads(found.outward())
            cache.store(self._key(file), {"needs": Answers(self.project).needs(file).packed(), "exports": exports})

    def _key(self, file: str) -> str:
        return f"{file}\n{self.options.fingerprint()}\nexports"


def _unpacked(packed: list[Any]) -> Exports:
    """The exports that ``Exports.packed`` has written; one of many errors for anything else."""
    names, functions, sets, members, modules = packed
    shared = [frozenset(map(str, words)) for words in sets]
    owned = {str(owner): tuple([shared[number] for number in numbers]) for owner, numbers in members.items()}
    return Exports(frozenset(map(str, names)), frozenset(map(str, functions)), owned, frozenset(map(str, modules)))
