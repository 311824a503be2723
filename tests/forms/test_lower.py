"""Lowering is checked against an independent reading of the same tree.

``from_ast`` and ``from_form`` fold a file into nested tuples, the one from the tree, the other from the forms; they
must be equal on every file of the standard library's and torch's that is tried, and on the corners of the grammar
below.
"""

from __future__ import annotations

import ast
import random
import sys
import sysconfig
import textwrap
from pathlib import Path
from typing import Any

import pytest

from devlint.base.record import types
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.scout.cut import Cut, place
from devlint.source.text import NotAnalysed, lines, parse, span

SYMBOLS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "MatMult": "@",
    "LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^", "UAdd": "+", "USub": "-",
    "Invert": "~", "Not": "not", "And": "and", "Or": "or", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=",
    "Gt": ">", "GtE": ">=", "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not",
}  # fmt: skip


def symbol(node: ast.AST) -> str:
    return SYMBOLS[type(node).__name__]


def from_ast(node: Any) -> Any:
    """The shape of a tree of ``ast``, in the vocabulary of ``form``."""
    match node:
        case None | str():
            return node
        case list():
            return tuple(from_ast(n) for n in node if not isinstance(n, ast.Pass))
        case ast.Module(body=body):
            return ("Module", from_ast(body))
        case ast.Name(id=name):
            return ("Name", name)
        case ast.Constant(value=value):
            return ("Constant", type(value).__name__, repr(value))
        case ast.Attribute(value=value, attr=name):
            return ("Attribute", from_ast(value), name)
        case ast.Subscript(value=value, slice=index):
            return ("Subscript", from_ast(value), from_ast(index))
        case ast.Slice(lower=lower_, upper=upper, step=step):
            return ("Slice", from_ast(lower_), from_ast(upper), from_ast(step))
        case ast.Call(func=function, args=args, keywords=keywords):
            return ("Call", from_ast(function), from_ast(args), from_ast(keywords))
        case ast.keyword(arg=name, value=value):
            return (name, from_ast(value))
        case ast.BinOp(left=left, op=op, right=right):
            return ("Binary", symbol(op), from_ast(left), from_ast(right))
        case ast.UnaryOp(op=op, operand=operand):
            return ("Unary", symbol(op), from_ast(operand))
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            return ("Compare", from_ast(left), tuple(symbol(op) for op in ops), from_ast(comparators))
        case ast.BoolOp(op=op, values=values):
            return ("Boolean", symbol(op), from_ast(values))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return ("Conditional", from_ast(test), from_ast(body), from_ast(orelse))
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return ("Display", type(node).__name__.lower(), from_ast(elements))
        case ast.Dict(keys=keys, values=values):
            return ("Mapping", tuple((from_ast(k), from_ast(v)) for k, v in zip(keys, values, strict=True)))
        case ast.Starred(value=value):
            return ("Star", from_ast(value))
        case ast.NamedExpr(target=target, value=value):
            return ("Walrus", from_ast(target), from_ast(value))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            kind = {"ListComp": "list", "SetComp": "set", "GeneratorExp": "generator"}[type(node).__name__]
            return ("Comprehension", kind, None, from_ast(node.elt), from_ast(node.generators))
        case ast.DictComp(key=key, value=value, generators=generators):
            return ("Comprehension", "dict", from_ast(key), from_ast(value), from_ast(generators))
        case ast.comprehension(target=target, iter=iterable, ifs=ifs):
            return ("Generator", from_ast(target), from_ast(iterable), from_ast(ifs))
        case ast.Lambda(args=args, body=body):
            return ("Lambda", from_ast(args), from_ast(body))
        case ast.arguments():
            return ast_parameters(node)
        case ast.Await(value=value):
            return ("Await", from_ast(value))
        case ast.Yield(value=value):
            return ("Yield", from_ast(value), False)
        case ast.YieldFrom(value=value):
            return ("Yield", from_ast(value), True)
        case ast.JoinedStr():
            return ("Opaque", tuple(replacements(node)))
        case ast.Expr(value=value):
            return ("Evaluate", from_ast(value))
        case ast.Assign(targets=targets, value=value):
            return ("Assign", from_ast(targets), from_ast(value))
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            return ("Annotate", from_ast(target), from_ast(annotation), from_ast(value))
        case ast.AugAssign(target=target, op=op, value=value):
            return ("Augment", from_ast(target), symbol(op), from_ast(value))
        case ast.Return(value=value):
            return ("Return", from_ast(value))
        case ast.Raise(exc=exception, cause=cause):
            return ("Raise", from_ast(exception), from_ast(cause))
        case ast.Assert(test=test, msg=message):
            return ("Assert", from_ast(test), from_ast(message))
        case ast.Delete(targets=targets):
            return ("Delete", from_ast(targets))
        case ast.Break() | ast.Continue():
            return (type(node).__name__,)
        case ast.If(test=test, body=body, orelse=orelse):
            return ("If", from_ast(test), from_ast(body), from_ast(orelse))
        case ast.While(test=test, body=body, orelse=orelse):
            return ("While", from_ast(test), from_ast(body), from_ast(orelse))
        case ast.For() | ast.AsyncFor():
            return ("For", *(from_ast(n) for n in (node.target, node.iter, node.body, node.orelse)))
        case ast.With() | ast.AsyncWith():
            items = tuple((from_ast(i.context_expr), from_ast(i.optional_vars)) for i in node.items)
            return ("With", items, from_ast(node.body))
        case ast.ExceptHandler(type=kind, name=name, body=body):
            return ("Handler", from_ast(kind), name, from_ast(body))
        case ast.Match(subject=subject, cases=cases):
            return ("Match", from_ast(subject), from_ast(cases))
        case ast.match_case(pattern=pattern, guard=guard, body=body):
            always = guard is None and ast_irrefutable(pattern)
            return ("Case", tuple(ast_bound(pattern)), ast_value(pattern), always, from_ast(guard), from_ast(body))
        case ast.Import(names=names):
            return ("Import", from_ast(names))
        case ast.ImportFrom(module=module, names=names, level=level):
            return ("ImportFrom", module or "", level, from_ast(names))
        case ast.alias(name=name, asname=alias):
            return (name, alias)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return ("Scope", type(node).__name__.lower(), tuple(names))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            parts = (node.args, node.body, node.decorator_list, node.returns)
            is_async = isinstance(node, ast.AsyncFunctionDef)
            return ("Function", node.name, *(from_ast(n) for n in parts), is_async, own_yield(node.body))
        case ast.ClassDef(name=name):
            return ("Class", name, *(from_ast(n) for n in (node.bases, node.keywords, node.body, node.decorator_list)))
    if type(node).__name__ in ("Try", "TryStar"):
        return ("Try", *(from_ast(n) for n in (node.body, node.handlers, node.orelse, node.finalbody)))
    if type(node).__name__ == "TypeAlias":
        return ("Assign", (from_ast(node.name),), ("Opaque", ()))
    if type(node).__name__ == "TemplateStr":
        return ("Opaque", tuple(replacements(node)))
    raise AssertionError(f"no shape for {node}")


