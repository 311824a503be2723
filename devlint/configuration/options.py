"""Options: which rules take part in a run, and what the user has configured.

    options = Options(extend_select=("DEV7",), ignore=("DEV70", "bare-cuda"))
    options.speaks(META)  # DEV701? the longest entry that names it decides: "DEV70" is longer than "DEV7", so no

An *entry* names rules: a code (`DEV201`), a prefix of codes (`DEV2`), or the name of one rule (`bare-cuda`), which
counts as its full code. The decision between select and ignore is flake8's own: the longest entry wins, a tie ignores.

A rule that is off by default needs more than being selected: an entry of at least four characters must name it
(`DEV7`, `DEV701`, `hard-coded-cuda`), so that `select = DEV` or `ignore = E501`, which switch off flake8's own notion
of "off by default", do not turn it on.

Where options come from, and how they are written there, is the table of ``devlint.configuration.settings``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from devlint.base.diagnostic import LEVELS, Diagnostic
from devlint.configuration.path_patterns import PathPattern, means

if TYPE_CHECKING:
    from devlint.rulebook import RuleMeta
    from devlint.stubs.configured import Configured

CODE_LENGTH = len("DEV000")
NAMING_LENGTH = len("DEV7")

SITE_PACKAGES = ("read", "ignore")

FOR_THE_REPORT = frozenset(
    {
        "level", "fail_on", "per_file_ignores", "exclude", "extend_exclude", "force_exclude", "no_gitignore",
        "baseline", "no_baseline", "levels", "unfixable",
        "output_format", "cache_dir", "no_cache", "timeout",
    }
)  # fmt: skip
"""Fields that have no part in what ``lint`` finds: they choose the files, or what of it is shown or kept."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user wants to hear of. All entries empty: every rule that is on by default.

    ``level`` is the lowest level that is shown, ``fail_on`` the lowest that makes a run fail; both are words of
    ``devlint.base.diagnostic.LEVELS``. ``per_file_ignores`` pairs a pattern with the entries that are ignored in the
    files that match it. ``exclude`` and ``extend_exclude`` are patterns of files and folders that are passed over where
    a folder is searched, with ``force_exclude`` also where they are named; ``no_gitignore`` is about git's patterns.
    ``moves``, ``on_device`` and ``managed_modules`` are said of helpers, in words of ``devlint.stubs.configured``.
    ``stubs`` are the user's device stubs, each a package and its text. ``site_packages`` says whether
    installed packages are read, a word of ``SITE_PACKAGES``, or "" where nothing is said of it: then they are.
    ``plugins`` are plugins by name, and ``plugin_paths`` files and folders, which only the command line names.
    ``levels`` pairs entries with the level that findings of these rules have, a word of ``LEVELS``, and ``unfixable``
    are entries of rules whose findings are not repaired. ``baseline`` is the file of findings that are known, "" for
    the nearest one. ``cache_dir`` is the cache's folder, "" for one among the user's caches. ``output_format`` is ""
    where nothing is said of it. ``timeout`` are the seconds that a file may take.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    enable: tuple[str, ...] = ()
    level: str = "warning"
    fail_on: str = "warning"
    levels: tuple[tuple[str, str], ...] = ()
    unfixable: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[PathPattern, tuple[str, ...]], ...] = ()
    exclude: tuple[PathPattern, ...] = ()
    extend_exclude: tuple[PathPattern, ...] = ()
    force_exclude: bool = False
    no_gitignore: bool = False
    baseline: str = ""
    no_baseline: bool = False
    output_format: str = ""
    moves: tuple[str, ...] = ()
    on_device: tuple[str, ...] = ()
    managed_modules: tuple[str, ...] = ()
    stubs: tuple[tuple[str, str], ...] = ()
    site_packages: str = ""
    plugins: tuple[str, ...] = ()
    plugin_paths: tuple[str, ...] = ()
    cache_dir: str = ""
    no_cache: bool = False
    timeout: int = 20

    @property
    def reads_site_packages(self) -> bool:
        """Whether the stubs and the source of installed packages are read."""
        return self.site_packages != "ignore"

    @property
    def may_ask_for_patterns(self) -> bool:
        """False if no rule takes part that is off by default or a plugin's, as pattern rules are."""
        if self.plugins or self.plugin_paths:
            return True
        return any(len(entry) >= NAMING_LENGTH for entry in (*self.select, *self.extend_select, *self.enable))

    @property
    def configured(self) -> Configured:
        """What the user configures, read. Raises BadOption for entries that no reader of options has let pass."""
        from devlint.stubs.configured import read_configured

        return read_configured(self.moves, self.on_device, self.managed_modules)

    @property
    def is_configured(self) -> bool:
        """True if something is configured that a text may speak of: helpers that move, or packages by their stubs."""
        return bool(self.stubs or self.moves or self.on_device)

    def mentions_configured(self, text: str) -> bool:
        """Whether something that is configured stands in ``text``."""
        if any(package.partition(".")[0] in text for package, _ in self.stubs):
            return True
        if not self.moves and not self.on_device:
            return False
        return any(name in text for name in self.configured.moving | self.configured.placed)

    def speaks(self, meta: RuleMeta) -> bool:
        """Whether the rule takes part in a run with these options."""
        if meta.status.value == "off":
            naming = [e for e in (*self.select, *self.extend_select, *self.enable) if len(e) >= NAMING_LENGTH]
            if _longest(naming, meta.code, meta.name) < 0:
                return False
        return self.reports(meta.code, meta.name)

    def reports(self, code: str, name: str) -> bool:
        """Whether select and ignore let a finding of this code through, whatever the rule's default."""
        selected = _longest((*self.select, *self.extend_select, *self.enable), code, name)
        ignored = _longest((*self.ignore, *self.extend_ignore), code, name)
        if self.select and selected < 0:
            return False
        if not self.select and selected >= 0:
            selected = max(selected, len("DEV"))  # the block itself is what is selected by default
        return ignored < 0 or selected > ignored

    def adjusted(self, found: Diagnostic) -> Diagnostic:
        """A finding with the level that ``levels`` gives its rule, and without a remedy where it is ``unfixable``."""
        longest = -1
        for entry, word in self.levels:
            length = _longest((entry,), found.code, found.name)
            if length > longest:
                longest, found = length, replace(found, level=LEVELS[word])
        if found.remedy is not None and _longest(self.unfixable, found.code, found.name) >= 0:
            found = replace(found, remedy=None)
        return found

    def shows(self, found: Diagnostic) -> bool:
        """Whether a finding of a run with these options is shown.

        Select and ignore have to let it through, and its level has to be high enough, unless an entry names its very
        rule: who names a rule wants to see all that it says. What makes the run fail is shown, unless ``level`` says
        otherwise.
        """
        if not self.reports(found.code, found.name):
            return False
        entries = (*self.select, *self.extend_select, *self.enable)
        lowest = self.level if self.level != "warning" else min(self.level, self.fail_on, key=LEVELS.__getitem__)
        return found.level >= LEVELS[lowest] or _longest(entries, found.code, found.name) >= CODE_LENGTH

    def fails(self, found: Diagnostic) -> bool:
        """Whether a finding that is shown makes the run fail."""
        return found.level >= LEVELS[self.fail_on]

    def for_file(self, path: str) -> Options:
        """These options with the per-file ignores of ``path``, those of all patterns that match it."""
        matching = [entries for pattern, entries in self.per_file_ignores if means(pattern, path)]
        if not matching:
            return self
        return replace(self, extend_ignore=self.extend_ignore + tuple(chain(*matching)))

    def fingerprint(self) -> str:
        """What of these options decides the findings in a text: equal for equal decisions, in every process."""
        fields = {name: getattr(self, name) for name in self.__slots__ if name not in FOR_THE_REPORT}
        return json.dumps(fields, sort_keys=True)


def _longest(entries: Iterable[str], code: str, name: str) -> int:
    """The length of the longest entry that names the rule, -1 if none does."""
    lengths = [len(e) for e in entries if code.startswith(e)]
    if name in entries:
        lengths.append(CODE_LENGTH)
    return max(lengths, default=-1)
