"""What a function gives that is evaluated by itself, with arguments of which nothing is known.

def make(n): return torch.ones(n)       a tensor, whatever n is
def rate(n): return [0.1 / n] * n       a list of numbers
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.devices.facts.recorder import Recorder, as_tensor
from devlint.devices.lattice.device import is_host
from devlint.devices.lattice.hints import hint_of
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.patterns.parameters import is_tensor_annotation
from devlint.flow.call import run_function
from devlint.flow.domain import Domain, Project
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Home
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value, options
from devlint.forms import form

MOST_STEPS = 400
"""The steps after which a function is given up."""


def gives_tensor(function: FunctionValue, project: Project | None, alone: Callable[[], Domain]) -> bool:
    """Whether a function of another file gives a tensor, and nothing else, whatever it is called with.

    ``alone`` makes a domain that reports nothing. The annotation of the result decides, or
    what the function does. The answer is noted on the function's module.
    """
    home, at = function.home, function.form
    if not isinstance(at, form.Function) or not isinstance(home, Home):
        return False
    if at.returns is not None:
        return is_tensor_annotation(at.returns)
    key = (at, "gives a tensor")
    if key not in home.notes:
        home.notes[key] = False  # what is asked for while it is found out
        known = project if function.bound is None else None
        given = None if known is None else evaluated_alone(alone(), home, function, known)
        home.notes[key] = given is not None and all(isinstance(one, Tensor) for _, one in options(given[1]))
    return home.notes[key] is True


def evaluated_alone(
    domain: Domain, home: Home, function: FunctionValue, project: Project | None
) -> tuple[State, Value] | None:
    """What a function gives that is called with anything, and the state after it; None where that takes too long."""
    assert isinstance(function.form, form.Function), "who calls this has looked"
    run = Evaluator(domain, home, project)
    run.left = MOST_STEPS
    frame = {
        p.name: domain.parameter(run, function, p, None) or Unknown(run.identity(p))
        for p in function.form.parameters.all
    }
    state = State()
    with run.unit():
        return state, run_function(run, state, function, frame, function.form)
    return None


def beside_host(run: Evaluator, recorder: Recorder, value: Value, other: Value) -> Value:
    """What a model gives is a tensor here, and so may be what a function of another file does: asked beside the CPU's.

    Nothing else is asked of that function, which is only made for it.
    """
    hint = hint_of(value)
    if not isinstance(value, Unknown) or hint is None or value.id not in recorder.knowledge.given:
        return value
    if not any(isinstance(one, Tensor) and is_host(one.device) for _, one in options(other)):
        return value
    function = recorder.knowledge.given[value.id]
    known = function is None or gives_tensor(function, run.project, run.domain.alone)
    return as_tensor(value, hint) if known else value
