"""What a function of another file does with what the evaluated file passes to it, seen from the call.

    from losses import weighted
    weighted(net(x), y)            `weighted` makes weights on the CPU, and `net(x)` is on a GPU: said of this call

What the other file says of itself is reported there.
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.operations import Elsewhere
from devlint.flow.definitions import ClassValue, FunctionValue, Object
from devlint.flow.evaluator import Evaluator
from devlint.forms import form


def elsewhere(run: Evaluator, at: form.Form) -> Elsewhere | None:
    """``at`` as a place in the function of another file that is in progress; None where it does not stand there."""
    abroad = [one for one in run.site.functions if one.home is not run.home]
    if abroad and any(part is at for one in (*abroad, *_constructors(run)) for part in form.walk(one.form)):
        return Elsewhere(abroad[0], at)
    return None


def _constructors(run: Evaluator) -> list[FunctionValue]:
    """The constructors, in other files, of the plain objects whose methods are in progress: they make what these hold.

    What a module holds, its own file reports.
    """
    types = [one.type for one in run.site.instances if isinstance(one, Object) and not is_module_class(one.type)]
    found = [part.members.get("__init__") for one in types for part in one.linearised() if isinstance(part, ClassValue)]
    return [one for one in found if isinstance(one, FunctionValue) and one.home is not run.home]


def argument(run: Evaluator, at: form.Form) -> form.Form | None:
    """What the evaluated file passes for the first variable of a chain such as ``x.detach()``; None for none."""
    first = at
    while isinstance(first, (form.Call, form.Attribute, form.Subscript)):
        first = first.function if isinstance(first, form.Call) else first.value
    given = run.site.passed(first)
    return None if given is first else given
