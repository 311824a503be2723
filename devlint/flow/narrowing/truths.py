"""Truths: the guards under which a value is true, and those under which it is not.

    flag                     Truth({flag: True}, {flag: False})
    mask is None             what is known of ``mask`` where it holds, and where it does not
    a and b                  a condition that holds where both do
"""

from __future__ import annotations

from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.questions import asked
from devlint.flow.values.conditions import All, Condition, IsNone, IsTrue, Undecided
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.guards import Guards, excluding, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, External, Literal, Method, Sequence, Table, Truth, Unknown, Value
from devlint.forms import form


def condition(key: Condition) -> Truth:
    """A boolean that is true where a condition holds."""
    return Truth(frozenset({(key, True)}), frozenset({(key, False)}))


def truth(run: Evaluator, state: State, value: Value, at: form.Form) -> Truth | Literal:
    """``bool(value)``."""
    run.domain.on_test(run, state, value, at)
    if isinstance(value, Truth):
        return value
    if isinstance(value, Literal):
        return run.domain.flag_condition(state, value, at) or Literal(bool(value.value))
    if isinstance(value, Choice):
        return _truth_of_choice(run, state, value, at)
    if isinstance(value, Sequence) and value.exact and not value.open and not state.fields.get((value.id, "=")):
        return Literal(bool(value.items))
    answer = run.domain.truth(run, state, value)
    if isinstance(answer, (Truth, Literal)):
        return answer
    if isinstance(value, Unknown):
        return run.domain.flag_condition(state, value, at) or asked(run, state, at) or condition(IsTrue(value.id))
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
    if (apart := deciding_condition(yes, no)) is not None:
        return apart
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


def decided_by(yes: list[Guards], no: list[Guards], otherwise: Condition) -> Truth | Literal:
    """A boolean that is true in the alternatives ``yes`` and false in ``no``; ``otherwise`` stands for what is open."""
    if not yes or not no:
        return Literal(bool(yes))
    if (deciding := deciding_condition(yes, no)) is not None:
        return deciding
    fresh = condition(otherwise)
    when = yes[0] if len(yes) == 1 and yes[0] else fresh.guards
    return Truth(when, no[0] if len(no) == 1 and no[0] else fresh.unless)


def deciding_condition(yes: list[Guards], no: list[Guards]) -> Truth | None:
    """What holds in all alternatives ``yes``, and in all of ``no``; None where no one condition decides which."""
    when, unless = shared(yes), shared(no)
    decisive = any((key, not arm) in unless for key, arm in when if isinstance(arm, bool))
    return Truth(when, unless) if decisive else None


def shared(alternatives: list[Guards]) -> Guards:
    """What holds whichever of ``alternatives`` does."""
    return frozenset.intersection(*alternatives)


def combine(operator: str, truths: list[Truth]) -> Truth:
    """The conjunction ("and") or disjunction ("or") of conditions, as a condition."""
    if len(truths) == 1:
        return truths[0]
    if operator == "or":
        return combine("and", [t.negated() for t in truths]).negated()
    guards: Guards = frozenset().union(*(t.guards for t in truths))
    key = All(guards)
    return Truth(guards | {(key, True)}, frozenset({(key, False)}))


def is_none(run: Evaluator, value: Value, at: form.Form) -> Truth | Literal:
    """``value is None``."""
    if isinstance(value, Literal):
        return Literal(value.value is None)
    if isinstance(value, Unknown):
        return condition(IsNone(value.id))
    if isinstance(value, Choice):
        none = [g for g, v in value.options if v == NONE]
        others = [g for g, v in value.options if v != NONE]
        if (asked_before := _asked_before(value)) is not None:
            return asked_before
        if any(isinstance(v, Unknown) and (IsNone(v.id), False) not in g for g, v in value.options):
            return condition(Undecided(run.identity(at, "none")))
        return decided_by(none, others, Undecided(run.identity(at, "none")))
    return Literal(False)


def _asked_before(value: Choice) -> Truth | None:
    """Whether the one object is None that all of ``value`` is, which on some paths was asked before."""
    objects = {v.id for _, v in value.options if isinstance(v, Unknown)}
    if len(objects) != 1 or any(not isinstance(v, Unknown) and v != NONE for _, v in value.options):
        return None
    asked = condition(IsNone(objects.pop()))
    if any(v == NONE and not asked.guards <= guards for guards, v in value.options):
        return None
    none = [guards | asked.guards for guards, _ in value.options if feasible(guards, asked.guards)]
    other = [guards | asked.unless for guards, _ in value.options if feasible(guards, asked.unless)]
    return Truth(shared(none), shared(other)) if none and other else None
