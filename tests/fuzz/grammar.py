"""Generated programs: statements and expressions in random order and depth, with tensors, modules and devices in them.

generated(Random("1:17"))     a file that is legal Python, if a senseless one
"""

from __future__ import annotations

import random

NAMES = ("x", "y", "rows", "batch", "net", "self", "n", "device", "f", "g", "C", "M", "torch", "mask")
ATOMS = (
    *NAMES, "None", "True", "(0)", "(-1)", "'cuda:1'", "'k'", "torch.ones(3)", "torch.tensor(2.0)", "torch.arange(n)",
    "torch.zeros(3, device='cuda:0')", "torch.randn(2, device=device)", "torch.Generator()", "np.zeros(3)",
    "[]", "{}", "()", "set()", "nn.Linear(3, 3)", "x.device", "C(x)", "M()", "torch.cuda.is_available()",
    "torch.device('cuda', 0)", "super()", "self.w", "self.net", "(lambda: x)", "...", "b'k'", "f'{n}'", "(1e9)", "(2j)",
)  # fmt: skip
EXPRESSIONS = (
    "{}.cuda()", "{}.cpu()", "{}.to(device)", "{}.to('meta')", "{}.device", "{}.is_cuda", "{}[0]", "{}['k']", "{}[1:]",
    "{}[::-1]", "{}[..., None]", "{}.w", "{}.pop()", "{}.items()", "{}.sum(0)", "{}.numpy()", "{}.item()", "(not {})",
    "(-{})", "(~{})", "f({})", "(lambda t: {})(x)", "[t.cpu() for t in {}]", "{{k: v for k, v in {}.items()}}",
    "tuple({})", "f(*{}, **{})", "(yield {})", "(yield from {})", "list(map(f, {}))", "nn.Parameter({})",
    "nn.ModuleList({})", "nn.Sequential({}, {})", "str({})", "next(iter({}))", "vars({})", "type({})",
    "'cuda:{{}}'.format({})", "f'cuda:{{{}}}'", "print({})", "unknown({})", "C({}).w", "({} + {})", "({} @ {})",
    "torch.zeros({}, device={})", "{}.to({})", "[{}, {}]", "{{'k': {}, 'j': {}}}", "({}, {})", "({} and {})",
    "({} or {})", "({} if {} else {})", "torch.cat([{}, {}])", "{}[{}]", "({} is {})", "({} == {})", "({} < {} < {})",
    "({} in {})", "isinstance({}, {})", "{}.append({})", "{}.update({})", "setattr(self, {}, {})", "zip({}, {})",
    "enumerate({})", "f({}, n={})", "((w := {}) + {})", "getattr({}, 'w', {})", "torch.where({}, {}, x)",
    "[*{}, {}]", "{{**{}, 'k': {}}}", "sum({} for t in {} if {})", "max({}, key={})", "torch.load({})",
    "F.cross_entropy({}, {})", "DataLoader({}, shuffle={})", "{}.copy_({})", "{}.index_select(0, {})", "{}({})",
    "torch.stack(list({}.values()))", "{{{}, *{}}}", "dict(k={}, **{})", "{}.register_buffer('w', {})", "{}.type({})",
)  # fmt: skip
TARGETS = (
    *("x", "y", "rows", "batch", "net", "n", "self.w", "self.net", "x.data", "rows[0]", "batch['k']", "batch[n]"),
    *("rows[n:]", "x, y", "x, *y", "(x, y), n", "[x, y]", "self.w.x", "torch.ones", "rows[0].w"),
)
HEADS = (
    "if {}:", "while {}:", "for x in {}:", "for i, (x, y) in enumerate({}):", "with {}:", "with {} as x:",
    "with {} as x, {} as (y, n):", "def f(x, y=None, *rows, n=0, **batch):", "def f(x=torch.ones(3)):",
    "def g(self, x: torch.Tensor) -> torch.Tensor:", "def __init__(self, x=None):", "def forward(self, x):",
    "class C(nn.Module):", "class C:", "class C(M):", "class M(C, {}):", "async def h(x):", "async def h(x):",
    "@property\ndef w(self):", "@torch.no_grad()\ndef f(x, device=None):", "@staticmethod\ndef f(x):", "@{}\ndef g(x):",
    "@dataclass\nclass C:",
)  # fmt: skip
SIMPLE = (
    "{target} = {}", "{target} = {}", "{target} = {target} = {}", "{name} += {}", "{name}[0] *= {}", "{}", "{}",
    "return {}", "assert {}, {}", "del {name}", "pass", "raise ValueError({})", "global {name}", "import torch as x",
    "torch.set_default_device({})", "from torch import *", "from .a import {name}", "{name}: torch.Tensor = {}",
    "{name}: {}", "self.w = {}", "super().__init__()", "break", "continue", "torch.manual_seed({})",
    "x = x.cuda() if {} else x", "return x + torch.ones(3)",
)  # fmt: skip
PRELUDE = """\
import torch
import numpy as np
from torch import nn
import torch.nn.functional as F

net = nn.Linear(3, 3)
"""
MOST_NESTED = 5


