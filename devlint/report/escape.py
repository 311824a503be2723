r"""Text from files, names and configuration, made fit for a terminal and for the log of a CI service.

    escaped("a\nb \x1b[2J")         'a\\nb \\x1b[2J'          one line, and nothing that a terminal obeys
    escaped("::error::forged")      '\\x3a:error::forged'     nothing that GitHub takes for a command
    escaped("# ##vso[task.x]")      '# #\\x23vso[task.x]'     nor Azure, nor TeamCity

The authors of the checked tree choose names of files, keys of dicts and strings; what is printed of them must not
forge a finding, colour or hide another one, or be a command to the service that reads the log. Every output calls
``escaped`` for each piece that it prints, before it paints it; one of JSON calls ``escaped_json`` for the whole.
"""

from __future__ import annotations

import re
import unicodedata

_KEPT = "\u200c\u200d"
"""Joiners, which belong to words of some languages and to emoji."""
_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_COLONS = re.compile(r"(\s*):(?=:\w)")
_HASHES = re.compile(r"#(?=#\w*\[)")


def escaped(text: str, *, inside: bool = False) -> str:
    r"""``text`` on one line, with what is no visible character as Python writes it: ``\n``, ``\x1b``, ``\u202e``.

    ``inside`` says that something else is printed before it on the line, so that it may begin with colons.
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() else _visible(c) for c in text)
    if "::" in text and not inside and (colons := _COLONS.match(text)) is not None:
        text = rf"{colons[1]}\x3a{text[colons.end() :]}"
    return _HASHES.sub(r"\\x23", text) if "##" in text else text


def escaped_json(text: str) -> str:
    """JSON that means the same as ``text``, which is ASCII, and holds no command of a CI service."""
    return _HASHES.sub(r"\\u0023", text) if "##" in text else text


def escaped_difference(line: str) -> str:
    """A line of a diff, which can still be applied where it holds nothing worse than tabs and the ends of lines."""
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(escaped(part) for part in line.removesuffix("\r").split("\t")) + end


def _visible(c: str) -> str:
    if c in _KEPT or unicodedata.category(c) not in _INVISIBLE:
        return c
    return c.encode("unicode_escape").decode("ascii")

