"""Texts that are put together: their values are evaluated, and the domain hears what follows their beginning.

f"cuda:{gpu}"        domain.on_format(Text("cuda:", (gpu,)), the value of `gpu`)
"""

from __future__ import annotations

from devlint.flow.evaluator import Evaluator, evaluates
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value
from devlint.forms import form
from devlint.forms.texts import Text, composed


@evaluates(form.Opaque)
def _opaque(run: Evaluator, state: State, at: form.Opaque) -> Value:
    values = tuple([run.evaluate(state, part) for part in at.parts])
    if at.prefix and values:
        run.domain.on_format(run, state, Text(at.prefix, at.parts), values[0], at)
    return Unknown(run.identity(at))


def note_text(run: Evaluator, state: State, at: form.Binary | form.Call) -> None:
    """Give the domain the text that ``at``, which has been evaluated, puts together, if it does so.

    The first value is read a second time, so it has to be one that is read without an effect.
    """
    text = composed(at)
    if text is not None and text.prefix and isinstance(text.parts[0], (form.Name, form.Attribute, form.Subscript)):
        run.domain.on_format(run, state, text, run.evaluate(state, text.parts[0]), at)
