"""Dividing a large repository so that files which import each other stay together.

    parts(spool, {"a.py": ..., "b.py": ..., "c.py": ...}, 2)        [{"a.py", "b.py"}, {"c.py"}]

Each part is linted with all files in sight, so that the division decides what a worker evaluates, and no finding.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from devlint.configuration.options import Options
from devlint.engine.projects import open_project
from devlint.file_systems.tree import Tree, without_those_below_files
from devlint.fleet.child import ROOT, Spooled
from devlint.fleet.request import Place


def parts(spool: str, files: Mapping[str, Place], count: int) -> list[set[str]]:
    """``count`` sets of the paths in ``files``, of about the same weight; the same for the same files."""
    if count < 2:
        return [set(files)]
    handle = os.open(spool, os.O_RDONLY)
    try:
        tree = Tree(ROOT, Spooled(handle, files), list(without_those_below_files(files.keys())))
        groups = _components(tree, sorted(files))
    finally:
        os.close(handle)
    total = sum(size for _, size in files.values())
    pieces = [piece for group in groups for piece in _pieces(group, files, total // count)]
    found: list[set[str]] = [set() for _ in range(count)]
    weights = [0] * count
    for piece in sorted(pieces, key=lambda names: (-_weight(names, files), names)):
        lightest = min(range(count), key=lambda number: (weights[number], number))
        found[lightest].update(piece)
        weights[lightest] += _weight(piece, files)
    return found


def _components(tree: Tree, names: list[str]) -> list[list[str]]:
    """The files that lead to each other, by their imports."""
    project = open_project(Options(site_packages="ignore"), tree)
    above = {name: name for name in names}

    def top(name: str) -> str:
        while above[name] != name:
            above[name] = above[above[name]]
            name = above[name]
        return name

    for name in names:
        if name.endswith(".py"):
            for other in project.leads(os.path.join(ROOT, name)):
                there = os.path.relpath(other, ROOT)
                if there in above:
                    above[top(there)] = top(name)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(top(name), []).append(name)
    return list(groups.values())


def _pieces(group: list[str], files: Mapping[str, Place], most: int) -> list[list[str]]:
    """A component that is heavier than a part, cut: what it shares is then evaluated in more than one place."""
    found: list[list[str]] = [[]]
    weight = 0
    for name in group:
        size = files[name][1]
        if found[-1] and weight + size > max(most, 1):
            found.append([])
            weight = 0
        found[-1].append(name)
        weight += size
    return found


def _weight(names: list[str], files: Mapping[str, Place]) -> int:
    return sum(files[name][1] for name in names)
