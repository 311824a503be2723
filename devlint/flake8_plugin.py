"""flake8 sees devlint through this adapter: the tree and the lines in, (line, column, text, type) out.

    $ flake8 train.py
    train.py:14:5: DEV301 `net.head` is created on the CPU after `net` was moved; use `nn.Linear(8, 5).to(device)`

flake8 loads it through the entry point ``DEV``. It never raises: whatever goes wrong inside is one DEV000 line. Rules
that are off by default are kept silent here and not by flake8's ``extend_default_ignore``, which is lost as soon as a
user sets ``ignore`` or ``select = DEV``.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import inspect
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from devlint import __version__
from devlint.base.deadline import TimedOut, deadline
from devlint.base.diagnostic import INTERNAL_ERROR
from devlint.base.errors import BadOption
from devlint.baseline.lookup import baseline_for
from devlint.configuration.flake8_files import check_flake8_files
from devlint.configuration.options import Options
from devlint.configuration.reading import configured
from devlint.configuration.settings import add_flake8_options, check_flake8_entries, from_flake8
from devlint.engine.guard import guarded_lint, internal_error, timed_out
from devlint.engine.linter import NotAnalysed
from devlint.engine.workspace import Workspace
from devlint.report.escape import escaped
from devlint.suppression.decision import mentions, without_ignored

if TYPE_CHECKING:
    from devlint.base.diagnostic import Diagnostic


class Plugin:
    """One file of a flake8 run."""

    name = "devlint"
    version = __version__
    #: flake8's own namespace, read late: flake8's legacy API changes it after the plugins have seen it.
    options: ClassVar[argparse.Namespace] = argparse.Namespace()
    #: What ``[tool.devlint]`` says, or the section of setup.cfg or tox.ini.
    configured: ClassVar[Options] = Options()
    workspace: ClassVar[Workspace | None] = None

    def __init__(self, tree: ast.Module, lines: list[str], filename: str) -> None:
        """Take flake8's tree, its decoded lines (without a byte order mark) and the name it shows."""
        self.tree = tree
        self.lines = lines
        self.filename = filename

    @staticmethod
    def add_options(manager: Any) -> None:
        """Tell flake8 of the options that begin with ``--devlint-``."""
        add_flake8_options(manager)

    @classmethod
    def parse_options(cls, option_manager: Any, options: argparse.Namespace, args: Any) -> None:
        """Keep the options of the run. What means nothing, here or in our section, ends it with a critical error."""
        from flake8.exceptions import ExecutionError

        try:
            said = _said_first()
            if not said.isolated:
                check_flake8_files(said.config, said.append_config)
            check_flake8_entries(options)
            cls.configured = configured(isolated=said.isolated)
            if said.isolated:
                cls.configured = replace(cls.configured, no_baseline=True, site_packages="ignore")
            baseline_for(os.path.join(os.curdir, "any.py"), from_flake8(options, cls.configured))
        except BadOption as error:
            raise ExecutionError(escaped(str(error))) from error
        cls.options = options
        cls.workspace = None
        if _is_flake8():
            _keep_what_is_loaded()
            with contextlib.suppress(Exception):  # what fails here fails again where it is reported
                cls._prepare(options)

    @classmethod
    def _prepare(cls, options: argparse.Namespace) -> None:
        """Find out once what all processes of this run would find out each for itself."""
        paths = _files_of_workers(options)
        if paths:
            cls._workspace(from_flake8(options, cls.configured)).prepare(paths)

    @classmethod
    def _workspace(cls, options: Options) -> Workspace:
        """The memory of this process, which lasts as long as the options do."""
        if cls.workspace is None or cls.workspace.options != options:
            cls.workspace = Workspace(options)
        return cls.workspace

    def run(self) -> Iterator[tuple[int, int, str, type]]:
        """Yield line (from 1), column (from 0, in code points), text and type of each finding."""
        if self.filename.endswith(".ipynb") and _is_notebook(self.tree):
            return  # to flake8 a notebook is JSON; the command line reads notebooks
        options = None
        try:
            options = from_flake8(self.options, self.configured)
            with deadline(options.timeout):
                found = self._found(options)
        except NotAnalysed:
            return
        except TimedOut:
            type(self).workspace = None  # it was left in the middle of something
            found = [timed_out(options.timeout if options else 0)]
        except Exception as error:
            found = [internal_error(error)]
        for d in found:
            if d.code != INTERNAL_ERROR and not (options and options.shows(d)):
                continue
            if d.code == INTERNAL_ERROR and not (options and options.reports(d.code, d.name)):  # flake8 drops it
                print(escaped(f"devlint: error: {self.filename}: {d.message}"), file=sys.stderr)
            yield d.span.line, d.span.column, f"{d.code} {escaped(d.line)}", type(self)

    def _found(self, options: Options) -> list[Diagnostic]:
        """The findings that no directive of ours silences; ``# noqa`` is left to flake8. Raises NotAnalysed."""
        text = "".join(self.lines)
        found = guarded_lint(text, self.filename, self._workspace(options), self.tree)
        if any(d.code == INTERNAL_ERROR for d in found):
            return found
        obeys = not getattr(self.options, "disable_noqa", False)
        if obeys and mentions(text):
            from devlint.suppression.unused import with_unused

            found = without_ignored(with_unused(found, text, self.filename, options), text)
        found = [options.adjusted(d) for d in found]
        return self._new(found, text, options, obeys=obeys) if found else found

    def _new(self, found: list[Diagnostic], text: str, options: Options, *, obeys: bool) -> list[Diagnostic]:
        """The findings that the baseline does not know; one that ``# noqa`` silences takes nothing from it."""
        baseline = baseline_for(self.filename, options)
        if baseline is None:
            return found
        from devlint.baseline.comparison import compared
        from devlint.baseline.fingerprints import places
        from devlint.suppression.decision import without_suppressed

        left = without_suppressed(found, text) if obeys else found
        at = places(left, text, self.tree)
        known = compared(left, at, baseline.entries_of(self.filename), options.shows).known
        return [d for d in found if d not in known]


