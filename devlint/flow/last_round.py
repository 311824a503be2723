"""What a loop does in its last round alone, and so does not take into another one.

for epoch in range(epochs):
    train(model, epoch)              the model is where it was
    if epoch == epochs - 1:
        model.cpu()
"""

from __future__ import annotations

from devlint.flow.alternatives import under
from devlint.flow.evaluator import Evaluator
from devlint.flow.predicate import truth
from devlint.flow.state import State
from devlint.flow.value import Choice, Truth
from devlint.forms import form
from devlint.forms.form import dotted


def leave_out(run: Evaluator, state: State, loop: form.For) -> None:
    """Take from ``state``, in which a round of ``loop`` has ended, what holds only where that was the last one."""
    for statement in loop.body:
        for branch in form.walk(statement, form.If):
            if not _asks_for_last(loop, branch.test):
                continue
            last = truth(run, state, run.evaluate(state, branch.test), branch.test)
            if isinstance(last, Truth):
                for name, value in state.frame.items():
                    if isinstance(value, Choice):
                        state.frame[name] = under(value, last.unless)
                for field, value in state.fields.items():
                    if isinstance(value, Choice):
                        state.fields[field] = under(value, last.unless)


def _asks_for_last(loop: form.For, test: form.Expression) -> bool:
    """True if ``test`` compares with one less than a number, ``step == len(loader) - 1``, or says so by a name."""
    if not isinstance(test, form.Compare):
        return "last" in dotted(test).rpartition(".")[2].split("_")
    if len(test.comparators) != 1 or test.operators[0] not in ("==", ">="):
        return False
    return any(_is_last(loop, side) for side in (test.left, test.comparators[0]))


def _is_last(loop: form.For, side: form.Expression) -> bool:
    if isinstance(side, form.Binary):
        return side.operator in ("-", "+") and isinstance(side.right, form.Constant) and side.right.value == 1
    if isinstance(side, form.Constant):
        given = loop.iterable.arguments if isinstance(loop.iterable, form.Call) else ()
        number = given[-1] if given else None
        stop = number.value if isinstance(number, form.Constant) else None
        return isinstance(stop, int) and side.value == stop - 1
    return "last" in dotted(side).rpartition(".")[2].split("_")
