"""Which loops of a regular expression let a backtracking search take more than linear time.

A pattern becomes an automaton whose transitions read one character. A search that may begin anywhere is a first state
that reads every character. Two loops ``p`` and ``q`` are ambiguous if one text leads from ``p`` back to ``p``, from
``p`` to ``q``, and from ``q`` back to ``q``: repeated ``n`` times, it can be divided between them in ``n`` ways, and a
search that fails in the end has tried each. If ``p`` is the first state, the search begins again in the run that ``q``
repeats. If a text leads from a state back to it by two paths, the time is exponential.

A loop after which the pattern matches whatever follows cannot fail, and is none of these.

A lookaround of more than one character counts as passed, and what it reads as one more branch, so that the check errs
on the strict side. A repeat of at most
``MOST`` times multiplies the time by a constant and is no loop.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    from re import _parser as parser
else:
    import sre_parse as parser

LONG = 12
MOST = 300
_EXTRA = "é \x1c\u2028"


State = tuple[int, str]
Edges = dict[State, dict[str, set[State]]]


class Reads(NamedTuple):
    """A transition that reads one character of ``characters``."""

    start: int
    characters: frozenset[str]
    end: int


class Passes(NamedTuple):
    """A transition that reads nothing, where ``holds`` of the characters around it; None where it always does."""

    start: int
    holds: Callable[[str, str], bool] | None
    end: int


class Automaton:
    """The states and transitions of one pattern."""

    def __init__(self, pattern: str, flags: int = 0, *, anywhere: bool, whole: bool = False) -> None:
        """Read ``pattern``: ``anywhere`` for a search, ``whole`` where the match has to end with the text."""
        tree: Any = parser.parse(pattern, flags)
        self.flags = tree.state.flags
        self.reads: list[Reads] = []
        self.passes: list[Passes] = []
        self.states = 0
        self.tests: list[Callable[[str], bool]] = []
        self.alphabet: list[str] = []
        self._alphabet(tree)
        first = self.state()
        self.first = first if anywhere else None
        if anywhere:
            self.reads.append(Reads(first, frozenset(self.alphabet), first))
        self.accepting = self._sequence(tree, first, self.flags)
        self.whole = whole
        self.edges = self._with_previous(first)

    def state(self) -> int:
        """A new state."""
        self.states += 1
        return self.states - 1

    def _alphabet(self, tree: Any) -> None:
        """Take one character for each way in which the pattern's sets tell characters apart."""
        sets = list(_sets(tree, self.flags))
        kinds: dict[tuple[bool, ...], str] = {}
        for character in [*map(chr, range(128)), *_EXTRA]:
            told = (*(one(character) for one in sets), _is_word(character), character == "\n")
            kinds.setdefault(told, character)
        self.alphabet = list(kinds.values())

    def _sequence(self, items: Iterable[Any], start: int, flags: int) -> int:
        for item in items:
            start = self._item(item, start, flags)
        return start

    def _item(self, item: Any, start: int, flags: int) -> int:
        name, value = str(item[0]), item[1]
        if name in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
            test = _test(item, flags)
            end = self.state()
            self.reads.append(Reads(start, frozenset(filter(test, self.alphabet)), end))
            return end
        if name == "AT":
            return self._pass(start, _position(str(value), flags))
        if name == "SUBPATTERN":
            _, added, removed, inner = value
            return self._sequence(inner, start, (flags | added) & ~removed)
        if name == "ATOMIC_GROUP":
            return self._sequence(value, start, flags)
        if name == "BRANCH":
            end = self.state()
            for one in value[1]:
                self.passes.append(Passes(self._sequence(one, start, flags), None, end))
            return end
        if name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
            least, most, inner = value
            return self._repeat(least, most, inner, start, flags)
        if name in {"ASSERT", "ASSERT_NOT"}:
            direction, inner = value
            return self._lookaround(name == "ASSERT", direction, inner, start, flags)
        if name == "GROUPREF":  # It stands for one text, which adds no choice.
            return start
        msg = f"no way to read {name}"
        raise NotImplementedError(msg)

    def _pass(self, start: int, holds: Callable[[str, str], bool] | None) -> int:
        end = self.state()
        self.passes.append(Passes(start, holds, end))
        return end

    def _repeat(self, least: int, most: int, inner: Any, start: int, flags: int) -> int:
        if most != parser.MAXREPEAT and most > LONG:
            least, most = min(least, 2), 2 if most <= MOST else parser.MAXREPEAT
        least = min(least, LONG)
        for _ in range(least):
            start = self._sequence(inner, start, flags)
        if most <= LONG:
            end = self.state()
            for _ in range(most - least):
                self.passes.append(Passes(start, None, end))
                start = self._sequence(inner, start, flags)
            self.passes.append(Passes(start, None, end))
            return end
        loop = self._pass(start, None)
        self.passes.append(Passes(self._sequence(inner, loop, flags), None, loop))
        return self._pass(loop, None)

    def _lookaround(self, wanted: bool, direction: int, inner: Any, start: int, flags: int) -> int:
        if len(inner) == 1 and str(inner[0][0]) in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
            test = _test(inner[0], flags)
            if direction < 0:
                return self._pass(start, lambda before, _: (bool(before) and test(before)) == wanted)
            return self._pass(start, lambda _, behind: (bool(behind) and test(behind)) == wanted)
        if direction > 0:
            self._sequence(inner, self._pass(start, None), flags)
        return self._pass(start, None)

    def _with_previous(self, first: int) -> Edges:
        """The transitions between pairs of a state and the character before it; the first is after every character."""
        reads: dict[int, list[Reads]] = {}
        for one in self.reads:
            reads.setdefault(one.start, []).append(one)
        passes: dict[int, list[Passes]] = {}
        for empty in self.passes:
            passes.setdefault(empty.start, []).append(empty)
        edges: Edges = {}
        work = [(first, before) for before in ["", *self.alphabet]]
        if self.first is None:
            work = [(first, "")]
        self.matched: set[tuple[int, str]] = set()
        while work:
            state, before = pair = work.pop()
            if pair in edges:
                continue
            edges[pair] = {}
            for behind in ["", *self.alphabet]:
                reached, paths = {state}, [state]
                while paths:
                    for empty in passes.get(paths.pop(), ()):
                        if empty.end not in reached and (empty.holds is None or empty.holds(before, behind)):
                            reached.add(empty.end)
                            paths.append(empty.end)
                if not behind:
                    continue
                ends = {one.end for at in reached for one in reads.get(at, ()) if behind in one.characters}
                edges[pair][behind] = {(end, behind) for end in ends}
                work.extend(edges[pair][behind])
        if not self.whole:
            for pair in edges:
                reached, paths = {pair[0]}, [pair[0]]
                while paths:
                    for empty in passes.get(paths.pop(), ()):
                        if empty.holds is None and empty.end not in reached:
                            reached.add(empty.end)
                            paths.append(empty.end)
                if self.accepting in reached:
                    self.matched.add(pair)
        return edges


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _test(item: Any, flags: int) -> Callable[[str], bool]:
    """Whether a character is in the set that ``item`` of a parsed pattern reads, as the engine itself decides."""
    name, value = str(item[0]), item[1]
    if name == "ANY":
        return lambda character: bool(flags & re.DOTALL) or character != "\n"
    if name == "LITERAL":
        source = re.escape(chr(value))
    elif name == "NOT_LITERAL":
        source = f"[^{re.escape(chr(value))}]"
    else:
        source = "".join(_part(part) for part in value)
        source = f"[{source}]"
    kept = flags & (re.IGNORECASE | re.ASCII)
    compiled = re.compile(source, kept)
    return lambda character: compiled.fullmatch(character) is not None


