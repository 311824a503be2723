"""Which modules import each other: those in one cycle have to stay unknown to each other.

    a.py: from b import f       a and b are in one cycle; neither is in one with c
    b.py: import a, c

What a cycle is does not depend on which of its modules is asked first, and the graph is built only as far as asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from devlint.base.digest import digest


class Graph:
    """The imports among the files of a project.

    ``leads`` gives the files that one imports, ``digest`` a word that changes with its text, and ``matters`` says
    whether there is anything in it to look at.
    """

    def __init__(
        self,
        leads: Callable[[str], Sequence[str]],
        digest: Callable[[str], str],
        matters: Callable[[str], bool],
    ) -> None:
        self._leads = leads
        self._digest = digest
        self._matters = matters
        self._cycles: dict[str, int] = {}
        self._signatures: list[str] = []  # of each cycle
        self._worth: list[bool] = []  # of each cycle: whether a file in it or beyond it matters

    def in_one_cycle(self, one: str, other: str) -> bool:
        """Whether each of two files leads to the other, or they are the same."""
        if one not in self._cycles:
            self._explore(one)
        return self._cycles[one] == self._cycles.get(other)

    def signature(self, file: str) -> str:
        """A digest of the texts of ``file`` and of all that it imports, near and far."""
        if file not in self._cycles:
            self._explore(file)
        return self._signatures[self._cycles[file]]

    def matters(self, file: str) -> bool:
        """Whether there is anything to look at in ``file`` or in what it leads to."""
        if file not in self._cycles:
            self._explore(file)
        return self._worth[self._cycles[file]]

    def _explore(self, start: str) -> None:
        """Tarjan's algorithm, on a stack of its own: number the cycles of all that ``start`` leads to."""
        order: dict[str, int] = {start: 0}
        lowest: dict[str, int] = {start: 0}
        open_files: list[str] = [start]
        stack = [(start, iter(self._leads(start)))]
        while stack:
            file, rest = stack[-1]
            for other in rest:
                if other in self._cycles:
                    continue
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    open_files.append(other)
                    stack.append((other, iter(self._leads(other))))
                    break
                lowest[file] = min(lowest[file], order[other])
            else:
                stack.pop()
                if stack:
                    lowest[stack[-1][0]] = min(lowest[stack[-1][0]], lowest[file])
                if lowest[file] == order[file]:
                    number = len(self._signatures)
                    members = [open_files.pop()]
                    while members[-1] != file:
                        members.append(open_files.pop())
                    self._cycles.update((member, number) for member in members)
                    self._close(sorted(members), number)

    def _close(self, members: list[str], number: int) -> None:
        beyond = {self._cycles[other] for member in members for other in self._leads(member)} - {number}
        self._worth.append(any(self._worth[other] for other in beyond) or any(map(self._matters, members)))
        lines = [f"{member} {self._digest(member)} {sorted(self._leads(member))}" for member in members]
        lines += sorted(self._signatures[other] for other in beyond)
        self._signatures.append(digest("\n".join(lines)))
