"""What a mistyped word may have meant.

    suggestion("selct", ["select", "ignore"])      '; did you mean "select"?', or ""
    near_path("scr/train.py")                      '; did you mean "src/train.py"?', where that is there
"""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Which of ``known`` is most like ``word``, whatever the case of its letters; None where none is like it."""
    import difflib

    by_lower: dict[str, str] = {}
    for one in known:
        by_lower.setdefault(one.lower(), one)
    near = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[near[0]] if near else None


def did_you_mean(found: Iterable[str]) -> str:
    """The end of a sentence that asks whether one of ``found`` was meant; "" for none."""
    quoted = [f'"{one}"' for one in found]
    listed = ", ".join(quoted[:-1]) + " or " * (len(quoted) > 1) + "".join(quoted[-1:])
    return f"; did you mean {listed}?" if quoted else ""


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that says what ``word`` may have meant; "" where nothing is like it."""
    near = nearest(word, known)
    return did_you_mean([near] if near else [])


def near_path(path: str) -> str:
    """The same for a path: its parts are compared with what lies in the folders, one after the other."""
    import os

    so_far = os.sep if os.path.isabs(path) else ""
    for part in path.replace("/", os.sep).split(os.sep):
        if not part:
            continue
        if not os.path.exists(os.path.join(so_far, part)):
            try:
                there = os.listdir(so_far or os.curdir)
            except OSError:
                return ""
            names: dict[str, str] = {}
            for name in sorted(there, key=lambda name: os.path.splitext(name)[1] != os.path.splitext(part)[1]):
                names.setdefault(os.path.splitext(name)[0], name)  # ".py" is no likeness
            near = nearest(os.path.splitext(part)[0], names)
            if near is None:
                return ""
            part = names[near]
        so_far = os.path.join(so_far, part)
    return f'; did you mean "{so_far}"?' if so_far else ""
