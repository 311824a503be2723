"""What a function of another file does with what the evaluated file passes to it, seen from the call.

    from losses import weighted
    weighted(net(x), y)            `weighted` makes weights on the CPU, and `net(x)` is on a GPU: said of this call

What the other file says of itself is reported there.
"""

from __future__ import annotations

from devlint.devices.facts.operations import Elsewhere
from devlint.flow.evaluator import Evaluator
from devlint.forms import form
from devlint.forms.parts import is_part_of


def elsewhere(run: Evaluator, at: form.Form) -> Elsewhere | None:
    """``at`` as a place in the function of another file that is in progress; None where it does not stand there."""
    abroad = [one for one in run.site.functions if one.home is not run.home]
    if not abroad or not is_part_of(at, *[one.form for one in abroad]):
        return None
    return Elsewhere(abroad[0], at)


def argument(run: Evaluator, at: form.Form) -> form.Form | None:
    """What the evaluated file passes for the first variable of a chain such as ``x.detach()``; None for none."""
    first = at
    while isinstance(first, (form.Call, form.Attribute, form.Subscript)):
        first = first.function if isinstance(first, form.Call) else first.value
    given = run.site.passed(first)
    return None if given is first else given
