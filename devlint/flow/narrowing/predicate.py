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
from devlint.flow.narrowing.questions import asked
from devlint.flow.values.alternatives import merge, under
from devlint.flow.values.conditions import All, Condition, IsNone, IsTrue, Undecided
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.guards import Guards, excluding, feasible
from devlint.flow.values.state import State, join
from devlint.flow.values.value import (
    NONE,
    Choice,
    External,
    Identity,
    Literal,
    Method,
    Sequence,
    Table,
    Truth,
    Unknown,
    Value,
    options,
)
from devlint.forms import form


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
    if isinstance(test, (form.Binary, form.Compare)) and _compares_answers(test):
        return _split_equal(run, state, test)
    value = run.evaluate(state, test)
    yes, no = fork(state, truth(run, state, value, test))
    if isinstance(test, form.Call):
        _narrow_text(run, state, test, yes, no)
    _narrow_none(run, test, value, yes, no)
    _narrow_compared(run, test, yes, no)
    return yes, no


def fork(state: State, truth: Truth | Literal) -> tuple[State | None, State | None]:
    """``state`` on either side of a boolean."""
    if isinstance(truth, Literal):
        return (state, None) if truth.value else (None, state)
    yes = state.fork(truth.guards) if feasible(truth.guards, state.guards) else None
    no = state.fork(truth.unless) if feasible(truth.unless, state.guards) else None
    return yes, no


def condition(key: Condition) -> Truth:
    """A boolean that is true where a condition holds."""
    return Truth(frozenset({(key, True)}), frozenset({(key, False)}))


def truth(run: Evaluator, state: State, value: Value, at: form.Form) -> Truth | Literal:
    """``bool(value)``."""
    run.domain.tested(run, state, value, at)
    if isinstance(value, Truth):
        return value
    if isinstance(value, Literal):
        return run.domain.switched(state, value, at) or Literal(bool(value.value))
    if isinstance(value, Choice):
        return _truth_of_choice(run, state, value, at)
    if isinstance(value, Sequence) and value.exact and not value.open and not state.fields.get((value.id, "=")):
        return Literal(bool(value.items))
    answer = run.domain.truth(run, state, value)
    if isinstance(answer, (Truth, Literal)):
        return answer
    if isinstance(value, Unknown):
        return run.domain.switched(state, value, at) or asked(run, state, at) or condition(IsTrue(value.id))
    if isinstance(value, (Sequence, Table)) and (value.id, "=") not in state.fields:
        return condition(IsTrue(value.id))  # nothing has been put in or taken out since it was made
    if isinstance(value, (FunctionValue, ClassValue, External, Object, Method)):
        return Literal(True)
    return asked(run, state, at) or condition(Undecided(run.identity(at, "truth")))


def _truth_of_choice(run: Evaluator, state: State, value: Choice, at: form.Form) -> Truth | Literal:
    yes: list[Guards] = []
    no: list[Guards] = []
    for guards, option in value.options:
        sense = Literal(bool(option.value)) if isinstance(option, Literal) else truth(run, state, option, at)
        if isinstance(sense, Literal):
            (yes if sense.value else no).append(guards)
            continue
        if feasible(guards, sense.guards):
            yes.append(guards | sense.guards)
        if feasible(guards, sense.unless):
            no.append(guards | sense.unless)
    if not yes or not no:
        return Literal(bool(yes))
    open_ended = len(yes) + len(no) > len(value.options)  # an option may be either
    when, unless = shared(yes), shared(no)
    if open_ended and len(yes) == 1 and len(when) > 1 and not unless:
        return Truth(when | {(All(when), True)}, frozenset({(All(when), False)}))
    if open_ended and len(no) == 1 and len(unless) > 1 and not when:
        return Truth(frozenset({(All(unless), False)}), unless | {(All(unless), True)})
    key = Undecided(run.identity(at, "truth"))
    if open_ended or len(yes) > 1 or not when:
        when |= {(key, True)}
    if open_ended or len(no) > 1 or not unless:
        unless |= {(key, False)}
    if open_ended:  # each alternative that would have made it come out otherwise is not the case
        when, unless = when.union(*map(excluding, no)), unless.union(*map(excluding, yes))
    return Truth(when, unless)


