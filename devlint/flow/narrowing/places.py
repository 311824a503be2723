"""Places: what a test says of the name or the attribute that it is about.

    if x is None:            x is None in one arm, and none of its other alternatives
    if name == "cpu":        of the values that ``name`` may have, those that fit
"""

from __future__ import annotations

from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge, under
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Literal, Value, options
from devlint.forms import form


def narrow_text(run: Evaluator, state: State, test: form.Call, yes: State | None, no: State | None) -> None:
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


def narrow_none(run: Evaluator, test: form.Expression, value: Value, yes: State | None, no: State | None) -> None:
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


def narrow_compared(run: Evaluator, test: form.Expression, yes: State | None, no: State | None) -> None:
    """After ``x == y``, ``x.name == y`` or ``x.name() == y``: where it holds, x is what the domain makes of that.

    So is it where it does not hold.
    """
    if not isinstance(test, form.Compare) or len(test.operators) != 1 or test.operators[0] not in ("==", "!="):
        return
    equal, other = (yes, no) if test.operators[0] == "==" else (no, yes)
    for one, against in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
        place, name = _asked(one)
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


def _asked(at: form.Expression) -> tuple[form.Expression, str]:
    """Of what something is asked, and for what: ``x`` and "type()" of ``x.type()``; "" for ``x`` itself."""
    called = isinstance(at, form.Call) and not at.arguments and not at.keywords
    member = at.function if called and isinstance(at, form.Call) else at
    return (member.value, member.name + "()" * called) if isinstance(member, form.Attribute) else (at, "")


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