def _is_notebook(tree: ast.Module) -> bool:
    """True if a text is the JSON of a whole notebook, and not one of its cells, which editors send under its name."""
    whole = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(whole, ast.Expr) or not isinstance(whole.value, ast.Dict):
        return False
    keys = {key.value for key in whole.value.keys if isinstance(key, ast.Constant)}
    return not keys.isdisjoint(("cells", "nbformat", "worksheets"))


def _is_flake8() -> bool:
    """Whether this process is flake8's own, and not a program that only uses it."""
    main = sys.modules.get("__main__")
    spec = getattr(main, "__spec__", None)
    name = spec.name if spec is not None else os.path.basename(getattr(main, "__file__", None) or "")
    return bool(name.partition(".")[0] == "flake8")


def _keep_what_is_loaded() -> None:
    """Let the collector pass by what flake8 has loaded, which lasts as long as the process.

    Each of its full collections would walk all that again. A program that only uses flake8 is left as it is: what it
    holds may turn to garbage.
    """
    gc.freeze()


def _files_of_workers(options: argparse.Namespace) -> list[str]:
    """The files that flake8 is about to check in processes forked from this one; none where it forks none."""
    import multiprocessing

    jobs = (os.cpu_count() or 1) if options.jobs.is_auto else options.jobs.n_jobs
    forks = multiprocessing.get_start_method() == "fork" and multiprocessing.parent_process() is None
    if jobs < 2 or not forks or options.bug_report or "-" in options.filenames:
        return []
    from flake8.discover_files import expand_paths

    found = expand_paths(
        paths=options.filenames,
        stdin_display_name=options.stdin_display_name,
        filename_patterns=options.filename,
        exclude=(*options.exclude, *options.extend_exclude),
    )
    paths = list(found)
    return paths if len(paths) > 1 else []


def _said_first() -> argparse.Namespace:
    """What flake8's command line says of configuration files: ``isolated``, ``config`` and ``append_config``.

    flake8 reads these before it loads its plugins and does not hand them on (the namespace it hands on holds their
    defaults), so they are looked up in the function that is calling us.
    """
    frame = inspect.currentframe()
    while frame is not None:
        said = frame.f_locals.get("args0")
        if isinstance(said, argparse.Namespace) and hasattr(said, "isolated"):
            return said
        frame = frame.f_back
    return argparse.Namespace(isolated=False, config=None, append_config=[])
