"""Calls on the current GPU that are meant for another one: streams, waits, memory and the kind of GPU.

def lap(device):
    if device.type == "cuda":
        torch.cuda.synchronize()            waits for the current GPU; `device` may be the second one
stream = torch.cuda.Stream()                a stream of the current GPU, for copies to `device`

The device is the caller's choice: an argument, an attribute made of one, the place of a tensor. What the file calls
"cuda" itself is the current GPU.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import last, names_cuda
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arms_of, calls_in, choices_in, identifiers_in
from devlint.forms.targets import Bound
from devlint.naming.devices import is_called_device, is_of_device_manager
from devlint.rules.dev502_current_gpu_not_set.facts import NotCurrent
from devlint.source.text_index import TextIndex
from devlint.torch_api.names import OF_CURRENT_GPU

_HOOKS = frozenset({"register_hook", "register_full_backward_hook", "register_post_accumulate_grad_hook"})


def chooses_gpu(text: TextIndex) -> bool:
    """True if the text of a file chooses the current GPU somewhere."""
    if text.has_part("set_device", "CUDA_VISIBLE_DEVICES", "cuda.device_of"):
        return True
    return text.calls("torch.cuda.device") or text.passes("device_id")


def requests_without_choice(file: AnalyzedFile) -> Iterator[NotCurrent]:
    """Every place in a file that asks the current GPU, which nothing in its text has chosen."""
    asked = {id(call): call for call in file.of(form.Call) if _asks(call)}
    wraps = any(map(_ids_of_parallel, file.of(form.Call)))
    if not (asked or wraps) or chooses_gpu(file.text_index):
        return
    hooks = {name for call in file.of(form.Call) for name in _hooked(call)}
    for function in file.of(form.Function) if wraps else ():
        yield from _wrapped(function)
    fixed = _fixed(file.bindings.every)
    outside = fixed - _fixed(one for one in file.bindings.every if file.function_around(one.at) is not None)
    for function in file.of(form.Function):
        if function.name in hooks:
            continue  # autograd has made the gradient's GPU the current one
        yield from _streams(function)
        own = {parameter.name for parameter in function.parameters.all}
        here = outside - own | _fixed(form.once(Bindings, function).every) | {name for name in fixed if "." in name}
        for test in choices_in(function):
            question = _question(test.test)
            device = None if question is None else _asked_device(question)
            if question is None or device is None or dotted(device) in here or not _is_anybodys(dotted(device), own):
                continue
            for call in _on_cuda(test, question):
                if asked.pop(id(call), None) is not None:
                    yield NotCurrent(call, ALWAYS, device, question=last(call.function))


def _asks(call: form.Call) -> bool:
    name = dotted(call.function)
    return not call.arguments and not call.keywords and ".cuda." in f".{name}" and last(call.function) in OF_CURRENT_GPU


def _fixed(bindings: Iterable[Bound]) -> set[str]:
    """The places that a file itself fills with CUDA, without an index."""
    found: set[str] = set()
    for one in bindings:
        value = one.value
        if isinstance(value, form.Call) and last(value.function) == "device" and value.arguments:
            value = value.arguments[0]
        arms = (value.then, value.otherwise) if isinstance(value, form.Conditional) else (one.value, value)
        if any(arm is not None and names_cuda(arm) for arm in arms):
            found.add(one.name)
    return found


def _is_anybodys(place: str, own: set[str]) -> bool:
    """Whether ``place`` is an argument, or belongs to something, other than what chooses the current GPU itself."""
    return "." in place and not is_of_device_manager(place) or place in own


def _question(test: form.Expression) -> form.Expression | None:
    """The part of a condition that asks the kind of a device."""
    parts = test.operands if isinstance(test, form.Boolean) and test.operator == "and" else (test,)
    return next((part for part in parts if _asked_device(part) is not None), None)


def _asked_device(question: form.Expression) -> form.Expression | None:
    """The device that is asked for its kind: ``device`` in ``device.type == "cuda"`` and ``"cuda" in device``."""
    begins = question.function if isinstance(question, form.Call) and last(question.function) == "startswith" else None
    if isinstance(question, form.Call) and isinstance(begins, form.Attribute):
        return _device(begins.value) if _word(question.arguments) in ("cuda", "cuda:") else None
    if not isinstance(question, form.Compare) or len(question.comparators) != 1:
        return None
    sides = (question.left, question.comparators[0])
    if _word(sides) == "cuda" and question.operators[0] in ("==", "!="):
        kinds = (_device(side) for side in sides if isinstance(side, form.Attribute) and side.name == "type")
        return next(kinds, None)  # what equals "cuda" itself has no index
    return next((found for side in sides if _word(sides) and (found := _device(side)) is not None), None)


def _word(given: tuple[form.Expression, ...]) -> str:
    """The kind of device that is named in ``given``."""
    words = [one.value for one in given if isinstance(one, form.Constant) and isinstance(one.value, str)]
    return next((word for word in words if word in ("cuda", "cuda:", "cpu")), "")


def _device(at: form.Expression) -> form.Expression | None:
    """``device`` of itself, ``device.type`` and ``str(device)``."""
    if isinstance(at, form.Call) and dotted(at.function) == "str" and len(at.arguments) == 1:
        at = at.arguments[0]
    if isinstance(at, form.Attribute) and at.name == "type":
        at = at.value
    return at if is_called_device(dotted(at)) else None


def _on_cuda(test: form.If | form.Conditional, question: form.Expression) -> Collection[form.Call]:
    """The calls that are made where the answer to ``question``, a part of ``test``, is that a device is CUDA's."""
    host = isinstance(question, form.Compare) and _word((question.left, *question.comparators)) == "cpu"
    negative = isinstance(question, form.Compare) and question.operators[0] in ("!=", "not in")
    return calls_in(*arms_of(test)[host != negative])


