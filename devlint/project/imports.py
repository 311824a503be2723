"""The imports of a text, found without parsing it: enough to know which modules lead to which.

    from .a import b, c     Import(1, "a", ("b",)), Import(1, "a", ("c",))
    import d.e              Import(0, "d.e")

Imports under ``if TYPE_CHECKING:`` are not executed and do not count; those inside functions do. What looks like an
import inside a string with three quotes does not.
"""

from __future__ import annotations

import re

from devlint.project.resolve import Import

_STRING = re.compile(r"\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''", re.DOTALL)
_COMMENT = re.compile(r"#[^\n]*")
_CHECKING = re.compile(r"^([ \t]*)if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:.*\n(?:(?:\1[ \t]+.*)?\n)*", re.MULTILINE)
_STATEMENT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t]+(?P<dots>[. \t]*)(?P<module>[\w.]*)[ \t]*import\b[ \t]*(?P<names>\([^)]*\)|[^\n;]*)"
    r"|import[ \t]+(?P<modules>[^\n;]+))",
    re.MULTILINE,
)


def imports(text: str) -> list[Import]:
    """What ``text`` imports, each once, in the order it is written; ``*`` is a name like another."""
    if "import" not in text:
        return []
    bare = _STRING.sub("''", text).replace("\\\n", " ")
    bare = _CHECKING.sub("", _COMMENT.sub("", bare))
    found: dict[Import, None] = {}
    for match in _STATEMENT.finditer(bare):
        if match["modules"] is not None:
            for part in match["modules"].split(","):
                module = part.split()[0] if part.split() else ""
                if module.replace(".", "").isidentifier():
                    found[Import(0, module)] = None
            continue
        level = match["dots"].count(".")
        for part in match["names"].strip("() \t\n").split(","):
            words = part.split()
            if words and (level or match["module"]) and (words[0].isidentifier() or words[0] == "*"):
                found[Import(level, match["module"], (words[0],))] = None
    return list(found)