def shared(alternatives: list[Guards]) -> Guards:
    """What holds whichever of ``alternatives`` does."""
    return frozenset.intersection(*alternatives)


MOST_OPERANDS = 30
"""The operands of one ``and`` or ``or`` that are looked at: each knows what those before it have come out as."""


def combine(operator: str, truths: list[Truth]) -> Truth:
    """The conjunction ("and") or disjunction ("or") of conditions, as a condition."""
    if len(truths) == 1:
        return truths[0]
    if operator == "or":
        return combine("and", [t.negated() for t in truths]).negated()
    guards: Guards = frozenset().union(*(t.guards for t in truths))
    key = All(guards)
    return Truth(guards | {(key, True)}, frozenset({(key, False)}))


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
    value = run.evaluate(state, test)
    yes, no = fork(state, truth(run, state, value, test))
    if len(test.arguments) != 2:
        return yes, no
    subject = run.evaluate(state, test.arguments[0])
    kind = run.evaluate(state, test.arguments[1])
    for arm, holds in ((yes, True), (no, False)):
        if arm is None:
            continue
        narrowed = run.domain.instance(run, state, subject, kind, holds=holds)
        if narrowed is None and isinstance(subject, Choice):
            narrowed = _each(run, state, subject, kind, test, holds=holds)
        if narrowed is not None:
            narrow(run, arm, test.arguments[0], narrowed)
    return yes, no


def _split_hasattr(run: Evaluator, state: State, test: form.Call) -> tuple[State | None, State | None]:
    value = run.evaluate(state, test)
    yes, no = fork(state, truth(run, state, value, test))
    place, name = test.arguments if len(test.arguments) == 2 else (test, test)
    if no is not None and isinstance(name, form.Constant) and isinstance(name.value, str):
        known = [(g, v, run.domain.lacking(v, name.value)) for g, v in options(run.evaluate(state, place))]
        narrowed = _merged(known, run.identity(test, "lacks"))
        if narrowed is not None:
            narrow(run, no, place, narrowed)
    return yes, no


def _narrow_text(run: Evaluator, state: State, test: form.Call, yes: State | None, no: State | None) -> None:
    """``name.startswith("a")``: of the strings that ``name`` may be, those that begin so are in one arm only."""
    start = test.arguments[0] if len(test.arguments) == 1 else None
    method = test.function if isinstance(test.function, form.Attribute) else None
    if method is None or method.name != "startswith" or not isinstance(start, form.Constant):
        return
    held = run.evaluate(state, method.value)
    for arm, holds in ((yes, True), (no, False)):
        left = [(g, v) for g, v in options(held) if _begins(v, start.value) in (None, holds)]
        if arm is not None and 0 < len(left) < len(options(held)):
            narrow(run, arm, method.value, merge(left, run.identity(test, "begins")))


def _begins(value: Value, start: object) -> bool | None:
    text = value.value if isinstance(value, Literal) else None
    return text.startswith(start) if isinstance(text, str) and isinstance(start, str) else None


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


def is_none(run: Evaluator, value: Value, at: form.Form) -> Truth | Literal:
    """``value is None``."""
    if isinstance(value, Literal):
        return Literal(value.value is None)
    if isinstance(value, Unknown):
        return condition(IsNone(value.id))
    if isinstance(value, Choice):
        none = [g for g, v in value.options if v == NONE]
        others = [g for g, v in value.options if v != NONE]
        if any(isinstance(v, Unknown) and (IsNone(v.id), False) not in g for g, v in value.options):
            return condition(Undecided(run.identity(at, "none")))
        if not none or not others:
            return Literal(bool(none))
        key = Undecided(run.identity(at, "none"))
        when = none[0] if len(none) == 1 and none[0] else frozenset({(key, True)})
        unless = others[0] if len(others) == 1 and others[0] else _opposite(when) or frozenset({(key, False)})
        return Truth(when, unless)
    return Literal(False)


