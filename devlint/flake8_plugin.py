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
import gc
import inspect
import os
import sys
from collections.abc import Iterator
from typing import Any, ClassVar

from devlint import __version__
from devlint.config import check_flake8_files, configured
from devlint.deadline import TimedOut, deadline
from devlint.errors import BadOption
from devlint.guard import INTERNAL_ERROR, guarded_lint, internal_error, timed_out
from devlint.linter import NotAnalysed
from devlint.options import Options
from devlint.report.escape import escaped
from devlint.settings import add_flake8_options, check_flake8_entries, from_flake8
from devlint.workspace import Workspace


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
        except BadOption as error:
            raise ExecutionError(escaped(str(error))) from error
        cls.options = options
        cls.workspace = None
        _keep_what_is_loaded()

    @classmethod
    def _workspace(cls, options: Options) -> Workspace:
        """The memory of this process, which lasts as long as the options do."""
        if cls.workspace is None or cls.workspace.options != options:
            cls.workspace = Workspace(options)
        return cls.workspace

    def run(self) -> Iterator[tuple[int, int, str, type]]:
        """Yield line (from 1), column (from 0, in code points), text and type of each finding."""
        if self.filename.endswith(".ipynb"):
            return  # to flake8 a notebook is JSON; the command line reads notebooks
        options = None
        try:
            options = from_flake8(self.options, self.configured)
            with deadline(options.timeout):
                found = guarded_lint("".join(self.lines), self.filename, self._workspace(options), self.tree)
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


def _keep_what_is_loaded() -> None:
    """Let the collector pass by what flake8 has loaded, which lasts as long as the process.

    Each of its full collections would walk all that again. A program that only uses flake8 is left as it is: what it
    holds may turn to garbage.
    """
    main = sys.modules.get("__main__")
    spec = getattr(main, "__spec__", None)
    name = spec.name if spec is not None else os.path.basename(getattr(main, "__file__", None) or "")
    if name.partition(".")[0] == "flake8":
        gc.freeze()


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
