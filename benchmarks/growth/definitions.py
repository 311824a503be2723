"""Shapes of many functions and classes, and of how they call, inherit and hold each other."""

from __future__ import annotations

from benchmarks.growth.places import IMPORTS, Shape

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

SHAPES: dict[str, Shape] = {
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
    "docstrings": _repeated(
        '\n\ndef f#(x: torch.Tensor):\n    """x: a tensor on the GPU."""\n    return x + torch.ones(3)\n',
    ),
    "blank text": lambda n: f"{ONE}    y = 1{' ' * 10 * n}\n    return x + torch.ones(3)\n",
    "brackets in text": lambda n: f"{ONE}    y = '{'[' * 10 * n}'\n    return x + torch.ones(3)\n",
    "blank lines": lambda n: f"{IMPORTS}\n\ndef f(x: torch.Tensor):{chr(10) * 10 * n}    return x + torch.ones(3)\n",
    "long lines": lambda n: f"{IMPORTS}\n\ndef f(x: torch.Tensor):\n    {'y = torch.ones(3); ' * n}x + y\n",
}  # fmt: skip
