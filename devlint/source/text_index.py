"""An index of the text of a file: which words, calls and keywords stand in it.

    torch.cuda.set_device(rank)          has_word("set_device"), calls("cuda.set_device")
    dist.init_process_group(device_id=0) passes("device_id"), has_part("process_group")

The forms hold only what the scout kept of a file; the text holds all of it, comments and strings included. Who asks
whether something is anywhere in the file asks this index.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d]\w*")
_CALL = re.compile(r"(?<![\w.])[\d.]*([^\W\d][\w.]*)\(")
_KEYWORD = re.compile(r"(?<!\w)\d*([^\W\d]\w*)=(?!=)")


class TextIndex:
    """The words, calls and keywords of a text; each is collected when it is first asked for."""

    __slots__ = ("_calls", "_keywords", "_words", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._words: frozenset[str] | None = None
        self._calls: frozenset[str] | None = None
        self._keywords: frozenset[str] | None = None

    def words(self) -> frozenset[str]:
        """All identifiers, and the words of comments and strings."""
        if self._words is None:
            self._words = frozenset(_WORD.findall(self.text))
        return self._words

    def has_word(self, *words: str) -> bool:
        """True if the text holds one of ``words`` as a whole word."""
        return not self.words().isdisjoint(words)

    def has_word_ending(self, end: str) -> bool:
        """True if a word of the text ends so: ``"RANK"`` for ``WORLD_RANK``."""
        return any(word.endswith(end) for word in self.words())

    def has_part(self, *parts: str) -> bool:
        """True if the text holds one of ``parts`` in whatever stands around it: ``"spawn"`` for ``mp_spawned``."""
        return any(part in self.text for part in parts)

    def calls(self, *names: str) -> bool:
        """True if the text calls something whose dotted name is, or ends in, one of ``names``: ``"set_device"``."""
        if self._calls is None:
            self._calls = frozenset(_CALL.findall(self.text))
        return any(name in self._calls or any(one.endswith(f".{name}") for one in self._calls) for name in names)

    def passes(self, keyword: str) -> bool:
        """True if the text passes ``keyword``: ``f(keyword=1)``. A name that is set without spaces counts, too."""
        if self._keywords is None:
            self._keywords = frozenset(_KEYWORD.findall(self.text))
        return keyword in self._keywords

    def of(self, node: object) -> str:
        """The lines on which ``node``, the handle of a form, stands; the whole text where its place is not known."""
        first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        return "\n".join(self.text.split("\n")[first - 1 : last]) if first and last else self.text
