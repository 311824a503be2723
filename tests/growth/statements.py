"""Shapes of many statements, side by side or within each other."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.growth.places import Lines, Shape, placed

REPEATED = {
    "assignments": ["x = x + 1"],
    "factories": ["y = torch.ones(3)"],
    "meetings": ["y = x + torch.ones(3)"],
    "variables": ["y@ = torch.ones(3)"],
    "moved variables": ["y@ = torch.ones(3)", "y@ = y@.to(x.device)"],
    "branches": ["if n:", "    x = x.cuda()"],
    "branches on flags": ["if flags[@]:", "    x = x.to('cuda:@')"],
    "branches on many names": ["c@ = n > @", "if c@:", "    x = x.cuda()"],
    "branches of None": ["a@ = flags.a@", "if a@ is None:", "    a@ = torch.ones(3)", "x = x + a@"],
    "branches that set many": ["if n:", "    y@ = torch.ones(3)", "else:", "    z@ = x"],
    "early ends": ["if flags[@]:", "    return x + torch.ones(@)"],
    "raised": ["if flags[@]:", "    raise ValueError(x)"],
    "asserts": ["assert x.device == flags[@].device"],
    "isinstance": ["if isinstance(flags[@], torch.Tensor):", "    x = x + flags[@]"],
    "loops": ["for y in x:", "    x = x + y"],
    "loops that append": ["^rows = []", "for y in x:", "    rows.append(torch.ones(@))"],
    "loops with breaks": ["for y in x:", "    if y is None: break", "    x = x.cpu()", "else:", "    x = x.cuda()"],
    "known loops": ["for y in (1, 2, 3, 4, 5):", "    x = x + y"],
    "while": ["while n:", "    x = x.cuda()", "    n = n - 1"],
    "try": ["try:", "    x = x.cuda()", "except RuntimeError:", "    x = x.cpu()"],
    "try with finally": ["try:", "    y@ = x.cuda()", "finally:", "    z@ = torch.ones(3)"],
    "with": ["with torch.no_grad():", "    x = x + 1"],
    "with devices": ["with torch.device('cuda:@') as d@:", "    y = torch.ones(3)"],
    "keys": ["^v = {}", "v[@] = torch.ones(3)"],
    "items": ["^v = [0] * 9", "v[@] = torch.ones(3)"],
    "attributes of an unknown": ["n.a@ = torch.ones(3)"],
    "entries of an unknown": ["n['k@'] = torch.ones(3)"],
    "appended": ["^v = []", "v.append(torch.ones(@))"],
    "objects": ["y@ = Row(torch.ones(3), x)"],
    "lists": ["y@ = [torch.ones(3), x]"],
    "calls of helpers": ["x = either(x, torch.ones(3))"],
    "calls of unknowns": ["x = n.run(x, torch.ones(@))"],
    "functions within": ["def g@(t):", "    return t + torch.ones(3)", "x = g@(x)"],
    "lambdas": ["g@ = lambda t: t + torch.ones(3)", "x = g@(x)"],
    "classes within": ["class A@:", "    w = torch.ones(3)", "x = x + A@.w"],
    "comprehensions": ["y@ = [t + torch.ones(3) for t in x]"],
    "conditional expressions": ["x = x.cuda() if flags[@] else x"],
    "conditions of conditions": ["a@ = flags[@] and n", "b@ = a@ or n", "x = x if a@ == b@ else x.cpu()"],
    "f-strings": ["print(f'{x.device} {flags[@]!r}')"],
    "augmented": ["x += torch.ones(3)"],
    "deletions": ["y@ = torch.ones(3)", "del y@"],
    "unpackings": ["a@, (b@, *c@) = x, (torch.ones(3), n, flags)"],
    "swaps": ["^a, b = x, torch.ones(3)", "a, b = b, a"],
    "walruses": ["if (w := torch.ones(@)) is not None:", "    x = x + w"],
    "copies": ["y = torch.ones(3)", "y.copy_(x, non_blocking=True)"],
    "modules": ["net@ = torch.nn.Linear(3, 3)", "x = net@(x)"],
    "defaults": ["torch.set_default_device('cuda:@')", "y = torch.ones(3)"],
    "generators": ["g@ = torch.Generator()", "y = torch.rand(3, generator=g@)"],
    "numpy": ["y = x.numpy()"],
    "annotations": ["y@: torch.Tensor = torch.ones(3)"],
    "setattr": ["setattr(n, 'a@', torch.ones(3))", "x = x + getattr(n, 'a@', x)"],
    "globals": ["globals()['a@'] = torch.ones(3)"],
    "imports": ["import a.b@ as m@", "x = x + m@.w"],
    "comments": ["# if TYPE_CHECKING: from torch import self.cuda("],
    "many moved modules": ["^net = torch.nn.Linear(3, 3)", "net = torch.nn.Sequential(net, net).to('cuda:@')"],
    "pending copies": ["y@ = x.to('cpu', non_blocking=True)", "z@ = y@ + 1"],
    "copies without waiting": ["y@ = torch.ones(3).to(n.device, non_blocking=True)"],
    "arrays of pending copies": ["y@ = x.to('cpu', non_blocking=True)", "z@ = y@.numpy()"],
    "autocast": ["with torch.autocast('cuda'):", "    x = x.matmul(torch.ones(3, 3))"],
    "devices of strings": ["d@ = 'cuda:@' if torch.cuda.is_available() else 'cpu'", "y@ = torch.ones(3, device=d@)"],
    "devices by type": ["if x.device.type == 'cuda':", "    y@ = torch.ones(3, device='cuda:@')", "    x = x + y@"],
    "current devices": ["torch.cuda.set_device(@)", "y@ = torch.ones(3).cuda()"],
    "optimizers": ["net@ = torch.nn.Linear(3, 3)", "o@ = torch.optim.Adam(net@.parameters())", "net@.cuda()"],
    "state dicts": ["net@ = torch.nn.Linear(3, 3)", "net@.load_state_dict(torch.load('f@'))"],
    "saved": ["torch.save(x, 'f@')", "y@ = torch.load('f@')"],
    "loaders": ["for y@ in torch.utils.data.DataLoader(n):", "    x = x + y@"],
    "collectives": ["torch.distributed.all_reduce(x)", "y@ = [torch.ones(3)]", "torch.distributed.all_gather(y@, x)"],
    "chained assignments": ["a@ = b@ = c@ = torch.ones(3)"],
    "augmented entries": ["^v = {'k': x}", "v['k@'] = 0", "v['k@'] += torch.ones(3)"],
    "augmented attributes": ["n.a@ = x", "n.a@ += torch.ones(3)"],
    "targets": ["(a@, n.b@), [c@, *d@] = n.e@"],
    "with items": ["with n.a(@) as a@, n.b(x) as b@:", "    y = a@ + torch.ones(3)"],
    "many handlers": ["try:", "    x = n.run(x)", "except E@ as e@:", "    x = x.cpu()", "except F@:", "    return x"],
    "try in loops": ["for y in n:", "    try:", "        x = x.cuda()", "    except E@:", "        continue"],
    "returns in finally": ["try:", "    y@ = x.cuda()", "finally:", "    if flags[@]: return x"],
    "loops with continue": ["for y in n:", "    if flags[@]: continue", "    y@ = y.cuda()"],
    "variables and loops": ["y@ = torch.ones(3)", "for i in n:", "    y@ = y@ + x"],
    "variables and calls": ["y@ = same(torch.ones(3))", "z@ = either(y@, x)"],
    "objects and branches": ["o@ = Row(torch.ones(3))", "if flags[@]: o@.b = x"],
    "lists and branches": ["v@ = []", "if flags[@]: v@.append(torch.ones(3))"],
    "dicts and loops": ["v@ = {}", "for k in n: v@[k] = torch.ones(3)"],
    "closures": ["def g@(t): return t + y@", "y@ = torch.ones(3)", "z@ = g@(x)"],
    "recursive functions within": ["def g@(t): return g@(t.cpu()) if flags[@] else t", "x = g@(x)"],
    "generators within": ["def g@():", "    yield torch.ones(3)", "for y@ in g@(): x = x + y@"],
    "locals of others": ["def g@():", "    nonlocal y", "    y = torch.ones(3)", "^y = 0", "g@()"],
    "checks of None": ["y@ = n.get('k@')", "y@ = torch.ones(3) if y@ is None else y@.cuda()", "x = x + y@"],
    "checks of kind": ["if hasattr(n, 'a@') and isinstance(n.a@, torch.Tensor): x = x + n.a@"],
    "long conditions": ["if flags[@] and (n > @ or not flags[-@]) and x.is_cuda: x = x.cpu()"],
    "equal flags": ["if n == 'k@' and flags[@] != n: x = x.cuda()", "if n == 'k@': x = x + torch.ones(3)"],
    "devices of arguments": ["y@ = torch.ones(3, device=n.device@)", "z@ = y@ + x"],
    "comparisons of devices": ["if x.device != n.device: x = x.to(n.device)", "y@ = x + n"],
    "zipped": ["for a@, b@ in zip(x, [torch.ones(3)] * 3): x = a@ + b@"],
    "mapped": ["y@ = list(map(lambda t: t + torch.ones(3), [x, x]))"],
    "sorted": ["y@ = sorted([x, torch.ones(3)], key=lambda t: t.sum())"],
    "partial": ["g@ = __import__('functools').partial(same, torch.ones(3))", "x = x + g@()"],
    "printed": ["print(x.cpu().numpy(), torch.ones(3), file=n)"],
    "deep attributes": ["n.a.b.c.d@.e = torch.ones(3)", "x = x + n.a.b.c.d@.e"],
    "sliced copies": ["y@ = torch.zeros(9)", "y@[@:n] = x[:n]", "x[y@ > 0] = torch.ones(3)"],
    "types named": ["type T@ = torch.Tensor"] if sys.version_info >= (3, 12) else ["T@ = torch.Tensor | None"],
    "suppressions": ["y = torch.ones(3)  # noqa: DEV102  # devlint: ignore[DEV102] torch"],
}

MATCHES: dict[str, Callable[[int], Lines]] = {
    "match of constants": lambda n: ["match n:", *_cases(n, "case @:", "    x = x.cuda()")],
    "match of classes": lambda n: ["match n:", *_cases(n, "case Row(a=@, b=y@):", "    x = y@ + torch.ones(3)")],
    "match with guards": lambda n: ["match n:", *_cases(n, "case y if y > @:", "    x = x.cuda()")],
    "match of tuples": lambda n: ["match x, n:", *_cases(n, "case (y@, @):", "    x = y@ + torch.ones(3)")],
    "match of stars": lambda n: ["match n:", *_cases(n, "case [y@, *z@] if flags[@]:", "    x = y@ + torch.ones(3)")],
    "match of mappings": lambda n: ["match n:", *_cases(n, "case {'k@': y@, **z@}:", "    x = y@ + torch.ones(3)")],
    "match of alternatives": lambda n: [
        "match n:", f"    case {' | '.join(map(str, range(n)))}:", "        x = x.cuda()"
    ],
    "match of flags": lambda n: [
        "match x:",
        *_cases(n, "case torch.Tensor(device=d) if d == flags[@]:", "    x = x.cpu()"),
    ],
    "variables, then branches": lambda n: [*_of(n, "y@ = torch.ones(3)"), *_of(n, "if flags[@]: x = x.cuda()")],
    "variables, then loops": lambda n: [*_of(n, "y@ = torch.ones(3)"), *_of(n, "for i in n: y@ = y@ + x")],
    "variables, then calls": lambda n: [*_of(n, "y@ = torch.ones(3)"), *_of(n, "x = either(x, y@)")],
    "objects, then branches": lambda n: [*_of(n, "y@ = Row(x)"), *_of(n, "if flags[@]: y@.b = torch.ones(3)")],
    "one object, then loops": lambda n: ["o = Row(x)", *_of(n, "o.a@ = x"), *_of(n, "for i in n: o.a@ = x.cpu()")],
    "tensors, then loops over them": lambda n: [
        f"v = [{', '.join(_of(n, 'torch.ones(@)'))}]",
        *_of(n, "for t in v: x = x + t"),
    ],
    "tensors, then cats of them": lambda n: [
        f"v = [{', '.join(_of(n, 'torch.ones(@)'))}]",
        *_of(n, "y = torch.cat(v)"),
    ],
    "keys, then loops over them": lambda n: [
        f"v = {{{', '.join(_of(n, '@: torch.ones(3)'))}}}", *_of(n, "for k, t in v.items(): x = x + t"),
    ],
    "modules, then moves of them": lambda n: [
        f"m = torch.nn.Sequential({', '.join(_of(n, 'torch.nn.Linear(3, 3)'))})", *_of(n, "m.to('cuda:@')"),
    ],
    "modules, then calls of them": lambda n: [
        f"m = torch.nn.ModuleList([{', '.join(_of(n, 'torch.nn.Linear(3, 3)'))}])", *_of(n, "x = m[@](x)"),
    ],
    "functions, then calls of all": lambda n: [
        *_of(n, "def g@(t): return t.cuda()"), f"for g in [{', '.join(_of(n, 'g@'))}]: x = g(x)", *_of(n, "x = g@(x)"),
    ],
    "names of one assignment": lambda n: [f"{' = '.join(_of(n, 'a@'))} = torch.ones(3)"],
    "one unpacking": lambda n: [f"{', '.join(_of(n, 'a@'))} = [torch.ones(3)] * {n}"],
    "items of one with": lambda n: [f"with {', '.join(_of(n, 'n.a(@) as a@'))}: x = x + a0"],
    "one deletion": lambda n: [*_of(n, "a@ = x"), f"del {', '.join(_of(n, 'a@'))}"],
    "handlers of one try": lambda n: ["try: x = x.cuda()", *_of(n, "except E@: x = x.to('cuda:@')")],
    "elif": lambda n: ["if n == -1: pass", *_of(n, "elif n == @: x = x.to('cuda:@')")],
    "elif of flags": lambda n: ["if n: pass", *_of(n, "elif flags[@]: y@ = x.cpu()")],
}

NESTED = {
    "nested if": "if flags[@]:",
    "nested for": "for a@ in x:",
    "nested known for": "for a@ in (1, 2, 3, 4, 5, 6):",
    "nested while": "while flags[@]:",
    "nested with": "with torch.device('cuda:@'):",
    "nested try": "try:",
    "nested functions": "def g@(x):",
    "nested classes": "class A@:",
}
NEST = {"nested for": 18, "nested known for": 18, "nested while": 18, "nested with": 18, "nested try": 18}


def shapes() -> dict[str, Shape]:
    """Every kind of statement, in one of the places in turn."""
    found: dict[str, Shape] = {}
    places = ("function", "method", "top", "helper", "loop")
    for number, (name, lines) in enumerate(REPEATED.items()):
        one = places[number % len(places)]
        if one == "top" and any("return" in line for line in lines):
            one = "function"
        several = ("function", one) if number % 3 == 0 and one != "function" else (one,)
        found |= placed(name, _repeated(lines), several)
    for name, made in MATCHES.items():
        found |= placed(name, made, ("function", "helper"))
    for name, head in NESTED.items():
        found |= placed(name, _nest(head, NEST.get(name, 40)), ("function",))
    return found


def _repeated(lines: list[str]) -> Callable[[int], Lines]:
    first = [line for line in lines if line.startswith("^")]
    rest = [line for line in lines if not line.startswith("^")]
    return lambda n: [*first, *(line.replace("@", str(i)) for i in range(n) for line in rest)]


def _of(n: int, line: str) -> list[str]:
    return [line.replace("@", str(i)) for i in range(n)]


def _cases(n: int, *lines: str) -> list[str]:
    return [f"    {line.replace('@', str(i))}" for i in range(n) for line in lines]


def _nest(head: str, most: int) -> Callable[[int], Lines]:
    """Nests of at most ``most`` blocks, one after the other."""

    def lines(n: int) -> Lines:
        found: list[str] = []
        for start in range(0, n, most):
            depth = min(most, n - start)
            found += [f"{'    ' * i}{head.replace('@', str(i))}" for i in range(depth)]
            found.append(f"{'    ' * depth}x = x.cuda() + torch.ones(3)")
            if head == "try:":
                found += [f"{'    ' * i}except A{i}: x = x.cpu()" for i in reversed(range(depth))]
        return found

    return lines
