"""The rules, found by walking ``devlint/rules``: one module or one package a rule, no list kept anywhere.

A rule with a detection of its own is a package, whose module ``rule`` is the rule module. A rule module holds, in
this order, a docstring that is its documentation page, but for the reasons for silence that ``Rule.page`` adds,
``META`` and ``check``:

    META = RuleMeta(code="DEV101", name="mixed-devices", summary="operands are on different devices",
                    level=Level.ERROR)

    def check(fact: Clash, file: SourceFile) -> Iterator[Finding]: ...

The annotation of ``check``'s first parameter says which kind of fact the rule wants to see, or which of several
(``Move | BareMeeting``).

A *pattern rule* has a visitor of LibCST instead of ``check``: a class ``Visitor`` in the module ``pattern`` of its
package, which is imported only where the rule takes part in a run. ``WORDS`` of its rule module are the words of which
a file has to hold one, and ``wakes``, if it is defined, looks at the ``ast`` of such a file before LibCST reads it.
Plugins bring rules of this form, see ``devlint.rulebook.plugins``.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding

if TYPE_CHECKING:
    import ast

    from devlint.forms.source_file import SourceFile
    from devlint.patterns.visitor import PatternVisitor


class Status(Enum):
    """How a rule takes part when the options do not name it."""

    ON = "on"
    OFF = "off"  # speaks only where an entry of at least four characters names it


class Precedence(IntEnum):
    """What a rule says of a cause. Of several rules that report one cause, the one with the lowest value speaks.

        self.scale = torch.ones(3)            DEV302 says what to mend; that
        return x * self.scale                 DEV102 and DEV101 report the same tensor helps less

    Of two with the same value, the one with the lower code speaks. A rule without a precedence always speaks.
    """

    OWNER = 1  # which object has to keep, register or move it
    DETOUR = 2  # that it was sent to the CPU, which nothing required
    SCOPE = 3  # that it is made once for the whole program
    FACTORY = 4  # that it is made without a device
    MEETING = 5  # only that it meets something, or leaves the function
    INDEX = 6  # that it is indexed from elsewhere, which has remedies of its own, where it meets nothing else
    GPU = 7  # which GPU it is on
    NAME = 8  # that its device is written out
    SIBLINGS = 9  # that others like it are made elsewhere


@dataclass(frozen=True, slots=True)
class RuleMeta:
    """What is known of a rule without running it.

    ``level`` is that of its findings, but for those that say another. ``since`` is the devlint version that brought
    it, ``precedence`` who speaks where several rules report one cause, and ``fix`` whether its fixes keep the
    behaviour wherever the code worked; None where it has none. ``shown_by_simulator`` is whether a program that comes
    to the example of its page fails on simulated GPUs.
    """

    code: str
    name: str
    summary: str
    status: Status = Status.ON
    level: Level = Level.WARNING
    since: str = "0.1"
    precedence: Precedence | None = None
    fix: Safety | None = None
    shown_by_simulator: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule module, opened: its name, its metadata, the kinds of facts it reads and its check.

    ``check`` is None for a pattern rule and for DEV000. ``pattern`` is the module with the visitor of a pattern rule,
    "" where there is none, ``words`` are those that wake it, ``wakes`` says whether there can be something in a file
    with this ``ast``, and ``plugin`` is what brought the rule, "" for devlint.
    """

    module: str
    meta: RuleMeta
    facts: tuple[type, ...] = ()
    check: Callable[[Any, SourceFile], Iterator[Finding]] | None = None
    pattern: str = ""
    words: tuple[str, ...] = ()
    wakes: Callable[[ast.Module], bool] | None = None
    plugin: str = ""

    @property
    def reads_code(self) -> bool:
        """True if the rule finds something in code, unlike DEV000."""
        return self.check is not None or bool(self.pattern)

    def is_triggered_by(self, text: str, tree: ast.Module) -> bool:
        """True if a pattern rule has to visit the file with this ``text``, whose ``ast`` is ``tree``."""
        if self.words and not any(word in text for word in self.words):
            return False
        return self.wakes is None or self.wakes(tree)

    def visitor(self) -> type[PatternVisitor]:
        """The visitor of a pattern rule. Imports LibCST."""
        from devlint.base.import_path import environment

        with environment():
            found: type[PatternVisitor] = importlib.import_module(self.pattern).Visitor
        return found

    @property
    def package(self) -> str:
        """The package of the rule, or its module where it has none."""
        return self.module.removesuffix(".rule")

    @property
    def rank(self) -> tuple[Precedence, str] | None:
        """Which of several rules that report one cause speaks: that with the lowest; None for one that always does."""
        return None if self.meta.precedence is None else (self.meta.precedence, self.meta.code)

    @property
    def page(self) -> str:
        """The documentation page, read from the module's source: a run that reports something has no use for it.

        The example is followed by how to see it fail, where it does on simulated GPUs. What stands under "Not reported"
        is followed by the reasons for silence that concern the rule, and "Fix safety" begins with what ``META.fix``
        means.
        """
        import ast
        import inspect

        from devlint.devices.silence.catalogue import points

        source = inspect.getsource(importlib.import_module(self.module))
        page = ast.get_docstring(ast.parse(source), clean=False) or ""
        if self.meta.shown_by_simulator:
            page = page.replace("\n\n## Use instead", f"\n\n{_SIMULATOR}\n\n## Use instead", 1)
        written, mark, rest = page.partition("\n\n## Fix safety")
        safety = self.meta.fix and f"\n{_FIXES[self.meta.fix]}\n"
        return "\n".join((written, *map(_point, points(self.meta.code)))) + mark + (safety or "") + rest


