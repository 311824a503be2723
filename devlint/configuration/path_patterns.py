"""Patterns of paths, written as in ``.gitignore``, each meant from a folder.

    path_pattern("--exclude", "docs/*.py")            PathPattern("docs/*.py"), meant from the current folder
    verdict((one, other), "/home/me/docs/conf.py")    True: a pattern means the path; False: a `!pattern` does; or None

A pattern with a slash inside or at its begin is meant from its folder, another one at any depth. A pattern means what
lies in a folder that it means. pathspec, which matches them, is imported where a pattern is matched for the first time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from devlint.base.errors import BadOption

MOST_STARS = 4
"""How many stars a part of a pattern may hold: the time that a match takes grows by a power for each."""


class PathPattern(NamedTuple):
    """A pattern and the absolute path of the folder that it is meant from, "" for the current one."""

    text: str
    folder: str = ""

    def below(self, folder: str) -> PathPattern:
        """The pattern, meant from ``folder``."""
        text = self.text
        while text.startswith("../"):
            folder, text = os.path.dirname(folder), f"/{text[3:].lstrip('/')}"
        return PathPattern(text, folder)


def path_pattern(where: str, text: str) -> PathPattern:
    """The pattern that a user wrote. Raises BadOption, which begins with ``where``, for one that means nothing."""
    plain = text.replace(os.sep, "/") if os.sep != "/" else text
    wrong = problem(plain)
    if wrong:
        raise BadOption(f"{where}: {text!r} {wrong}")
    return PathPattern(re.sub(r"^(!?)(?:\./+)+", r"\1", plain))


def problem(text: str) -> str:
    """What is wrong with a pattern, "" for nothing."""
    bare = text.strip().removeprefix("!")
    if not bare.strip("./"):
        return "is no pattern of paths"
    if (len(bare) - len(bare.rstrip("\\"))) % 2:
        return "ends in a backslash"
    if bare.startswith("#"):
        return "is a comment, the pattern would be `\\#...`"
    return "has too many stars" if has_too_many_stars(bare) else ""


def has_too_many_stars(text: str) -> bool:
    """True if a match of a pattern may take very long."""
    parts = text.split("/")
    return sum(part == "**" for part in parts) > MOST_STARS or any(
        len(re.findall(r"\*+", part)) > MOST_STARS for part in parts
    )


class BadPattern(Exception):
    """A pattern that means nothing. The message says what is wrong with it."""


class NoPattern(BadPattern):
    """A pattern that git takes for one that means no path: ``!``, or one that ends in a backslash."""


class _Compiled(NamedTuple):
    """A pattern without its ``!`` and the slash at its end."""

    regex: re.Pattern[str]
    is_positive: bool
    folders_only: bool

    def means(self, path: str, *, is_folder: bool) -> bool:
        """True if the pattern means this very path, not only a folder around it."""
        if self.folders_only and not is_folder:
            return False
        found = self.regex.search(path)
        return found is not None and found.groupdict().get("ps_d") is None  # where pathspec sees a folder end


def _compiled(line: str) -> _Compiled | None:
    """The pattern of a line, None for an empty line and for a comment. Raises BadPattern."""
    from pathspec import GitIgnoreSpec

    if has_too_many_stars(line):
        raise BadPattern("has too many stars")
    trimmed = line.rstrip(" \r")
    folders_only = trimmed.endswith("/")
    bare = trimmed.rstrip("/") if folders_only else line.rstrip("\r")
    try:
        pattern = next(iter(GitIgnoreSpec.from_lines([bare]).patterns), None)
    except (ValueError, re.error):
        raise NoPattern("is no pattern of paths") from None
    if pattern is None or pattern.include is None or pattern.regex is None:
        return None
    return _Compiled(pattern.regex, pattern.include, folders_only)


class PatternList:
    """Patterns that are meant from one folder, in their order: the last one that means a path decides.

    ``anywhere`` says that paths outside of ``folder`` count, too, as seen from the nearest folder above both.
    """

    def __init__(self, folder: str, patterns: Sequence[_Compiled], *, anywhere: bool = False) -> None:
        self.folder = folder
        self._patterns = patterns
        self._anywhere = anywhere

    @classmethod
    def of(cls, folder: str, lines: Iterable[str], *, anywhere: bool = False) -> PatternList:
        """The list of ``lines`` as ``.gitignore`` has them. Raises BadPattern."""
        return cls(folder, [one for one in map(_compiled, lines) if one is not None], anywhere=anywhere)

    @classmethod
    def of_git(cls, folder: str, lines: Iterable[str]) -> PatternList:
        """The list of the lines of a file that git reads, too, which passes over what is no pattern.

        Raises BadPattern for what git knows and devlint does not match.
        """
        found = []
        for line in lines:
            with suppress(NoPattern):
                found.append(_compiled(line))
        return cls(folder, [one for one in found if one is not None])

    def verdict(self, path: str, *, is_folder: bool = False) -> bool | None:
        """True if the list means an absolute path, False if it excepts it, None if it says nothing of it.

        What it says of the folders around the path is not asked.
        """
        inside = self._relative(path)
        if inside:
            for one in reversed(self._patterns):
                if one.means(inside, is_folder=is_folder):
                    return one.is_positive
        return None

    def without(self, folder: str) -> PatternList:
        """The list without the patterns that mean ``folder``."""
        inside = self._relative(folder)
        left = [one for one in self._patterns if not (one.is_positive and one.means(inside, is_folder=True))]
        return PatternList(self.folder, left, anywhere=self._anywhere)

    def _relative(self, path: str) -> str:
        inside = relative(path, self.folder)
        if inside or not self._anywhere or path == self.folder:
            return inside
        try:
            return relative(path, os.path.commonpath((path, self.folder)))
        except ValueError:  # on another drive
            return os.path.basename(path)


def relative(path: str, folder: str) -> str:
    """An absolute path as seen from ``folder``, with slashes; "" for the folder itself and for what is not below it."""
    head = folder if folder.endswith(os.sep) else folder + os.sep
    if not path.startswith(head):
        return ""
    inside = path[len(head) :]
    return inside if os.sep == "/" else inside.replace(os.sep, "/")


def lists(patterns: Sequence[PathPattern]) -> tuple[PatternList, ...]:
    """Patterns of options, ready to be matched, in their order. Raises BadOption."""
    here = os.getcwd()
    return _lists(tuple(one if one.folder else one.below(here) for one in patterns))


@lru_cache(maxsize=256)
def _lists(patterns: tuple[PathPattern, ...]) -> tuple[PatternList, ...]:
    found: list[tuple[str, bool, list[str]]] = []
    for one in patterns:
        text = one.text
        for folder in (one.folder, os.path.realpath(one.folder)):
            inside = relative(text.removeprefix("!"), folder)
            if inside:  # the pattern is an absolute path
                text = f"{'!' * text.startswith('!')}/{inside}"
                break
        anywhere = "/" not in text.rstrip("/")
        if not found or found[-1][:2] != (one.folder, anywhere):
            found.append((one.folder, anywhere, []))
        found[-1][2].append(text)
    try:
        return tuple(PatternList.of(folder, lines, anywhere=anywhere) for folder, anywhere, lines in found)
    except BadPattern as error:
        raise BadOption(f"{', '.join(repr(one.text) for one in patterns)}: {error}") from None


def verdict(found: Sequence[PatternList], path: str, *, is_folder: bool = False) -> bool | None:
    """What the last of several lists that says something of a path says of it."""
    for one in reversed(found):
        said = one.verdict(path, is_folder=is_folder)
        if said is not None:
            return said
    return None


def means(pattern: PathPattern, path: str) -> bool:
    """True if a pattern means the file ``path`` or a folder around it; for ``!pattern``, if the pattern does not."""
    is_positive = not pattern.text.startswith("!")
    found = lists((pattern._replace(text=pattern.text.removeprefix("!")),))
    absolute = os.path.abspath(path)
    is_meant = _means(found, absolute) or _means(found, os.path.realpath(absolute))
    return is_meant is is_positive


def are_excluding(patterns: Sequence[PathPattern], path: str) -> bool:
    """True if patterns of options exclude an absolute path or a folder around it. Raises BadOption."""
    return _means(lists(patterns), path)


def _means(found: Sequence[PatternList], path: str) -> bool:
    return any(verdict(found, one, is_folder=is_folder) for one, is_folder in around(path))


def around(path: str, *, is_folder: bool = False) -> Iterator[tuple[str, bool]]:
    """An absolute path and the folders around it but the topmost, from the inside, each with whether it is a folder."""
    above = os.path.dirname(path)
    while above != path:
        yield path, is_folder
        path, above, is_folder = above, os.path.dirname(above), True
