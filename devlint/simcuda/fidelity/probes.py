"""Reading probes and running one.

probe = Probe("mixing", "x + c", "raises RuntimeError: Expected all tensors", source="TensorIterator.cpp")
run(probe)      # "raises RuntimeError: Expected all tensors to be on the same device, but found ..."
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "probes"
PRELUDE = """
import copy, io, os, pickle, tempfile, threading, weakref
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
torch.manual_seed(0)
c, cm = torch.ones(3), torch.ones(3, 3)
if torch.cuda.is_available():
    x, m = c.cuda(0), cm.cuda(0)
    y = c.cuda(torch.cuda.device_count() - 1)
"""


@dataclass(frozen=True, slots=True)
class Probe:
    """A small program and the outcome CUDA gives it.

    ``devices`` is the number of devices it takes, ``gap`` says why the simulation is known to differ, ``slow`` what
    takes seconds.
    """

    topic: str
    code: str
    expected: str
    source: str
    devices: int = 1
    gap: str = ""
    slow: str = ""

    @property
    def id(self) -> str:
        """The topic and the code: a record of another program does not speak of this one."""
        return f"{self.topic}: {self.code}"

    def agrees(self, outcome: str) -> bool:
        """Whether an outcome is the expected one: of an error the beginning, of a long text the first line."""
        if self.expected.startswith("raises "):
            return outcome.startswith(self.expected)
        return self.expected in (outcome, outcome.partition("\n")[0])

    def same(self, outcome: str, other: str) -> bool:
        """Whether two outcomes are the same as far as the probe says what is expected."""
        words = not self.expected.startswith("raises ") or ": " in self.expected
        return outcome == other or (words and self.agrees(outcome) and self.agrees(other))


def read(path: Path) -> Iterator[Probe]:
    """The probes of one file; raises ValueError for a probe without expectation or source."""
    topic, source, gap, devices, slow = path.stem, "", "", 1, ""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.strip("\n").splitlines() if line.strip()]
        code, expected = [], []
        for line in lines:
            word, _, rest = line.partition(": ")
            if line.startswith("## "):
                topic = f"{path.stem}, {line[3:]}"
            elif word == "source":
                source = rest
            elif word == "devices":
                devices = int(rest)
            elif word == "gap":
                gap = rest
            elif word == "slow":
                slow = rest
            elif line.startswith(("    = ", "    raises ")):
                expected.append(line.strip().removeprefix("= "))
            else:
                code.append(line)
        if code:
            if len(expected) != 1 or not source:
                raise ValueError(f"{path.name}: a probe needs one expectation and a source: {code[0]}")
            yield Probe(topic, "\n".join(code), expected[0], source, devices, gap, slow)
            gap, devices, slow = "", 1, ""


def all_probes() -> list[Probe]:
    """Every probe, by file."""
    return [probe for path in sorted(FOLDER.glob("*.txt")) for probe in read(path)]


def run(probe: Probe) -> str:
    """The outcome of a probe on the machine in force."""
    names: dict[str, Any] = {}
    exec(PRELUDE, names)
    tree = ast.parse(probe.code)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr), f"the last line of a probe is an expression: {probe.code}"
    with warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        warnings.simplefilter("ignore")
        try:
            exec(compile(tree, "<probe>", "exec"), names)
            return str(eval(compile(ast.Expression(last.value), "<probe>", "eval"), names))
        except Exception as error:
            text = str(error).strip().split("\n")[0]
            return f"raises {type(error).__name__}: {text}".strip()
        finally:
            _restore(names["torch"])


def _restore(torch: Any) -> None:
    torch.set_default_device(None)
    torch.set_default_tensor_type(torch.FloatTensor)
    torch.use_deterministic_algorithms(False)
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.set_device(0)
        torch.cuda.set_sync_debug_mode(0)