def ast_parameters(node: ast.arguments) -> Any:
    given = node.posonlyargs + node.args
    defaults = [None] * (len(given) - len(node.defaults)) + list(node.defaults)
    kinds = ["positional"] * len(node.posonlyargs) + ["normal"] * len(node.args)
    found = list(zip(given, kinds, defaults, strict=True))
    if node.vararg:
        found.append((node.vararg, "args", None))
    found += [(a, "keyword", d) for a, d in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
    if node.kwarg:
        found.append((node.kwarg, "kwargs", None))
    return tuple((a.arg, kind, from_ast(a.annotation), from_ast(default)) for a, kind, default in found)


def replacements(node: Any) -> list[Any]:
    found = []
    for part in node.values:
        if type(part).__name__ in ("FormattedValue", "Interpolation"):
            found.append(from_ast(part.value))
            if part.format_spec is not None:
                found += replacements(part.format_spec)
    return found


def own_yield(body: list[Any]) -> bool:
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(node, ast.Lambda):
            pending.append(node.args)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            pending += [node.args, *node.decorator_list, *([node.returns] if node.returns else [])]
        else:
            pending += ast.iter_child_nodes(node)
    return False


def ast_bound(pattern: ast.AST) -> list[str]:
    if isinstance(pattern, ast.MatchMapping):
        return [n for p in pattern.patterns for n in ast_bound(p)] + ([pattern.rest] if pattern.rest else [])
    found = [n for child in ast.iter_child_nodes(pattern) for n in ast_bound(child)]
    name = getattr(pattern, "name", None) if isinstance(pattern, (ast.MatchAs, ast.MatchStar)) else None
    return found + ([name] if name else [])


def ast_irrefutable(pattern: ast.AST) -> bool:
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or ast_irrefutable(inner)
        case ast.MatchOr(patterns=[*_, last]):
            return ast_irrefutable(last)
    return False


def ast_value(pattern: ast.AST) -> Any:
    match pattern:
        case ast.MatchValue(value=value):
            return from_ast(value)
        case ast.MatchSingleton(value=value):
            return ("Constant", type(value).__name__, repr(value))
        case ast.MatchAs(pattern=inner) if inner is not None:
            return ast_value(inner)
    return None


def from_form(node: Any) -> Any:
    """The shape of a form: its fields but for the handle."""
    match node:
        case tuple():
            return tuple(from_form(n) for n in node)
        case form.Constant(value=value):
            return ("Constant", type(value).__name__, repr(value))
        case form.Parameters(all=parameters):
            return from_form(parameters)
        case form.Parameter(name=name, kind=kind, annotation=annotation, default=default):
            return (name, kind, from_form(annotation), from_form(default))
        case form.Opaque(parts=parts):
            return ("Opaque", from_form(parts))
        case form.Function():
            fields = ["name", "parameters", "body", "decorators", "returns", "is_async", "is_generator"]
            return ("Function", *(from_form(getattr(node, name)) for name in fields))
        case form.Form():
            fields = [name for name in types(type(node)) if name not in ("node", "later", "is_aside")]
            return (type(node).__name__, *(from_form(getattr(node, name)) for name in fields))
    return node


def same_shape(text: str) -> None:
    tree = parse(text)
    assert from_form(lower(tree)) == from_ast(tree)


def some_files() -> list[Path]:
    """A fixed sample of the standard library and of what is installed."""
    roots = (Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("purelib")))
    found = {p for root in roots for p in root.rglob("*.py") if "lib2to3" not in p.parts and "bad" not in p.name}
    return random.Random(7).sample(sorted(found), 150)


