"""Summaries: what a module, or one of its functions, is to the files that import it, found by evaluating it alone.

MASK = torch.ones(3)                    a tensor on the default device
def make(n): return torch.ones(n)       a function; it gives something on the CPU, whatever n is
def rate(n): return [0.1 / n] * n       one that does not
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import is_host
from devlint.devices.lattice.values import Scalar, Tensor
from devlint.devices.semantics.calls import imports
from devlint.devices.semantics.calls.functions_alone import evaluated_alone
from devlint.devices.semantics.domain import TorchDomain
from devlint.flow import walk  # noqa: F401 - says how statements are executed
from devlint.flow.containers import leaves
from devlint.flow.domain import Project
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import FunctionValue, Home, Literal, Value, options
from devlint.forms import form
from devlint.teaching import Teaching


def summarise(tree: form.Module, home: Home, project: Project, teaching: Teaching) -> None:
    """Evaluate a module for those who import from it: fill ``home`` with what its names mean at its end."""
    run = Evaluator(TorchDomain(Sink([], quiet=True), set(), teaching), home, project)
    state = run.module(tree.body)
    home.names = {name: imports.kept(state, value, (home.file, name)) for name, value in state.frame.items()}


def gives_host(home: Home, name: str, project: Project, teaching: Teaching) -> bool:
    """Whether the function ``name`` of a module may give something on the CPU, whatever it is called with."""
    function = home.get(name)
    if not isinstance(function, FunctionValue) or not isinstance(function.form, form.Function):
        return True
    given = evaluated_alone(TorchDomain(Sink([], quiet=True), set(), teaching), home, function, project)
    return given is None or _may_be_on_host(*given)


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
