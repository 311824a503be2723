"""Queries on parameters: what the name, the annotation and the default of one say about its kind.

x: Tensor            a tensor
num_heads=8          a number
mask_cpu             on the CPU
device=None          a device, or none
"""

from __future__ import annotations

import re

from devlint.devices.patterns.expressions import words_in
from devlint.flow.builtins.dataclass import declared_fields, is_filled
from devlint.flow.values.definitions import ClassValue
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.counts import is_called_number
from devlint.naming.devices import is_called_device

_TENSOR = re.compile(r"\b(Tensor|FloatTensor|LongTensor|BoolTensor|IntTensor|TensorType)\b")
_NO_TENSOR = re.compile(r"(Mode|Config|Dataset|Literal|Enum|Generator|Logger|Tokenizer|Path|Settings|Options)\b")


_FOREIGN = re.compile(r"\b(tf|tensorflow|keras|jax|jnp|mx|paddle|mindspore|jittor|lynpy|cupy|onnx|ort|np|numpy)\b")
"""Packages with tensors of their own."""


_SEVERAL = frozenset({"list", "tuple", "sequence"})
_NO_DEVICE = re.compile(r"int|\bfloat\b|Tensor\b")
"""Types of what may be called like a device and is none: ``std_dev: Tensor``."""

_CONTAINER = re.compile(r"\b(dict|list|tuple|set|mapping|mutablemapping|sequence|iterable|callable)\b", re.I)


def says_tensor(parameter: form.Parameter) -> bool:
    """Whether the annotation of ``parameter`` speaks of torch's tensors, alone, beside others or in a container."""
    if parameter.annotation is None:
        return False
    for part in form.walk(parameter.annotation, form.Name, form.Attribute, form.Constant):
        said = str(part.value) if isinstance(part, form.Constant) else dotted(part)
        if _TENSOR.search(said) and not _FOREIGN.search(said):
            return True
    return False


def holds_several(annotation: form.Expression | None) -> bool:
    """Whether ``annotation`` says a list, a tuple or another sequence, maybe optional: ``list[int] | None``."""
    if isinstance(annotation, form.Binary) and annotation.operator == "|":
        sides = [one for one in (annotation.left, annotation.right) if not isinstance(one, form.Constant)]
        return bool(sides) and all(map(holds_several, sides))
    if isinstance(annotation, form.Subscript) and dotted(annotation.value).rpartition(".")[2] == "Optional":
        return holds_several(annotation.index)
    named = annotation.value if isinstance(annotation, form.Subscript) else annotation
    return dotted(named).rpartition(".")[2].lower() in _SEVERAL


def speaks_of_no_tensor(parameter: form.Parameter) -> bool:
    """Whether ``parameter`` is of a kind that neither is nor holds a tensor, by its annotation, or a number by name."""
    text = words_in(parameter.annotation)
    return bool(_NO_TENSOR.search(text) or is_called_number(parameter.name)) and not _TENSOR.search(text)


def is_tensor_annotation(annotation: form.Expression | None) -> bool:
    """Whether ``annotation`` says Tensor, maybe optional, and nothing that holds or returns tensors."""
    text = words_in(annotation)
    if "Tensor" not in text or not _TENSOR.search(text) or _FOREIGN.search(text):
        return False
    return not re.search(
        r"\b(list|List|tuple|Tuple|dict|Dict|Sequence|Iterable|Mapping|Callable|ndarray|float|int|Number|"
        r"Iterator|Generator|Type|type)\b",
        text,
    )


def tensor_fields(cls: ClassValue) -> list[str]:
    """The fields of ``cls`` that are tensors, if it is a dataclass or a named tuple; empty for any other class."""
    fields = declared_fields(cls) if is_filled(cls) else {}
    return [name for name, at in fields.items() if is_tensor_annotation(at.annotation)]


def is_device_parameter(parameter: form.Parameter) -> bool:
    """Whether a parameter is a device by its name or annotation."""
    text = words_in(parameter.annotation)
    if not text:
        return is_called_device(parameter.name)
    if _CONTAINER.search(text):
        return False
    said = re.search(r"\bdevice\b", text.lower())
    return bool(said) or is_called_device(parameter.name) and not _NO_DEVICE.search(text)


def may_be_none(parameter: form.Parameter) -> bool:
    """Whether a parameter is None by default, or by its annotation at times."""
    if parameter.default is not None:
        return is_none(parameter.default)
    return bool(re.search(r"\b(Optional|None)\b", words_in(parameter.annotation)))


def is_number(annotation: form.Expression | None) -> bool:
    """Whether ``annotation`` allows an int."""
    return bool(re.search(r"\bint\b", words_in(annotation)))


def is_none(default: form.Expression) -> bool:
    """Whether a default is None."""
    return isinstance(default, form.Constant) and default.value is None
