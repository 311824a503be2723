"""Values of options as the user writes them: kinds of values, and how each is read.

    RULES.from_text("--select", "dev2, bare-cuda")                    ("DEV2", "bare-cuda")
    RULES.from_toml("pyproject.toml: tool.devlint.select", ["DEV2"])  ("DEV2",)

``where`` begins every complaint: the flag, or the file and the key. Raises BadOption for a value that means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from devlint.base.diagnostic import LEVELS
from devlint.base.errors import BadOption
from devlint.configuration.options import NAMING_LENGTH, SITE_PACKAGES
from devlint.configuration.path_patterns import PathPattern, path_pattern
from devlint.configuration.scalars import Kind, Number, OneOf, Path, Switch, called


class Entries(Kind):
    """A list: ``split`` cuts a text into entries, ``read`` gives the value of these."""

    def __init__(
        self,
        shown: str,
        metavar: str,
        split: Callable[[str], list[str]],
        read: Callable[[str, Sequence[str]], tuple[Any, ...]],
    ) -> None:
        super().__init__(shown, metavar)
        self.split = split
        self.read = read

    def from_text(self, where: str, *texts: str) -> Any:
        """The value of all entries of all texts."""
        return self.read(where, [entry for text in texts for entry in self.split(text)])

    def from_toml(self, where: str, value: object) -> Any:
        """The value of a list of strings, each of which is an entry."""
        return self.read(where, strings(where, value))

    @property
    def schema(self) -> dict[str, Any]:
        """A list of strings."""
        return {"type": "array", "items": {"type": "string"}}


class PerFile(Kind):
    """Patterns of paths, each with what is ignored in the files that match."""

    def from_text(self, where: str, *texts: str) -> Any:
        """Read ``tests/*.py:DEV2,bare-cuda setup.py,conf.py:DEV``."""
        return tuple(pair for text in texts for pair in _per_file(where, text))

    def from_toml(self, where: str, value: object) -> Any:
        """Read ``{"tests/*.py" = ["DEV2", "bare-cuda"]}``."""
        if not isinstance(value, dict):
            raise BadOption(f"{where}: must be a table of lists of strings, not {called(value)}")
        found = []
        for glob, entries in value.items():
            place = f"{where}.{glob!r}"
            found.append((path_pattern(place, glob), rules(place, strings(place, entries))))
        return tuple(found)

    @property
    def schema(self) -> dict[str, Any]:
        """A table of lists of strings."""
        return {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}


class RuleLevels(Kind):
    """Rules, each with a level."""

    def from_text(self, where: str, *texts: str) -> Any:
        """Read ``DEV501:hint, bare-cuda:error``."""
        pairs = [entry.partition(":") for text in texts for entry in words(text)]
        for entry, colon, level in pairs:
            if not (entry and colon and level):
                raise BadOption(f"{where}: {entry + colon + level!r} is not RULE:LEVEL")
        return self.from_toml(where, {entry: level for entry, _, level in pairs})

    def from_toml(self, where: str, value: object) -> Any:
        """Read ``{DEV501 = "hint"}``."""
        if not isinstance(value, dict):
            raise BadOption(f"{where}: must be a table from rules to levels, not {called(value)}")
        found = []
        for entry, level in value.items():
            found += [(rule, LEVEL.from_toml(f"{where}.{entry}", level)) for rule in rules(where, [entry])]
        return tuple(found)

    @property
    def schema(self) -> dict[str, Any]:
        """A table of levels."""
        return {"type": "object", "additionalProperties": LEVEL.schema}


class Formats(Kind):
    """Formats of the report, each with its file: ``sarif:out.sarif,full``. Only the command line may name files."""

    def from_text(self, where: str, *texts: str) -> Any:
        """The last text, as it is."""
        return self.from_toml(where, texts[-1].strip())

    def from_toml(self, where: str, value: object) -> Any:
        """The value, as it is."""
        if not isinstance(value, str):
            raise BadOption(f"{where}: must be a string, not {called(value)}")
        from devlint.configuration.targets import targets

        if any(target.file for target in targets(where, value)) and not where.startswith("--"):
            raise BadOption(f"{where}: {value!r} names a file, which only the command line may do")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """Any string."""
        return {"type": "string"}


def strings(where: str, value: object) -> list[str]:
    """``value``, which must be a list of strings."""
    if not isinstance(value, list):
        raise BadOption(f"{where}: must be a list of strings, not {called(value)}")
    for one in value:
        if not isinstance(one, str):
            raise BadOption(f"{where}: must be a list of strings, but holds {called(one)}")
    return value


def words(text: str) -> list[str]:
    """Entries separated by commas or blanks."""
    return [e for e in re.split(r"[,\s]+", text) if e]


def rules(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    """Entries that name rules: codes in capitals, names in small letters."""
    if not entries:
        return ()
    from devlint.rulebook import near_rule, rules as all_rules

    known = all_rules()
    result = []
    for entry in entries:
        code, name = entry.upper(), entry.lower()
        if code and any(r.meta.code.startswith(code) for r in known):
            result.append(code)
        elif any(r.meta.name == name for r in known):
            result.append(name)
        else:
            raise BadOption(f"{where}: {entry!r} names no rule{near_rule(entry) or ' (see `devlint rules`)'}")
    return tuple(result)


def _naming(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    for entry in entries:
        if len(entry) < NAMING_LENGTH:
            raise BadOption(f"{where}: {entry!r} is not a code like DEV7 or DEV701")
    return rules(where, entries)


def _patterns(where: str, entries: Sequence[str]) -> tuple[PathPattern, ...]:
    return tuple(path_pattern(where, entry.strip()) for entry in entries if entry.strip())


def _per_file(where: str, text: str) -> list[tuple[PathPattern, tuple[str, ...]]]:
    """Read ``tests/*.py:DEV2,bare-cuda setup.py,conf.py:DEV``: globs, a colon, what to ignore there; and so on."""
    groups: list[tuple[list[str], list[str]]] = [([], [])]
    in_globs = True
    tokens = re.findall(r":|[^:,\s]+", text)
    for token in tokens:
        globs, found = groups[-1]
        if token == ":":
            in_globs = False
        elif in_globs:
            globs.append(token)
        elif re.fullmatch(r"[A-Z]{1,3}\d{0,3}|[a-z]+(-[a-z0-9]+)+", token):
            found.append(token)
        else:
            groups.append(([token], []))
            in_globs = True
    if tokens and not all(globs and found for globs, found in groups):
        raise BadOption(f"{where}: {' '.join(text.split())!r} is not PATTERN:RULES")
    return [(path_pattern(where, glob), rules(where, found)) for globs, found in groups if found for glob in globs]


def _plugins(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    from devlint.rulebook.plugins import complaint

    if reason := complaint(entries):
        raise BadOption(f"{where}: {reason}")
    return tuple(entries)


def _configured(text: str) -> list[str]:
    from devlint.stubs.configured import split

    return split(text)


def _moves(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    from devlint.stubs.configured import moves

    return moves(where, entries)


def _places(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    from devlint.stubs.configured import places

    return places(where, entries)


def _classes(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    from devlint.stubs.configured import classes

    return classes(where, entries)


def _stubs(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    if not all(entry.strip() for entry in entries):
        raise BadOption(f"{where}: a path is empty")
    return tuple(entries)


STUBS = Entries("list of files and folders", "PATH", lambda text: re.split(r"[,\n]", text), _stubs)
RULES = Entries("list of rules", "RULES", words, rules)
NAMED_RULES = Entries("list of rules", "RULES", words, _naming)
PATTERNS = Entries("list of patterns", "PATTERN", lambda text: re.split(r"[,\n]", text), _patterns)
PER_FILE = PerFile("table from patterns to lists of rules", "PATTERN:RULES")
MOVES = Entries("list of functions", "MOVE", _configured, _moves)
PLACES = Entries("list of names", "NAME", _configured, _places)
CLASSES = Entries("list of classes", "CLASS", _configured, _classes)
PLUGINS = Entries("list of plugins", "NAMES", words, _plugins)
PATH = Path("string", "PATH")
SECONDS = Number("number of seconds", "SECONDS", 1, 3600)
SWITCH = Switch("boolean", "")
FORMAT = Formats("string", "FORMAT[:FILE],...")
LEVEL = OneOf("string", "LEVEL", tuple(LEVELS))
READING = OneOf("string", "WORD", SITE_PACKAGES)
RULE_LEVELS = RuleLevels("table from rules to levels", "RULE:LEVEL")