@pytest.mark.exhaustive
def test_shape_on_files() -> None:
    tried = 0
    for path in some_files():
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        try:
            parse(text)
        except NotAnalysed:
            continue
        same_shape(text)
        tried += 1
    assert tried > 100


CORNERS = [
    "x[(*a,)], x[(*a, b)], x[a,], x[(a,)], x[a], x[1:2], x[::2, ...], x[()], x[:]",
    "f(*a, b, *c, k=1, **d, e=2)",
    "def f(a, b: int = 1, /, c=2, *args: T, d, e=3, **kwargs: U) -> V: pass",
    "def f(a, /, *, b): pass",
    "g = lambda a, /, b=1, *c, d, **e: (yield)",
    "def f():\n    g = lambda: (yield)\n",
    "def f(a=(yield_)):\n    def g():\n        yield 1\n    return g\n",
    "def f():\n    x = yield\n",
    "def f():\n    yield from a\n    x = (yield), (yield 1)\n",
    (
        "async def f():\n    async with a as b, c: pass\n    async for i in x: await y\n    else: pass\n"
        "    return [i async for i in x if await y]\n"
    ),
    "a and b and c, a and (b and c), (a and b) and c, a or b and c or d, (a or b) or c, not a and not b",
    "(a): int = 1\n(b): int\n",
    "a < b <= c is not d not in e != f",
    "1 + 2 * 3 ** -4 // 5 @ m << 1 >> 2 & 3 | 4 ^ 5",
    "0xFF, 0o17, 0b1, 1_000, 00, 1.5e3, 1_0.0_1, .5, 3j, 1e3J, 10**400",
    r"'a\n', r'\d', b'x', rb'\x', u'u', 'a' 'b' " + '"c"' + r", '''x\'y''', b'a' b'b', '\N{BULLET}', '\ud800'",
    "f'a{x}b{y!r:>{w}}c', 'a' f'{x}' 'b', f'{x=}' f'{y}', rf'{a:{b}{c}}', f''",
    "{1: 2, **a, 'b': c}, {1, *a}, [1, *b], (*a,), {}, ()",
    "[x for x in y if a if b for z in x], {x for x in y}, {k: v for k, v in y}, f(x for x in y)",
    "a = b = c, d = e\n*a, b = c\n(a, *b), c = d\n[a, b] = c\na[0], b.c = d\n",
    "a: int\nb: int = 1\nc.d: int = 2\ne[0]: T\n",
    "a += 1; b -= 1; c @= d; d //= e; e **= f; f >>= g; g <<= h; h &= i; i |= j; j ^= k; k %= l; m /= n; o *= p",
    "del a, b; del (c, d); del e,; del [f, g]; del h.i, j[0]",
    "import a, b.c as d, e.f\n",
    "from . import a\nfrom ..b.c import d as e, f\nfrom g import *\nfrom . import (h, i as j,)",
    "def f():\n    global a, b\n    def g():\n        nonlocal c\n",
    "raise\nraise A\nraise A from B\nassert a\nassert a, b\n",
    "try: a\nexcept: b\ntry: a\nexcept A: b\nexcept (B, C) as d: c\nelse: e\nfinally: f\n",
    "while a: break\nelse: b\nfor a, b in c, d: continue\nelse: e\nfor *a, b in c: pass\n",
    "if a: b\nelif c: d\nelif e: f\nelse: g\nif a: pass\n",
    "with a: b\nwith (a as b, c as (d, e)): f\nwith (a, b): c\nwith (a): b\n",
    "@a\n@b.c(1)\nclass A(B, *C, metaclass=D, **E):\n    '''doc'''\n    x: int = 1\n    def f(self): return self\n",
    "@a\nasync def f(x): yield\n",
    "(x := 1), [y := 2], f(z := 3), (a if b else c if d else e), -~+x, not x",
    (
        "match a:\n    case 'cuda': b\n    case 1 | 2: c\n    case None: d\n"
        "    case -1: e\n    case a.b: f\n    case x if y: g\n"
        "    case [a, *b, _]: h\n    case (a, b) | [b, *a]: h\n    case {'k': v, **rest}: i\n    case A(x, k=y): j\n"
        "    case ('cpu' as z): k\n    case [*_]: m\n    case {}: n\n    case A(): o\n"
        "    case 1, *others: o\n    case _: l\n"
    ),
    "match a, b:\n    case x: pass\nmatch *a, b:\n    case 1 | _: pass\n",
    "x = yield_\nprint(x, end='')\nmatch = case = 1\nmatch[case]\nNone.x\nTrue\n",
    "class A: pass\nclass B(): pass\nif 1: a; b; pass; c\n",
]
if sys.version_info >= (3, 11):
    CORNERS += [
        "try: a\nexcept* A as b: c\nexcept* (B, C): d\n",
        "def f(*args: *Ts): pass",
        "a[*b, c:d], x[*a], x[*a,], x[a, *b]",
    ]