_CATEGORIES = {
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
}


def _part(part: Any) -> str:
    name, value = str(part[0]), part[1]
    if name == "NEGATE":
        return "^"
    if name == "LITERAL":
        return re.escape(chr(value))
    if name == "RANGE":
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    return _CATEGORIES[str(value)]


def _sets(items: Any, flags: int) -> Iterator[Callable[[str], bool]]:
    """The set of each item in ``items`` that reads a character."""
    for item in items:
        name, value = str(item[0]), item[1]
        if name in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
            yield _test(item, flags)
        elif name == "SUBPATTERN":
            yield from _sets(value[3], (flags | value[1]) & ~value[2])
        elif name == "BRANCH":
            for one in value[1]:
                yield from _sets(one, flags)
        elif name.endswith("_REPEAT"):
            yield from _sets(value[2], flags)
        elif name in {"ASSERT", "ASSERT_NOT"}:
            yield from _sets(value[1], flags)
        elif name == "ATOMIC_GROUP":
            yield from _sets(value, flags)


def _position(name: str, flags: int) -> Callable[[str, str], bool]:
    """What ``^``, ``$``, ``\\b`` or their like ask of the characters before and behind a place."""
    if name in {"AT_BEGINNING", "AT_BEGINNING_STRING"}:
        lines = bool(flags & re.MULTILINE) and name == "AT_BEGINNING"
        return lambda before, _: not before or (lines and before == "\n")
    if name in {"AT_END", "AT_END_STRING"}:
        return lambda _, behind: not behind or (name == "AT_END" and behind == "\n")
    edge = name == "AT_BOUNDARY"
    return lambda before, behind: ((bool(before) and _is_word(before)) != (bool(behind) and _is_word(behind))) == edge


