"""Source text made so short that it fits in a message.

optimizer.load_state_dict(torch.load(path)["optimizer"])      "optimizer.load_state_dict(...)"
                                                              "...load_state_dict(...)"
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

LONGEST = 60  # characters of source text in a message
_NAME = re.compile(r"\w+|\W")
"""What is left whole: a name, a number or a word of a text, and any other character."""
_WORD = re.compile(r"\w")
_QUOTE = re.compile(r"[\"'{]")
"""What begins a text in quotes, or a display, whose blanks part no terms."""
_BRACKET = re.compile(r"[()\[\]]")
_BEFORE = frozenset(". ([{")
"""What stands before a name, and not before the rest of a text in quotes."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """``text`` with "..." for arguments, the longest first, and at last between terms or names, where it is too long.

    The last name of a single term stays, be it longer than ``longest``: it says what is called.
    """
    while len(text) > longest:
        groups = [(start, end) for start, end in _groups(text) if text[start:end] != "..." and end - start > 3]
        if not groups:
            return _ends(text, longest)
        start, end = max(groups, key=lambda group: group[1] - group[0])
        text = f"{text[:start]}...{text[end:]}"
    return text


def _ends(text: str, longest: int) -> str:
    """As much of the two ends of ``text`` as there is room for: of its terms, or of the names of a single one."""
    first, *_, last = ("", "") if _QUOTE.search(text) or " " not in text else text.split(" ")
    either = sorted((f"{first} ...", f"... {last}"), key=len, reverse=True)
    fitting = (one for one in (f"{first} ... {last}", *either) if len(one) <= longest)
    if first and (found := next(fitting, "")):
        return found
    return _ends_of_chain(text, longest)


def _ends_of_chain(text: str, longest: int) -> str:
    """The end of ``text`` and, where there is room, its beginning, both whole names, with "..." between them."""
    parts: list[str] = _NAME.findall(text)
    names = [n for n, part in enumerate(parts) if _WORD.match(part) and (n == 0 or parts[n - 1] in _BEFORE)]
    if not names:
        return f"{text[: longest // 2]}...{text[-longest // 3 :]}"
    fitting = (n for n in names if len("".join(parts[n:])) <= longest * 2 // 3)
    last = next(fitting, names[-1])
    end = "".join(parts[last:])
    first = 0
    while first < last and sum(map(len, parts[: first + 1])) + len(end) + 3 <= longest:
        first += 1
    return text if first == last else f"{''.join(parts[:first]).rstrip(' .([{')}...{end}"


def _groups(text: str) -> Iterator[tuple[int, int]]:
    """What stands inside the outermost brackets of ``text``: where it begins and ends."""
    depth = start = 0
    for bracket in _BRACKET.finditer(text):
        if bracket[0] in "([":
            depth += 1
            start = bracket.end() if depth == 1 else start
        else:
            depth -= 1
            if depth == 0:
                yield start, bracket.start()


def on_one_line(source: str) -> str:
    """What stands on several lines without its comments and without line ends but those of strings."""
    pieces: list[str] = []
    end = (1, 0)
    try:
        for token in tokenize.generate_tokens(io.StringIO(f"({source})").readline):
            if token.type in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER):
                continue
            if token.start != end and pieces:
                pieces.append(" ")
            pieces.append(token.string)
            end = token.end
    except (tokenize.TokenError, SyntaxError):
        return " ".join(line.strip() for line in source.splitlines())
    return "".join(pieces)[1:-1].strip()