_SIMULATOR = "To see it fail without a GPU, run the program that comes to it with `python -m devlint.simcuda FILE`."
_FIXES = {
    Safety.SAFE: "`devlint check --fix` does what the message says. The fix is safe: what worked behaves as before.",
    Safety.UNSAFE: "`devlint check --fix --unsafe-fixes` does what the message says. The fix is unsafe: it may change\n"
    "what code does that worked.",
}


def _point(text: str) -> str:
    """``text`` as a point of a list in Markdown, its lines broken outside of code."""
    import re
    import textwrap

    whole = re.sub("`[^`]+`", lambda code: code[0].replace(" ", "\0"), text)
    lines = textwrap.fill(
        whole, 120, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\0", " ")


def rules() -> tuple[Rule, ...]:
    """Every rule, by code: those of devlint and those of the plugins that are loaded."""
    if not _of_plugins:
        return _own()
    return tuple(sorted((*_own(), *_of_plugins), key=lambda rule: rule.meta.code))


_of_plugins: list[Rule] = []


def register(found: Iterable[Rule]) -> None:
    """Add the rules of a plugin."""
    _of_plugins.extend(found)


def forget(plugin: str) -> None:
    """Remove the rules that ``plugin`` brought."""
    _of_plugins[:] = [rule for rule in _of_plugins if rule.plugin != plugin]


@cache
def _own() -> tuple[Rule, ...]:
    package = importlib.import_module("devlint.rules")
    found = []
    for info in pkgutil.iter_modules(package.__path__):
        name = f"{package.__name__}.{info.name}"
        module = importlib.import_module(f"{name}.rule" if info.ispkg else name)
        module.__doc__ = None  # a tenth of a megabyte, in all
        found.append(opened(module, f"{name}.pattern" if info.ispkg and _has(package, info.name, "pattern") else ""))
    return tuple(sorted(found, key=lambda rule: rule.meta.code))


def opened(module: ModuleType, pattern: str = "", plugin: str = "") -> Rule:
    """The rule that ``module`` defines, with its visitor in the module named ``pattern``."""
    check = getattr(module, "check", None)
    facts = () if check is None else _facts(check, vars(module))
    words, wakes = tuple(getattr(module, "WORDS", ())), getattr(module, "wakes", None)
    return Rule(module.__name__, module.META, facts, check, pattern, words, wakes, plugin)


def _has(package: ModuleType, folder: str, name: str) -> bool:
    return any(next(Path(path, folder).glob(f"{name}.*"), None) is not None for path in package.__path__)


def _facts(check: Callable[[Any, SourceFile], Iterator[Finding]], names: dict[str, Any]) -> tuple[type, ...]:
    """The kinds of facts that the first parameter of ``check`` is annotated with: the text of it, as written."""
    first = next(iter(check.__annotations__.values()))
    return tuple(names[one.strip()] for one in first.split("|"))


def near_rule(word: str) -> str:
    """The end of a sentence that says which rule ``word`` may have meant; "" where none is called like it.

    The codes of other linters mean none: E501 is not DEV501.
    """
    from devlint.base.suggestion import did_you_mean, suggestion

    number = word.lower().lstrip("dev") if word[:1].lower() == "d" else word
    same = [r.meta.code for r in rules() if number and r.meta.code == f"DEV{number}"]
    names = [r.meta.name for r in rules()]
    with_word = [name for name in names if len(word) > 2 and f"-{word.lower()}" in f"-{name}"]
    found = same or with_word
    return did_you_mean(found) if 0 < len(found) <= 3 else suggestion(word, names)


def find(code_or_name: str) -> Rule | None:
    """The rule called ``code_or_name`` ("DEV201", "dev201", "201" or "bare-cuda"), or None."""
    wanted = code_or_name.strip().lower()
    wanted = f"dev{wanted}" if wanted.isdecimal() else wanted
    return next((r for r in rules() if wanted in (r.meta.code.lower(), r.meta.name)), None)
