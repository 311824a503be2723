"""Summaries: what the names of a module are to the files that import it, found by evaluating it alone.

MASK = torch.ones(3)                    a tensor on the default device
def make(n): return torch.ones(n)       a function, which is evaluated where it is called
"""

from __future__ import annotations

from devlint.devices.checks.listening import listeners
from devlint.devices.facts.recorder import Recorder
from devlint.devices.semantics.calls import imports
from devlint.devices.semantics.domain import TorchDomain
from devlint.flow import walk  # noqa: F401 - says how statements are executed
from devlint.flow.domain import Project
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Home
from devlint.forms import form
from devlint.stubs.configured import Configured


def summarise(tree: form.Module, home: Home, project: Project, configured: Configured) -> None:
    """Evaluate a module for those who import from it: fill ``home`` with what its names mean at its end."""
    run = Evaluator(TorchDomain(Recorder([], listeners(), quiet=True), set(), configured), home, project)
    state = run.module(tree.body)
    home.names = {name: imports.kept(state, value, (home.file, name)) for name, value in state.frame.items()}
