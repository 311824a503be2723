"""Kinds of values of options: what a kind is, and those of single values.

    SWITCH.from_text("--no-cache", "yes")     True
    SWITCH.schema                             {"type": "boolean"}
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

from devlint.base.errors import BadOption


class Kind(ABC):
    """One kind of value. ``shown`` is what the documentation calls it, ``metavar`` what the help of a flag does."""

    def __init__(self, shown: str, metavar: str) -> None:
        self.shown = shown
        self.metavar = metavar

    @abstractmethod
    def from_text(self, where: str, *texts: str) -> Any:
        """The value written in ``texts``: of a flag, each time it is given, or of a key of an ini file."""

    @abstractmethod
    def from_toml(self, where: str, value: object) -> Any:
        """The value of a key of a TOML file."""

    @property
    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The values of a TOML file as JSON Schema describes them."""


class OneOf(Kind):
    """One of several words."""

    def __init__(self, shown: str, metavar: str, words: tuple[str, ...]) -> None:
        super().__init__(shown, metavar)
        self.words = words

    def from_text(self, where: str, *texts: str) -> Any:
        """The last text, which must be one of the words."""
        return self.from_toml(where, texts[-1].strip())

    def from_toml(self, where: str, value: object) -> Any:
        """The value, which must be one of the words."""
        if not isinstance(value, str):
            raise BadOption(f"{where}: must be a string, not {called(value)}")
        if value not in self.words:
            raise BadOption(f"{where}: {value!r} is none of {', '.join(self.words)}")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """The words."""
        return {"enum": list(self.words)}


class Path(Kind):
    """The path of a file or folder."""

    def from_text(self, where: str, *texts: str) -> Any:
        """The last text."""
        return self.from_toml(where, texts[-1].strip())

    def from_toml(self, where: str, value: object) -> Any:
        """The value, which must be a string."""
        if not isinstance(value, str):
            raise BadOption(f"{where}: must be a string, not {called(value)}")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """Any string."""
        return {"type": "string"}


class Number(Kind):
    """A whole number, between two limits."""

    def __init__(self, shown: str, metavar: str, least: int, most: int) -> None:
        super().__init__(shown, metavar)
        self.least = least
        self.most = most

    def from_text(self, where: str, *texts: str) -> Any:
        """The last text, which must be a number."""
        text = texts[-1].strip()
        return self.from_toml(where, int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text)

    def from_toml(self, where: str, value: object) -> Any:
        """The value, which must be within the limits."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise BadOption(f"{where}: must be a whole number from {self.least} to {self.most}")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """A whole number and its limits."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Switch(Kind):
    """Something that is on or off."""

    def from_text(self, where: str, *texts: str) -> Any:
        """The last text, which must say yes or no in one of the ways of ini files."""
        text = texts[-1].strip().lower()
        if text not in _SWITCHES:
            raise BadOption(f"{where}: {texts[-1]!r} is neither true nor false")
        return _SWITCHES[text]

    def from_toml(self, where: str, value: object) -> Any:
        """The value, which must be a boolean."""
        if not isinstance(value, bool):
            raise BadOption(f"{where}: must be a boolean, not {called(value)}")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


_SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def called(value: object) -> str:
    """What the kind of a TOML value is called."""
    names = {bool: "a boolean", str: "a string", int: "an integer", float: "a number", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")
