"""Conditions: the guards and the narrowed values on either side of a test.

    if torch.cuda.is_available():    then: {available: True}      else: {available: False}
        x = x.cuda()
    if mask is None:                 then: mask is None           else: mask is not

A condition is known by what it tests, not by where it stands: the same flag tested twice takes the same arm twice.
"""

from __future__ import annotations

from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.conjunction import conjunction
from devlint.flow.narrowing.places import narrow, narrow_compared, narrow_none, narrow_text
from devlint.flow.narrowing.truths import truth
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import All, Undecided
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State, join
from devlint.flow.values.value import Choice, External, Identity, Literal, Truth, Value, options
from devlint.forms import form
from devlint.forms.form import dotted


def split(run: Evaluator, state: State, test: form.Expression) -> tuple[State | None, State | None]:
    """The states where ``test`` is true and where it is false; None where it cannot be."""
    run.parts(state)
    if isinstance(test, form.Unary) and test.operator == "not":
        yes, no = split(run, state, test.operand)
        return no, yes
    if isinstance(test, form.Boolean):
        return _split_boolean(run, state, test)
    several = conjunction(run, test)
    if several is not None and isinstance(test, form.Compare):
        if len(test.operators) > 1:
            run.evaluate(state, test)  # the members of a chain say together what each of them is
        yes, no = _split_boolean(run, state, several)
        return (no, yes) if test.operators[0] == "!=" else (yes, no)
    if isinstance(test, form.Call) and isinstance(test.function, form.Name):
        if test.function.id == "isinstance":
            return _split_isinstance(run, state, test)
        if test.function.id == "hasattr":
            return _split_hasattr(run, state, test)
    if isinstance(test, form.Call) and (kind := _kind_of_call(run, state, test)) is not None:
        return _split_kind(run, state, test, kind)
    if isinstance(test, form.Compare) and (asked := _kind_asked(run, state, test)) is not None:
        yes, no = _split_isinstance(run, state, asked)
        return (no, yes) if test.operators[0] in ("!=", "is not") else (yes, no)
    if isinstance(test, (form.Binary, form.Compare)) and _compares_answers(test):
        return _split_equal(run, state, test)
    value = run.evaluate(state, test)
    yes, no = fork(state, truth(run, state, value, test))
    if isinstance(test, form.Call):
        narrow_text(run, state, test, yes, no)
    narrow_none(run, test, value, yes, no)
    narrow_compared(run, test, yes, no)
    return yes, no


def fork(state: State, truth: Truth | Literal) -> tuple[State | None, State | None]:
    """``state`` on either side of a boolean."""
    if isinstance(truth, Literal):
        return (state, None) if truth.value else (None, state)
    yes = state.fork(truth.guards) if feasible(truth.guards, state.guards) else None
    no = state.fork(truth.unless) if feasible(truth.unless, state.guards) else None
    return yes, no


MOST_OPERANDS = 30
"""The operands of one ``and`` or ``or`` that are looked at: each knows what those before it have come out as."""


def _split_boolean(run: Evaluator, state: State, test: form.Boolean) -> tuple[State | None, State | None]:
    going: State | None = state
    left: list[State | None] = []
    if len(test.operands) > MOST_OPERANDS:
        left.append(state.fork())  # the others may decide
    for operand in test.operands[:MOST_OPERANDS]:
        if going is None:
            break
        yes, no = split(run, going, operand)
        going, out = (yes, no) if test.operator == "and" else (no, yes)
        left.append(out)
    outside = join(left, run.identity(test, "short"))
    if going is not None and outside is not None and len(test.operands) > 1:
        key = All(going.guards - state.guards)
        going.guards |= {(key, True)}
        outside.guards |= {(key, False)}
    return (going, outside) if test.operator == "and" else (outside, going)


def _compares_answers(test: form.Binary | form.Compare) -> bool:
    """Whether ``test`` is ``(x is None) != (y is None)``, or asks in another way whether two answers are the same."""
    if isinstance(test, form.Binary):
        return test.operator == "^" and _is_answer(test.left) and _is_answer(test.right)
    sides = (test.left, *test.comparators)
    return len(sides) == 2 and test.operators[0] in ("==", "!=", "is", "is not") and all(map(_is_answer, sides))


def _is_answer(side: form.Expression) -> bool:
    return isinstance(side, form.Compare) or isinstance(side, form.Unary) and side.operator == "not"


def _split_equal(run: Evaluator, state: State, test: form.Binary | form.Compare) -> tuple[State | None, State | None]:
    """Both sides true or both false, or one of each: the state where they are alike is joined of two, so the other."""
    right = test.right if isinstance(test, form.Binary) else test.comparators[0]
    yes, no = split(run, state, test.left)
    both, one = (None, None) if yes is None else split(run, yes, right)
    other, neither = (None, None) if no is None else split(run, no, right)
    alike = join([both, neither], run.identity(test, "alike"))
    unlike = join([one, other], run.identity(test, "unlike"))
    if alike is not None and unlike is not None:
        key = Undecided(run.identity(test, "answers"))
        alike.guards |= {(key, True)}
        unlike.guards |= {(key, False)}
    equal = isinstance(test, form.Compare) and test.operators[0] in ("==", "is")
    return (alike, unlike) if equal else (unlike, alike)


