"""Changes to torch that are taken back when the simulation ends.

patches = Patches()
patches.set(torch.Tensor, "cuda", my_cuda)
patches.undo()                                # torch.Tensor.cuda is what it was, or is gone as it was
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, ModuleType, WrapperDescriptorType
from typing import Any

import torch

from devlint.simcuda.function_mode import is_programs_mode_on_top

_MISSING = object()
DIRECT = "_simulated_direct"
OF_CPP = (BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType)
"""The types of functions and methods that torch has in C++, where it asks function modes before anything else."""


def with_tensor_by_name(call: Callable[..., Any]) -> Callable[..., Any]:
    """*call*, whose first tensor may be given as ``input=``, as the functions of torch let it be."""

    @functools.wraps(call)
    def given(*args: Any, **kwargs: Any) -> Any:
        if not args and "input" in kwargs:
            args = (kwargs.pop("input"),)
        return call(*args, **kwargs)

    return given


class Patches:
    """A stack of attribute changes on classes and modules."""

    def __init__(self) -> None:
        self.replacements: dict[Any, Any] = {}
        """Original functions and what stands for them; methods reached through their class are never the original."""
        self._actions: list[Callable[[], object]] = []
        self.stand_ins: dict[Any, Any] = {}
        """What stands for torch's functions, with the originals; one for each namespace that has the function."""
        self._undo: list[tuple[Any, str, Any]] = []

    def set(self, owner: Any, name: str, value: Any, *, by_identity: bool = True) -> None:
        """Set an attribute and remember what the owner itself held, inherited values excluded.

        Without *by_identity* the original stays what it is for who has it under another name.
        """
        self._undo.append((owner, name, vars(owner).get(name, _MISSING)))
        before: Any = getattr(owner, name, None)
        is_heard = (isinstance(before, OF_CPP) or is_direct(before)) and owner is not torch._C
        if is_heard and isinstance(value, FunctionType):
            value = heard_by_modes(value)
            value.__name__ = before.__name__
        if isinstance(value, FunctionType) and hasattr(value, "__wrapped__"):
            _found_at(value, owner, name)
        original = getattr(owner, name, None)
        if (
            callable(value)
            and callable(original)
            and not isinstance(original, type)
            and isinstance(original, Hashable)
            and owner not in (torch._C, torch.Tensor)
        ):
            self.stand_ins[value] = original
            if by_identity:
                self.replacements[original] = value
        setattr(owner, name, value)

    def at_end(self, action: Callable[[], object]) -> None:
        """Something else to do when the changes are taken back."""
        self._actions.append(action)

    def undo(self) -> None:
        """Take every change back, last first.

        An interrupt, or an action that fails, is raised when that is done.
        """
        failed: BaseException | None = None
        while self._actions or self._undo:
            try:
                while self._actions:
                    self._actions.pop()()
                while self._undo:
                    owner, name, old = self._undo[-1]
                    if old is not _MISSING:
                        setattr(owner, name, old)
                    elif name in vars(owner):
                        delattr(owner, name)
                    self._undo.pop()
            except BaseException as error:
                failed = failed or error
        if failed is not None:
            raise failed


def _found_at(function: FunctionType, owner: Any, name: str) -> None:
    """Have a function that stands for another pickled by the name under which it is found."""
    if isinstance(owner, ModuleType):
        function.__module__, function.__qualname__ = owner.__name__, name
    elif isinstance(owner, type):
        function.__module__, function.__qualname__ = owner.__module__, f"{owner.__qualname__}.{name}"


def original(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of torch's tensors as it was before it was replaced.

    With a function mode in force, C++ looks a method up by its name again and would find what stands for it.
    """

    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        with torch._C.DisableTorchFunction():
            return method(*args, **kwargs)

    return call


def called_directly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark *function* as one that asks the function modes itself, or that counts as its caller: it needs no wrapper."""
    vars(function)[DIRECT] = id(function)
    return function


def is_direct(function: Any) -> bool:
    """True if a function has been given to `called_directly`; not for one that `functools.wraps` has made like it."""
    return getattr(function, DIRECT, None) == id(function)


def overriding(values: tuple[Any, ...]) -> bool:
    """True if a class of tensors among the arguments hears of functions of torch before they run."""
    for value in values:
        kind = type(value)
        if kind is torch.Tensor or kind is torch.nn.Parameter or not isinstance(value, torch.Tensor):
            continue
        if kind.__torch_function__ is not torch._C._disabled_torch_function_impl:
            return torch._C._is_torch_function_enabled()
    return False


def heard_by_modes(function: FunctionType) -> FunctionType:
    """*function* in the place of one of C++, of which modes and classes of the program hear before it runs."""
    if is_direct(function):
        return function

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if is_programs_mode_on_top() or overriding(args):
            tensors = [value for value in (*args, *kwargs.values()) if isinstance(value, torch.Tensor)]
            return torch.overrides.handle_torch_function(call, tensors, *args, **kwargs)
        return function(*args, **kwargs)

    return called_directly(call)  # type: ignore[return-value]


def heard_property(get: Callable[..., Any], put: Callable[..., None] | None = None, drop: Any = None) -> property:
    """A property in the place of one of C++: a function mode of the program hears of each use of it."""

    def reading(self: Any) -> Any:
        if is_programs_mode_on_top():
            return torch.overrides.handle_torch_function(found.__get__, (self,), self)
        return get(self)

    def writing(self: Any, value: Any) -> None:
        if is_programs_mode_on_top():
            torch.overrides.handle_torch_function(found.__set__, (self,), self, value)
        elif put is not None:
            put(self, value)

    found = property(reading, None if put is None else writing, drop)
    return found


def as_method(function: Callable[..., Any]) -> Callable[..., Any]:
    """*function* as a method of tensors, of which modes and a subclass with ``__torch_function__`` hear first."""

    @functools.wraps(function)
    def method(self: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if is_programs_mode_on_top():
            return torch.overrides.handle_torch_function(method, (self,), self, *args, **kwargs)
        if overriding((self,)):
            return torch.overrides.handle_torch_function(method, (self,), self, *args, **kwargs)
        return function(self, *args, **kwargs)

    return called_directly(method)
