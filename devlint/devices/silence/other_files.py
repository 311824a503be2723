"""What a function of another file does with the arguments of a call, where the other file says it of itself.

    def weighted(x): return torch.relu(x) * torch.ones(3)      reported there, whoever calls it
    weighted(net(x))                                           and not once more at each call

Of an installed library nothing is reported in its own file.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.checks.listening import listeners
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Elsewhere, Fact, ToHost
from devlint.devices.facts.recorder import Recorder
from devlint.devices.semantics.calls.functions_alone import evaluated_alone
from devlint.devices.semantics.domain import TorchDomain
from devlint.devices.silence import numpy_arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Home
from devlint.forms import form
from devlint.stubs.configured import Configured


def _seen_alone(
    run: Evaluator, configured: Configured, function: FunctionValue
) -> tuple[list[Fact], numpy_arguments.IsTensor] | None:
    """What is seen in a function of another file that is evaluated by itself; None where that takes too long."""
    domain = TorchDomain(Recorder([], listeners()), set(), configured)
    if run.project is None or not isinstance(function.home, Home) or not isinstance(function.form, form.Function):
        return None
    if evaluated_alone(domain, function.home, function, run.project) is None:
        return None
    return domain.recorder.facts, lambda one, place: domain.witness.of(run, one).is_tensor(place)


def is_said_by_its_file(fact: Clash | ToHost, file: AnalyzedFile) -> bool:
    """True if evaluating the other file alone shows what ``fact`` says, or if that cannot be known.

    What is a hint there takes no more than a hint back.

    Not for a function of an installed library. What a method of a module makes meets the module's weights, or what
    follows its caller's device: its own file, which evaluates the whole class, says so.
    """
    there = fact.elsewhere
    if there is None or file.library(there.function):
        return False
    owner = there.function.owner
    if isinstance(fact, Clash) and owner is not None and is_module_class(owner):
        return True
    seen = _seen_alone(file.run, file.configured, there.function)
    if seen is None:
        return True
    facts, is_tensor = seen
    if isinstance(fact, Clash):
        level = min(level_of(fact), Level.WARNING)
        same = (one for one in facts if isinstance(one, Clash) and any(at is there.at for at in _made_at(one)))
        return any(level_of(one) >= level for one in same)
    if owner is None or not is_module_class(owner):
        return False  # a function that hands its argument to NumPy is meant for CPU tensors: there it is a hint
    return _is_reported(there, [one for one in facts if isinstance(one, ToHost)], is_tensor)


def _made_at(clash: Clash) -> tuple[form.Form | None, ...]:
    """Where what is on the CPU was made, in the file or in another one."""
    cause = clash.host.tensor.cause
    return clash.host.maker, None if cause is None else cause.abroad


def _is_reported(there: Elsewhere, conversions: list[ToHost], is_tensor: numpy_arguments.IsTensor) -> bool:
    silent = numpy_arguments.silences(conversions, "", is_tensor)
    return any(one.at is there.at and id(one) not in silent for one in conversions)
