"""Shapes whose values grow: each statement makes a value of the ones before, most of them twice as large."""

from __future__ import annotations

from collections.abc import Callable

from tests.growth.places import Lines, Shape, placed

DOUBLING = {
    "list sum": ("v = [x, torch.ones(3)]", "v = v + v"),
    "tuple sum": ("v = (x, torch.ones(3))", "v = v + v"),
    "tuple in tuple": ("v = (x, 1)", "v = (v, v)"),
    "list in list": ("v = [x]", "v = [v, v]"),
    "set in list": ("v = {x}", "v = [v, {n, *v}]"),
    "stars in a tuple": ("v = (x, 1)", "v = (*v, *v)"),
    "stars in a list": ("v = [x, 1]", "v = [*v, *v]"),
    "dict in dict": ("v = {'k': x}", "v = {'a': v, 'b': v}"),
    "double stars": ("v = {'k': x}", "v = {**v, 'k@': {**v}}"),
    "dict of keywords": ("v = dict(k=x)", "v = dict(a=v, b=v)"),
    "slices": ("v = (x, 1)", "v = v[::-1] + v[:]"),
    "starred call": ("v = (x, 1)", "v = together(*v, *v)"),
    "keywords of a call": ("v = {'k': x}", "v = {'o': together(**v), **v, 'k@': v}"),
    "zip": ("v = (x, n)", "v = list(zip(v, v))"),
    "enumerate": ("v = [x, n]", "v = list(enumerate(v)) + v"),
    "map": ("v = [x, n]", "v = list(map(same, v)) + v"),
    "named tuple": ("v = Pair(x, n)", "v = Pair(v, v)"),
    "dataclass": ("v = Row(x)", "v = Row(v, v)"),
    "append itself": ("v = [x]", "v.append([v, v])"),
    "extend by itself": ("v = [x, n]", "v.extend(v)"),
    "augmented list": ("v = [x, n]", "v += v"),
    "item of itself": ("v = [x, n]", "v[0] = v"),
    "entry of itself": ("v = {'k': x}", "v['k@'] = v"),
    "entry of copies": ("v = {'k': x}", "v['k@'] = dict(v)"),
    "update by itself": ("v = {'k': x}", "v.update({'k@': v, **v})"),
    "setdefault": ("v = {'k': x}", "v.setdefault('k@', [v, v])"),
    "repeated list": ("v = [x, n]", "v = v * 2"),
    "comprehension": ("v = [x, n]", "v = [t for t in v] + v"),
    "dict comprehension": ("v = {'k': x}", "v = {k: (t, v) for k, t in v.items()}"),
    "alternatives": ("v = (x, 1)", "v = (v, v) if flags[@] else (v,)"),
    "alternatives of lists": ("v = [x]", "v = [v, x] if flags[@] else [x, v] if flags[-@] else [v]"),
    "or": ("v = [x]", "v = v or [v, v]"),
    "strings": ("v = 'k'", "v = v + v"),
    "formatted strings": ("v = 'k'", "v = f'{v}{v}'"),
    "percent strings": ("v = 'k'", "v = '%s%s' % (v, v)"),
    "numbers": ("v = 3", "v = v * v"),
    "shifted numbers": ("v = 3", "v = v << v"),
    "attributes": ("v = torch.ones(3)", "v = v.data[0].mT"),
    "lambdas": ("v = lambda: x", "v = (lambda w: lambda: (w(), w()))(v)"),
    "partial": ("v = same", "v = (v, lambda t: v)"),
    "tensors in lists": ("v = [x]", "v = [torch.cat(v), torch.stack(v)] + v"),
    "walrus": ("v = (x,)", "w = (v := (v, v))"),
    "devices": ("v = x.device", "v = (torch.device(v), v)"),
    "reversed": ("v = [x, n]", "v = list(reversed(v)) + list(v)"),
    "unpacked": ("v = w = (x, n)", "v, w = (v, w), (w, v)"),
    "attribute of itself": ("v = Row(x)", "v.a@ = (v, v)"),
    "items of a dict": ("v = {'k': x}", "v = dict(list(v.items()) + [('k@', v)])"),
    "chains": ("import itertools; v = [x, n]", "v = list(itertools.chain(v, v, [v]))"),
    "class attributes": ("class v: w = x", "v.w@ = (v.w, v)"),
}
"""By name: the statement at the beginning, and the one that is repeated, with its number for "@"."""

SECOND = ("method", "top", "loop", "helper")


def shapes() -> dict[str, Shape]:
    """Each kind of value in a function, and in one other place."""
    found: dict[str, Shape] = {}
    for number, (name, (first, again)) in enumerate(DOUBLING.items()):
        found |= placed(name, _repeated(first, again), ("function", SECOND[number % len(SECOND)]))
    return found


def _repeated(first: str, again: str) -> Callable[[int], Lines]:
    return lambda n: [f"^{first}", *(again.replace("@", str(i)) for i in range(n))]
