"""A stub against the library: one sample is run on simulated GPUs, and what it did is compared with its row.

    complaints(Sample("torchvision.ops.nms", lambda device: {"boxes": ..., "scores": ..., "iou_threshold": 0.5}))

Its result has to be where the row says; each argument that has to be somewhere is moved away once, and then the call
has to fail.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy
import torch

from devlint.simcuda import NotSimulated, simulated_cuda
from devlint.stubs.finding import class_called, lineage, row
from devlint.stubs.vocabulary import (
    ACCELERATOR,
    ANYWHERE,
    ArrayType,
    BatchType,
    Class,
    ConditionalType,
    ContainerType,
    DatasetType,
    DeviceType,
    Function,
    GeneratorType,
    InstanceType,
    ModelType,
    MovedType,
    NumberType,
    Parameter,
    Place,
    SameType,
    TensorType,
    Type,
    UnknownType,
    Whereabouts,
)
from tests.stubs.places import devices, elsewhere, indexed, tensors
from tests.stubs.sample import Arguments, CalledBack, Sample

DEVICES = ("cuda:1", "cpu")
CPU = torch.device("cpu")
_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_CONSTRUCTOR = Function("__init__", bound=True)


def complaints(sample: Sample | CalledBack) -> list[str]:
    """What is wrong between the row and the library, one sentence each; empty where they agree."""
    found = row_of(sample.name)
    if found is None:
        return [f"no stub has a row for {sample.name}"]
    said: list[str] = []
    with simulated_cuda(devices=2):
        for device in DEVICES:
            if isinstance(sample, CalledBack):
                these = _called_back(sample, found[0], device)
            else:
                these = list(_run(sample, *found, device))
            said += [f"on {device}: {one}" for one in these]
    return said


def row_of(name: str) -> tuple[Function, Type] | None:
    """The row called ``name``, as a function and what it gives: also of a constructor, or of an attribute."""
    found = row(name)
    if found is not None and isinstance(found.row, Class):
        init = next((m for one in lineage(found.row) if (m := one.method("__init__")) is not None), _CONSTRUCTOR)
        return init, InstanceType(found.row.name)
    if found is not None and isinstance(found.row, Function):
        return found.row, found.row.gives
    owner, _, last = name.rpartition(".")
    one = class_called(owner)
    kinds = [kind for base in lineage(one) if (kind := base.attribute(last)) is not None] if one is not None else []
    return (_CONSTRUCTOR, kinds[0]) if kinds else None


def imported(name: str) -> Any:
    """The object with the full dotted ``name``. Raises AttributeError or ImportError where there is none."""
    top, *parts = name.split(".")
    return _within(importlib.import_module(top), top, parts)


def _within(owner: Any, path: str, parts: list[str]) -> Any:
    """The attribute ``parts`` of ``owner``; where a class hides a module of the same name, that of either."""
    if not parts:
        return owner
    inner = f"{path}.{parts[0]}"
    if hasattr(owner, parts[0]):
        try:
            return _within(getattr(owner, parts[0]), inner, parts[1:])
        except (AttributeError, ImportError):
            if len(parts) == 1:
                raise
    try:
        module = importlib.import_module(inner)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{inner}.".startswith(f"{error.name}."):
            raise
        raise AttributeError(f"{path} has no {parts[0]}") from None
    return _within(module, inner, parts[1:])


# One run


def _run(sample: Sample, function: Function, gives: Type, device: str) -> Iterator[str]:
    given = sample.arguments(device)
    before = {name: _places(value) for name, value in given.items()}
    result = _call(sample.name, function, given)
    checked = _Bound(function, given)
    yield from checked.differences(gives, result, "the result")
    for parameter in function.parameters:
        kind = checked.taken(parameter)
        if isinstance(kind, MovedType) and parameter.name in given:
            place = _of_moved(kind.place, before[parameter.name])
            yield from checked.at(place, given[parameter.name], f"`{parameter.name}`, after the call,")
    for parameter in function.parameters:
        wanted = checked.required(parameter)
        if wanted is None or not _passed(given, parameter):
            continue
        away = torch.device("cuda:1") if wanted == CPU else CPU
        again = sample.arguments(device)
        key = parameter.name
        again[key] = _partly_elsewhere(again[key], away) if _is_alike(parameter) else elsewhere(again[key], away)
        try:
            _call(sample.name, function, again)
        except NotSimulated:
            raise
        except Exception:  # the call works otherwise: whatever it raises is about the device
            continue
        yield f"`{key}` works on {away}, too, though the stub wants it on {wanted}"


def _places(value: object) -> set[torch.device]:
    return devices(value) if isinstance(value, torch.nn.Module) else set()


def _of_moved(place: Place, before: set[torch.device]) -> Place:
    """``place`` for an argument that was on the devices ``before``."""
    if place.kind is not Whereabouts.GPU:
        return place
    on_a_gpu = next((one for one in before if one.type == "cuda"), None)
    return ACCELERATOR if on_a_gpu is None else Place(Whereabouts.DEVICE, str(on_a_gpu))


def _is_alike(parameter: Parameter) -> bool:
    """Whether the row wants all that the argument holds in one place, wherever that is."""
    return isinstance(parameter.type, BatchType) and parameter.type.place == Place(Whereabouts.ARGUMENT, parameter.name)


def _partly_elsewhere(several: Any, device: torch.device) -> Any:
    """A list, of which the first is on ``device``."""
    return [elsewhere(several[0], device), *several[1:]]


def _passed(given: Arguments, parameter: Parameter) -> bool:
    return given.get(parameter.name) is not None


def _call(name: str, function: Function, given: Arguments) -> Any:
    rest = {key: value for key, value in given.items() if key != "self"}
    if "self" in given:
        last = name.rpartition(".")[2]
        target = given["self"] if last == "__call__" else getattr(given["self"], last)
        if not callable(target) or not _is_method(name):
            return target
    else:
        target = imported(name)
    positional: list[Any] = []
    if any(key.startswith("*") for key in rest):  # what stands before *args can be passed by position alone
        while not next(iter(rest)).startswith("*"):
            positional.append(rest.pop(next(iter(rest))))
        positional += rest.pop(next(iter(rest)))
    else:
        for parameter in _signature(target):
            if parameter.name not in rest or parameter.kind not in _BY_POSITION:
                break
            positional.append(rest.pop(parameter.name))
    return target(*positional, **rest)


def _is_method(name: str) -> bool:
    return row(name) is not None


def _called_back(sample: CalledBack, function: Function, device: str) -> list[str]:
    calls: list[Arguments] = []
    sample.run(device, lambda **given: calls.append(given))
    if not calls:
        return ["the library did not call it"]
    said: list[str] = []
    for given in calls:
        checked = _Bound(function, given)
        for parameter in function.parameters:
            if parameter.type is not None and parameter.name in given:
                said += checked.differences(parameter.type, given[parameter.name], f"`{parameter.name}`")
    return said


# Comparing


@dataclass
class _Bound:
    """The row's parameters with the real arguments."""

    function: Function
    given: Arguments

    def there(self, place: Place) -> set[torch.device] | None:
        """The devices that ``place`` is for these arguments; None where it says nothing."""
        if place.kind is Whereabouts.DEVICE:
            return {indexed(torch.device(place.name))}
        if place.kind is Whereabouts.ACCELERATOR:
            return {torch.device("cuda:0")}
        if place.kind is Whereabouts.DEFAULT:
            return {CPU}
        if place.kind is Whereabouts.OBJECT:
            return devices(self.given["self"]) if "self" in self.given else None
        if place.kind is not Whereabouts.ARGUMENT:
            return None
        parameter = self.function.parameter(place.name)
        if parameter is None:
            return None
        value = self.given.get(place.name)
        if isinstance(parameter.type, DeviceType) and value is None:
            return self.there(parameter.default) if isinstance(parameter.default, Place) else {CPU}
        return devices(value) or None

    def taken(self, parameter: Parameter) -> Type | None:
        """What the parameter takes in this call."""
        kind = parameter.type
        while isinstance(kind, ConditionalType):
            kind = kind.then if self._holds(kind) else kind.otherwise
        return kind

    def required(self, parameter: Parameter) -> torch.device | None:
        """The device on which the argument has to be; None where it may be anywhere."""
        kind = self.taken(parameter)
        if isinstance(kind, ArrayType):
            return CPU
        if isinstance(kind, (TensorType, BatchType, ModelType, GeneratorType)) and kind.place != ANYWHERE:
            return next(iter(self.there(kind.place) or ()), None)
        return None

    def at(self, place: Place, value: object, name: str) -> Iterator[str]:
        """What is wrong if ``value`` has to be at ``place``."""
        wanted, real = self.there(place), devices(value)
        if wanted is not None and real and real != wanted:
            yield f"{name} is on {_listed(real)}, and the stub says {_listed(wanted)}"

    def differences(self, kind: Type, value: Any, name: str) -> Iterator[str]:
        """What is wrong if ``value`` has to be what ``kind`` says."""
        if isinstance(kind, ConditionalType):
            yield from self.differences(kind.then if self._holds(kind) else kind.otherwise, value, name)
        elif isinstance(kind, TensorType):
            yield from self._tensor(kind, value, name)
        elif isinstance(kind, ModelType):
            yield from self._model(kind, value, name)
        elif isinstance(kind, (BatchType, DeviceType, GeneratorType)):
            if not devices(value):
                yield f"{name} has no device: it is of {type(value).__name__}"
            yield from self.at(kind.place, value, name)
        elif isinstance(kind, InstanceType):
            yield from self._instance(kind, value, name)
        elif isinstance(kind, SameType):
            if value is not self.given[kind.name] and not _is_compiled_from(value, self.given[kind.name]):
                yield f"{name} is not `{kind.name}` itself"
        elif isinstance(kind, MovedType):
            left = not kind.tensors and isinstance(value, torch.Tensor)  # samples give it on the CPU
            yield from self.at(Place(Whereabouts.DEVICE, "cpu") if left else kind.place, value, name)
        elif isinstance(kind, ContainerType):
            yield from self._container(kind, value, name)
        elif isinstance(kind, DatasetType):
            if not devices(value[0]):
                yield f"{name} holds rows without tensors"
            yield from self.at(Place(Whereabouts.DEVICE, "cpu"), value[0], f"a row of {name}")
        elif isinstance(kind, (ArrayType, NumberType)):
            if next(tensors(value), None) is not None:
                yield f"{name} holds tensors"
            if isinstance(kind, ArrayType) and isinstance(value, (int, float, str, bool, type(None))):
                yield f"{name} is no array: it is of {type(value).__name__}"
            if isinstance(kind, NumberType) and isinstance(value, numpy.ndarray):
                yield f"{name} is an array"
        elif not isinstance(kind, UnknownType):
            yield f"{type(kind).__name__} is no result"

    def _holds(self, kind: ConditionalType) -> bool:
        test = kind.test
        parameter = self.function.parameter(test.argument)
        value = self.given.get(test.argument, None if parameter is None else parameter.default)
        holds = value == test.value if test.compares else bool(value)
        return holds is not test.negated

    def _tensor(self, kind: TensorType, value: Any, name: str) -> Iterator[str]:
        if not isinstance(value, torch.Tensor):
            yield f"{name} is no tensor: it is of {type(value).__name__}"
            return
        yield from self.at(kind.place, value, name)
        if kind.scalar and value.dim():
            yield f"{name} has {value.dim()} dimensions, and the stub says Scalar"
        if kind.ranked and not kind.scalar and not value.dim() and kind.place != ANYWHERE:
            yield f"{name} has no dimension, and the stub does not say Scalar"

    def _model(self, kind: ModelType, value: Any, name: str) -> Iterator[str]:
        if not isinstance(value, torch.nn.Module):
            yield f"{name} is no module: it is of {type(value).__name__}"
            return
        weights = [*value.parameters(), *value.buffers()]
        if kind.stateful and not weights:
            yield f"{name} has no parameters and no buffers"
        if not kind.stateful and weights:
            yield f"{name} has parameters or buffers"
        if kind.stateful:
            yield from self.at(kind.place, value, name)

    def _instance(self, kind: InstanceType, value: Any, name: str) -> Iterator[str]:
        one = class_called(kind.name)
        if one is None:
            yield f"no stub has {kind.name}"
            return
        bases = lineage(one)
        model = next((base.model for base in bases if base.model is not None), None)
        place = kind.place or next((base.place for base in bases if base.place is not None), None)
        if model is not None:
            yield from self._model(model, value, name)
            place = place or model.place
        if place is not None:
            yield from self.at(place, value, name)

    def _container(self, kind: ContainerType, value: Any, name: str) -> Iterator[str]:
        if kind.kind == "tuple":
            if not isinstance(value, tuple) or len(value) != len(kind.items):
                yield f"{name} is no tuple of {len(kind.items)}"
                return
            pairs = zip(kind.items, value, strict=True)
        elif kind.kind == "dict":
            if not hasattr(value, "items"):
                yield f"{name} is no dict: it is of {type(value).__name__}"
                return
            pairs = zip(kind.items * len(value), value.values(), strict=True)
        else:
            inside = list(value)
            pairs = zip(kind.items * len(inside), inside, strict=True)
        for number, (inner, one) in enumerate(pairs):
            yield from self.differences(inner, one, f"{name}[{number}]")


