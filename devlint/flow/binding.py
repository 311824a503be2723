"""Binding: the arguments of a call, whether a function takes them, and its locals when it is called with them.

    def make(n, device=None): ...
    make(3)                               n: 3, device: None
"""

from __future__ import annotations

from devlint.flow.containers import contents, elements, iterate_exact
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.site import Frame
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.parts import bounded
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Table, Unknown, Value, options
from devlint.forms import form

OPEN = "open"  # begins the identity of a parameter that `*args` or `**kwargs` may have filled


def evaluate_arguments(run: Evaluator, state: State, at: form.Call) -> Arguments:
    """The arguments of ``at``, from left to right."""
    positional: list[Value] = []
    for argument in at.arguments:
        if isinstance(argument, form.Star):
            return _spread_arguments(run, state, at)
    keywords: list[tuple[str, Value]] = []
    for name, _ in at.keywords:
        if name is None:
            return _spread_arguments(run, state, at)
    for argument in at.arguments:
        positional.append(run.evaluate(state, argument))
    if not at.keywords:
        return Arguments(tuple(positional), (), at.arguments)
    for name, expression in at.keywords:
        keywords.append((name or "", run.evaluate(state, expression)))
    return Arguments(tuple(positional), tuple(keywords), at.arguments, tuple([one for _, one in at.keywords]))


def _spread_arguments(run: Evaluator, state: State, at: form.Call) -> Arguments:
    """The arguments of ``at``, some of which are ``*args`` or ``**kwargs``."""
    positional: list[Value] = []
    forms: list[form.Expression] = []
    keywords: list[tuple[str, Value]] = []
    keyword_forms: list[form.Expression] = []
    starred = is_open = False
    possible: set[str] | None = set()
    rest: list[Value] = []
    spread: list[tuple[Value, form.Expression]] = []
    for argument in at.arguments:
        if isinstance(argument, form.Star):
            many = run.evaluate(state, argument.value)
            inside = iterate_exact(run, state, many)
            if inside is None or starred:
                starred = True
                one = run.domain.iterate(run, state, many, argument)
                rest += elements(state, many) if one is None else (one,)
            else:
                positional += inside
                forms += [argument.value] * len(inside)
        elif not starred:
            positional.append(run.evaluate(state, argument))
            forms.append(argument)
        else:
            rest.append(run.evaluate(state, argument))
    for name, expression in at.keywords:
        value = run.evaluate(state, expression)
        if name is not None:
            keywords.append((name, value))
            keyword_forms.append(expression)
            continue
        tables = [contents(state, one) for _, one in options(value)]
        for table in tables if len(tables) == 1 else ():
            for key, item in table.items if isinstance(table, Table) else ():
                if isinstance(key, str):
                    keywords.append((key, item))
                    keyword_forms.append(expression)
        known = [table for table in tables if isinstance(table, Table) and not table.open]
        if len(known) < len(tables):
            is_open, possible = True, None
            only = tables[0] if len(tables) == 1 else None
            rest_of = only.rest if isinstance(only, Table) else None
            spread.append((value if rest_of is None else rest_of, expression))
        elif len(tables) > 1:  # who gives one of several dicts gives what is in it or does not
            is_open = True
            possible = None if possible is None else possible | {str(key) for one in known for key, _ in one.items}
    names = None if possible is None or not is_open else frozenset(possible)
    named = tuple(keywords), tuple(forms), tuple(keyword_forms)
    return Arguments(tuple(positional), *named, starred, is_open, names, tuple(rest), tuple(spread))


def fits(function: FunctionValue, arguments: Arguments) -> bool:
    """Whether ``function`` can be called with as many ``arguments``."""
    parameters = function.form.parameters.all
    kinds = {p.kind for p in parameters}
    bound = 1 if function.bound is not None and function.kind != "static" else 0
    given = len(arguments.positional) + bound
    places = [p for p in parameters if p.kind in ("positional", "normal")]
    if "args" not in kinds and given > len(places):
        return False
    named = {name for name, _ in arguments.keywords}
    if "kwargs" not in kinds and named - {p.name for p in parameters}:
        return False
    if arguments.open or arguments.starred:
        return True
    return all(p.default is not None or p.name in named for p in places[given:])


def bind(run: Evaluator, state: State, function: FunctionValue, arguments: Arguments) -> dict[str, Value]:
    """The locals of ``function`` when it is called with ``arguments``."""
    frame: dict[str, Value] = {}
    positional = list(arguments.positional)
    if function.bound is not None and function.kind != "static":
        positional.insert(0, function.bound)
    keywords = dict(arguments.keywords)
    for parameter in function.form.parameters.all:
        if parameter.kind == "args":
            row = Sequence("tuple", tuple(positional), run.identity(parameter), open=arguments.starred)
            frame[parameter.name] = bounded(row)
            positional = []
        elif parameter.kind == "kwargs":
            frame[parameter.name] = Table(tuple(keywords.items()), run.identity(parameter), open=arguments.open)
            keywords = {}
        elif parameter.kind != "keyword" and positional:
            frame[parameter.name] = positional.pop(0)
        elif parameter.name in keywords and parameter.kind != "positional":
            frame[parameter.name] = keywords.pop(parameter.name)
        elif arguments.open or arguments.starred:
            frame[parameter.name] = Unknown((OPEN, run.identity(parameter, len(run.context))))
        elif parameter.default is not None:
            frame[parameter.name] = default_of(run, state, function, parameter.default)
        else:
            frame[parameter.name] = Unknown(run.identity(parameter))
    return frame


def default_of(run: Evaluator, state: State, function: FunctionValue, default: form.Expression) -> Value:
    """What ``default``, that of a parameter of ``function``, gives where nothing is passed."""
    if isinstance(default, form.Constant):
        return Literal(default.value)
    if isinstance(default, form.Name) and default.id in run.again and function.home is run.home:
        return Unknown(run.identity(default))  # it was bound where the function was defined, to one of several
    with run.called(Frame(function.closure), default):
        return run.evaluate(State({}, state.fields, state.guards), default)
