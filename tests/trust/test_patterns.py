"""No regular expression of devlint takes more than linear time, whatever text it is given."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import devlint
from tests.trust.ambiguity import ambiguities

PACKAGE = Path(devlint.__file__).parent
METHODS = {"search", "sub", "subn", "split", "findall", "finditer", "match", "fullmatch"}
SEARCHES = METHODS - {"match", "fullmatch"}


class Pattern(NamedTuple):
    """A regular expression at a place of devlint, and how it is applied."""

    place: str
    source: str
    flags: int
    anywhere: bool
    whole: bool


class Word(str):
    """A word that stands for whatever is known at run time alone: also for what it is called or asked for."""

    __slots__ = ()

    def __call__(self, *_: object) -> Word:
        return self

    def __getattr__(self, _: str) -> Word:
        return self


class Names(dict[str, Any]):
    """The names of a module; any other, as those that a function binds, stands for a word."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, Word("name"))


def patterns() -> Iterator[Pattern]:
    """Every regular expression that a call of ``re`` in devlint names."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    everything = "\n".join(texts.values())
    for path, text in texts.items():
        if "re." not in text:
            continue
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        known: Names | None = None
        assigned: dict[int, str] = {}
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                    assigned[id(call)] = name
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[first, *rest]) if (
                    method in METHODS or method == "compile"
                ):
                    if known is None:
                        known = Names(vars(importlib.import_module(module)))
                    flags = [keyword.value for keyword in node.keywords if keyword.arg == "flags"]
                    flags += rest[:1] if method == "compile" else []
                    methods = {method}
                    if method == "compile":
                        name = assigned.get(id(node), "")
                        where = text if name.startswith("_") else everything
                        uses = re.findall(rf"(?<![\w`]){name}\b(?:\.(\w+)\(|(?! = re\.compile))", where) if name else [""]
                        methods = {use if use in METHODS else "search" for use in uses} or {"search"}
                    yield Pattern(
                        f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}",
                        _value(first, known),
                        int(_value(flags[0], known)) if flags else 0,
                        anywhere=bool(methods & SEARCHES),
                        whole="fullmatch" in methods,
                    )


def _value(node: ast.expr, names: Names) -> Any:
    found = eval(compile(ast.Expression(node), "", "eval"), {}, names)
    return found.pattern if isinstance(found, re.Pattern) else found
