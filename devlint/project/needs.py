"""What a result depends on in other files: what was asked of them, and what the answers were.

    net.py: from masks import make; make(3)     asked `masks.py`: which names it defines, what leaks out of it,
                                                and its text, since `make` is evaluated

A change of a file that leaves the answers as they were leaves the result as it was. Questions are noted by the file
whose code asks, whoever has that code evaluated: so what is remembered of a file's functions can be used by all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Needs:
    """The answers that a result for a file was found with: words that change with them, by file.

    ``signature`` stands for the texts of all that the file leads to, and ``shape`` for which those are and how they
    lead to each other. ``moved`` is whether a script that uses the file moves something; None where nobody asked.
    """

    signature: str
    shape: str
    moved: bool | None = None
    texts: dict[str, str] = field(default_factory=dict)
    defined: dict[str, str] = field(default_factory=dict)
    exports: dict[str, str] = field(default_factory=dict)

    def packed(self) -> list[Any]:
        """The same in what JSON can hold."""
        return [self.signature, self.shape, self.moved, self.texts, self.defined, self.exports]

    @classmethod
    def unpacked(cls, packed: list[Any]) -> Needs:
        """What was packed; one of many errors for anything else."""
        signature, shape, moved, texts, defined, exports = packed
        return cls(str(signature), str(shape), moved, dict(texts), dict(defined), dict(exports))


class Asked:
    """By file, those that its code has asked: for their ``texts``, for the names they define, for what leaks out.

    ``into`` are those whose code was evaluated: what that asked counts, too.
    """

    def __init__(self) -> None:
        self.into: defaultdict[str, set[str]] = defaultdict(set)
        self.texts: defaultdict[str, set[str]] = defaultdict(set)
        self.defined: defaultdict[str, set[str]] = defaultdict(set)
        self.exports: defaultdict[str, set[str]] = defaultdict(set)
        self.moved: dict[str, bool] = {}

    def of(self, file: str) -> tuple[set[str], set[str], set[str]]:
        """The files asked for their texts, their names and what leaks, by ``file`` and what it evaluates."""
        reached, waiting = {file}, [file]
        while waiting:
            new = self.into.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        parts = [[part.get(one, set()) for one in reached] for part in (self.texts, self.defined, self.exports)]
        texts, defined, exports = (set().union(*sets) for sets in parts)
        return texts | reached, defined, exports

    def recall(self, file: str, needs: Needs) -> None:
        """Take note that ``file`` has asked what it had asked in another run."""
        self.texts[file].update(needs.texts)
        self.defined[file].update(needs.defined)
        self.exports[file].update(needs.exports)

    def forget(self, file: str) -> None:
        """Let go of what ``file`` has asked."""
        for part in (self.into, self.texts, self.defined, self.exports):
            part.pop(file, None)
        self.moved.pop(file, None)