def ambiguities(pattern: str, flags: int = 0, *, anywhere: bool, whole: bool = False) -> list[str]:
    """What makes a search for ``pattern`` super-linear, a line each, with a text that may be pumped."""
    if not re.search(r"[*+]|,\}|\{\d{2}", pattern):
        return []
    automaton = Automaton(pattern, flags, anywhere=anywhere, whole=whole)
    edges = automaton.edges
    looped = _looped(automaton)
    reached = {state: _reached(edges, state) for state in edges if state[0] in looped}
    loops = [state for state in reached if state in reached[state]]
    circles = {state: {other for other in reached[state] if state in reached.get(other, ())} for state in loops}
    found = []
    for q in loops:
        if q in automaton.matched or q[0] == automaton.first:
            continue
        for p in loops:
            if p[0] == q[0] or p in automaton.matched or q not in reached[p]:
                continue
            text = _pumped(edges, p, q, circles)
            if text is not None:
                kind = "begins again" if p[0] == automaton.first else "is divided between two repeats"
                found.append(f"{kind} at {text!r}")
    if not found:
        doubled = [_doubled(edges, q, circles[q]) for q in loops]
        found.extend(f"nests two repeats of {text!r}" for text in doubled if text is not None)
    return found


def _looped(automaton: Automaton) -> set[int]:
    """The states that lie on a circle, whatever the characters."""
    after: dict[int, set[int]] = {state: set() for state in range(automaton.states)}
    for one in automaton.reads:
        after[one.start].add(one.end)
    for empty in automaton.passes:
        after[empty.start].add(empty.end)
    found = set()
    for state in after:
        seen: set[int] = set()
        work = [state]
        while work:
            new = after[work.pop()] - seen
            work.extend(new)
            seen |= new
        if state in seen:
            found.add(state)
    return found


def _reached(edges: Edges, state: State) -> set[State]:
    """The states that some text leads to, from ``state``."""
    seen: set[State] = set()
    work = [state]
    while work:
        for ends in edges[work.pop()].values():
            work.extend(ends - seen)
            seen |= ends
    return seen


def _pumped(edges: Edges, p: State, q: State, circles: dict[State, set[State]]) -> str | None:
    """A text that leads from ``p`` to ``p`` and to ``q``, and from ``q`` to ``q``."""
    if p[1] != q[1]:  # All three end with the same character.
        return None
    start, goal = (p, p, q), (p, q, q)
    seen = {start}
    work = [(start, "")]
    for (one, two, three), text in work:
        for character in edges[three]:
            thirds = edges[three][character] & circles[q]
            firsts = edges[one].get(character, set()) & circles[p] if thirds else ()
            for triple in product(firsts, edges[two].get(character, ()), thirds) if firsts else ():
                if triple == goal:
                    return text + character
                if triple not in seen:
                    seen.add(triple)
                    work.append((triple, text + character))
    return None


def _doubled(edges: Edges, q: State, circle: set[State]) -> str | None:
    """A text that leads from ``q`` back to ``q`` by two paths."""
    seen = {(q, q)}
    work = [((q, q), "")]
    for (one, two), text in work:
        for character in edges[one]:
            for pair in product(edges[one][character] & circle, edges[two].get(character, set()) & circle):
                if pair == (q, q):
                    if one != two:
                        return text + character
                elif pair not in seen:
                    seen.add(pair)
                    work.append((pair, text + character))
    return None
