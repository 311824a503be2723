"""The worker's process ends before the server does."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process as Child

from devlint.server.process import Process


def test_a_server_that_ends_at_once_leaves_no_process_behind() -> None:
    async def brief() -> Child:
        process = Process({})
        child = await process.start()
        process.end()
        return child

    assert asyncio.run(brief()).returncode is not None