def _split_isinstance(run: Evaluator, state: State, test: form.Call) -> tuple[State | None, State | None]:
    if len(test.arguments) != 2:
        return fork(state, truth(run, state, run.evaluate(state, test), test))
    return _split_kind(run, state, test, run.evaluate(state, test.arguments[1]))


def _kind_of_call(run: Evaluator, state: State, test: form.Call) -> Value | None:
    """The class that a call asks its one argument for, other than by ``isinstance``; None for other calls."""
    if len(test.arguments) != 1 or test.keywords or not dotted(test.function):
        return None
    function = run.evaluate(state, test.function)
    return run.domain.kind_asked(function.name) if isinstance(function, External) else None


def _split_kind(run: Evaluator, state: State, test: form.Call, kind: Value) -> tuple[State | None, State | None]:
    """The arms of a call that asks whether its first argument is of ``kind``."""
    yes, no = fork(state, truth(run, state, run.evaluate(state, test), test))
    subject = run.evaluate(state, test.arguments[0])
    for arm, holds in ((yes, True), (no, False)):
        if arm is None:
            continue
        narrowed = run.domain.instance(run, state, subject, kind, holds=holds)
        if narrowed is None and isinstance(subject, Choice):
            narrowed = _each(run, state, subject, kind, test, holds=holds)
        if narrowed is not None:
            narrow(run, arm, test.arguments[0], narrowed)
    return yes, no


def _kind_asked(run: Evaluator, state: State, test: form.Compare) -> form.Call | None:
    """``isinstance(x, list)`` for ``type(x) == list``; None for other tests, for classes and objects of the project.

    Nor where the type is known: then the two are compared.
    """
    asks = len(test.operators) == 1 and test.operators[0] in ("==", "!=", "is", "is not")
    call, kind = test.left, test.comparators[0]
    if not asks or not isinstance(call, form.Call) or not isinstance(call.function, form.Name):
        return None
    if call.function.id != "type" or len(call.arguments) != 1 or call.keywords:
        return None
    if not isinstance(run.evaluate(state, kind), External) or isinstance(run.evaluate(state, call), External):
        return None
    if any(isinstance(one, Object) for _, one in options(run.evaluate(state, call.arguments[0]))):
        return None
    function = run.once(test, "isinstance", form.Name(call.function.node, "isinstance"))
    return run.once(test, "of kind", form.Call(call.node, function, (call.arguments[0], kind), ()))


def _split_hasattr(run: Evaluator, state: State, test: form.Call) -> tuple[State | None, State | None]:
    value = run.evaluate(state, test)
    yes, no = fork(state, truth(run, state, value, test))
    place, name = test.arguments if len(test.arguments) == 2 else (test, test)
    if no is not None and isinstance(name, form.Constant) and isinstance(name.value, str):
        known = [(g, v, run.domain.without_attribute(v, name.value)) for g, v in options(run.evaluate(state, place))]
        narrowed = _merged(known, run.identity(test, "lacks"))
        if narrowed is not None:
            narrow(run, no, place, narrowed)
    return yes, no


def _each(run: Evaluator, state: State, subject: Choice, kind: Value, test: form.Call, *, holds: bool) -> Value | None:
    """The alternatives of ``subject`` where the test holds, or does not; None where that says nothing.

    Those that are surely none of ``kind``, or surely one, are in one arm only.
    """
    left = _possible(run, state, subject, kind, test, holds=holds)
    if holds:
        return merge(left, run.identity(test, "instance")) if left else None
    if left is None:
        left = list(subject.options)
    known = [(g, v, run.domain.instance(run, state, v, kind, holds=False)) for g, v in left]
    if len(left) < len(subject.options):
        return merge([(g, narrowed or v) for g, v, narrowed in known], run.identity(test, "no instance"))
    return _merged(known, run.identity(test, "no instance"))


def _merged(known: list[tuple[Guards, Value, Value | None]], site: Identity) -> Value | None:
    """Alternatives, each as it was and as what it is known to be, if it is; None where nothing is known of any."""
    if all(narrowed is None for _, _, narrowed in known):
        return None
    return merge([(g, narrowed or v) for g, v, narrowed in known], site)


def _possible(
    run: Evaluator, state: State, value: Choice, kind: Value, test: form.Call, *, holds: bool
) -> list[tuple[Guards, Value]] | None:
    """The alternatives of ``value`` for which the test may hold, or may not; None where all of them may, or none."""
    asked = [(g, v, Arguments((v, kind), forms=test.arguments)) for g, v in value.options]
    told = [(g, v, run.domain.call(run, state, "builtins.isinstance", given, test)) for g, v, given in asked]
    left = [(g, v) for g, v, answer in told if answer != Literal(not holds)]
    return left if 0 < len(left) < len(told) else None
