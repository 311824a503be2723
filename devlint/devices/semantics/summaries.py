"""Summaries: what a module, or one of its functions, is to the files that import it, found by evaluating it alone.

MASK = torch.ones(3)                    a tensor on the default device
def make(n): return torch.ones(n)       a function; it gives something on the CPU, whatever n is
def rate(n): return [0.1 / n] * n       one that does not
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import is_host
from devlint.devices.lattice.values import Scalar, Tensor
from devlint.devices.patterns.parameters import is_tensor_annotation
from devlint.devices.semantics.calls import imports as foreign
from devlint.devices.semantics.domain import TorchDomain
from devlint.flow import walk  # noqa: F401 - says how statements are executed
from devlint.flow.call import run_function
from devlint.flow.containers import leaves
from devlint.flow.domain import Project
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import FunctionValue, Home, Literal, Unknown, Value, options
from devlint.forms import form
from devlint.teaching import NOTHING, Teaching

MOST_STEPS = 400  # what takes more to find out is not worth it


def summarise(tree: form.Module, home: Home, project: Project, teaching: Teaching) -> None:
    """Evaluate a module for those who import from it: fill ``home`` with what its names mean at its end."""
    run = Evaluator(TorchDomain(Sink([], quiet=True), set(), teaching), home, project)
    state = run.module(tree.body)
    home.names = {name: foreign.kept(state, value, (home.file, name)) for name, value in state.frame.items()}


def gives_host(home: Home, name: str, project: Project, teaching: Teaching) -> bool:
    """Whether the function ``name`` of a module may give something on the CPU, whatever it is called with."""
    function = home.get(name)
    if not isinstance(function, FunctionValue) or not isinstance(function.form, form.Function):
        return True
    given = _given(home, function, project, teaching)
    return given is None or _may_be_on_host(*given)


def gives_tensor(function: FunctionValue, project: Project | None) -> bool:
    """Whether a function of another file gives a tensor, and nothing else, whatever it is called with.

    What it is annotated with says so, or what it does; noted where its module is, so that it is found out once.
    """
    home, at = function.home, function.form
    if not isinstance(at, form.Function) or not isinstance(home, Home):
        return False
    if at.returns is not None:
        return is_tensor_annotation(at.returns)
    key = (at, "gives a tensor")
    if key not in home.notes:
        home.notes[key] = False  # what is asked for while it is found out
        given = None if project is None or function.bound is not None else _given(home, function, project, NOTHING)
        home.notes[key] = given is not None and all(isinstance(one, Tensor) for _, one in options(given[1]))
    return home.notes[key] is True


def _given(home: Home, function: FunctionValue, project: Project, teaching: Teaching) -> tuple[State, Value] | None:
    """What a function gives that is called with anything, and the state after it; None where that takes too long."""
    assert isinstance(function.form, form.Function), "who calls this has looked"
    domain = TorchDomain(Sink([], quiet=True), set(), teaching)
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


def _may_be_on_host(state: State, value: Value) -> bool:
    """Whether there may be a tensor on the CPU in ``value``."""
    for _, one in options(value):
        for leaf in leaves(state, one):
            for _, part in options(leaf):
                if isinstance(part, Tensor) and not is_host(part.device):
                    continue
                if isinstance(part, Scalar) or isinstance(part, Literal) and not isinstance(part.value, str):
                    continue
                return True
    return False
