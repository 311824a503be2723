"""When what is checked: the document that changed as soon as typing pauses, then the others that are open.

    checking = Checking(documents, process, configuration, publish)
    checking.request("file:///p/net.py")     after the pause; a check that is under way is given up
    await checking.current(snapshot)         what is found in just this text, for an action

What is published is about the text as it is at that moment, or it is not published.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from devlint.base.errors import BadOption
from devlint.baseline.lookup import baseline_for
from devlint.server.configuration import Configuration
from devlint.server.diagnostics import Shown, diagnostics, failure, nothing
from devlint.server.documents import Documents, Snapshot
from devlint.server.process import NoAnswer, Process
from devlint.server.questions import Check, Checked

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Result:
    """What is found in one text, and how it is shown; ``checked`` is None where the text is not checked."""

    snapshot: Snapshot
    checked: Checked | None
    shown: Shown


class Checking:
    """Checks what is open, one document after the other.

    ``publish`` gets a snapshot and what is shown of it, ``report`` whether a check is under way.
    """

    def __init__(
        self,
        documents: Documents,
        process: Process,
        configuration: Configuration,
        publish: Callable[[Snapshot, Shown], None],
        report: Callable[[bool], None],
    ) -> None:
        self._documents = documents
        self._process = process
        self._configuration = configuration
        self._publish = publish
        self._report = report
        self._waiting: list[str] = []
        self._task: asyncio.Task[None] | None = None

    def request(self, uri: str | None = None, *, pause: bool = True) -> None:
        """Check everything, ``uri`` first, after a pause or at once. What is being checked is begun again."""
        first = [] if uri is None else [uri]
        self._waiting = list(dict.fromkeys([*first, *self._waiting, *self._documents.uris()]))
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.get_running_loop().create_task(self._run(pause))

    async def _run(self, pause: bool) -> None:
        if pause:
            await asyncio.sleep(self._configuration.settings.debounce / 1000)
        self._report(True)
        while self._waiting:
            uri = self._waiting[0]
            snapshot = self._documents.snapshot(uri)
            if snapshot is not None:
                try:
                    result = await self.current(snapshot)
                except Exception as error:
                    log.exception("check of %s", uri)
                    result = Result(snapshot, None, failure(snapshot, f"devlint failed on this file: {error}"))
                self._publish(snapshot, result.shown)
            self._waiting.remove(uri)  # nothing was awaited since the answer came: this is still the task that counts
        self._report(False)

    async def current(self, snapshot: Snapshot) -> Result:
        """What is found in ``snapshot``. Who waits may be cancelled; the check is, then."""
        path = snapshot.document.path
        try:
            options = self._configuration.options(path)
            baseline_for(path, options)
            passes_over = self._configuration.passes_over(path, options)
        except BadOption as error:
            return Result(snapshot, None, failure(snapshot, f"not checked: {error}", "invalid-configuration"))
        if passes_over:
            return Result(snapshot, None, nothing(snapshot))
        try:
            checked = await self._process.ask(Check(snapshot.document, options), Checked)
        except NoAnswer as error:
            return Result(snapshot, None, failure(snapshot, f"devlint failed on this file: {error}"))
        return Result(snapshot, checked, diagnostics(snapshot, checked.outcome, self._configuration.settings))
