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


def test_main_of_a_script_counts_as_no_call() -> None:
    """What ``main`` calls is followed as far as what a function calls that is evaluated for itself."""
    program = """
        import torch

        def centred(x, mean):
            return x - mean

        def encoded(net, x, mean):
            return net(centred(x, mean))

        def step(net, x, mean):
            return torch.relu(encoded(net, x, mean))

        def train(net, mean):
            return step(net, torch.rand(8, 5).to("cuda"), mean)

        def main():
            train(torch.nn.Linear(5, 5).to("cuda"), torch.zeros(5))

        main()
    """
    assert found(program) == ['DEV101 train(torch.nn.Linear(5, 5).to("cuda"), torch.zeros(5))']
