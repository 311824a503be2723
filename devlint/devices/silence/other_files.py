"""What a function of another file does with the arguments of a call, where the other file says it of itself.

    def weighted(x): return torch.relu(x) * torch.ones(3)      reported there, whoever calls it
    weighted(net(x))                                           and not once more at each call

Of an installed library nothing is reported in its own file.
"""

from __future__ import annotations

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.checks.listening import listeners
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.operations import Clash, Elsewhere, Fact, ToHost
from devlint.devices.facts.recorder import Sink
from devlint.devices.semantics.calls.functions_alone import evaluated_alone
from devlint.devices.semantics.domain import TorchDomain
from devlint.devices.silence import numpy_arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Home
from devlint.forms import form
from devlint.stubs.teaching import Teaching


def _seen_alone(
    run: Evaluator, teaching: Teaching, function: FunctionValue
) -> tuple[list[Fact], numpy_arguments.IsTensor] | None:
    """What is seen in a function of another file that is evaluated by itself; None where that takes too long."""
    domain = TorchDomain(Sink([], listeners()), set(), teaching)
    if run.project is None or not isinstance(function.home, Home) or not isinstance(function.form, form.Function):
        return None
    if evaluated_alone(domain, function.home, function, run.project) is None:
        return None
    return domain.sink.facts, lambda one, place: domain.witness.of(run, one).is_tensor(place)


def is_said_by_its_file(fact: Clash | ToHost, file: AnalyzedFile) -> bool:
    """True if evaluating the other file alone shows what ``fact`` says, or if that cannot be known.

    Not for a function of an installed library. What a method of a module makes meets the module's weights, or what
    follows its caller's device: its own file, which evaluates the whole class, says so.
    """
    there = fact.elsewhere
    if there is None or file.library(there.function):
        return False
    owner = there.function.owner
    if isinstance(fact, Clash) and owner is not None and is_module_class(owner):
        return True
    seen = _seen_alone(file.run, file.teaching, there.function)
    if seen is None:
        return True
    facts, is_tensor = seen
    if isinstance(fact, Clash):
        return any(isinstance(one, Clash) and one.host.culprit is there.at for one in facts)
    return _is_reported(there, [one for one in facts if isinstance(one, ToHost)], is_tensor)


def _is_reported(there: Elsewhere, conversions: list[ToHost], is_tensor: numpy_arguments.IsTensor) -> bool:
    silent = numpy_arguments.silences(conversions, "", is_tensor)
    return any(one.at is there.at and id(one) not in silent for one in conversions)
