"""Where the lines of a shape stand: in a function, a method, at the top of a file, in a loop, in a helper.

Each place offers ``x``, a tensor of somebody else, ``n``, of which nothing is known, and ends in a tensor that
meets it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Lines = Sequence[str]
Shape = Callable[[int], str]

IMPORTS = "import torch\nfrom dataclasses import dataclass\nfrom typing import NamedTuple\n"
HELPERS = """

class Pair(NamedTuple):
    a: object
    b: object


@dataclass
class Row:
    a: object
    b: object = None


def together(*parts, **named):
    return parts


def same(t):
    return t


def either(t, u):
    return t if t is None else u

"""


def indented(lines: Lines, depth: int = 1) -> str:
    """``lines`` as a block."""
    return "".join(f"{'    ' * depth}{line}\n" for line in lines)


def function(lines: Lines) -> str:
    """In a function."""
    body = indented([*lines, "return x + torch.ones(3)"])
    return f"{IMPORTS}{HELPERS}\ndef f(x: torch.Tensor, n, *flags):\n{body}"


def method(lines: Lines) -> str:
    """In ``forward`` of a module."""
    body = indented([*lines, "return x + torch.ones(3)"], 2)
    head = "class Net(torch.nn.Module):\n    def forward(self, x: torch.Tensor, n, *flags):"
    return f"{IMPORTS}{HELPERS}\n{head}\n{body}"


def top(lines: Lines) -> str:
    """At the top of a file."""
    rest = "\n".join([*lines, "y = x + torch.ones(3)"])
    return f"{IMPORTS}{HELPERS}\nx, n, flags = torch.rand(3).cuda(), len(torch.__file__), ()\n{rest}\n"


def loop(lines: Lines) -> str:
    """In a loop."""
    before = [line[1:] for line in lines if line.startswith("^")]
    body = ["for i in range(n):", *(f"    {line}" for line in lines if not line.startswith("^"))]
    return function([*before, *body])


def helper(lines: Lines) -> str:
    """In a function that another one calls."""
    body = indented([*lines, "return x + torch.ones(3)"])
    called = "\n\ndef f(x: torch.Tensor, n, *flags):\n    return _g(x, n, *flags) + _g(x.cuda(), 1)\n"
    return f"{IMPORTS}{HELPERS}\ndef _g(x, n, *flags):\n{body}{called}"


PLACES = {"function": function, "method": method, "top": top, "loop": loop, "helper": helper}


def placed(name: str, lines: Callable[[int], Lines], places: Sequence[str]) -> dict[str, Shape]:
    """A shape for each of ``places``, by name. Lines that begin with "^" stand before what repeats them."""

    def at(place: Callable[[Lines], str]) -> Shape:
        if place is loop:
            return lambda n: place(lines(n))
        return lambda n: place([line.removeprefix("^") for line in lines(n)])

    return {f"{name} / {place}": at(PLACES[place]) for place in places}
