"""The exception handlers around a place, and what they do.

try: return x.numpy()
except TypeError: return x.cpu().numpy()        who tries first knows that it may fail
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Home
from devlint.forms import form
from devlint.forms.parts import ids_in

_NOTED = "tried"


def handlers(run: Evaluator, at: form.Form) -> Iterator[form.Handler]:
    """The handlers, in the function in progress, of what fails at ``at``."""
    function = run.site.function
    if function is None:
        return
    notes = function.home.notes if isinstance(function.home, Home) else {}
    known = notes.get((function.form, _NOTED))
    if not isinstance(known, dict):
        known = notes[function.form, _NOTED] = _tried(function.form)
    yield from known.get(id(at), ())


def _tried(function: form.Form) -> dict[int, list[form.Handler]]:
    """The handlers of what fails at each form in a function, by its id."""
    found: dict[int, list[form.Handler]] = {}
    for part in form.walk(function, form.Try):
        for one in ids_in(*part.body) if part.handlers else ():
            found.setdefault(one, []).extend(part.handlers)
    return found
