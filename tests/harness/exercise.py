"""Running a fixture's function on a machine, and judging what happened.

    with simulated_cuda(devices=2):
        outcome = run(exercise, torch.device("cuda:1"))
    complaint = judge(exercise, outcome, accelerated=True)  # None, or what is wrong with the claim

A *bad* function must fail as marked on an accelerator. On the CPU it must pass, since that is what makes its bug a
trap, unless it asks for CUDA by name; so must every *good* function on both.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import torch

from tests.fixture_inputs import INPUTS
from tests.harness.marks import ON_MPS, WITHOUT_CUDA, Claim, Exercise, MarkError

# What torch says of a device in the wrong place; a failure without one of these words is about something else.
_ABOUT_DEVICES = re.compile(r"device|cuda|cpu|meta tensor|torch\.\w*Tensor|same devices?|gpu", re.IGNORECASE)

# What torch says to a program that asks for CUDA on a machine without it.
NO_CUDA = re.compile(
    r"not compiled with CUDA|compiled without CUDA|has no attribute '_cuda_|not linked with support for cuda"
    r"|No CUDA GPUs are available|found no NVIDIA driver|CUDA is not available|lacks CUDA support|have NCCL"
    r"|torch\.cuda\.is_available\(\) is False|torch\.cuda\.\w+Tensor not available|Cannot get CUDA generator without",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run did: ``kind`` is "passed" or the name of the exception, whose ``message`` and ``line`` follow.

    ``line`` is the fixture's innermost line on the stack; ``raised_here`` says that no call left it. ``value`` is what
    the function gave, a list where it is a generator.
    """

    kind: str
    message: str = ""
    line: int | None = None
    raised_here: bool = False
    value: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.kind if self.kind == "passed" else f"{self.kind} on line {self.line}: {self.message[:300]}"


def load(exercise: Exercise, text: str | None = None) -> Callable[..., Any]:
    """The function itself, from a module executed afresh so that no run sees another's leavings.

    ``text`` takes the place of the fixture's own.
    """
    source = exercise.path.read_text(encoding="utf-8") if text is None else text
    module = types.ModuleType(f"fixture_{exercise.path.parent.name}_{exercise.path.stem}")
    module.__file__ = str(exercise.path)
    sys.modules[module.__name__] = module  # dataclasses and pickle look a class up by its module's name
    exec(_compiled(source, str(exercise.path)), vars(module))
    function: Callable[..., Any] = getattr(module, exercise.name)
    return function


@lru_cache(maxsize=128)
def _compiled(source: str, path: str) -> types.CodeType:
    return compile(source, path, "exec")


def run(exercise: Exercise, device: torch.device, text: str | None = None) -> Outcome:
    """Call the function, of ``text`` if that is given, with what its parameters' names stand for, made on *device*.

    Raises MarkError for a parameter that is no input: a mistake in the fixture, not an outcome.
    """
    torch.manual_seed(0)
    inputs = [_builder(exercise, name)(device) for name in exercise.parameters]
    try:
        function = load(exercise, text)
        result = function(*inputs)
        if inspect.isgenerator(result):
            result = list(result)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        here = [frame for frame in frames if frame.filename == str(exercise.path)]
        line = here[-1].lineno if here else None
        return Outcome(type(error).__name__, str(error), line, bool(here) and frames[-1] == here[-1])
    return Outcome("passed", value=result)


def _builder(exercise: Exercise, name: str) -> Callable[[torch.device], Any]:
    if name not in INPUTS:
        raise MarkError(f"{exercise.path}:{exercise.line}: no input called {name!r}: see tests/fixture_inputs.py")
    return INPUTS[name]


def judge(exercise: Exercise, outcome: Outcome, *, accelerated: bool, on_mps: bool = False) -> str | None:
    """What *outcome* has against the claims of *exercise*, or None if it is as claimed."""
    if any(claim.kind == WITHOUT_CUDA for claim in exercise.failures):
        if not accelerated:
            return _judge_failure(exercise, outcome)
    elif any(claim.kind == ON_MPS for claim in exercise.failures):
        if on_mps:
            return _judge_failure(exercise, outcome)
    elif accelerated and exercise.is_bad:
        return _judge_failure(exercise, outcome)
    if outcome.kind == "passed" or (not accelerated and NO_CUDA.search(outcome.message)):
        return None
    if any(claim.kind == "always raises" for claim in exercise.failures):
        return _judge_failure(exercise, outcome)
    machine = "an accelerator" if accelerated else "the CPU"
    return f"{exercise.id} must pass on {machine}, but: {outcome}"


def _judge_failure(exercise: Exercise, outcome: Outcome) -> str | None:
    # without a claim, a reported line is the failing one
    claims = exercise.failures or [Claim(report.line, "raises", "") for report in exercise.reports]
    if outcome.kind == "passed":
        return f"{exercise.id} must fail on line {claims[0].line}, but it passed"
    if any(_fits(claim, outcome) for claim in claims):
        return None
    wanted = " or ".join(f"line {claim.line} ({claim.kind}: {claim.words or 'about devices'})" for claim in claims)
    return f"{exercise.id} must fail on {wanted}, but: {outcome}"


def _fits(claim: Claim, outcome: Outcome) -> bool:
    if claim.line != outcome.line:
        return False
    if claim.kind == "breaks":
        return outcome.kind == "AssertionError" and outcome.raised_here
    if claim.words:
        return claim.words in outcome.message
    return _ABOUT_DEVICES.search(outcome.message) is not None
