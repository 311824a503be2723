"""A process that runs trials: ``python -m devlint.simcuda.fidelity.operators.worker [--simulate SAMPLES | --kernels]``.

It reads lines ``OPERATOR SKIP`` (the operator's position in the database, how many of its trials were run before) and
answers with lines of JSON: ``{"begin": key}`` before each trial, ``{"key": key, "outcome": text}`` after it, and
``{"end": true}`` after the last. Simulated, the values of that many samples are compared with the CPU's, too. With
``--kernels`` a trial says what the operators below a function did. An error of CUDA that leaves the device unusable
ends the process.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

import torch

from devlint.simcuda.fidelity.operators import kernels
from devlint.simcuda.fidelity.operators.samples import database
from devlint.simcuda.fidelity.operators.trials import Trial, outcome, trials
from devlint.simcuda.fidelity.operators.values import values

UNUSABLE = 3
"""The exit status after an error from which the device does not recover."""


def usable() -> bool:
    """True if the device still works; a failed assertion or access on it makes all later calls fail."""
    try:
        torch.ones(1, device="cuda").sum().item()
        torch.cuda.synchronize()
    except RuntimeError:
        return False
    return True


def serve(lines: Any, say: Any, chosen: Callable[[Any], Iterator[Trial]]) -> int:
    """Run what the lines ask for of the *chosen* trials of an operator; the exit status."""
    found = database()
    say({"ready": True})
    for line in lines:
        position, skip = map(int, line.split())
        for trial in islice(chosen(found[position]), skip, None):
            say({"begin": trial.key})
            text = outcome(trial.run)
            say({"key": trial.key, "outcome": text})
            if not text.startswith("runs") and not usable():
                return UNUSABLE
        say({"end": True})
    return 0


def main(arguments: list[str]) -> int:
    """Serve standard input on standard output, where nothing else is written."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    torch.set_num_threads(1)

    def say(answer: dict[str, Any]) -> None:
        channel.write(json.dumps(answer) + "\n")
        channel.flush()

    if "--kernels" in arguments:
        return serve(sys.stdin, say, kernels.trials)
    if "--simulate" not in arguments:
        return serve(sys.stdin, say, trials)
    from devlint.simcuda import simulated_cuda

    most = int(arguments[-1])
    with simulated_cuda(1):
        return serve(sys.stdin, say, lambda op: chain(trials(op), values(op, most)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
