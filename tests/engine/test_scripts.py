"""Statements outside of all functions: what a script does as it is read from the top."""

from __future__ import annotations

import textwrap

from devlint.engine.linter import lint


def found(program: str) -> list[str]:
    """The reports on a script, each with the line it stands on."""
    text = textwrap.dedent(program)
    lines = text.split("\n")
    return [f"{one.code} {lines[one.span.line - 1].strip()}" for one in lint(text, "script.py")]


def test_the_rank_of_a_script() -> None:
    program = """
        import os
        import torch
        import torch.distributed as dist

        dist.init_process_group("nccl")
        rank = {rank}
        torch.cuda.set_device(rank)
        device = torch.device(f"cuda:{{rank}}")
    """
    assert found(program.format(rank="dist.get_rank()")) == ["DEV208 torch.cuda.set_device(rank)"]
    assert found(program.format(rank='int(os.environ["RANK"])')) == ["DEV208 torch.cuda.set_device(rank)"]
    assert found(program.format(rank='int(os.environ["LOCAL_RANK"])')) == []
    assert found(program.format(rank="dist.get_rank() % torch.cuda.device_count()")) == []
