"""The first GPU taken where another may be meant: one look over the forms.

0 if device.index is None else device.index      no index means the current GPU, not the first
cuda_device = 0 if device.type != "cpu" else -1  any GPU becomes the first
rank = os.environ.get("LOCAL_RANK", 0)           a string where it is set, a number where it is not
if torch.device("mps"): ...                      a device is always true
if torch.cuda.is_available: ...                  and so is a function
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.detectors import File
from devlint.devices.facts.device_choices import Compared, FalsyIndex, FirstTaken, Misused
from devlint.devices.patterns.expressions import variable, words_in
from devlint.devices.patterns.parameters import is_number, is_tensor_annotation, may_be_none
from devlint.flow.value import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.index import Index
from devlint.torch_api.names import REGISTRARS

_DEVICE = re.compile(r"(^|_)(device|dev|ctx)$")
_INDEX = re.compile(r"^(gpu|device|cuda)(_?(id|index|idx|num|no|number|device|ordinal))?$|^local_rank$", re.I)
_NUMBERED = re.compile(r"RANK|WORLD_SIZE|GPU|CUDA|DEVICE")
_AVAILABLE = re.compile(r"^torch\.(\w+\.)*(cuda|mps|xpu|npu|accelerator)\.is_available$")
_CONVERTERS = frozenset({"int", "str", "float", "bool"})


def detect(file: File) -> Iterator[Compared | FalsyIndex | FirstTaken | Misused]:
    """Every place in a file where an index is lost, or a number of a process is a string."""
    every = file.index
    yield from _texts(every)
    yield from _unconverted(every)
    for function in every.of(form.Function):
        yield from _left_behind(function)
        yield from _taken_for_none(function)
    choices: list[form.Conditional | form.If] = [*every.of(form.Conditional), *every.of(form.If)]
    for part in choices:
        if _makes_device(part.test):
            yield Compared(part.test, ALWAYS, "", "truth")
        for one in _operands(part.test):
            if isinstance(one, form.Attribute) and _AVAILABLE.search(dotted(one)):
                yield Compared(one, ALWAYS, "", "uncalled")
        left = _leaves_out_first(part)
        if left is not None:
            yield FalsyIndex(left, ALWAYS, ">")
        missing, known = _none_is_first(every, part), _type_is_first(part)
        if missing is not None:
            yield FirstTaken(missing, ALWAYS, missing=True)
        elif known is not None:
            yield FirstTaken(known, ALWAYS, missing=False)


def _makes_device(test: form.Expression) -> bool:
    """``if torch.device("mps"):`` asks nothing: a device is always true."""
    return isinstance(test, form.Call) and dotted(test.function) in ("torch.device", "th.device")


def _operands(test: form.Expression) -> Iterator[form.Expression]:
    """What a condition asks the truth of."""
    if isinstance(test, form.Boolean):
        for one in test.operands:
            yield from _operands(one)
    elif isinstance(test, form.Unary) and test.operator == "not":
        yield from _operands(test.operand)
    else:
        yield test


def _left_behind(function: form.Function) -> Iterator[FalsyIndex]:
    """``x.to(device) if device else x`` of an argument that may be a number: 0 is false, so nothing is moved."""
    names = {p.name for p in function.parameters.all if _may_be_number(p)}
    for part in form.walk(function) if names else ():
        if isinstance(part, (form.Conditional, form.If)) and isinstance(part.test, form.Name) and part.test.id in names:
            then, otherwise = _wrapped(part.then), _wrapped(part.otherwise)
            if any(_moves(one, part.test.id) for one in then) and not any(_makes(one) for one in otherwise):
                yield FalsyIndex(part.test, ALWAYS, "")


def _taken_for_none(function: form.Function) -> Iterator[FalsyIndex]:
    """``if not gpu: gpu = local_rank()`` before ``gpu`` names a GPU: a caller that passes 0 gets another one."""
    names = {p.name for p in function.parameters.all if may_be_none(p) and is_number(p.annotation)}
    for part in form.walk(function, form.If) if names else ():
        assert isinstance(part, form.If), "asked for"
        test = part.test.operand if isinstance(part.test, form.Unary) and part.test.operator == "not" else None
        name = test.id if isinstance(test, form.Name) and test.id in names else ""
        sets = [one for one in part.then if isinstance(one, form.Assign) and name in map(dotted, one.targets)]
        calls = any(isinstance(one, form.Call) for one in _wrapped(tuple(sets)))
        if test is not None and name and calls and any(_is_index(one, name) for one in form.walk(function)):
            yield FalsyIndex(test, ALWAYS, "")


def _may_be_number(parameter: form.Parameter) -> bool:
    said = words_in(parameter.annotation)
    none = isinstance(parameter.default, form.Constant) and parameter.default.value is None
    return none and parameter.name == "device" and (not said or is_number(parameter.annotation))


def _wrapped(part: form.Expression | tuple[form.Statement, ...]) -> Iterator[form.Form]:
    for one in part if isinstance(part, tuple) else (part,):
        yield from form.walk(one)


def _moves(part: form.Form, name: str) -> bool:
    """``x.to(device)``."""
    if not isinstance(part, form.Call) or not isinstance(part.function, form.Attribute) or part.function.name != "to":
        return False
    return any(dotted(given) == name for given in (*part.arguments, *(value for _, value in part.keywords)))


def _makes(part: form.Form) -> bool:
    """Something else is done where no device is given: it is chosen, or moved elsewhere."""
    return isinstance(part, form.Call)


def _leaves_out_first(part: form.Conditional | form.If) -> form.Compare | None:
    """``if gpu > 0: x = x.cuda(gpu)``: the first GPU is no GPU, if what is done otherwise has nothing to do with it."""
    tests = part.test.operands if isinstance(part.test, form.Boolean) and part.test.operator == "and" else (part.test,)
    for test in tests:
        if not isinstance(test, form.Compare) or len(test.comparators) != 1:
            continue
        bound = getattr(test.comparators[0], "value", None)
        index = dotted(test.left)
        if type(bound) is not int or (test.operators[0], bound) not in ((">", 0), (">=", 1)):
            continue
        if not _INDEX.search(index.rpartition(".")[2]):
            continue
        otherwise = _wrapped(part.otherwise)
        if any(_is_index(one, index) for one in _wrapped(part.then)) and not any(_speaks_of_cuda(o) for o in otherwise):
            return test
    return None


def _is_index(part: form.Form, index: str) -> bool:
    """``x.cuda(gpu)``, ``torch.device("cuda", gpu)``, ``f"cuda:{gpu}"``."""
    if isinstance(part, form.Opaque):
        return part.prefix == "cuda:" and any(dotted(one) == index for one in part.parts)
    if not isinstance(part, form.Call) or not any(dotted(one) == index for one in part.arguments):
        return False
    name = dotted(part.function).rpartition(".")[2] or getattr(part.function, "name", "")
    kind = getattr(part.arguments[0], "value", None)
    moves = name in ("cuda", "set_device") and isinstance(part.function, form.Attribute)
    return moves or name == "device" and kind == "cuda"


def _speaks_of_cuda(part: form.Form) -> bool:
    word = getattr(part, "name", None) or getattr(part, "id", None) or getattr(part, "value", None)
    return isinstance(word, str) and "cuda" in word


def _none_is_first(every: Index, part: form.Conditional | form.If) -> form.Form | None:
    """``if device.index is None:`` the first GPU; the device of a tensor on a GPU always has an index."""
    test = part.test
    if isinstance(test, form.Boolean) and test.operator == "and":
        test = test.operands[-1]
    if not isinstance(test, form.Compare) or test.operators not in (("is",), ("is not",)):
        return None
    asked, none = test.left, test.comparators[0]
    if not isinstance(none, form.Constant) or none.value is not None:
        return None
    if not isinstance(asked, form.Attribute) or asked.name != "index" or not _DEVICE.search(dotted(asked.value)):
        return None
    arm = part.then if test.operators == ("is",) else part.otherwise
    first = _first_of(arm)
    return first if first is not None and not _is_of_tensor(every, asked) else None


def _first_of(arm: form.Expression | tuple[form.Statement, ...]) -> form.Form | None:
    """Where an arm takes the first GPU."""
    if isinstance(arm, form.Expression):
        return arm if _is_first(arm) else None
    for statement in arm:
        value = statement.value if isinstance(statement, (form.Return, form.Assign)) else None
        if value is not None and _is_first(value):
            return statement
    return None


def _is_of_tensor(every: Index, asked: form.Attribute) -> bool:
    """Whether ``asked``, the index of a device, is a buffer's, or that of a tensor that its function was given."""
    place = dotted(asked.value)
    calls = (call for call in every.of(form.Call) if dotted(call.function) in REGISTRARS)
    named = (call.arguments[0] for call in calls if call.arguments)
    kept = {f"self.{name.value}.device" for name in named if isinstance(name, form.Constant)}
    for function in every.of(form.Function):
        if any(part is asked for part in form.walk(function, form.Attribute)):
            places = {f"{p.name}.device" for p in function.parameters.all if is_tensor_annotation(p.annotation)}
            places |= kept
            stored = [one for one in form.walk(function, form.Assign) if place in map(dotted, one.targets)]
            if place in places or stored and all(dotted(one.value) in places for one in stored):
                return True
    return False


