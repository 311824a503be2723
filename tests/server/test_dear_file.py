"""A file that is dear delays no other: what the worker is asked meanwhile is answered first."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.server import process
from devlint.server.process import Process
from devlint.server.questions import Check, Checked
from devlint.source.files import Document

DEAR = """
import time
from devlint.server.session import Session
answer = Session.answer
def slow(session, question):
    if question.document.path.endswith("dear.py"):
        time.sleep(600)
    return answer(session, question)
Session.answer = slow
"""
TEXT = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"


async def end(asked: Process) -> None:
    """End the worker, and wait until it is gone."""
    child = await asked.start()
    asked.kill()
    await child.wait()
    assert asked._reading is not None
    await asked._reading


def test_a_file_that_is_opened_while_another_is_checked_is_answered_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "worker_of_a_dear_file.py").write_text(f"{DEAR}\nfrom devlint.server.worker import main\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(process, "WORKER", "worker_of_a_dear_file")

    async def replies() -> list[str]:
        asked = Process({})
        order: list[str] = []

        async def check(path: str) -> None:
            checked = await asked.ask(Check(Document(path, TEXT), Options()), Checked)
            order.append(f"{path} {[d.code for d in checked.outcome.found]}")

        dear = asyncio.create_task(check("dear.py"))
        while not asked._waiting:  # until it is asked
            await asyncio.sleep(0.01)
        dear.cancel()  # as where another file is opened
        await check("other.py")
        await check("third.py")
        order.append("dear" if dear.cancelled() else "dear was answered")
        await end(asked)
        return order

    assert asyncio.run(replies()) == ["other.py ['DEV102']", "third.py ['DEV102']", "dear"]


def test_a_question_that_is_left_in_time_costs_no_worker() -> None:
    async def workers() -> tuple[object, object]:
        asked = Process({})
        first = await asked.start()
        left = asyncio.create_task(asked.ask(Check(Document("left.py", TEXT), Options()), Checked))
        while not asked._waiting:
            await asyncio.sleep(0.01)
        left.cancel()
        await asked.ask(Check(Document("other.py", TEXT), Options()), Checked)
        await asyncio.sleep(2 * process.PATIENCE)
        second = await asked.start()
        await end(asked)
        return first, second

    first, second = asyncio.run(workers())
    assert first is second