def _is_compiled_from(value: object, other: object) -> bool:
    """Whether ``value`` is the TorchScript of the module ``other``, which has its weights and stands for it."""
    return isinstance(value, torch.jit.ScriptModule) and devices(value) == devices(other)


def _listed(found: set[torch.device]) -> str:
    return ", ".join(sorted(map(str, found)))


# Signatures


def misfits(name: str, function: Function) -> Iterator[str]:
    """Where the parameters of a row are not those of the real function ``name``."""
    try:
        target = imported(name)
    except ModuleNotFoundError:
        raise  # the library is not installed, or what it needs is not
    except (ImportError, AttributeError) as error:
        yield f"{name} cannot be imported: {error}"
        return
    owner, _, last = name.rpartition(".")
    if last == "__call__" and issubclass(imported(owner), torch.nn.Module):
        target = imported(owner).forward
    real = _signature(target, unbound=function.bound and not inspect.isclass(target) and not inspect.ismethod(target))
    names = [one.name for one in real]
    if not real:
        return
    kinds = {one.kind for one in real}
    rest = next((n for n, one in enumerate(real) if one.kind is inspect.Parameter.VAR_POSITIONAL), len(real))
    for parameter in function.parameters:
        last = parameter.name.lstrip("*")
        if last not in names:
            if inspect.Parameter.VAR_KEYWORD not in kinds and rest == len(real):
                yield f"{name} has no parameter `{last}`"
            continue
        there = real[names.index(last)]
        position = None if there.kind is inspect.Parameter.KEYWORD_ONLY else names.index(last)
        if position != parameter.position:
            yield f"{name}: `{last}` is at position {position}, and the stub says {parameter.position}"
        if isinstance(parameter.default, (bool, int, str)) and there.default != parameter.default:
            yield f"{name}: the default of `{last}` is {there.default!r}, and the stub says {parameter.default!r}"


def _signature(target: Callable[..., Any], *, unbound: bool = False) -> list[inspect.Parameter]:
    if isinstance(target, torch.nn.Module):
        target = target.forward
    try:
        found = list(inspect.signature(target).parameters.values())
    except (TypeError, ValueError):
        return []
    return found[1:] if unbound else found