def _is_first(value: form.Expression) -> bool:
    """``0``, ``"cuda:0"``, ``torch.device("cuda", 0)`` or ``torch.device("cuda", index=0)``."""
    if isinstance(value, form.Constant):
        return type(value.value) is int and value.value == 0 or value.value == "cuda:0"
    if not isinstance(value, form.Call) or not dotted(value.function).endswith("device") or not value.arguments:
        return False
    given = [*value.arguments[1:], *(one for key, one in value.keywords if key == "index")]
    kind = value.arguments[0]
    named = isinstance(kind, form.Constant) and str(kind.value).startswith("cuda")
    return named and any(_is_first(one) for one in given or [kind])


def _type_is_first(part: form.Conditional | form.If) -> form.Form | None:
    """``0 if device.type == "cuda" else -1``: a device is known, and its index is thrown away."""
    if not isinstance(part, form.Conditional) or not isinstance(part.test, form.Compare):
        return None
    sides = (part.test.left, *part.test.comparators)
    if not any(isinstance(side, form.Constant) and side.value in ("cpu", "cuda") for side in sides):
        return None
    if not any(_is_device(side) for side in sides):
        return None
    arms = (part.then, part.otherwise)
    numbers = {-1 if isinstance(arm, form.Unary) else getattr(arm, "value", None) for arm in arms}
    return part if numbers == {0, -1} else None


