"""Recognises expressions that name CUDA, and tests of whether there is CUDA.

torch.device("cuda:1"), "cuda"                     CUDA by name
"cuda" if torch.cuda.is_available() else "cpu"     CUDA wherever there is CUDA
if x.is_cuda and fast: ...                         only where there is
"""

from __future__ import annotations

import re

from devlint.devices.lattice.device import is_name_of_cuda
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, constants_in
from devlint.forms.source_file import SourceFile
from devlint.forms.texts import composed
from devlint.naming.devices import is_called_device, other_accelerator
from devlint.naming.flags import asks_about_cuda

TYPE = re.compile(r"(^|\.)cuda\.\w+Tensor$")
"""Types of tensors on CUDA, which make tensors there."""


THEN, ELSE = "then", "else"
_BOTH = frozenset({THEN, ELSE})


def guarded(test: form.Expression) -> frozenset[str]:
    """The arms of a test that are taken only where there is CUDA, or where no device was given.

    ``torch.is_autocast_enabled()`` asks about the autocast of CUDA where it names no device (torch's documentation).
    """
    if isinstance(test, form.Call) and last(test.function) == "is_autocast_enabled":
        return frozenset() if test.arguments or test.keywords else frozenset({THEN})
    if isinstance(test, form.Unary) and test.operator == "not":
        return frozenset({THEN: ELSE, ELSE: THEN}[arm] for arm in guarded(test.operand))
    if isinstance(test, form.Boolean):
        arms = [guarded(operand) for operand in test.operands]
        return frozenset(arm for arm in _BOTH if any(arm in one for one in arms))
    words = [
        str(getattr(part, "id", None) or getattr(part, "name", None) or getattr(part, "value", ""))
        for part in form.walk(test)
        if isinstance(part, (form.Name, form.Attribute, form.Constant))
    ]
    if any(word.lower() == "cpu" for word in words):
        return _BOTH
    if any(asks_about_cuda(word) for word in words):
        negative = isinstance(test, form.Compare) and not {"!=", "not in", "is not"}.isdisjoint(test.operators)
        if isinstance(test, form.Compare) and any(map(_is_false, test.comparators)):
            negative = not negative
        return frozenset({ELSE if negative else THEN})
    chosen = any(is_called_device(word) for word in words) and "None" in words
    others = any("cpu" in word.lower() or other_accelerator(word) for word in words)
    return _BOTH if chosen or others else frozenset()


def _is_false(value: form.Expression) -> bool:
    return isinstance(value, form.Constant) and value.value is False


def chooses(value: form.Expression) -> bool:
    """Whether ``value`` is CUDA wherever there is CUDA."""
    if isinstance(value, form.Call) and last(value.function) == "device" and len(value.arguments) == 1:
        return chooses(value.arguments[0])
    if not isinstance(value, form.Conditional):
        return False
    return any(name.endswith("cuda.is_available") for name in called_in(value.test))


def falls_back_to_cpu(of: None, file: SourceFile) -> bool:
    """Whether a file chooses, somewhere, CUDA where there is CUDA and else the CPU: it is for machines without, too."""
    named = (one for one in file.of(form.Conditional) if "cpu" in constants_in(one.otherwise))
    return any(map(chooses, named))


def names_cuda(value: form.Expression) -> bool:
    """``"cuda"``, ``torch.device("cuda")`` or ``torch.cuda.current_device()``."""
    if isinstance(value, form.Constant):
        return isinstance(value.value, str) and is_name_of_cuda(value.value)
    if isinstance(value, form.Call):
        if dotted(value.function).endswith("cuda.current_device"):
            return True
        if last(value.function) != "device" or not value.arguments:
            return False
        numbered = len(value.arguments) == 1 or is_number(value.arguments[1])
        return numbered and names_cuda(value.arguments[0])
    return False


_OF_DEVICE = frozenset({"device", "init_device_mesh", "DeviceMesh"})
"""What makes a device, or a mesh of several, of the type that it is given first."""


def is_on_cuda(value: form.Expression | None) -> bool:
    """Whether ``value`` is CUDA by name, with whatever index, or a mesh of it: ``torch.device(f"cuda:{rank}")``."""
    if value is None:
        return False
    text = composed(value)
    if text is not None:
        return text.prefix.startswith("cuda")
    if isinstance(value, form.Call) and last(value.function) in _OF_DEVICE and value.arguments:
        return is_on_cuda(value.arguments[0])
    return names_cuda(value)


def is_type(value: form.Expression) -> bool:
    """``torch.cuda.FloatTensor``, or that as a string."""
    if isinstance(value, form.Constant):
        return isinstance(value.value, str) and TYPE.search(value.value) is not None
    return TYPE.search(dotted(value)) is not None


def is_number(value: form.Expression) -> bool:
    """Whether ``value`` is a whole number that stands in the code."""
    return isinstance(value, form.Constant) and type(value.value) is int


def is_true(value: form.Expression | None) -> bool:
    """Whether ``value`` is True, as it stands in the code."""
    return isinstance(value, form.Constant) and value.value is True


def last(function: form.Expression) -> str:
    """The last name of what is called."""
    return function.name if isinstance(function, form.Attribute) else getattr(function, "id", "")


def sets_current(function: form.Function) -> bool:
    """Whether a function says which GPU is the current one."""
    return form.once(_sets_current, function)


def _sets_current(function: form.Function | form.Lambda) -> bool:
    return any(name.endswith(("cuda.set_device", "cuda.device")) for name in called_in(function))
