"""Shapes of many functions and classes, and of how they call, inherit and hold each other."""

from __future__ import annotations

from tests.growth.places import IMPORTS, Shape

BODY = "        return x + torch.ones(3)\n"


def _repeated(part: str, *, head: str = IMPORTS, tail: str = "", last: str = "") -> Shape:
    """``part`` with its number for "#" and the next and the last one for "+" and "-", where these stand before "#"."""

    def made(n: int) -> str:
        pieces = []
        for i in range(n):
            text = part.replace("##", str((i * 7 + 3) % n)).replace("+#", str((i + 1) % n))
            pieces.append(text.replace("-#", str(max(i - 1, 0))).replace("#", str(i)))
        return head + "".join(pieces) + tail.replace("#", str(n - 1)) + last

    return made


ONE = f"{IMPORTS}\n\ndef f(x: torch.Tensor):\n"
NET = f"{IMPORTS}\n\nclass Net(torch.nn.Module):\n"
FORWARD = "\n    def forward(self, x):\n        return x + torch.ones(3)\n"
READING = FORWARD.replace("torch.ones(3)", "self.a0")
INIT = "    def __init__(self, n, *flags):\n        super().__init__()\n"

QUOTES = '"' * 3
LEAK = "\n\ndef leak(x: torch.Tensor):\n    return x + torch.ones(3)\n"

_KEPT = """

class Kept:
    def __init__(self, model: torch.nn.Module):
        self.model = model
        self._fill()

    def fill(self):
        return self._fill()

    def _fill(self):
"""
"""A class that keeps a model it was given, and the beginning of a private method."""

