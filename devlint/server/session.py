"""What the worker knows while the editor is open, and how it answers from that.

    session = Session(lambda: False)
    session.update({"/p/utils.py": "import torch\\n"})
    session.answer(Check(document, options))

Texts of open files lie over the disk. What is remembered of other files is kept until one that it came from changes, in
the editor or on the disk, so that an answer is the one that a new process would give.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from devlint.baseline.lookup import baseline_for
from devlint.engine.batch import check
from devlint.engine.linter import NotAnalysed
from devlint.engine.workspace import Workspace
from devlint.file_systems.overlay import Overlay
from devlint.report.edits import fix_of
from devlint.server.questions import Check, Checked, Draw, Drawn, Prove, Question, Repair, Repaired, Reveal, Revealed
from devlint.server.watched_files import WatchedFiles
from devlint.source.files import Document

if TYPE_CHECKING:
    from devlint.base.diagnostic import Diagnostic
    from devlint.configuration.options import Options
    from devlint.devices.analysis import Program
    from devlint.flow.evaluator import Evaluator
    from devlint.flow.values.state import State
    from devlint.flow.values.value import Value
    from devlint.forms import form
    from devlint.scout.cut import Cut

MOST_WORKSPACES = 4
MOST_KEPT = 64  # answers
BETWEEN_LOOKS = 64  # expressions that are evaluated before asking again whether the answer is still wanted


class Cancelled(BaseException):
    """The answer is not wanted any more."""


class Session:
    """The memory of one worker. ``is_cancelled`` is asked, time and again, whether the answer is still wanted."""

    def __init__(self, is_cancelled: Callable[[], bool]) -> None:
        self._is_cancelled = is_cancelled
        self._texts: dict[str, str] = {}
        self._disk = WatchedFiles()
        self._files = Overlay(self._texts, self._disk)
        self._workspaces: dict[str, Workspace] = {}
        self._kept: dict[tuple[type[Question], str], tuple[object, Checked | Revealed | Drawn]] = {}

    def update(self, texts: Mapping[str, str | None]) -> None:
        """Take texts over from the editor; None for a file that is closed there."""
        for file, text in texts.items():
            on_disk = os.path.exists(file)
            was_there = on_disk or file in self._texts
            self._texts.pop(file, None)
            if text is not None:
                self._texts[file] = text
            is_there = on_disk or file in self._texts
            self._forget([file] if was_there and is_there else None)

    def _forget(self, changed: list[str] | None) -> None:
        """Let go of what came from ``changed`` files; of everything where it is None."""
        for workspace in self._workspaces.values():
            if changed is None:
                workspace.project.forget_all()
            else:
                for file in changed:
                    workspace.project.forget(file)

    def _workspace(self, options: Options) -> Workspace:
        """The memory for these options. Nothing is kept on the disk of texts that may never be saved."""
        options = replace(options, no_cache=True)
        name = options.fingerprint()
        found = self._workspaces.pop(name, None) or Workspace(options, self._files)
        self._workspaces[name] = found
        while len(self._workspaces) > MOST_WORKSPACES:
            del self._workspaces[next(iter(self._workspaces))]
        return found

    def answer(self, question: Question) -> Checked | Revealed | Drawn | Repaired:
        """The answer to ``question``. Raises Cancelled."""
        self._forget(self._disk.changes())
        asked = os.path.realpath(question.document.path)
        try:
            return self._repair(question) if isinstance(question, Repair) else self._known(question)
        finally:
            if self._texts.get(asked) != question.document.text:  # what others may go by is the file as it is stored
                self._forget([asked])
            gc.collect(1)

    def _known(self, question: Check | Reveal | Prove | Draw) -> Checked | Revealed | Drawn:
        """The answer to ``question``, which is kept for as long as all that it depends on is the same."""
        if isinstance(question, Draw):
            from devlint.server.drawing import of_whole_function

            question = of_whole_function(question)
        document, workspace = question.document, self._workspace(question.options)
        baseline = baseline_for(document.path, question.options)
        state = (question, workspace.state(document.text, document.path), baseline)
        name = (type(question), document.path)
        known = self._kept.pop(name, None)
        if known is None or known[0] != state:
            known = state, self._found_out(question)
        self._kept[name] = known
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return known[1]

    def _found_out(self, question: Check | Reveal | Prove | Draw) -> Checked | Revealed | Drawn:
        if isinstance(question, Check):
            return self._check(question)
        if isinstance(question, Draw):
            return self._draw(question)
        return self._prove(question) if isinstance(question, Prove) else self._reveal(question)

    def _check(self, question: Check | Prove) -> Checked:
        document, workspace = question.document, self._workspace(question.options)
        outcome = check(document, question.options, workspace=workspace, begin=self._begin)
        return Checked(outcome, tuple(fix_of(d, document.text) for d in outcome.found))

    def _begin(self, program: Program, cut: Cut) -> None:
        """Have the evaluator stop once the question is cancelled; an observer that it has already is still called."""
        left = BETWEEN_LOOKS
        is_cancelled, observed = self._is_cancelled, program.run.observer

        def observe(run: Evaluator, state: State, at: form.Expression, value: Value) -> None:
            nonlocal left
            left -= 1
            if left <= 0:
                left = BETWEEN_LOOKS
                if is_cancelled():
                    raise Cancelled
            if observed is not None:
                observed(run, state, at, value)

        if is_cancelled():
            raise Cancelled
        program.run.observer = observe

    def _prove(self, question: Prove) -> Checked:
        from devlint.fixing.offers import among, of_all_rules

        checked, document = self._check(question), question.document
        if document.notebook is not None or not any(checked.fixes):
            return checked
        lint = self._lint(document.path, of_all_rules(question.options))
        try:
            held = among(checked.outcome.found, document.text, lint)
        except NotAnalysed:
            return checked
        return Checked(checked.outcome, tuple(fix_of(d, document.text) for d in held))

    def _repair(self, question: Repair) -> Repaired:
        from devlint.base.diagnostic import Safety
        from devlint.fixing.passes import repair

        document = question.document
        try:
            lint = self._lint(document.path, question.options)
            return Repaired(repair(document.text, lint, frozenset({Safety.SAFE})).text)
        except NotAnalysed:
            return Repaired(document.text)

    def _lint(self, path: str, options: Options) -> Callable[[str], Sequence[Diagnostic]]:
        """What finds out what is in the texts of the document ``path`` after repairs; it raises NotAnalysed."""
        workspace = self._workspace(options)

        def lint(text: str) -> Sequence[Diagnostic]:
            if self._is_cancelled():
                raise Cancelled
            outcome = check(Document(path, text), options, workspace=workspace, begin=self._begin)
            if outcome.error or outcome.not_analysed or outcome.failures:
                raise NotAnalysed(outcome.error or "it cannot be analysed")
            return outcome.found

        return lint

    def _reveal(self, question: Reveal) -> Revealed:
        from devlint.server.revealing import revealed

        return revealed(question, self._workspace(question.options).project, self._begin)

    def _draw(self, question: Draw) -> Drawn:
        from devlint.server.drawing import drawn

        return drawn(question, self._workspace(question.options).project, self._begin)
