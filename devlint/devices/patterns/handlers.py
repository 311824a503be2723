"""The exception handlers around a place, and what they do.

try: return x.numpy()
except TypeError: return x.cpu().numpy()        who tries first knows that it may fail
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.flow.evaluator import Evaluator
from devlint.forms import form


def handlers(run: Evaluator, at: form.Form) -> Iterator[form.Handler]:
    """The handlers, in the function in progress, of what fails at ``at``."""
    tries = form.walk(run.frame.function.form, form.Try) if run.frame.function is not None else ()
    for part in tries:
        if any(one is at for statement in part.body for one in form.walk(statement)):
            yield from part.handlers
