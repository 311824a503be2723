"""Values of parameters, by the type evidence for each, where the callers are unknown; and what a test says of them."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeGuard

from devlint.base.record import replace
from devlint.devices.evidence import annotations as annotation_values
from devlint.devices.evidence.class_roles import is_backward, is_of_tests
from devlint.devices.evidence.device_parameters import is_one_of_two, may_be_either, may_be_text, written
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.evidence.type_tests import is_argument, is_no_tensor, may_be_other
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, Followed, Symbol, SymbolKind
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Dtype
from devlint.devices.patterns.parameters import (
    is_device_parameter,
    is_number,
    says_tensor,
    speaks_of_no_tensor,
)
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.value import External, Identity, Sequence, Unknown, Value
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.flags import is_called_accelerator_flag, is_called_host_flag
from devlint.naming.hosts import is_called_host_parameter, is_called_loaded, says_cpu
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS

GIVEN_BY_TESTS = Reason(
    "given-by-tests",
    "Tests, and what helps them in their file: fixtures and other tests make their tensors, and leave them on the CPU.",
    ("DEV102",),
)
BESIDE_IMAGES = Reason("beside-images", "What comes with an image of PIL (`width, height = image.size`).", ("DEV102",))
CALLED_CPU = Reason(
    "called-cpu",
    "Arguments that are on the CPU by their names (`lengths_cpu`), or that the function pins.",
    ("DEV102",),
)
NO_EVIDENCE = Reason(
    "no-evidence",
    "An operand that nothing shows to be a tensor: an argument without an annotation, of which the function makes no "
    "use that only tensors have.",
    ("DEV101", "DEV102"),
)


def parameter(
    run: Evaluator,
    recorder: Recorder,
    witness: EvidenceCache,
    possible: dict[Identity, Tensor],
    function: FunctionValue,
    parameter: form.Parameter,
    owner: ClassValue | None,
) -> Value | None:
    """What an unknown caller gives for ``parameter``; ``possible`` gets what is a tensor in some arms only."""
    identity = run.identity(parameter)
    if is_device_parameter(parameter):
        shown = may_be_text(function, parameter)
        if shown is not None:
            recorder.knowledge.texts[identity] = shown
        if may_be_either(parameter):
            recorder.knowledge.either.add(identity)
        if is_one_of_two(parameter):
            recorder.knowledge.one_of_two.add(identity)
        return DeviceValue(Followed(Symbol(identity, SymbolKind.DEVICE, parameter.name)))
    if parameter.name == "dtype" or parameter.name.endswith("_dtype"):
        return Dtype(given=True)
    if parameter.kind in ("args", "kwargs"):
        return None
    if is_number(parameter.annotation):
        recorder.knowledge.integers.add(identity)
    kept = function.home.get(dotted(parameter.annotation))
    if isinstance(kept, ClassValue):
        recorder.knowledge.words.update((identity, name) for name in written(kept))
    if is_called_accelerator_flag(parameter.name) or is_called_host_flag(parameter.name):
        return Unknown((identity, parameter.name))
    several = annotation_values.passed(run, function.home, identity, parameter)
    if several is not None:
        return several
    if is_of_tests(function, run.home):
        recorder.silence(GIVEN_BY_TESTS, parameter)
        return Unknown(identity)
    if is_backward(function) and parameter is not function.form.parameters.all[0]:
        return annotation_values.given(identity, parameter)  # autograd gives it nothing but gradients
    evidence = witness.of(run, function, owner)
    if evidence.images:
        recorder.silence(BESIDE_IMAGES, parameter)
        return Unknown(identity)
    if says_cpu(parameter.name) or parameter.name in evidence.pinned:
        recorder.silence(CALLED_CPU, parameter)
        return Tensor(UNKNOWN, identity) if evidence.is_tensor(parameter.name) else Unknown(identity)
    is_tensor, annotation = evidence.is_tensor(parameter.name), parameter.annotation
    array = None if is_tensor else annotation_values.array(identity, annotation, function.home)
    if array is not None:
        return array
    followed, rank = annotation_values.given(identity, parameter), evidence.ranks.get(parameter.name)
    if followed.rank != rank:
        followed = replace(followed, rank=rank)
    if evidence.is_tensor(parameter.name):
        return followed
    unlike = is_called_loaded(parameter.name) or parameter.name not in evidence.holders
    if parameter.name in evidence.others - evidence.tensors or unlike and is_called_host_parameter(parameter.name):
        if says_tensor(parameter):
            possible[identity] = followed
        return Unknown(identity)
    no_tensor = speaks_of_no_tensor(parameter) and parameter.name not in evidence.holders
    return Unknown(identity) if no_tensor else Unknown(identity, followed)


def _is_of(value: DeviceValue, keys: Container[Identity]) -> bool:
    return isinstance(value.device, Followed) and value.device.symbol.key in keys


def lacking(value: Value, name: str) -> Value | None:
    """What ``value`` is where it has no attribute ``name``: no tensor, if all tensors have that."""
    if name not in ALL_TENSOR_MEMBERS or not isinstance(value, (Tensor, Unknown)) or tensor_or_hint(value) is None:
        return None
    return Unknown(value.id)


def _may_be_no_tensor(value: Value) -> TypeGuard[Tensor | Unknown]:
    """Whether a value is taken for a tensor, and may be something else: it was not made here."""
    return is_argument(value) if isinstance(value, Tensor) else isinstance(value, Unknown) and value.hint is not None


def instance(
    possible: dict[Identity, Tensor], one_of_two: Container[Identity], value: Value, kind: Value, *, holds: bool
) -> Value | None:
    """What ``value`` is where ``isinstance(value, kind)`` holds, or not; None where that says nothing of a tensor.

    ``one_of_two`` are the devices that are strings or devices, and nothing else.
    """
    kinds = kind.items if isinstance(kind, Sequence) else (kind,)
    if holds and _may_be_no_tensor(value) and all(map(is_no_tensor, kinds)):
        return Unknown(value.id)
    names = [k.name for k in kinds if isinstance(k, External)]
    if len(names) < len(kinds):
        return None
    if isinstance(value, Tensor) and may_be_other(value) and not holds and "torch.Tensor" in names:
        return Unknown(value.id)
    if isinstance(value, DeviceValue) and not holds and names == ["builtins.str"] and _is_of(value, one_of_two):
        return replace(value, made=True)
    if not holds or not isinstance(value, Unknown):
        return None
    if len(names) == 1 and names[0] in ("torch.Tensor", "torch.nn.Parameter"):
        if isinstance(value.hint, Tensor):
            return value.hint
        return possible.get(value.id) or Tensor(UNKNOWN, value.id)
    return None
