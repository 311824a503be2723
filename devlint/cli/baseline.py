"""``devlint baseline``: write down the findings that are there, so that new ones alone are reported."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from devlint.base.counts import counted
from devlint.base.errors import BadOption
from devlint.cli.arguments import add_configuration, configurations_of, jobs
from devlint.cli.messages import CLEAN, ERROR, complain
from devlint.configuration.settings import add_arguments, from_arguments

if TYPE_CHECKING:
    from devlint.baseline.contents import Baseline, Entry
    from devlint.cli.arguments import Commands
    from devlint.configuration.options import Options
    from devlint.engine.batch import Outcome


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("baseline", help="write down what is found now, to be told of new findings only")
    command.add_argument("paths", nargs="*", metavar="PATH", help="files and folders (default: .)")
    command.add_argument("--prune", action="store_true", help="take out what is not found any more, and add nothing")
    add_arguments(command)
    add_configuration(command)
    command.add_argument("-j", "--jobs", type=jobs, default=0, metavar="N", help="processes to use (default: auto)")
    return command


def run(namespace: argparse.Namespace) -> int:
    """Check the paths, and write the baselines that count for them."""
    from devlint.baseline.lookup import NAME, path_for
    from devlint.engine.batch import check_all
    from devlint.selection.search import select
    from devlint.source.files import STDIN

    if STDIN in namespace.paths:
        raise BadOption("baseline: standard input cannot be written down")
    configurations = configurations_of(namespace, over=partial(from_arguments, namespace))
    selection = select(namespace.paths or ["."], configurations)
    failed = bool(selection.missing)
    for message in selection.missing:
        complain(message)
    own = [one.options for one in selection.files]
    targets = [path_for(one.path, one.options) or os.path.abspath(NAME) for one in selection.files]
    if not targets:
        targets = [path_for("x", configurations.here) or os.path.abspath(NAME)]
    for target in dict.fromkeys(targets):
        if namespace.baseline is None:
            _refuse_to_make_far_away(target)
    before = {target: _read(target, prune=namespace.prune) for target in dict.fromkeys(targets)}
    after = {target: dict(baseline.files) for target, baseline in before.items()}
    everything = [replace(options, no_baseline=True) for options in own]
    if namespace.prune:  # what is below the level shown is not gone
        everything = [replace(options, level="hint") for options in everything]
    outcomes = check_all(selection.paths, everything, jobs=namespace.jobs)
    for outcome, options, target in zip(outcomes, own, targets, strict=False):
        if outcome.error or outcome.failures or outcome.broken_cells:
            failed = True
            complain(f"{outcome.path}: {outcome.error or 'could not be checked, what is known of it stays'}")
            continue
        baseline = before[target]
        after[target][baseline.name_of(outcome.path)] = _entries(
            outcome, baseline.entries_of(outcome.path), options, prune=namespace.prune
        )
    for target, baseline in before.items():
        for name in baseline.missing_files():
            after[target].pop(name, None)
        _write(baseline, {name: found for name, found in after[target].items() if found}, prune=namespace.prune)
    return ERROR if failed else CLEAN


def _refuse_to_make_far_away(path: str) -> None:
    """Raise BadOption for a new file outside of the current folder: what a project says is no reason to write there."""
    real, here = os.path.realpath(path), os.path.join(os.path.realpath(os.curdir), "")
    if not os.path.lexists(path) and not real.startswith(here):
        raise BadOption(f"{path}: is outside of the current folder; `--baseline` may be")


def _read(path: str, *, prune: bool) -> Baseline:
    """The baseline of a file, an empty one where it is to be made. Raises BadOption."""
    from devlint.baseline.contents import Baseline
    from devlint.baseline.lookup import read_regular

    if os.path.lexists(path):
        return read_regular(path)
    if prune:
        raise BadOption(f"--prune: there is no baseline {path}; `devlint baseline` writes it")
    return Baseline(path, {})


def _entries(outcome: Outcome, known: tuple[Entry, ...], options: Options, *, prune: bool) -> tuple[Entry, ...]:
    """What the baseline is to say of a file of which ``known`` is what it says now."""
    from devlint.baseline.comparison import is_judged
    from devlint.baseline.contents import entries
    from devlint.baseline.fingerprints import places

    document = outcome.document
    tree = document.notebook.tree() if document and document.notebook else None
    found = entries(places(outcome.found, document.text, tree)) if document else ()
    local = options.for_file(outcome.path)
    kept = [one for one in known if not is_judged(one, local)]
    if not prune:
        names = {one.fingerprint for one in kept}
        return tuple(sorted([*kept, *(one for one in found if one.fingerprint not in names)], key=_order))
    counts = {one.fingerprint: one.count for one in found}
    left = [one for one in known if one in kept or counts.get(one.fingerprint)]
    return tuple(one if one in kept else replace(one, count=min(one.count, counts[one.fingerprint])) for one in left)


def _order(entry: Entry) -> tuple[str, str, str, str]:
    return entry.rule, entry.function, entry.statement, entry.fingerprint


def _write(before: Baseline, files: dict[str, tuple[Entry, ...]], *, prune: bool) -> None:
    """Write a baseline where it changes, and say what became of it."""
    from devlint.baseline.contents import Baseline, write

    def numbers(there: dict[str, tuple[Entry, ...]]) -> dict[tuple[str, str], int]:
        return {(name, one.fingerprint): one.count for name, found in there.items() for one in found}

    old, new = numbers(dict(before.files)), numbers(files)
    added = sum(max(count - old.get(key, 0), 0) for key, count in new.items())
    gone = sum(max(count - new.get(key, 0), 0) for key, count in old.items())
    if files != before.files or not os.path.exists(before.path):
        write(Baseline(before.path, files))
    shown = os.path.relpath(before.path)
    if prune:
        print(f"{shown}: took out {counted(gone, 'finding')}, {counted(sum(new.values()), 'finding')} left")
    else:
        total = f"{counted(sum(new.values()), 'finding')} in {counted(len(files), 'file')}"
        print(f"{shown}: {total}, {added} of them new, {gone} gone", file=sys.stdout)