def _is_device(at: form.Expression) -> bool:
    """A device, its type, or its text."""
    if isinstance(at, form.Call) and dotted(at.function) == "str" and at.arguments:
        at = at.arguments[0]
    if isinstance(at, form.Attribute) and at.name == "type":
        at = at.value
    return _DEVICE.search(dotted(at)) is not None


def _texts(every: Index) -> Iterator[Misused]:
    """``os.environ.get("LOCAL_RANK", 0)`` that is not converted to a number."""
    found = [
        (part.value, dotted(target))
        for part in every.of(form.Assign)
        if isinstance(part.value, form.Call) and _mixes(part.value)
        for target in part.targets
    ]
    if not found:
        return
    calls = [call for call in every.of(form.Call) if dotted(call.function).rpartition(".")[2] in _CONVERTERS]
    given = [one for call in calls for one in call.arguments]
    given += [one for opaque in every.of(form.Opaque) for one in opaque.parts]
    inside = [part for one in given for part in form.walk(one)]
    converted, places = {id(part) for part in inside}, {dotted(part) for part in inside}
    for call, place in found:
        if id(call) not in converted and place not in places:
            yield Misused(call, ALWAYS, "text for a number", "", None)


def _unconverted(every: Index) -> Iterator[Misused]:
    """``torch.cuda.set_device(os.environ["LOCAL_RANK"])``: a string where torch takes a number."""
    texts = {
        target.id: part.value
        for part in every.of(form.Assign)
        if _is_environment(part.value) and not (isinstance(part.value, form.Call) and _mixes(part.value))
        for target in part.targets
        if isinstance(target, form.Name)
    }
    for part in every.of(form.Assign):
        for target in part.targets:
            if isinstance(target, form.Name) and target.id in texts and part.value is not texts[target.id]:
                del texts[target.id]  # one of several things that the name stands for
    for call in every.of(form.Call):
        given = call.arguments
        name = dotted(call.function)
        if name.endswith("cuda.set_device"):
            at = given[:1]
        elif name in ("torch.device", "device") and getattr(given[0] if given else None, "value", None) == "cuda":
            at = given[1:2]
        else:
            at = given[:1] if isinstance(call.function, form.Attribute) and call.function.name == "cuda" else ()
        for one in at:
            if _is_environment(one) or isinstance(one, form.Name) and one.id in texts:
                yield Misused(one, ALWAYS, "text for an index", "", None)


def _is_environment(value: form.Expression) -> bool:
    """``os.environ["LOCAL_RANK"]``."""
    name = variable(value)
    return isinstance(name, form.Constant) and _NUMBERED.search(str(name.value)) is not None


def _mixes(call: form.Call) -> bool:
    """Whether a variable of the environment is read with a number as its default."""
    if not _is_environment(call) or len(call.arguments) != 2:
        return False
    default = call.arguments[1]
    if isinstance(default, form.Unary):
        default = default.operand
    return isinstance(default, form.Constant) and type(default.value) is int
