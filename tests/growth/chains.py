"""Shapes of one expression that grows: links, operands, arguments, elements, nests."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.growth.places import Lines, Shape, placed

NEST = 90  # deeper nests are refused by Python's parser


def joined(between: str, part: str) -> Callable[[int], str]:
    """``part`` repeated."""
    return lambda n: between.join(_numbered(part, range(n)))


def after(part: str) -> Callable[[int], str]:
    """``x`` with ``part`` repeated behind it, in as many statements as Python's parser lets through."""
    return lambda n: "x" + "".join(_numbered(part, range(n)))


def _numbered(part: str, numbers: Iterable[int]) -> list[str]:
    return [part.replace("@", str(number)) for number in numbers]


EXPRESSIONS: dict[str, Callable[[int], str]] = {
    "sum of tensors": joined(" + ", "torch.ones(3)"),
    "sum of names": joined(" + ", "x"),
    "matrix products": joined(" @ ", "x"),
    "powers": joined(" ** ", "n"),
    "and": joined(" and ", "flags[@]"),
    "or of tensors": joined(" or ", "torch.ones(@)"),
    "and within or": joined(" or ", "(flags[@] and n > @)"),
    "comparisons": joined(" < ", "n"),
    "comparisons of tensors": joined(" == ", "x"),
    "membership": lambda n: f"n in ({joined(', ', '@')(n)},)",
    "arguments": lambda n: f"together({joined(', ', 'torch.ones(@)')(n)})",
    "keywords": lambda n: f"together({joined(', ', 'k@=torch.ones(@)')(n)})",
    "starred arguments": lambda n: f"together({joined(', ', '*flags')(n)})",
    "list": lambda n: f"[{joined(', ', 'torch.ones(@)')(n)}]",
    "list of lists": lambda n: f"[{joined(', ', '[x, torch.ones(@)]')(n)}]",
    "tuple of tuples": lambda n: f"({joined(', ', '(x, (n, @))')(n)},)",
    "set": lambda n: f"{{{joined(', ', 'torch.ones(@)')(n)}}}",
    "dict": lambda n: f"{{{joined(', ', '@: torch.ones(3)')(n)}}}",
    "dict of dicts": lambda n: f"{{{joined(', ', '@: {0: x}')(n)}}}",
    "cat": lambda n: f"torch.cat([{joined(', ', 'torch.ones(@)')(n)}])",
    "stack of both": lambda n: f"torch.stack([x, {joined(', ', 'x, torch.ones(@)')(n)}])",
    "f-string": lambda n: "f'" + joined(" ", "{x}")(n) + "'",
    "string": lambda n: f"'{'self.weight.cuda() ' * n}'",
    "strings side by side": joined(" ", "'torch.ones(3)'"),
    "slices": lambda n: f"x[{joined(', ', '@:n')(n)}]",
    "indices": lambda n: f"x[{joined(', ', 'torch.arange(@)')(n)}]",
    "generators": lambda n: f"[x {joined(' ', 'for a in flags')(n)}]",
    "conditions of a comprehension": lambda n: f"[x for a in flags {joined(' ', 'if a > @')(n)}]",
    "lambda parameters": lambda n: f"(lambda {joined(', ', 'a@=torch.ones(3)')(n)}: x)()",
    "isinstance": lambda n: f"isinstance(x, ({joined(', ', 'Row, int')(n)},))",
    "tuple of meetings": lambda n: f"({joined(', ', 'x + torch.ones(@)')(n)},)",
    "meetings on lines of their own": lambda n: "(\n        "
    + joined(",\n        ", "x + torch.ones(@)")(n)
    + ",\n    )",
    "lambdas in a list": lambda n: f"[{joined(', ', 'lambda t: t + torch.ones(@)')(n)}]",
    "string sum": joined(" + ", "'k@'"),
    "module list": lambda n: f"torch.nn.ModuleList([{joined(', ', 'torch.nn.Linear(3, @)')(n)}]).cuda()",
    "sequential": lambda n: f"torch.nn.Sequential({joined(', ', 'torch.nn.Linear(3, @)')(n)})(x)",
    "keys of keywords": lambda n: f"dict({joined(', ', 'k@=x')(n)})['k0'] + torch.ones(3)",
    "dict of lambdas": lambda n: "{" + joined(", ", "'k@': lambda t: t.cuda()")(n) + "}['k0'](x)",
    "large number": lambda n: f"torch.ones(3, device=0x{'f' * n})",
    "number of digits": lambda n: f"x.to('cuda:{'1' * n}')",
    "format specifications": lambda n: "f'" + joined("", "{n:>{n}}")(n) + "'",
    "types": lambda n: f"isinstance(x, {joined(' | ', 'torch.Tensor')(n)})",
    "walruses": lambda n: f"({joined(', ', '(w@ := torch.ones(3))')(n)},)",
}

