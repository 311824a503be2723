"""The imports of a text, found without parsing it: enough to know which modules lead to which.

    from .a import b, c     Import(1, "a", ("b",)), Import(1, "a", ("c",))
    import d.e              Import(0, "d.e")

Imports under ``if TYPE_CHECKING:`` are not executed and do not count; those inside functions do. What looks like an
import inside a string with three quotes does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.project.resolve import Import

_QUOTES = ('"""', "'''")
_REST_OF_DOUBLE = re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3}', re.DOTALL)
_REST_OF_SINGLE = re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'{3}", re.DOTALL)
FARTHEST = 1000
"""How many characters before the word ``import`` its statement is looked for."""

_COMMENT = re.compile(r"#[^\n]*")
_CHECKING = re.compile(r"^([ \t]*)if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:.*(?:\n(?:\1[ \t].*)?)*", re.MULTILINE)
_STATEMENT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t](?P<dots>[. \t]*)(?:(?P<module>\w[\w.]*)[ \t]*)?import\b[ \t]*"
    r"(?P<names>\([^()]*\)|[^\n;]*)"
    r"|import[ \t]+(?P<modules>[^\n;]+))",
    re.MULTILINE,
)


def imports(text: str) -> list[Import]:
    """What ``text`` imports, each once, in the order it is written; ``*`` is a name like another."""
    if "import" not in text:
        return []
    bare = _COMMENT.sub("", _without_strings(text).replace("\\\n", " "))
    if "TYPE_CHECKING" in bare:
        bare = _CHECKING.sub("", bare)
    found: dict[Import, None] = {}
    for match in _statements(bare):
        if match["modules"] is not None:
            for part in match["modules"].split(","):
                module = part.split()[0] if part.split() else ""
                if module.replace(".", "").isidentifier():
                    found[Import(0, module)] = None
            continue
        level, module = match["dots"].count("."), match["module"] or ""
        for part in match["names"].strip("() \t\n").split(","):
            words = part.split()
            if words and (level or module) and (words[0].isidentifier() or words[0] == "*"):
                found[Import(level, module, (words[0],))] = None
    return list(found)


def _without_strings(text: str) -> str:
    """``text`` with an empty string for each that three quotes enclose; quotes that nothing closes stay."""
    kept: list[str] = []
    done = 0
    begins = {quotes: text.find(quotes) for quotes in _QUOTES}  # where each kind comes next, and -1 where it does not
    while at := min((begin for begin in begins.values() if begin >= 0), default=-1) + 1:
        begin = at - 1
        quotes = text[begin : begin + 3]
        end = _end_of_string(text, quotes, begin + 3)
        if end < 0:  # nor does anything close quotes of this kind that come later
            begins[quotes] = -1
            continue
        kept += (text[done:begin], "''")
        done = end
        begins = {one: text.find(one, end) if 0 <= begin < end else begin for one, begin in begins.items()}
    return "".join([*kept, text[done:]])


def _end_of_string(text: str, quotes: str, begin: int) -> int:
    """Where the string ends that three ``quotes`` before ``begin`` open; -1 where nothing closes it."""
    close = text.find(quotes, begin)
    if close < 0 or text.find("\\", begin, close) < 0:
        return close if close < 0 else close + 3
    end = _REST_OF_DOUBLE.match(text, begin) if quotes == _QUOTES[0] else _REST_OF_SINGLE.match(text, begin)
    return -1 if end is None else end.end()


def _statements(bare: str) -> Iterator[re.Match[str]]:
    """The matches of ``_STATEMENT``, looked for on lines only that hold the word."""
    done = 0
    at = bare.find("import")
    while at >= 0:
        begin = max(0, at - FARTHEST)
        match = _STATEMENT.search(bare, max(done, bare.rfind("\n", begin, at) + 1, begin), at + len("import") + 2)
        if match is not None:
            match = _STATEMENT.match(bare, match.start())
        if match is not None:
            yield match
            done = match.end()
        at = bare.find("import", max(done, at + 1))
