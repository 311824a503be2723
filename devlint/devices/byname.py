"""CUDA asked for by name in a function that leaves the choice of the device to somebody else.

    def fuse(a, b):
        b = b.to(a.device)
        bias = torch.zeros(3).cuda()                  by name: `a` may be elsewhere
        if a.is_cuda: torch.cuda.synchronize()        asked for only where it is

One such place beside a device that is followed is a slip, and so is one in a file that serves several other
accelerators. A function that asks for CUDA throughout, asks whether there is CUDA, or says by its name that it is
about CUDA, has made a choice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from devlint.devices.device import FLAG
from devlint.devices.evidence import is_device_parameter
from devlint.devices.facts import ByName
from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.index import Index
from devlint.flow.value import ALWAYS

_CUDA = re.compile(r"cuda(:\d+)?")
_ASKS = re.compile(rf"cuda|rocm|nvidia|triton|is_available|{FLAG.pattern}", re.I)
_ABOUT_CUDA = re.compile(r"cuda|gpu|nccl|triton|tensorrt|trt|bench|profil|demo|example|^test_|^main$", re.I)
_DEVICE = re.compile(r"(^|_)device$")
_OTHERS = re.compile(r"(?:^|_)(mps|xpu|npu|mlu|hpu|musa)(?:_|$)", re.I)
_TALKING = frozenset("isinstance str print getattr hasattr format debug info warning warn warning_once error".split())

THEN, ELSE = "then", "else"
_BOTH = frozenset({THEN, ELSE})


def scan(tree: form.Module, every: Index, modules: Collection[int]) -> Iterator[ByName]:
    """Every place in ``tree`` that asks for CUDA by name where the function follows a device otherwise.

    ``every`` is the index of ``tree``, ``modules`` are the ids of the forms of those classes that are modules for
    certain.
    """
    if not any(map(_is_site, every.of(form.Call))):
        return
    others = _others(every)
    fixed = frozenset(_fixed_attributes(every))
    for function, devices, is_forward in _functions(tree.body, frozenset(), modules, in_module=False):
        found = [*_sites_of(function.decorators), *_in_block(function.body)]
        if not found:
            continue
        followed = next(_followed(function, devices, fixed, _named(function)), None)
        for at in found:
            if followed is not None or len(others) > 1 or is_forward and _is_autocast(at):
                yield ByName(at, ALWAYS, followed, _is_autocast(at), () if is_forward else tuple(sorted(others)))


def _others(every: Index) -> set[str]:
    """The accelerators beside CUDA that the file names."""
    found: set[str] = set()
    for part in every:
        words = [str(getattr(part, key, "")) for key in ("id", "name", "value") if not isinstance(part, form.Function)]
        if isinstance(part, form.ImportFrom):
            words = [name for name, _ in part.names]
        found.update(match[1].lower() for word in words if len(word) < 40 and (match := _OTHERS.search(word)))
    return found


def _fixed_attributes(every: Index) -> Iterator[str]:
    """The attributes that are set to CUDA by name: to follow them is no choice of somebody else's."""
    for part in every.of(form.Assign):
        if not isinstance(part.value, form.Conditional) and _names_cuda(part.value):
            yield from (t.name for t in part.targets if isinstance(t, form.Attribute))


def _functions(
    body: Iterable[form.Statement], devices: frozenset[str], modules: Collection[int], *, in_module: bool
) -> Iterator[tuple[form.Function, frozenset[str], bool]]:
    """Functions that are anybody's, with the parameters that are devices, and whether it is a module's `forward`."""
    for statement in body:
        if isinstance(statement, (form.Class, form.Function)):
            if _ABOUT_CUDA.search(statement.name):
                continue
            if isinstance(statement, form.Class):
                yield from _functions(statement.body, devices, modules, in_module=id(statement) in modules)
                continue
            seen = devices | {p.name for p in statement.parameters.all if is_device_parameter(p)}
            yield statement, seen, in_module and statement.name == "forward"
            yield from _functions(statement.body, seen, modules, in_module=False)
        else:
            yield from _functions(_inside(statement), devices, modules, in_module=in_module)


def _inside(statement: form.Statement) -> Iterator[form.Statement]:
    """The statements in the bodies of ``statement``."""
    for name in ("body", "then", "otherwise", "final"):
        body = getattr(statement, name, ())
        if isinstance(body, tuple):
            yield from body
    for one in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield from one.body


def _followed(
    function: form.Function, devices: frozenset[str], fixed: frozenset[str], named: frozenset[str]
) -> Iterator[form.Form]:
    """The devices of others that ``function`` hands on; ``named`` are the names of what is on CUDA by name."""
    for part in form.walk(function):
        if isinstance(part, form.Attribute) and part.name == "device_mesh":
            yield part
        if not isinstance(part, form.Call) or _last(part.function) in _TALKING:
            continue
        for given in (*part.arguments, *(value for _, value in part.keywords)):
            if isinstance(given, form.Name) and given.id in devices - named:
                yield given
            elif isinstance(given, form.Attribute) and _DEVICE.search(given.name) and given.name not in fixed:
                root = dotted(given).partition(".")[0]
                if root not in named and root not in ("torch", "th"):
                    yield given