SHAPES: dict[str, Shape] = {
    "calls of a model that a class keeps": _repeated(
        "        x# = self.model(torch.zeros(3, #))\n", head=IMPORTS + _KEPT, last="        return x0\n"
    ),
    "functions": _repeated("\n\ndef f#(x: torch.Tensor):\n    return x + torch.ones(3)\n"),
    "functions in a row": _repeated("\n\ndef f#(x: torch.Tensor):\n    return f+#(x) + torch.ones(3)\n"),
    "private functions in a row": _repeated("\n\ndef _f#(x: torch.Tensor):\n    return _f+#(x) + torch.ones(3)\n"),
    "functions that call two": _repeated("\n\ndef f#(x):\n    return f##(x) + f+#(x.cpu())\n"),
    "mutual recursion": _repeated("\n\ndef f#(x, n):\n    return f+#(x.cuda(), f##(x, n)) if n else f##(x.cpu(), n)\n"),
    "one function called often": _repeated(
        "\n\ndef g#(x):\n    return _f(x, torch.ones(#))\n", head=IMPORTS + "\n\ndef _f(x, y):\n    return x + y\n"
    ),
    "functions with defaults": _repeated(
        "\n\ndef f#(x, y=torch.ones(3), *, z=torch.zeros(#)):\n    return x + y + z\n",
    ),
    "functions of one name": _repeated("\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(#)\n"),
    "generators": _repeated("\n\ndef f#(x):\n    for y in f-#(x):\n        yield y + torch.ones(3)\n"),
    "parameters": lambda n: f"{IMPORTS}\n\ndef f({', '.join(f'a{i}: torch.Tensor' for i in range(n))}):\n"
    "    return a0 + torch.ones(3)\n",
    "optional parameters": lambda n: f"{IMPORTS}\n\ndef f(x, {', '.join(f'a{i}=None' for i in range(n))}):\n"
    + "".join(f"    if a{i} is None: a{i} = torch.ones(3)\n" for i in range(n)) + "    return x + a0\n",
    "decorators": lambda n: f"{IMPORTS}\n\n"
    + "".join(f"@d({i})\n" for i in range(n)) + "def f(x: torch.Tensor):\n    return x + torch.ones(3)\n",
    "decorated functions": _repeated(
        "\n\n@torch.no_grad()\n@d(torch.ones(#))\ndef f#(x):\n    return x + torch.ones(3)\n",
    ),
    "functions that give on": _repeated("\n\ndef f#(x):\n    return f-#(x)\n", last=LEAK.replace("leak", "f0")),
    "functions that are given": _repeated(
        "\n\ndef f#(x):\n    return f+#(x.t())\n", last=LEAK.replace("return x", "return f0(x)")
    ),
    "functions that give back": _repeated("\n\ndef f#(x):\n    return f+#(x)\n", last=LEAK.replace("leak", "f0")),
    "private functions that are given": _repeated(
        "\n\ndef _f#(x):\n    return _f+#(x.t())\n", last=LEAK.replace("return x", "return _f0(x)")
    ),
    "variables that give on": _repeated(
        "w# = w-#\n", head=IMPORTS + "w0 = torch.ones(3)\n", last=LEAK.replace("x +", "x + w1 +")
    ),
    "methods of one name": _repeated(
        "\n\nclass A#:\n    def m(self, x):\n        return x.m(x) + torch.ones(3)\n",
        tail="\n\ndef f(a: A0, x: torch.Tensor):\n    return a.m(x)\n",
    ),
    "methods of one name, called": _repeated(
        "\n\nclass A#:\n    def m(self, x):\n        return x.m(A##())\n",
        last=LEAK.replace("return x", "return x.m(x)"),
    ),
    "functions of functions": _repeated(
        "\n\ndef f#(g=f-#, x=torch.ones(3)):\n    return g(x.cuda())\n", head=IMPORTS + "f0 = None\n"
    ),
    "wrappers": _repeated(
        "\n\ndef d#(f):\n    def g(*a, **k):\n        return f(*a, **k)\n    return g\n\n\n@d#\n@d-#\ndef f#(x):\n"
        "    return x + torch.ones(3)\n"
    ),
    "coroutines": _repeated("\n\nasync def f#(x):\n    return await f-#(x) + torch.ones(3)\n"),
    "context managers": _repeated(
        "\n\n@contextlib.contextmanager\ndef f#(x):\n    with f-#(x.cpu()) as y:\n        yield y + torch.ones(3)\n",
        head="import contextlib\n" + IMPORTS,
    ),
    "delegating generators": _repeated("\n\ndef f#(x):\n    yield from f-#(x)\n    yield torch.ones(3)\n"),
    "devices handed on": _repeated(
        "\n\ndef f#(x, device='cuda:#'):\n    return f-#(x.to(device), device) + torch.ones(3, device=device)\n"
    ),
    "lambdas of the module": _repeated(
        "f# = lambda x, w=torch.ones(3): f-#(x.cuda()) + w\n", head=IMPORTS + "f0 = len\n"
    ),
    "overloads": _repeated(
        "\n\n@overload\ndef f(x: int, y: A#) -> torch.Tensor: ...\n",
        tail="\n\ndef f(x, y):\n    return x + torch.ones(3)\n",
    ),
    "many constants": _repeated(
        "DEVICE# = torch.device('cuda:#')\n", last=LEAK.replace("torch.ones(3)", "torch.ones(3, device=DEVICE1)")
    ),
    "tables of the module": _repeated("T# = {'k#': [torch.ones(3)], **T-#}\n", head=IMPORTS + "T0 = {}\n", last=LEAK),
    "module variables": _repeated("W# = torch.ones(3)\n", tail="\n\ndef f(x: torch.Tensor):\n    return x + W0\n"),
    "globals": _repeated("\n\ndef f#(x):\n    global W#\n    W# = x.cuda()\n    return W# + W-# + torch.ones(3)\n"),
    "imports": _repeated("from a# import b#\n", tail="\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"),
    "imports of the same": _repeated(
        "from a import b\n", tail="\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"
    ),
    "star imports": _repeated("from a# import *\n", tail="\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"),
    "modules": _repeated("\n\nclass A#(torch.nn.Module):\n    def forward(self, x):\n" + BODY),
    "class chain": _repeated(
        "\n\nclass A#(A-#):\n    def forward(self, x):\n" + BODY, head=IMPORTS + "\n\nA0 = torch.nn.Module\n"
    ),
    "class chain with super": _repeated(
        "\n\nclass A#(A-#):\n    def m(self, x):\n        return super().m(x) + torch.ones(3)\n",
        head=IMPORTS + "\n\nA0 = torch.nn.Module\n",
    ),
    "class chain with constructors": _repeated(
        "\n\nclass A#(A-#):\n    def __init__(self):\n        super().__init__()\n        self.w# = torch.ones(3)\n",
        head=IMPORTS + "\n\nA0 = torch.nn.Module\n",
    ),
    "diamonds": _repeated(
        "\n\nclass L#(A-#): pass\n\n\nclass R#(A-#): pass\n\n\nclass A#(L#, R#):\n    def m#(self, x):\n" + BODY,
        head=IMPORTS + "\n\nA0 = torch.nn.Module\n",
    ),
    "bases": lambda n: IMPORTS + "".join(f"\n\nclass B{i}:\n    w{i} = torch.ones(3)\n" for i in range(n))
    + f"\n\nclass A({', '.join(f'B{i}' for i in range(n))}):\n    def m(self, x: torch.Tensor):\n{BODY}",
    "one base of many": _repeated(
        "\n\nclass A#(B):\n    def g(self, x):\n        return x.cpu()\n",
        head=NET.replace("Net", "B") + "    def forward(self, x):\n        return self.g(x) + torch.ones(3)\n",
    ),
    "bases of one": _repeated(
        "\n\nclass B#(A):\n    w# = torch.ones(3)\n", head=IMPORTS + "\n\nclass A(torch.nn.Module): pass\n", last=LEAK
    ),
    "family that answers": _repeated(
        "\n\nclass B#(A-#):\n    def __call__(self, x):\n        return x + torch.ones(3)\n\n\nclass A#(B#): pass\n",
        head=IMPORTS + "\n\nclass A0: pass\n", tail="\n\ndef f(x: torch.Tensor):\n    return A#()(x)\n",
    ),
    "class chain of attributes": _repeated(
        "\n\nclass A#(A-#):\n    def m#(self, x):\n        self.a# = torch.ones(3)\n        return x + self.a-#\n",
        head=IMPORTS + "\n\nA0 = torch.nn.Module\n",
    ),
    "class chain of one method": _repeated(
        "\n\nclass A#(A-#):\n    def setup(self, x):\n        self.a = x.cpu()\n        self.use(x)\n",
        head=IMPORTS
        + "\n\nclass A0(torch.nn.Module):\n    def use(self, x: torch.Tensor):\n        return x + self.a\n",
    ),
    "dataclass chain": _repeated(
        "\n\n@dataclass\nclass A#(A-#):\n    a#: torch.Tensor = None\n"
        "    def m(self): return self.a# + torch.ones(3)\n",
        head=IMPORTS + "\n\nclass A0: pass\n",
    ),
    "classes of one name": _repeated("\n\nclass A(torch.nn.Module):\n    def forward(self, x):\n" + BODY),
    "nested classes": _repeated(
        "\n\nclass A#:\n    class B:\n        class C:\n            def m(self, x: torch.Tensor):\n"
        "                return x + torch.ones(#)\n"
    ),
    "enumerations": _repeated(
        "    K# = 'cuda:#'\n", head=IMPORTS + "import enum\n\n\nclass E(enum.Enum):\n", last=LEAK
    ),
    "methods with many attributes": _repeated(
        "    def m#(self, x: torch.Tensor):\n        self.a#, self.b#, self.c# = x, x.cpu(), x.cuda()\n"
        "        return self.a## + self.b+#\n",
        head=NET,
    ),
    "classes with many methods": _repeated(
        "\n\nclass A#:\n"
        + "".join(
            f"    def m{i}(self, x):\n        self.a{i} = self.m{i + 1}(x.cpu())\n        return self.a{i + 1}\n"
            for i in range(5)
        )
    ),
    "methods that pass on": _repeated(
        "    def m#(self, x):\n        return self.m+#(x)\n", head=NET, last=FORWARD.replace("x +", "self.m0(x) +")
    ),
    "cached properties": _repeated(
        "    @functools.cached_property\n    def p#(self):\n        return self.p-# + torch.ones(3)\n",
        head="import functools\n" + NET, last=FORWARD,
    ),
    "class methods": _repeated(
        "    @classmethod\n    def m#(cls, x):\n        return cls.m-#(x) + torch.ones(3)\n", head=NET
    ),
    "attributes that are asked for": _repeated(
        "    def m#(self, x):\n        if getattr(self, 'a#', None) is None: self.a# = x.cpu()\n"
        "        return self.a## + x\n",
        head=NET,
    ),
    "methods": _repeated("    def m#(self, x: torch.Tensor):\n" + BODY, head=NET),
    "methods in a row": _repeated(
        "    def m#(self, x: torch.Tensor):\n        return self.m+#(x) + torch.ones(3)\n",
        head=NET,
    ),
    "private methods": _repeated(
        "    def _m#(self, x):\n        return x + torch.ones(3)\n\n"
        "    def m#(self, x):\n        return self._m##(x)\n",
        head=NET,
    ),
    "methods that set": _repeated(
        "    def m#(self, x: torch.Tensor):\n        self.a# = x.cpu() + self.a+#\n",
        head=NET,
    ),
    "methods that move": _repeated("    def m#(self, device):\n        self.a# = self.a##.to(device)\n", head=NET),
    "methods that ask": _repeated(
        "    def m#(self, x):\n        if self.flag#:\n            return x + self.w##\n        self.flag# = True\n"
        "        self.w# = torch.ones(3)\n        return x\n", head=NET,
    ),
    "properties": _repeated("    @property\n    def p#(self):\n        return torch.ones(#)\n", head=NET, last=FORWARD),
    "properties in a row": _repeated(
        "    @property\n    def p#(self):\n        return self.p+# + 1\n",
        head=NET,
        last=FORWARD,
    ),
    "properties of flags": _repeated(
        "    @property\n    def p#(self):\n        return self.a# if self.p## is None else self.p+#\n",
        head=NET,
        last=FORWARD,
    ),
    "setters": _repeated(
        "    @property\n    def p#(self):\n        return self._p#\n\n    @p#.setter\n    def p#(self, t):\n"
        "        self._p# = t.cpu()\n", head=NET, last=FORWARD,
    ),
    "attributes": _repeated("        self.a# = torch.ones(3)\n", head=NET + INIT, last=READING),
    "attributes under flags": _repeated(
        "        if flags[#]:\n            self.a# = torch.ones(3)\n", head=NET + INIT, last=READING
    ),
    "attributes of attributes": _repeated(
        "        self.a# = self.a-#\n        self.a#.b = torch.ones(3)\n", head=NET + INIT, last=FORWARD
    ),
    "submodules": _repeated(
        "        self.l# = torch.nn.Linear(3, 3)\n",
        head=NET + INIT,
        tail="\n    def forward(self, x):\n        return self.l#(x)\n",
    ),
    "submodules under each other": _repeated(
        "        self.l# = torch.nn.Sequential(self.l-#, self.l-#)\n", head=NET + INIT, last=FORWARD
    ),
    "buffers": _repeated("        self.register_buffer('b#', torch.ones(3))\n", head=NET + INIT, last=FORWARD),
    "uses of attributes": _repeated(
        "        x = x + self.a#\n", head=NET + "    def forward(self, x):\n", tail="        return x\n"
    ),
    "dataclass fields": _repeated(
        "    a#: torch.Tensor = None\n",
        head=IMPORTS + "\n\n@dataclass\nclass A:\n",
        last="\n    def m(self, x: torch.Tensor):\n" + BODY,
    ),
    "class variables": _repeated("    a# = torch.ones(3)\n", head=NET, last=FORWARD),
    "objects of objects": _repeated(
        "\n\nclass A#:\n    def __init__(self):\n"
        "        self.o, self.p = A-#(), A##()\n        self.w = torch.ones(3)\n"
    ),
    "module constructors": _repeated(
        "\n\nclass A#(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = A-#()\n"
        "        self.r = A##()\n\n    def forward(self, x):\n        return self.l(x) + self.r(x) + torch.ones(3)\n"
    ),
    "one docstring": lambda n: (
        f'{ONE}    """Args:\n'
        + "".join(f"    x{i} (torch.Tensor): on the CPU\n" for i in range(n))
        + '    """\n    return x + torch.ones(3)\n'
    ),
    "continued lines": lambda n: (
        f"{ONE}    return x + {chr(92)}{chr(10)}    ".replace("return", "y =")
        + "".join(f"1 + {chr(92)}{chr(10)}    " for i in range(n))
        + "torch.ones(3)\n"
    ),
    "lines of one string": lambda n: (
        f"{ONE}    y = {QUOTES}" + "# noqa self.w.cuda()\n" * n + QUOTES + "\n    return x + torch.ones(3)\n"
    ),
    "codes of one comment": lambda n: (
        f"{ONE}    return x + torch.ones(3)  # noqa: {', '.join(f'E{i}' for i in range(n))}\n"
    ),
    "comments of suppressions": lambda n: (
        f"{ONE}" + "    # devlint: ignore[DEV102]  # noqa\n" * n + "    return x + torch.ones(3)\n"
    ),
    "comments of files": lambda n: (
        "# flake8: noqa: E501\n# devlint: ignore-file[DEV101]\n" * n + f"{ONE}    return x + torch.ones(3)\n"
    ),
    "unused suppressions": lambda n: IMPORTS
    + "".join(f"y{i} = 0  # devlint: ignore[DEV101, DEV102, DEV999]\n" for i in range(n)) + LEAK,
    "reports on one line": lambda n: f"{ONE}    {'y = x + torch.ones(3); ' * n}\n",
    "reports that are suppressed": lambda n: ONE
    + "".join(f"    y{i} = x + torch.ones(3)  # noqa: DEV102\n" for i in range(n)),
    "classes on one line": lambda n: (
        IMPORTS + "x = torch.rand(3).cuda(); " + "".join(f"a{i} = x.cpu(); " for i in range(n)) + "y = x + a0\n"
    ),
    "form feeds": lambda n: (
        f"{ONE}{chr(12) * n}    return x + torch.ones(3)\n"
        if n < 0
        else f"{IMPORTS}{(chr(12) + chr(10)) * n}\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"
    ),
    "other letters": lambda n: ONE
    + "".join(f"    ä{i} = x + torch.ones(3)  # ünïcödé\n" for i in range(n)),
    "one long line of other letters": lambda n: f"{ONE}    {'ä = torch.ones(3); ' * n}x + ä\n",
    "docstrings": _repeated(
        '\n\ndef f#(x: torch.Tensor):\n    """x: a tensor on the GPU."""\n    return x + torch.ones(3)\n',
    ),
    "blank text": lambda n: f"{ONE}    y = 1{' ' * 10 * n}\n    return x + torch.ones(3)\n",
    "brackets in text": lambda n: f"{ONE}    y = '{'[' * 10 * n}'\n    return x + torch.ones(3)\n",
    "blank lines": lambda n: f"{IMPORTS}\n\ndef f(x: torch.Tensor):{chr(10) * 10 * n}    return x + torch.ones(3)\n",
    "long lines": lambda n: f"{IMPORTS}\n\ndef f(x: torch.Tensor):\n    {'y = torch.ones(3); ' * n}x + y\n",
}  # fmt: skip