def generated(chance: random.Random) -> str:
    """One program."""
    text = PRELUDE
    for _ in range(chance.randint(1, 3)):
        text += "\n\n" + block(chance, 0, chance.choice(HEADS))
    return text


def expression(chance: random.Random, depth: int = 0) -> str:
    """One expression, smaller the deeper it stands."""
    if chance.random() < 0.3 + 0.2 * depth:
        return chance.choice(ATOMS)
    return _filled(chance.choice(EXPRESSIONS), chance, depth + 1)


def block(chance: random.Random, depth: int, head: str) -> str:
    """``head`` with some statements below it, and what may follow such a block."""
    text = _filled(head, chance, 1) + "\n" + _body(chance, depth + 1)
    if head.startswith("if"):
        for _ in range(chance.choice((0, 0, 1, 3))):
            text += f"elif {expression(chance)}:\n{_body(chance, depth + 1)}"
    if head.startswith(("if", "while", "for")) and chance.random() < 0.3:
        text += f"else:\n{_body(chance, depth + 1)}"
    return text


def statement(chance: random.Random, depth: int) -> str:
    """One statement, which may hold others."""
    if depth >= MOST_NESTED or chance.random() < 0.6 + 0.1 * depth:
        return _filled(chance.choice(SIMPLE), chance, 0) + "\n"
    kind = chance.random()
    if kind < 0.12:
        return _try(chance, depth)
    if kind < 0.2:
        return _match(chance, depth)
    return block(chance, depth, chance.choice(HEADS))


def _body(chance: random.Random, depth: int) -> str:
    lines = "".join(statement(chance, depth) for _ in range(chance.randint(1, 4)))
    return _indented(lines)


def _try(chance: random.Random, depth: int) -> str:
    text = "try:\n" + _body(chance, depth + 1)
    handlers = chance.choice((0, 1, 1, 2))
    for _ in range(handlers):
        text += f"except {chance.choice(('Exception', 'Exception as x', '(KeyError, C) as n', 'StopIteration'))}:\n"
        text += _body(chance, depth + 1)
    return text if handlers and chance.random() < 0.6 else f"{text}finally:\n{_body(chance, depth + 1)}"


def _match(chance: random.Random, depth: int) -> str:
    patterns = ("0", "'k' | None", "[x, *rows]", "{'k': y, **batch}", "C(w=x)", "(x, y) as n", "x if {}", "torch.float")
    text = f"match {expression(chance)}:\n"
    for _ in range(chance.randint(1, 4)):
        pattern = _filled(chance.choice(patterns), chance, 2) if chance.random() < 0.5 else chance.choice(patterns[:2])
        text += _indented(f"case {pattern}:\n{_body(chance, depth + 2)}")
    return text


def _indented(text: str) -> str:
    return "".join(f"    {line}" for line in text.splitlines(keepends=True))


def _filled(form: str, chance: random.Random, depth: int) -> str:
    """``form`` with an expression in the place of each pair of braces."""
    text = form.replace("{target}", chance.choice(TARGETS)).replace("{name}", chance.choice(NAMES[:8]))
    pieces = text.replace("{{", "\0").replace("}}", "\1").split("{}")
    filled = pieces[0] + "".join(expression(chance, depth) + piece for piece in pieces[1:])
    return filled.replace("\0", "{").replace("\1", "}")
