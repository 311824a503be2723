"""Programs: a bug, a way to name the device and a place become the text of one or more files.

one = program(BUGS[0], SPELLINGS[0], "main", seed=0)
one.bad["train.py"], one.good["train.py"]
"""

from __future__ import annotations

import random
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.generated.bug import Bug
from benchmarks.generated.bugs import BUGS
from benchmarks.generated.spellings import SPELLINGS, Spelling
from benchmarks.generated.styles import styled
from benchmarks.generated.words import words

PLACES = ("top level", "function", "class", "main")
SCRIPT = "train.py"
_NAME = re.compile(r"\{([A-Za-z]\w*)\}")
_SET = re.compile(r"^ *\{(\w+)\} = ", re.MULTILINE)
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Program:
    """One faulty program and its repaired twin: texts by the names of files, of which ``SCRIPT`` is run."""

    bug: str
    spelling: str
    place: str
    bad: dict[str, str]
    good: dict[str, str]


def programs(seed: int) -> Iterator[Program]:
    """Every bug under every spelling in every place."""
    for bug in BUGS:
        for spelling in SPELLINGS:
            for place in PLACES:
                yield program(bug, spelling, place, seed)


def draw(seed: int, size: int = 0, bugs: Container[str] | None = None) -> list[Program]:
    """At most ``size`` programs (all where 0) with the named ``bugs`` (all), at random but always the same ones."""
    made = [one for one in programs(seed) if bugs is None or one.bug in bugs]
    return random.Random(seed).sample(made, size) if 0 < size < len(made) else made


def program(bug: Bug, spelling: Spelling, place: str, seed: int) -> Program:
    """One program; it depends on its arguments alone."""
    bad, good = (_Draft(bug, spelling, place, seed, faulty).files() for faulty in (True, False))
    return Program(bug.name, spelling.name, place, bad, good)