if sys.version_info >= (3, 12):
    CORNERS += [
        "type X = int\ntype Y[T: int, *Ts, **P] = list[T]\ndef f[T](x: T) -> T: return x\n",
        "class A[T: (int, str)](B): pass",
        "f'{x['a']}{'\\n'.join(y)}'",
    ]


@pytest.mark.parametrize("text", CORNERS)
def test_shape_of_corners(text: str) -> None:
    same_shape(text)


def nested(text: str) -> form.Module:
    return lower(parse(text))


def test_node_of_a_call_is_the_whole_call() -> None:
    (statement,) = nested("a.b(c).d(e)\n").body
    assert isinstance(statement, form.Evaluate) and isinstance(statement.value.node, ast.Call)
    assert ast.unparse(statement.value.node) == "a.b(c).d(e)"


def test_node_of_a_parameter_is_its_name() -> None:
    text = "def f(x: int = 1): pass\n"
    (function,) = nested(text).body
    assert isinstance(function, form.Function)
    (parameter,) = function.parameters.all
    where = span(parameter.node, lines(text))
    assert (where.column, where.end_column) == (6, 7)


def test_what_is_cut_leaves_nothing_but_the_head_of_a_function() -> None:
    tree = parse("x = 1\ndef f(a): yield a\nclass A:\n    def g(self): pass\n    y = 2\n")
    assign, function, class_ = tree.body
    assert isinstance(class_, ast.ClassDef)
    forms = lower(tree, Cut(dropped={place(assign), place(class_.body[0])}, emptied={place(function)}))
    emptied, kept = forms.body
    assert isinstance(emptied, form.Function) and isinstance(kept, form.Class)
    assert (emptied.body, len(emptied.parameters.all), emptied.is_generator) == ((), 1, False)
    assert len(kept.body) == 1


def test_the_beginning_of_a_formatted_string() -> None:
    for text, prefix in ((r"f'cuda:{x}'", "cuda:"), ("f'{x}:0'", ""), ("f''", ""), ("'cuda:' f'{x}'", "cuda:")):
        (statement,) = nested(text).body
        assert isinstance(statement, form.Evaluate) and isinstance(statement.value, form.Opaque)
        assert statement.value.prefix == prefix


def test_carriage_returns_in_strings_read_as_python_reads_them() -> None:
    (statement,) = nested("x = '''a\r\nb\rc'''\r\n").body
    assert isinstance(statement, form.Assign) and isinstance(statement.value, form.Constant)
    assert statement.value.value == "a\nb\nc"


DEEP = {
    "calls": "x" + ".f(1)[0]" * 400,
    "sum": " + ".join(["a"] * 900),
    "and": " and ".join(["a"] * 900),
    "elif": "if a: b\n" + "elif c: d\n" * 400,
    "parentheses": "(" * 90 + "a" + ")" * 90,
    "conditional": "x = " + "a if b else " * 400 + "c",
    "minus": "-" * 400 + "x",
    "strings": "x = " + "'a' " * 400,
    "lists": "[" * 90 + "]" * 90,
}


@pytest.mark.parametrize("name", DEEP)
def test_depth_does_not_overflow(name: str) -> None:
    limit = sys.getrecursionlimit()
    text = textwrap.dedent(DEEP[name]) + "\n"
    assert len(nested(text).body) == 1
    assert sys.getrecursionlimit() == limit
