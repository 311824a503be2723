"""Every operator passes here: its tensors' devices are compared, it runs on the CPU data, its results are marked.

    with DeviceMode(machine):
        torch.mm(a_on_cuda_0, b_on_cpu)     # raises, with the words of the CUDA kernel
        torch.mm(a_on_cuda_0, c_on_cuda_0)  # runs; the result's storage is marked cuda:0

A dispatch mode sees the operators that reach a kernel, also those of the backward pass and of functions written in C++.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.utils._python_dispatch import TorchDispatchMode, _pop_mode, _push_mode

from devlint.simcuda import kernels, moves, origins, rules
from devlint.simcuda.accelerators import CUDA
from devlint.simcuda.machine import Machine
from devlint.simcuda.measures import determinism
from devlint.simcuda.moves import stands_for_others
from devlint.simcuda.operators import foreign, results
from devlint.simcuda.parts.cuda import collectives
from devlint.simcuda.place import KEY, NEUTRAL, common_device, is_simulated, mark_of, put, where
from devlint.simcuda.refusals import refuse

_Tensor = torch.Tensor
_storage = torch._C.TensorBase.untyped_storage
_function_modes = torch._C._len_torch_function_stack
_Device = type(NEUTRAL)


def tensors_of(values: Iterable[Any]) -> Iterator[torch.Tensor]:
    """The tensors among arguments, those in lists included."""
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif type(value) is list or type(value) is tuple:
            yield from tensors_of(value)


class DeviceMode(TorchDispatchMode):
    """The dispatch mode of one thread."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.machine = machine

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """torch would import its compiler at the first operator otherwise."""
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Check, run, mark.

        In a backward pass the function modes of the thread are in force here; the simulation's own questions and the
        operator itself are no business of theirs.
        """
        if func.namespace != "aten" and self.machine.active:
            key = foreign.key_of_python(func, args, kwargs or {})
            if key is not None:
                return self._at(key, func, args, kwargs or {})
        if _function_modes() and func.namespace != "c10d":
            with torch._C.DisableTorchFunction():
                return self._dispatch(func, types, args, kwargs or {})
        return self._dispatch(func, types, args, kwargs or {})

    def _dispatch(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """An operator, by the short way where its tensors are plain ones on one device and its rule asks no more."""
        machine = self.machine
        if not machine.active:
            return func(*args, **kwargs)
        if types and any(map(stands_for_others, types)):
            if FakeTensor in types:
                return func(*args, **kwargs)  # shapes alone, which the mode of fake tensors answers
            return NotImplemented  # what the subclass does with its own tensors comes here again
        short = not (types or kwargs or machine.account or machine.accelerator.inconvertible)
        try:
            if short and (rule := rules.rule_for(func)).simple:
                device = common_device(args)
                asks = (rule.lacks or rule.conjugates) and device.__class__ is not object
                if asks and not _is_ordinary(rule, args):
                    result = self._run(func, args, kwargs)
                elif device is None:
                    result = func(*args)
                elif device.__class__ is _Device and device is not NEUTRAL:
                    result = self._simple(func, args, device)
                else:
                    result = self._run(func, args, kwargs)
            else:
                result = self._run(func, args, kwargs)
        except RuntimeError as error:
            machine.said = str(error)
            if machine.origins and "out of memory" not in str(error):
                error.simulated_tensors = origins.describe(func, args, kwargs)  # type: ignore[attr-defined]
            raise
        if machine.origins:
            origins.remember(result, args)
        return result

    def _simple(self, func: Any, args: Any, device: torch.device) -> Any:
        """An operator that runs on *device*, where all its tensors are."""
        try:
            result = func(*args)
        except RuntimeError as error:
            result = kernels.otherwise(func, args, {}, error)
        if type(result) is _Tensor and self.machine.account is None and not result.is_meta:
            try:
                _storage(result).__dict__[KEY] = device
            except (NotImplementedError, RuntimeError):
                put(result, device)
        else:
            mark_all(result, device)
        return result

    def _run(self, func: Any, args: Any, kwargs: Any) -> Any:
        if func.namespace == "c10d" and torch._C._len_torch_function_stack():
            with collectives.no_function_modes():
                return self._run(func, args, kwargs)
        device: torch.device | None = None
        seen = mixed = neutral = False
        for tensor in tensors_of((*args, *kwargs.values()) if kwargs else args):
            mark = mark_of(tensor)
            if mark is NEUTRAL:
                neutral = True
            elif not seen:
                seen, device = True, mark
            elif mark is not device:
                mixed = True
                device = device or mark
        if self.machine.groups and func.namespace == "c10d":
            collectives.refuse_tensors_elsewhere(self.machine, func, args, tensors_of(args))
        if func.namespace == "c10d" and device is not None and self.machine.accelerator is not CUDA:
            refuse("a collective on its devices")
        if func is _to_copy and self.machine.moving is not None:
            return moves.transfer(args[0], self.machine.moving, kwargs.get("dtype"))
        wanted = kwargs.get("device")
        if wanted is not None and is_simulated(wanted):
            return self._make(func, args, kwargs)
        if device is not None:
            return self._on_cuda(func, args, kwargs, device, mixed)
        if not seen and not neutral:
            return self._make(func, args, kwargs)
        rule = rules.rule_for(func)
        if rule.random:
            rules.generator(rule, self.machine, args, kwargs, None)
        if rule.name == "set_":
            rule.check(func, args, kwargs)
        result = kernels.run_composed(func, args, kwargs) if rule.conjugates else func(*args, **kwargs)
        if not seen and rule.name != "set_":  # whose result shares the storage of an argument
            mark_all(result, NEUTRAL)
        return result

    def _on_cuda(self, func: Any, args: Any, kwargs: Any, device: torch.device | None, mixed: bool) -> Any:
        """An operator with at least one tensor on a simulated device."""
        if func.namespace not in foreign.TORCHS:
            foreign.check(func, args, kwargs)
            mixed = False
        rule = rules.rule_for(func)
        if mixed and rule.foreach:
            places = rules.columns(func, args, kwargs)
            result = kernels.run(func, args, kwargs)
            if isinstance(result, list):
                for item, place in zip(result, places, strict=False):
                    mark_all(item, place)
            return result
        if mixed and rule.composite:
            if rule.writes:
                results.check(func, args, kwargs)
            return self._composed(func, args, kwargs)
        if mixed or rule.always:
            device = rules.check(rule, func, args, kwargs)
            if self.machine.ledger is not None and rule.name == "copy_":
                self.machine.ledger.record_copy(where(args[1]), where(args[0]), args[1].nbytes)
        if not rule.plain:
            if rule.lacks or rule.absent:
                rules.check_kernel(rule, func, args, kwargs)
            for _ in range(rule.waits(args, kwargs) if rule.waits else 0):
                rules.count_sync(self.machine, rule.name)
            if rule.alert is not None:
                determinism.check(func, rule.alert, args, kwargs)
        if rule.random:
            result = rules.draw(rule, self.machine, func, args, kwargs, device)
        elif rule.conjugates:
            result = kernels.run_composed(func, args, kwargs)
        else:
            result = kernels.run(func, args, kwargs)
        if func.namespace == "c10d":
            return result  # a collective fills what it is given, where that is
        mark_all(result[0] if rule.first_only else result, device)
        if self.machine.accelerator.inconvertible:
            rules.check_conversions(rule, args, kwargs, result)
        return result

    def _composed(self, func: Any, args: Any, kwargs: Any) -> Any:
        """An operator written in terms of others, each of which comes here."""
        for key in rules.PARTS:
            if torch._C._dispatch_has_kernel_for_dispatch_key(func.name(), key):
                return self._at(key, func, args, kwargs)
        raise AssertionError(f"{func} is not composed of others")

    def _at(self, key: str, func: Any, args: Any, kwargs: Any) -> Any:
        """The kernel of an operator under a key of the dispatcher; each operator that it calls comes here."""
        _push_mode(self)
        try:
            return func._op_dk(torch._C._parse_dispatch_key(key), *args, **kwargs)
        finally:
            _pop_mode()

    def _make(self, func: Any, args: Any, kwargs: Any) -> Any:
        """An operator that names a device, in a script, or one without tensors that torch calls for itself."""
        device = kwargs.get("device")
        if device is None or not is_simulated(device):
            result = func(*_with_scalars(func, args), **kwargs)
            mark_all(result, NEUTRAL)
            return result
        place = self.machine.gpu(device)
        there = {**kwargs, "device": torch.device("cpu")}
        rule = rules.rule_for(func)
        if rule.random:
            result = rules.draw(rule, self.machine, func, args, there, place)
        else:
            result = kernels.run(func, args, there)
        mark_all(result, place)
        return result


def _is_ordinary(rule: rules.Rule, args: Any) -> bool:
    """Whether no argument has a dtype that a device lacks the operator for, and nothing is conjugated lazily."""
    for value in args:
        first = value[0] if value.__class__ is list and value else value
        dtype = getattr(first, "dtype", None)
        if dtype is not None and (dtype.is_complex or dtype in rule.lacks):
            return False
    return True


def _with_scalars(func: Any, args: Any) -> Any:
    """The arguments of an operator: a tensor that stands for a number has reached Python as that number."""
    wanted = zip(args, func._schema.arguments, strict=False)
    return tuple(
        _raw_scalar(value) if isinstance(value, (int, float, complex)) and str(argument.type) == "Tensor" else value
        for value, argument in wanted
    )


_to_copy = torch.ops.aten._to_copy.default
_raw_scalar = torch.scalar_tensor


def mark_all(result: Any, device: torch.device | None) -> None:
    """Mark the tensors an operator returned; None and the CPU leave them as they are."""
    if device is None or (device.type == "cpu" and device is not NEUTRAL):
        return
    if isinstance(result, torch.Tensor):
        put(result, device)
    elif isinstance(result, (list, tuple)):
        for item in result:
            mark_all(item, device)