class _Draft:
    """One of the two programs in the making. The same seed makes the same choices for both."""

    def __init__(self, bug: Bug, spelling: Spelling, place: str, seed: int, faulty: bool) -> None:
        self.spelling = spelling
        self.place = place
        self.faulty = faulty
        self.chance = random.Random(f"{seed} {bug.name} {spelling.name} {place}")
        self.words = words(self.chance)
        self.bug = styled(bug, self.chance)
        self.options = self.chance.choice(["", "", "", ", non_blocking=True"])
        self.one_statement = self.chance.random() < 0.3
        self.module_statement = self.chance.random() < 0.3
        self.keyword = self.chance.random() < 0.5
        self.passed = self.chance.random() < 0.5
        self.guarded = self.chance.random() < 0.5

    def files(self) -> dict[str, str]:
        """The texts by their names."""
        made = {f"{self._named(name)}.py": self._named(self._expanded(text)) for name, text in self.bug.files.items()}
        body, setup = self._expanded(self.bug.body), self._expanded(self.bug.setup)
        choice = self.spelling.setup
        shared = _SET.findall(choice + setup)
        used = [name for name in dict.fromkeys(shared) if "{" + name + "}" in body]
        arrange = {"top level": self._top, "function": self._function, "class": self._class, "main": self._main}
        rest = arrange[self.place](choice, setup, body, used)
        text = "\n\n".join([self._imports(), *self._definitions(), ""]).rstrip("\n") + "\n\n"
        made[SCRIPT] = self._named(text + ("\n" if self._definitions() or self.place != "top level" else "") + rest)
        return made

    def _imports(self) -> str:
        lines = [self.spelling.imports.strip(), "import torch", "from torch import nn"]
        whole = self.bug.setup + self.bug.top
        names = [name for name in ("DataLoader", "Dataset", "TensorDataset") if re.search(rf"\b{name}\b", whole)]
        if names:
            lines.append(f"from torch.utils.data import {', '.join(names)}")
        own = self.bug.imports.strip()
        if own.startswith("from"):
            lines += ["", own]
        elif own:
            lines.insert(0, own)
        return "\n".join(line for i, line in enumerate(lines) if line or i).lstrip("\n")

    def _definitions(self) -> list[str]:
        parts = [self.spelling.top, self._expanded(self.bug.top)]
        return ["\n" * (not part.startswith(("DEVICE", "CUDA"))) + part.strip("\n") for part in parts if part]

    def _top(self, choice: str, setup: str, body: str, used: Sequence[str]) -> str:
        return choice + setup + body

    def _function(self, choice: str, setup: str, body: str, used: Sequence[str]) -> str:
        of_device = set(_SET.findall(choice))
        given = [name for name in used if self.passed or name not in of_device]
        given = given or list(used)
        parameters = ", ".join("{" + name + "}" for name in given)
        text = f"def {{function}}({parameters}):\n{_indented(body)}\n\n"
        rest = choice + setup + f"{{function}}({parameters})\n"
        return text + ('if __name__ == "__main__":\n' + _indented(rest) if self.guarded else rest)

    def _class(self, choice: str, setup: str, body: str, used: Sequence[str]) -> str:
        chosen = list(dict.fromkeys(_SET.findall(choice)))
        outside = bool(chosen) and (self.passed or "argparse" in self.spelling.imports)
        given = [name for name in chosen if "{" + name + "}" in setup + body] if outside else []
        own = setup if outside else choice + setup
        attributes = {*_SET.findall(own), *given} - {"parser"}
        start = "".join(f"self.{{{name}}} = {{{name}}}\n" for name in given) + _of_self(own, attributes)
        parameters = ", ".join(["self", *("{" + name + "}" for name in given)])
        text = f"class {{Trainer}}:\n    def __init__({parameters}):\n{_indented(start, 2)}\n"
        text += f"    def {{fit}}(self):\n{_indented(_of_self(body, attributes), 2)}\n\n"
        call = f"{{Trainer}}({', '.join('{' + name + '}' for name in given)}).{{fit}}()\n"
        return text + (choice if outside else "") + call

    def _main(self, choice: str, setup: str, body: str, used: Sequence[str]) -> str:
        text = f"def main():\n{_indented(choice + setup + body)}\n\n"
        return text + 'if __name__ == "__main__":\n    main()\n'

    def _named(self, text: str) -> str:
        """``text`` with names for the braces, of which others than the words are left as they are."""
        return _NAME.sub(lambda found: self.words.get(found[1], found[0]), text)

    def _expanded(self, text: str) -> str:
        """The directives of ``text`` as statements."""
        text = text.replace("{where}", self.spelling.place.removeprefix("device=") or '"cuda"')
        lines: list[str] = []
        for line in text.splitlines():
            indent, rest = line[: len(line) - len(line.lstrip())], line.strip()
            word, _, tail = rest.partition(" ")
            if word in ("bad", "good"):
                if (word == "bad") is not self.faulty:
                    continue
                word, _, tail = (rest := tail).partition(" ")
            there = not word.endswith("?") or not self.faulty
            match word.rstrip("?"):
                case "put":
                    made = self._put(lines, tail) if there else []
                case "move":
                    made = self._move(tail.split())
                case "make":
                    made = self._make(tail) if there else [tail]
                case "drawn":
                    made = [self._on_device(tail) if self.spelling.place else tail]
                case "lost":
                    made = self._conditional([self.spelling.moved(tail)])
                case _:
                    made = [rest]
            lines += [indent + one if one else one for one in made]
        return "\n".join(lines) + "\n" if lines else ""

    def _put(self, before: list[str], name: str) -> list[str]:
        moved = self.spelling.moved(name, module=True)
        if self.spelling.condition or self.spelling.choice or self.module_statement:
            return self._conditional([moved if self.module_statement else f"{name} = {moved}"])
        start = before.pop()
        return [self.spelling.moved(start, module=True)]

    def _move(self, names: Sequence[str]) -> list[str]:
        chosen = {n.rstrip("?"): not (n.endswith("?") and self.faulty) for n in names}
        options = self.options
        moved = {n: self.spelling.moved(n, options=options) if there else n for n, there in chosen.items()}
        if self.one_statement and len(chosen) > 1:
            return self._conditional([f"{', '.join(chosen)} = {', '.join(moved.values())}"])
        return self._conditional([f"{n} = {moved[n]}" for n, there in chosen.items() if there])

    def _make(self, statement: str) -> list[str]:
        name = statement.partition(" = ")[0]
        if self.spelling.condition or self.spelling.choice:
            return [statement, *self._conditional([f"{name} = {self.spelling.moved(name)}"])]
        if self.keyword and self.spelling.place:
            return [self._on_device(statement)]
        return [self.spelling.moved(statement)]

    def _on_device(self, factory: str) -> str:
        return f"{factory.removesuffix(')')}, device={self.spelling.place.removeprefix('device=')})"

    def _conditional(self, statements: list[str]) -> list[str]:
        if not self.spelling.condition or not statements:
            return statements
        return [f"if {self.spelling.condition}:", *(_INDENT + one for one in statements)]


def _indented(text: str, times: int = 1) -> str:
    return "".join(_INDENT * times + line + "\n" if line else "\n" for line in text.splitlines())


def _of_self(text: str, names: set[str]) -> str:
    """``text`` with ``names`` as attributes of ``self``."""
    return _NAME.sub(lambda found: f"self.{found[0]}" if found[1] in names else found[0], text)
