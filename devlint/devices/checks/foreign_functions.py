"""What a function of another file does with what the evaluated file passes to it, seen from the call.

    from losses import weighted
    weighted(net(x), y)            `weighted` makes weights on the CPU, and `net(x)` is on a GPU: said of this call

What the other file says of itself is reported there.
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.operations import Elsewhere, Operand
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.lattice.tensors import Cause, Made
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.forms import form
from devlint.forms.parts import is_part_of


def from_call(
    run: Evaluator, host: Operand, other: Operand, at: form.Form
) -> tuple[Operand, Operand, Elsewhere | None] | None:
    """Two that meet at ``at``, in a function of another file, as the call sees them; None where that file reports it.

    The third is where the function makes ``host``, or moves it, if it does.
    """
    of_argument = is_of_argument(other.device)
    if host.made is not Made.FACTORY and of_argument:
        return None
    makes = host.made is Made.FACTORY and not of_argument
    there = elsewhere(run, host.maker) if makes or host.made is Made.EXPLICIT else None
    call = run.site.place(at)
    host, other = (Operand(one.tensor, run.site.passed(one.at)) for one in (host, other))
    if there is not None:
        # Where the function makes it on the CPU by name, the call has said that something is to be there.
        place = host.at if makes else call
        host = Operand(replace(host.tensor, cause=Cause(host.made or Made.FACTORY, call, abroad=host.maker)), place)
    return host, other, there


def elsewhere(run: Evaluator, at: form.Form) -> Elsewhere | None:
    """``at`` as a place in a function of another file that is in progress, or that one in progress has called.

    None where it does not stand there.
    """
    abroad = [one for one in run.site.functions if one.home is not run.home]
    if not abroad:
        return None
    inside = is_part_of(at, *[one.form for one in (*abroad, *_constructors(run))])
    return Elsewhere(abroad[0], at) if inside or run.project is not None and run.project.file_of(at) else None


def _constructors(run: Evaluator) -> list[FunctionValue]:
    """The constructors, in other files, of the plain objects whose methods are in progress: they make what these hold.

    What a module holds, its own file reports.
    """
    types = [one.type for one in run.site.instances if isinstance(one, Object) and not is_module_class(one.type)]
    return [init for one in types for init in one.functions("__init__") if init.home is not run.home]


def argument(run: Evaluator, at: form.Form) -> form.Form | None:
    """What the evaluated file passes for the first variable of a chain such as ``x.detach()``; None for none."""
    first = at
    while isinstance(first, (form.Call, form.Attribute, form.Subscript)):
        first = first.function if isinstance(first, form.Call) else first.value
    given = run.site.passed(first)
    return None if given is first else given