def _opposite(guards: Guards) -> Guards | None:
    if len(guards) == 1:
        ((key, arm),) = guards
        if isinstance(arm, bool):
            return frozenset({(key, not arm)})
    return None


def _narrow_none(run: Evaluator, test: form.Expression, value: Value, yes: State | None, no: State | None) -> None:
    """After ``x is None``, ``x is not None`` or plain ``x``: x is None on one side and not on the other."""
    if isinstance(test, form.Compare) and len(test.operators) == 1 and test.operators[0] in ("is", "is not"):
        right = test.comparators[0]
        if isinstance(right, form.Constant) and right.value is None:
            none, other = (yes, no) if test.operators[0] == "is" else (no, yes)
            if none is not None:
                narrow(run, none, test.left, NONE)
            _drop_none(run, other, test.left)
    elif isinstance(test, (form.Name, form.Attribute)):
        _drop_none(run, yes, test)


def _drop_none(run: Evaluator, state: State | None, place: form.Expression) -> None:
    if state is None or not isinstance(place, (form.Name, form.Attribute)):
        return
    value = run.evaluate(state, place)
    if isinstance(value, Choice):
        left = [(g, v) for g, v in value.options if v != NONE]
        if left and len(left) < len(value.options):
            narrow(run, state, place, merge(left, run.identity(place, "some")))


def _narrow_compared(run: Evaluator, test: form.Expression, yes: State | None, no: State | None) -> None:
    """After ``x == y`` or ``x.name == y``: where it holds, and where not, x is what the domain makes of that."""
    if not isinstance(test, form.Compare) or len(test.operators) != 1 or test.operators[0] not in ("==", "!="):
        return
    equal, other = (yes, no) if test.operators[0] == "==" else (no, yes)
    for one, against in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
        place, name = (one.value, one.name) if isinstance(one, form.Attribute) else (one, "")
        if not isinstance(place, form.Name) and not (_is_of_name(place) and name):
            continue
        for state, holds in ((equal, True), (other, False)):
            value = None if state is None else _at(run, state, place)
            if state is None or value is None:
                continue
            right = run.evaluate(state, against)
            known = _equalled(run, value, name, right, test) if holds else None
            if known is not None:
                narrow(run, state, place, known)
            elif isinstance(value, Choice):
                kept = [(g, v) for g, v in value.options if run.domain.equals(v, name, right) is not (not holds)]
                if kept and len(kept) < len(value.options):
                    narrow(run, state, place, merge(kept, run.identity(test, "equal")))


def _is_of_name(place: form.Expression) -> bool:
    return isinstance(place, form.Attribute) and isinstance(place.value, form.Name)


def _at(run: Evaluator, state: State, place: form.Expression) -> Value | None:
    """What ``place`` holds: a name of the frame, or an attribute."""
    return state.frame.get(place.id) if isinstance(place, form.Name) else run.evaluate(state, place)


def _equalled(run: Evaluator, value: Value, name: str, right: Value, at: form.Form) -> Value | None:
    """What ``value`` is where its attribute ``name`` equals ``right``, each alternative by itself."""
    if not isinstance(value, Choice):
        return run.domain.equalled(value, name, right)
    known = [(g, v, run.domain.equalled(v, name, under(right, g))) for g, v in value.options]
    if all(one is None for _, _, one in known):
        return None
    return merge([(g, v if one is None else one) for g, v, one in known], run.identity(at, "equalled"))


def narrow(run: Evaluator, state: State, place: form.Expression, value: Value) -> None:
    """Believe that ``place`` holds ``value`` from here on, nothing having been assigned."""
    if isinstance(place, form.Name):
        if place.id in state.frame:
            state.frame[place.id] = value
    elif isinstance(place, form.Attribute) and isinstance(place.value, form.Name):
        owner = getattr(run.lookup(state, place.value.id), "id", None)
        if owner is not None:
            state.fields[owner, f".{place.name}"] = value
