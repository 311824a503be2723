r"""The Python of one cell of a notebook: what IPython makes of it before Python sees it, line for line.

    %matplotlib inline       pass                     >>> x = 1          x = 1
    x = !ls                  x = get_ipython()         y = 2             y = 2
    model.to?                pass                     %%time             (a blank line)
    %time y = f(x)           y = f(x)                 z = 3              z = 3

It follows ``IPython.core.inputtransformer2``, which takes, in this order:

- blank lines before all others, blanks before every line, and the prompts ``>>>``, ``...``, ``In [1]:``, ``...:``;
- a cell magic (``%%bash``) in the first line that is then left;
- ``%``, ``!``, ``?``, ``,``, ``;`` or ``/`` at the beginning of a logical line, indented or not;
- ``%name`` or ``!command`` behind the first ``=`` of a logical line that stands outside of brackets;
- a logical line that ends in a name and ``?`` or ``??``;
- the name of a line magic at the beginning of a cell of one line (``IPython.core.prefilter``): ``pip install torch``.

A command goes as far as its line, and further where a backslash ends that. Commands become ``pass``, which keeps an
indented block from being empty.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

#: Cell magics whose body is Python of this notebook.
PYTHON_CELL_MAGICS = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "memit", "mprun", "lprun"})
#: Those among them that show what the body ends in.
SHOWING_CELL_MAGICS = frozenset({"time", "capture"})
#: The line magics of IPython 9 that a cell of one line may name without `%`.
LINE_MAGICS = frozenset(
    """
    alias alias_magic autoawait autocall automagic bookmark cat cd code_wrap colors conda config cp debug dhist dirs
    doctest_mode ed edit env gui hist history killbgscripts ldir lf lk ll load load_ext loadpy logoff logon logstart
    logstate logstop ls lsmagic lx macro magic mamba matplotlib micromamba mkdir mv notebook page pastebin pdb pdef pdoc
    pfile pinfo pinfo2 pip popd pprint precision prun psearch psource pushd pwd pycat pylab quickref recall rehashx
    reload_ext rep rerun reset reset_selective rm rmdir run save sc set_env sx system tb time timeit unalias unload_ext
    uv who who_ls whos xdel xmode
    """.split()
)

_CLASSIC_BEGIN = re.compile(r"\s*>>>")
_CLASSIC_PROMPT = re.compile(r"\A\s*(?:>>>|\.\.\.)[ \t]?")
_PROMPT = re.compile(r"\A(?:(?:(?:\[nav\]|\[ins\])? )?In \[\d+\]: |\s*\.{3,}: ?)")
_COMMAND = re.compile(r"[^\n]*(?:(?<=\\)\n[^\n]*)*")
_ESCAPE = re.compile(r"[ \t]*[%!?,;/]")
_TIMED = re.compile(r"%time[ \t]+(?!-)")
_INDEX = re.compile(r"-?[0-9]+")
_ASSIGNMENT = re.compile(r"(?<![=!<>:+\-*/%&|^@])=(?!=)")
_VALUE = re.compile(r"(?:[ \t]|\\\n)*(?=%[ \t]*[^\W\d]|!(?!=))")
_AUTOMATIC = re.compile(r"\n*(\w+)(?:[ \t]+(?![=,])|\n?\Z)")
_TOKEN = re.compile(
    r"""
      (?P<skip> \#[^\n]* | \\\n
        | (?:'''(?:\\.|(?!''')[^\\])*(?:'''|\\?\Z)) | (?:\"\"\"(?:\\.|(?!\"\"\")[^\\])*(?:\"\"\"|\\?\Z))
        | '(?:\\.|[^'\\\n])*'? | "(?:\\.|[^"\\\n])*"? )
    | (?P<open> [(\[{] ) | (?P<close> [)\]}] ) | (?P<end> \n ) | (?P<other> [^\#\\'"()\[\]{}\n]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The Python of one cell, with as many lines as the cell.

    ``reason`` says why the cell was left out, "" if it was not. ``margins`` are what was taken from the beginning of
    lines, by number from 0; the columns of such a line are those of the cell less the length of its margin.
    ``is_shown`` is False for a cell whose magic does not show what it ends in.
    """

    python: str
    reason: str = ""
    margins: Mapping[int, str] = field(default_factory=dict)
    is_shown: bool = True


def cell_of(source: str) -> Cell:
    """The Python of the cell ``source``, whose line ends are ``\\n``."""
    if _refusal(source) is None and not _PROMPT.match(source.lstrip()):  # `In [3]: x = 1` is an annotation to Python
        return Cell(source)
    rows, margins = _without_margins(source.split("\n"))
    first = next((n for n, row in enumerate(rows) if row), 0)
    if rows[first].startswith("%%") and not re.match(r"%%\w+\?", rows[first]):
        return _of_magic(rows, first, margins)
    text = "\n".join(rows)
    pieces, timed = _without_commands(text)
    reason = _refusal(pieces)
    if reason is None:
        return Cell(pieces, "", _with_inner(margins, timed))
    word = _AUTOMATIC.match(text)
    if word is not None and word[1] in LINE_MAGICS and "\n" not in text.strip("\n"):
        return _automatic(text, word, margins)
    return Cell("\n" * (len(rows) - 1), reason)


def _automatic(text: str, word: re.Match[str], margins: dict[int, str]) -> Cell:
    """The Python of a cell that is one line and begins with the name of a line magic."""
    before, code = text[: word.start(1)], text[word.end() :]
    if word[1] == "time" and code.strip() and _refusal(code) is None:
        return Cell(before + code, "", _with_inner(margins, {len(before): word[0].lstrip()}))
    return Cell(f"{before}pass" + "\n" * text.count("\n", len(before)))


def _of_magic(rows: list[str], first: int, margins: dict[int, str]) -> Cell:
    """The Python of a cell with a cell magic in the line ``first``; its body is a cell of its own."""
    name = rows[first][2:].rstrip().partition(" ")[0]
    before = "\n" * (first + 1)
    if name not in PYTHON_CELL_MAGICS or first + 1 == len(rows):
        return Cell("\n" * (len(rows) - 1), is_shown=False)
    body = cell_of("\n".join(rows[first + 1 :]))
    inner = {line + first + 1: margin for line, margin in body.margins.items()}
    shown = body.is_shown and name in SHOWING_CELL_MAGICS
    return Cell(before + body.python, body.reason, _with_inner(margins, inner), shown)


def _with_inner(margins: Mapping[int, str], inner: Mapping[int, str]) -> dict[int, str]:
    """The margins of lines that lost first ``margins`` and then ``inner``."""
    found = {line: margins.get(line, "") + inner.get(line, "") for line in margins.keys() | inner.keys()}
    return {line: margin for line, margin in found.items() if margin}


def _without_margins(rows: list[str]) -> tuple[list[str], dict[int, str]]:
    """The lines without the blanks that all begin with and without prompts, and what each has lost."""
    blanks = [row[: len(row) - len(row.lstrip(" \t"))] for row in rows if row.strip()]
    low, high = min(blanks, default=""), max(blanks, default="")
    common = low[: next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))]
    left = [row[len(common) :] if row.strip() else "" for row in rows]
    prompt = _prompt([row for row in left if row])
    if prompt is not None:
        left = [row if (at := prompt.match(row)) is None else row[at.end() :] for row in left]
    margins = {n: before.removesuffix(row) for n, (before, row) in enumerate(zip(rows, left, strict=True))}
    return left, {n: margin for n, margin in margins.items() if margin}


def _prompt(rows: list[str]) -> re.Pattern[str] | None:
    """The prompts that are taken from the lines of a cell that begins with ``rows``."""
    if any(map(_CLASSIC_BEGIN.match, rows)):
        return _CLASSIC_PROMPT
    return _PROMPT if any(map(_PROMPT.match, rows[:2])) else None


def _refusal(source: str) -> str | None:
    """Why Python does not take ``source``, or None. Top-level await is taken."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except SyntaxError as error:
        return f"{error.msg} (line {error.lineno})"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__
    return None


def _without_commands(source: str) -> tuple[str, dict[int, str]]:
    """``source`` with IPython's commands replaced, and the ``%time`` that was taken from lines, by their number."""
    pieces: list[str] = []
    timed: dict[int, str] = {}
    at = line = 0
    while at < len(source):
        end, piece = _escaped(source, at) or _logical_line(source, at)
        if piece.startswith("%time"):
            word = _TIMED.match(piece)
            assert word is not None, "`_escaped` has looked at it"
            timed[line], piece = word[0], piece[word.end() :]
        pieces.append(piece)
        line += source.count("\n", at, end)
        at = end
    return "".join(pieces), timed


def _escaped(source: str, at: int) -> tuple[int, str] | None:
    """Where the command ends that begins at ``at``, and what becomes of it; None where none begins there.

    A statement that ``%time`` runs is kept as it is, with that word.
    """
    begin = _ESCAPE.match(source, at)
    if begin is None:
        return None
    end = _end_of_command(source, at)
    word = _TIMED.match(source, at)
    if word is not None and _refusal(source[word.end() : end]) is None:
        return end, source[at:end]
    return end, f"{source[at : begin.end() - 1]}pass" + "\n" * source.count("\n", at, end)


def _logical_line(source: str, at: int) -> tuple[int, str]:
    """Where the logical line ends that begins at ``at``, newline and all, and what becomes of it."""
    assigned = False
    depth, start, kind = 0, at, ""
    for token in _tokens(source, at):
        if token.lastgroup == "end" and depth == 0:
            break
        depth += (token.lastgroup == "open") - (token.lastgroup == "close" and depth > 0)
        at, kind = token.end(), token.lastgroup or ""
        if kind == "other" and depth == 0 and not assigned:
            sign = _ASSIGNMENT.search(source, token.start(), at)
            assigned = sign is not None
            value = _VALUE.match(source, sign.end()) if sign is not None else None
            if value is not None:
                end = _end_of_command(source, value.end())
                return end, f"{source[start : value.end()]}get_ipython()" + "\n" * source.count("\n", value.end(), end)
    line = source[start:at]
    if kind == "other" and line.endswith("?") and _ends_in_a_name(line.removesuffix("?").removesuffix("?")):
        indent = line[: len(line) - len(line.lstrip())]
        return at, f"{indent}pass" + "\n" * line.count("\n")
    end = min(at + 1, len(source))
    return end, source[start:end]


def _ends_in_a_name(text: str) -> bool:
    """True if ``text`` ends in what IPython helps with: a name, one with wildcards, and indices behind it."""
    while text.endswith("]"):
        text, _, index = text[:-1].rpartition("[")
        if not _INDEX.fullmatch(index):
            return False
    for character in reversed(text):
        if not (character.isalnum() or character in "_*"):
            return False
        if not character.isdecimal():
            return True
    return False


def _tokens(source: str, at: int) -> Iterator[re.Match[str]]:
    """The tokens of ``source`` from ``at`` on, coarsely."""
    while at < len(source):
        token = _TOKEN.match(source, at)
        assert token is not None, "the last alternative takes any character"
        yield token
        at = token.end()


def _end_of_command(source: str, at: int) -> int:
    """Where the command at ``at`` ends, before its newline."""
    match = _COMMAND.match(source, at)
    assert match is not None, "it matches nothing, too"
    return match.end()