def _hooked(call: form.Call) -> Iterator[str]:
    """The names of the functions that are registered to be called with a gradient, and of those they are made of."""
    if last(call.function) in _HOOKS:
        yield from identifiers_in(call)


def _ids_of_parallel(call: form.Expression | None) -> form.Expression | None:
    """The GPUs that ``nn.DataParallel(model, device_ids=gpus)`` is given, unless the code says which they are."""
    if not isinstance(call, form.Call) or last(call.function) != "DataParallel":
        return None
    given = dict(call.keywords).get("device_ids") or next(iter(call.arguments[1:2]), None)
    return given if isinstance(given, (form.Name, form.Attribute, form.Subscript)) else None


def _wrapped(function: form.Function) -> Iterator[NotCurrent]:
    """``nn.DataParallel(model, device_ids=gpus).cuda()``: the model has to be on the first of ``gpus``."""
    bound = form.once(Bindings, function).every
    wrappers = {one.name: ids for one in bound if (ids := _ids_of_parallel(one.value)) is not None}
    for call in calls_in(function):
        moved = call.function.value if isinstance(call.function, form.Attribute) else None
        if last(call.function) != "cuda" or call.arguments or call.keywords or moved is None:
            continue
        ids = _ids_of_parallel(moved) or wrappers.get(dotted(moved))
        if ids is not None:
            yield NotCurrent(call, ALWAYS, ids, question="DataParallel")


def _streams(function: form.Function) -> Iterator[NotCurrent]:
    """Streams without a device in a function that moves things to its caller's device."""
    calls = calls_in(function)
    made = [call for call in calls if _is_stream(call)]
    followed = next((at for call in calls for at in _moved_to(call)), None) if made else None
    for call in made:
        if followed is not None and not call.keywords:
            yield NotCurrent(call, ALWAYS, followed)


def _is_stream(call: form.Call) -> bool:
    return not call.arguments and dotted(call.function).endswith("cuda.Stream")


def _moved_to(call: form.Call) -> Iterator[form.Expression]:
    """``self.device`` in ``x.to(self.device)``."""
    if isinstance(call.function, form.Attribute) and call.function.name == "to":
        for given in (*call.arguments, *(value for key, value in call.keywords if key == "device")):
            if isinstance(given, (form.Attribute, form.Name)) and is_called_device(dotted(given)):
                yield given