def _named(function: form.Function) -> frozenset[str]:
    """The names in ``function`` that hold something that was put on CUDA by name, or was computed from that."""
    set_to: dict[str, list[form.Expression]] = {}
    for part in form.walk(function):
        if isinstance(part, form.Assign):
            for target in part.targets:
                for one in form.walk(target):
                    set_to.setdefault(dotted(one), []).append(part.value)
    own = {parameter.name for parameter in function.parameters.all} | {""}
    named: set[str] = set()
    while True:
        more = {n for n, values in set_to.items() if n not in own and all(_comes_from(v, named) for v in values)}
        if more <= named:
            return frozenset(named)
        named |= more


def _comes_from(value: form.Expression, named: Collection[str]) -> bool:
    return any(_is_site(part) or isinstance(part, form.Name) and part.id in named for part in form.walk(value))


def _in_block(body: Iterable[form.Statement]) -> Iterator[form.Call]:
    """The places in a block that ask for CUDA wherever they are reached."""
    for statement in body:
        if isinstance(statement, form.Assert) and _guarded(statement.test):
            return
        if isinstance(statement, (form.Function, form.Class)):
            continue
        if isinstance(statement, form.If):
            guarded = _guarded(statement.test)
            yield from _sites_of((statement.test,))
            for branch, arm in ((statement.then, THEN), (statement.otherwise, ELSE)):
                if arm not in guarded:
                    yield from _in_block(branch)
            if ELSE in guarded and statement.then and isinstance(statement.then[-1], (form.Return, form.Raise)):
                return
            continue
        yield from _sites_of(_expressions(statement))
        yield from _in_block(_inside(statement))


def _expressions(statement: form.Statement) -> Iterator[form.Expression]:
    """The expressions of ``statement`` that stand in none of its bodies."""
    for name in ("value", "test", "iterable", "exception", "subject"):
        part = getattr(statement, name, None)
        if isinstance(part, form.Expression):
            yield part
    if isinstance(statement, form.With):
        yield from (context for context, _ in statement.items)


def _sites_of(expressions: Iterable[form.Expression]) -> Iterator[form.Call]:
    for expression in expressions:
        skipped: set[int] = set()
        for part in form.walk(expression):
            if isinstance(part, form.Conditional):
                guarded = _guarded(part.test)
                arms = ((part.then, THEN), (part.otherwise, ELSE))
                skipped.update(id(one) for arm, name in arms if name in guarded for one in form.walk(arm))
            elif isinstance(part, form.Boolean) and any(_guarded(one) for one in part.operands):
                skipped.update(id(one) for one in form.walk(part))
        for part in form.walk(expression):
            if isinstance(part, form.Call) and _is_site(part) and id(part) not in skipped:
                yield part


def _guarded(test: form.Expression) -> frozenset[str]:
    """The arms of a test that are taken only where there is CUDA, or where nobody has chosen a device."""
    if isinstance(test, form.Unary) and test.operator == "not":
        return frozenset({THEN: ELSE, ELSE: THEN}[arm] for arm in _guarded(test.operand))
    if isinstance(test, form.Boolean):
        arms = [_guarded(operand) for operand in test.operands]
        return frozenset(arm for arm in _BOTH if any(arm in one for one in arms))
    words = [
        str(getattr(part, "id", None) or getattr(part, "name", None) or getattr(part, "value", ""))
        for part in form.walk(test)
        if isinstance(part, (form.Name, form.Attribute, form.Constant))
    ]
    if any(_ASKS.search(word) for word in words):
        negative = isinstance(test, form.Compare) and not {"!=", "not in", "is not"}.isdisjoint(test.operators)
        return frozenset({ELSE if negative else THEN})
    chosen = any(_DEVICE.search(word) for word in words) and "None" in words
    return _BOTH if chosen or any("cpu" in word.lower() or _OTHERS.search(word) for word in words) else frozenset()


def _is_site(part: form.Form) -> bool:
    """Whether a call asks for CUDA by name."""
    if not isinstance(part, form.Call):
        return False
    name = _last(part.function)
    if name == "cuda" and isinstance(part.function, form.Attribute):
        return not part.arguments and {key for key, _ in part.keywords} <= {"non_blocking"} and not _is_super(part)
    if name == "to" and part.arguments and _names_cuda(part.arguments[0]):
        return True
    if _is_autocast(part):
        return True
    return any(key == "device" and _names_cuda(value) for key, value in part.keywords)


def _is_autocast(call: form.Call) -> bool:
    """Whether a call is an autocast for CUDA alone that is switched on."""
    if _last(call.function) != "autocast":
        return False
    given = dict(call.keywords)
    enabled = given.get("enabled")
    if enabled is not None and not (isinstance(enabled, form.Constant) and enabled.value is True):
        return False
    if dotted(call.function).endswith("cuda.amp.autocast"):
        return not call.arguments
    kind = call.arguments[0] if call.arguments else given.get("device_type")
    return kind is not None and _names_cuda(kind)


def _names_cuda(value: form.Expression) -> bool:
    """``"cuda"``, ``torch.device("cuda")`` or ``torch.cuda.current_device()``."""
    if isinstance(value, form.Constant):
        return isinstance(value.value, str) and _CUDA.fullmatch(value.value) is not None
    if isinstance(value, form.Call):
        if dotted(value.function).endswith("cuda.current_device"):
            return True
        return _last(value.function) == "device" and len(value.arguments) == 1 and _names_cuda(value.arguments[0])
    return False


def _last(function: form.Expression) -> str:
    return function.name if isinstance(function, form.Attribute) else getattr(function, "id", "")


def _is_super(call: form.Call) -> bool:
    inner = call.function.value if isinstance(call.function, form.Attribute) else None
    return isinstance(inner, form.Call) and _last(inner.function) == "super"
