"""Dask itself: workers that are killed, and a scheduler that is started anew, cost time and nothing else."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest

from devlint.fleet.engine import Engine
from devlint.fleet.run import lint_table
from tests.fleet.test_fleet import OPTIONS, direct, results, same, sources, table, write  # noqa: F401

pytestmark = pytest.mark.slow


def children(of: int, word: str) -> list[psutil.Process]:
    """The processes below one whose command holds a word."""
    found = []
    for process in psutil.Process(of).children(recursive=True):
        try:
            if word in " ".join(process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_workers_that_are_killed_cost_nothing(tmp_path: Path, direct: list[dict[str, object]]) -> None:  # noqa: F811
    source, killed = write(tmp_path / "in", sources(), [("more", "a.py", b"import torch\n" * 1000)]), 0

    def kill(what: str, done: int, total: int) -> None:
        nonlocal killed
        workers = children(os.getpid(), "multiprocessing.spawn") or children(os.getpid(), "forkserver")
        if what == "linted" and done < total and killed < 3 and workers:
            workers[killed % len(workers)].send_signal(signal.SIGKILL)
            killed += 1

    with Engine(workers=2) as engine:
        came = lint_table(str(source), str(tmp_path / "out"), OPTIONS, engine, kill)
    assert came.failures == [] and killed == 3
    found = [row for row in results(tmp_path / "out") if row["repository"] != "more"]
    assert same(found, direct)
    assert len([row for row in results(tmp_path / "out") if row["kind"] == "repository"]) == 4


@contextmanager
def scheduler(port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", str(port), "--no-dashboard"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_scheduler_that_is_started_anew_costs_what_was_under_way(
    tmp_path: Path, direct: list[dict[str, object]]  # noqa: F811
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
    workers: list[subprocess.Popen[bytes]] = []
    restarted = threading.Event()

    def start_worker() -> None:
        workers.append(subprocess.Popen(worker, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    with scheduler(port) as first:
        start_worker()

        def restart() -> None:
            first.kill()
            first.wait()
            time.sleep(1)
            with scheduler(port):
                start_worker()
                restarted.wait(300)

        thread = threading.Thread(target=restart)

        def watch(what: str, done: int, total: int) -> None:
            if what == "linted" and done == 1 and thread.ident is None:
                thread.start()

        try:
            with Engine(address) as engine:
                came = lint_table(str(write(tmp_path / "in", sources())), str(tmp_path / "out"), OPTIONS, engine, watch)
        finally:
            restarted.set()
            for one in workers:
                one.kill()
                one.wait()
            if thread.ident is not None:
                thread.join()
    assert came.failures == [] and thread.ident is not None
    assert same(results(tmp_path / "out"), direct)
    assert pq.read_table(tmp_path / "out").num_rows == len(direct)
    assert table(sources()).num_rows
