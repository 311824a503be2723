"""How sure it is that what a fact says goes wrong: the level of the findings about it, and what they rest on.

weights of the module + torch.ones(3)      an error: raises as soon as the module is on an accelerator
an argument + torch.ones(3)                a warning: raises for a caller whose tensor is there
unseen(argument) + torch.ones(3)           a hint: raises if that code leaves things where they are
as_tensor(a) + as_tensor(b)                a hint: raises if one of the two is an array and the other a tensor
(x + torch.ones(3)) * torch.zeros(3)       a hint at the second: raises once the first, which raises before, is repaired
"""

from __future__ import annotations

from devlint.base.diagnostic import Level
from devlint.devices.facts.assumptions import (
    BACKEND_IS_NCCL,
    CAST_ON_CPU,
    IN_SEVERAL_PROCESSES,
    LEFT_IN_PLACE,
    MAY_BE_THERE,
    OF_TWO_TYPES,
    SET_BY_BASE,
    SEVERAL_GPUS,
    Assumption,
)
from devlint.devices.facts.device_choices import CastByName
from devlint.devices.facts.modules import ParameterMoved, SharedByReplicas
from devlint.devices.facts.operations import Clash, Fact, HostOnly, Result, ToHost
from devlint.devices.facts.processes import LOG, Collective
from devlint.devices.lattice.conditions import kinds_asked
from devlint.devices.lattice.device import UNKNOWN, Device, is_of_argument
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.values.guards import Guards
from devlint.forms import form


def level_there(tensor: Tensor) -> Level:
    """The level of what goes wrong where ``tensor`` is on an accelerator."""
    return Level.HINT if _of_tensor(tensor) else level_on(tensor.device)


def level_on(device: Device) -> Level:
    """The level of what goes wrong on ``device``: the code's own choice, or a caller's who passes a tensor."""
    return Level.WARNING if is_of_argument(device) else Level.ERROR


def level_of(clash: Clash) -> Level:
    """The level of two tensors that meet."""
    return Level.HINT if assumptions(clash) else level_there(clash.other.tensor)


def assumptions(fact: Fact) -> tuple[Assumption, ...]:
    """What ``fact`` rests on, each once; none where the code shows all of it."""
    found: list[Assumption] = []
    if isinstance(fact, Clash):
        found += fact.assumptions
        if fact.host.tensor.assumed:
            found.append(LEFT_IN_PLACE)
        found += _of_tensor(fact.other.tensor)
        if _takes_two_types(fact.guards):
            found.append(OF_TWO_TYPES)
    elif isinstance(fact, Result):
        found += fact.assumptions
        if fact.other.tensor.assumed:
            found.append(LEFT_IN_PLACE)
    elif isinstance(fact, (ToHost, HostOnly)):
        found += _of_tensor(fact.tensor.tensor)
    elif isinstance(fact, Collective):
        if fact.operation == LOG:
            found.append(IN_SEVERAL_PROCESSES)
        elif not fact.nccl:
            found.append(BACKEND_IS_NCCL)
        if fact.tensor.tensor.assumed:
            found.append(LEFT_IN_PLACE)
    elif isinstance(fact, CastByName) and fact.assumed:
        found.append(CAST_ON_CPU)
    elif isinstance(fact, ParameterMoved) and fact.assumed:
        found.append(SET_BY_BASE)
    elif isinstance(fact, SharedByReplicas) and fact.assumed:
        found.append(SEVERAL_GPUS)
    return tuple(dict.fromkeys(found))


def raised_before(fact: Fact) -> form.Form | None:
    """What raises before ``fact`` as long as it is not repaired: what is said to be on an accelerator comes of it."""
    if isinstance(fact, Clash):
        return fact.other.tensor.history.mended
    return fact.tensor.tensor.history.mended if isinstance(fact, (ToHost, HostOnly)) else None


def _of_tensor(tensor: Tensor) -> tuple[Assumption, ...]:
    """What it rests on that ``tensor`` may be on an accelerator."""
    if tensor.assumed:
        return (LEFT_IN_PLACE,)
    return (MAY_BE_THERE,) if tensor.device == UNKNOWN else ()


def _takes_two_types(guards: Guards) -> bool:
    """True if of two values, of which the code asks the same type, one has to have it and the other not."""
    asked = {(kinds, sense) for _, kinds, sense in kinds_asked(guards)}
    return any((kinds, not sense) in asked for kinds, sense in asked)