LINKS = {
    "attributes": ".a",
    "attributes of tensors": ".T",
    "subscripts": "[0]",
    "slices of slices": "[1:]",
    "keys": "['k@']",
    "calls": "(n)",
    "methods": ".m(n)",
    "moves": ".to(x.device)",
    "tensor methods": ".add(torch.ones(3))",
    "clones": ".clone()",
    "moves in a row": ".to('cuda:@')",
    "host and back": ".cpu().cuda()",
    "lists of arrays": ".cpu().numpy().tolist()",
    "submodules": ".layers[@].self_attn",
}

NESTS = {
    "nested calls": ("same(", ")"),
    "nested torch calls": ("torch.relu(", ")"),
    "nested lists": ("[", "]"),
    "nested tuples": ("(n, ", ")"),
    "nested dicts": ("{'k': ", "}"),
    "nested negations": ("not (", ")"),
    "nested conditions": ("(x if n else ", ")"),
    "nested lambdas": ("(lambda: ", ")()"),
    "nested comprehensions": ("[b for b in ", "]"),
    "nested sums": ("(torch.ones(3) + ", ")"),
    "nested choices": ("either(x, ", ")"),
    "nested stars": ("together(*", ")"),
    "nested parentheses": ("((", "))"),
    "nested signs": ("-(", ")"),
    "nested subscripts": ("flags[", "]"),
    "nested walruses": ("(w := ", ")"),
    "nested dict comprehensions": ("{k: v for k, v in ", ".items()}"),
    "nested lists and sums": ("[torch.ones(3), *", "]"),
    "nested moves": ("torch.relu(", ".to(x.device))"),
    "nested cats": ("torch.cat([torch.ones(3), ", "])"),
    "nested getattr": ("getattr(", ", 'a')"),
    "nested modules": ("torch.nn.Sequential(", ", torch.nn.Linear(3, 3))"),
}


def shapes() -> dict[str, Shape]:
    """Every expression in a function or another place."""
    found: dict[str, Shape] = {}
    places = ("function", "top", "method", "loop", "helper")
    for number, (name, expression) in enumerate(EXPRESSIONS.items()):
        found |= placed(name, _assigned(expression), (places[number % len(places)],))
    for number, (name, link) in enumerate(LINKS.items()):
        found |= placed(f"{name} in a row", _in_pieces(link), (places[number % len(places)],))
    for number, (name, (opening, closing)) in enumerate(NESTS.items()):
        found |= placed(name, _nested(opening, closing), (places[number % len(places)],))
    return found


def _assigned(expression: Callable[[int], str]) -> Callable[[int], Lines]:
    return lambda n: [f"y = {expression(n)}"]


def _in_pieces(link: str) -> Callable[[int], Lines]:
    """As many links as there are, 500 in one expression, each of which goes on where the last one ended."""
    piece = 500

    def lines(n: int) -> Lines:
        sizes = [piece] * (n // piece) + [n % piece] * bool(n % piece)
        return ["^y = x", *(f"y = y{''.join(link.replace('@', str(i)) for i in range(size))}" for size in sizes)]

    return lines


def _nested(opening: str, closing: str) -> Callable[[int], Lines]:
    """Expressions that nest, and go on where the last one ended."""

    def lines(n: int) -> Lines:
        depth = min(n, NEST)
        return ["^y = x", *([f"y = {opening * depth}y{closing * depth}"] * max(1, n // NEST))]

    return lines
