"""Shapes of modules that hold, copy and share each other, and of what is asked of them again and again."""

from __future__ import annotations

from collections.abc import Callable

from tests.growth.places import Shape

HEAD = "import copy, functools\nimport torch, torch.nn as nn\nfrom torch.utils.data import DataLoader\n\n\n"
ONE = f"{HEAD}def f(x: torch.Tensor, n, *flags):\n"
END = "    return x + torch.ones(3)\n"


def _body(first: str, again: str, last: str = "x = m(x)") -> Shape:
    """A function that begins with ``first`` and repeats ``again``, with its number for "@" and the next for "+@"."""
    return lambda n: f"{ONE}    {first}\n{_numbered(f'    {again}{chr(10)}', n)}    {last}\n{END}"


def _file(first: str, again: str, last: str) -> Shape:
    return lambda n: f"{HEAD}{first}{_numbered(again, n)}{last.replace('#', str(n))}"


def _numbered(part: str, n: int) -> str:
    pieces = (part.replace("+@", str(i + 1)).replace("-@", str(max(i - 1, 0))) for i in range(n))
    return "".join(piece.replace("@", str(i)) for i, piece in enumerate(pieces))


def _of(opening: str, part: str, closing: str) -> Callable[[int], str]:
    return lambda n: opening + ", ".join(part.replace("@", str(i)) for i in range(n)) + closing


def _wide(line: Callable[[int], str], again: str) -> Shape:
    """What is as wide as there are statements that ask for it."""
    return lambda n: f"{ONE}    {line(n)}\n{_numbered(f'    {again}{chr(10)}', n)}{END}"


SHAPES: dict[str, Shape] = {
    "shared modules": _body("m = nn.Linear(3, 3)", "m = nn.Sequential(m, m)"),
    "shared modules without weights": _body("m = nn.ReLU()", "m = nn.Sequential(m, m)"),
    "shared modules that move": _body("m = nn.ReLU()", "m = nn.Sequential(m, m)", "m.cuda(); x = m(x)"),
    "shared modules, lists": _body("m = nn.ModuleList([nn.Linear(3, 3)])", "m = nn.ModuleList([m, m])", "m.cuda()"),
    "copies of shared modules": _body("m = nn.Linear(3, 3)", "m = nn.Sequential(m, copy.deepcopy(m))"),
    "nine copies of shared modules": _body(
        "m = nn.Linear(3, 3)", f"m = nn.Sequential(m{', copy.deepcopy(m)' * 9})"
    ),
    "a list that holds itself": _body("m = nn.ModuleList()", "m.append(m)", "m.cuda()"),
    "modules appended": _body("m = nn.ModuleList()", "m.append(nn.Linear(3, 3))", "for a in m: x = a(x)"),
    "modules by key": _body("m = nn.ModuleDict()", "m['k@'] = nn.Linear(3, 3)", "for a in m.values(): x = a(x)"),
    "modules in lists of modules": _body("m = [nn.Linear(3, 3)]", "m = [nn.Sequential(*m), *m]", "x = m[0](x)"),
    "parallel modules": _body("m = nn.Linear(3, 3)", "m = nn.DataParallel(m)"),
    "one wide module, held": _wide(_of("m = nn.Sequential(", "nn.ReLU()", ")"), "k = nn.Sequential(m); x = k(x)"),
    "one wide list, appended to": _wide(_of("m = nn.ModuleList([", "nn.ReLU()", "])"), "m.append(nn.ReLU())"),
    "classes that build two": _file(
        "class A0(nn.Linear): pass\n", "class A+@(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a, self.b = A@(), A@()\n    def forward(self, x): return self.a(x) + self.b(x)\n",
        "def f(x): return A#()(x) + torch.ones(3)\n",
    ),
    "modules given twice": _body(
        "class A(nn.Module):\n        def __init__(self, a, b):\n            super().__init__()\n"
        "            self.a, self.b = a, b\n    m = nn.Linear(3, 3)", "m = A(m, m)",
    ),
    "names set by setattr": _file(
        "class A(nn.Module):\n    def __init__(self, **k):\n        super().__init__()\n",
        "        setattr(self, f'a{k}@', torch.ones(3))\n", "    def forward(self, x): return x + self.a1\n",
    ),
    "flags and their weights": _file(
        "class A(nn.Module):\n    def __init__(self, *flags):\n        super().__init__()\n",
        "        if flags[@]: self.w@ = torch.ones(3)\n        else: self.w@ = None\n",
        "    def forward(self, x): return x + self.w0\n",
    ),
    "properties that read one twice": _file(
        "class A(nn.Module):\n    p0 = torch.ones(3)\n",
        "    def p+@(self): return self.p@ + self.p@\n    p+@ = property(p+@)\n",
        "    def forward(self, x): return x + self.p#\n",
    ),
    "conditions on arguments, while": _body("y = n", "while x: x = y; y = x.cuda()", "pass"),
    "conditions on arguments, while of two": lambda n: f"{HEAD}def f(x, y):\n"
    + "    while x: x = y; y = x.cuda()\n" * n + END,
    "conditions on arguments, if": lambda n: f"{HEAD}def f(x, y):\n" + "    if x: x = y; y = x.cuda()\n" * n + END,
    "conditions on arguments, choice": lambda n: f"{HEAD}def f(x, y):\n"
    + "    x = y if x else x.cuda(); y = x if y else y.cpu()\n" * n + END,
    "conditions on arguments, walrus": lambda n: f"{HEAD}def f(x, y):\n"
    + "    while (y := x.cuda()) and (x := y): x = y\n" * n + END,
    "devices by flags": _body("d = 'cpu'", "d = 'cuda:@' if flags[@] else 'cpu'; x = x.to(d)", "pass"),
    "devices by what there is": _body(
        "d = 'cpu'",
        "d@ = 'cuda' if torch.cuda.is_available() and flags[@] else 'cpu'; x = x + torch.ones(3, device=d@)",
        "pass",
    ),
    "loaders": _body("m = n", "for a, b in DataLoader(n, @): x = x + a.cuda() * b", "pass"),
    "partial functions of the last": _file(
        "def g(x, y): return x + y\n\n\np0 = functools.partial(g, torch.ones(3))\n", "p+@ = functools.partial(p@)\n",
        "def f(x): return p#(x)\n",
    ),
    "names for the last": _file("T0 = torch.Tensor\n", "T+@ = T@ | T@\n", "def f(x: T#):\n" + END),
    "one function, called by all": _file(
        "def g(x, device='cpu', y=None):\n    if y is None: y = torch.ones(3)\n    return x.to(device) + y\n",
        "def f@(x: torch.Tensor):\n    return g(x, 'cuda:@', torch.zeros(@))\n", "",
    ),
    "a wide set": _wide(_of("if n in {", "'@'", "}: x = x.cuda()"), "pass"),
    "attributes of every length": lambda n: ONE
    + "".join(f"    x{'.a' * i} = x{'.a' * (i - 1)}.cuda()\n" for i in range(1, int(4 * n**0.5))) + END,
    "super in diamonds": _file(
        "class A0(nn.Module):\n    def m(self, x): return x + torch.ones(3)\n",
        "class L@(A@):\n    def m(self, x): return super().m(x)\n"
        "class R@(A@):\n    def m(self, x): return super().m(x)\n"
        "class A+@(L@, R@):\n    def m(self, x): return super().m(x) + self.m(x)\n", "",
    ),
}
