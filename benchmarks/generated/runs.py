"""Runs of programs on the simulated machine: does the faulty one fail, and the repaired one run?

run({"train.py": "import torch\ntorch.ones(3).cuda() + torch.ones(3)\n"})    # "RuntimeError: Expected all ..."
"""

from __future__ import annotations

import contextlib
import importlib
import io
import multiprocessing
import os
import runpy
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.generated.programs import SCRIPT, Program

FAULTS = ("device", "cuda", "CUDA", "is on cpu", "same storage", "generator")
"""What the message of an error says where devices are its cause."""


def confirmed(made: Sequence[Program], jobs: int) -> Iterator[str]:
    """For each program "" where a run confirms it, or what is wrong with it."""
    if jobs == 1:
        yield from map(judgement, made)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, initializer=_alone) as pool:
        yield from pool.imap(judgement, made, chunksize=16)


def _alone() -> None:
    import torch

    torch.set_num_threads(1)


def judgement(one: Program) -> str:
    """Nothing ("") if the faulty program fails because of a device and the repaired one runs; else what happens."""
    repaired = run(one.good)
    if repaired:
        return f"the repaired program fails: {repaired}"
    fault = run(one.bad)
    if not fault:
        return "the faulty program runs"
    return "" if any(word in fault for word in FAULTS) else f"the faulty program fails otherwise: {fault}"


def run(files: dict[str, str]) -> str:
    """The error with which a program ends on two simulated GPUs, in one line; "" for none."""
    from devlint.simcuda import simulated_cuda

    before, here, arguments = set(sys.modules), Path.cwd(), sys.argv
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text)
        sys.path.insert(0, folder)
        sys.argv = [SCRIPT]
        os.chdir(folder)
        importlib.invalidate_caches()
        try:
            with (
                simulated_cuda(devices=2),
                contextlib.redirect_stdout(io.StringIO()),
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("ignore")
                runpy.run_path(SCRIPT, run_name="__main__")
        except Exception as error:  # whatever a program does wrong
            return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"
        finally:
            os.chdir(here)
            sys.argv = arguments
            sys.path.remove(folder)
            for name in set(sys.modules) - before:
                if str(getattr(sys.modules[name], "__file__", "")).startswith(folder):
                    del sys.modules[name]
    return ""
