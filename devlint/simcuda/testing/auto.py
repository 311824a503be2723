"""A test suite that was written for the CPU, run as if it had been written for the simulated device.

    pytest --simulate-auto

    def test_loss():                             # as if written, with --simulate=cuda:
        criterion = library.Loss(margin=0.2)     #   library.Loss(margin=0.2).cuda()
        x = torch.randn(8, 4)                    #   torch.randn(8, 4, device="cuda")
        criterion(x).numpy()                     #   criterion(x).cpu().numpy()

Only what a test's own file makes is moved. What the code under test makes stays where it makes it, so that a clash of
devices is a device error that its users would have on a GPU. Random numbers are those of the CPU.
"""

from __future__ import annotations

import fnmatch
import functools
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils._device import _device_constructors

from devlint.simcuda import legacy, origins
from devlint.simcuda.factories import default_device
from devlint.simcuda.machine import running
from devlint.simcuda.parts import scripting
from devlint.simcuda.patching import Patches, called_directly
from devlint.simcuda.place import is_simulated, put, where
from devlint.simcuda.testing.calls import choice_of_test, given_as_data

FOLDERS = frozenset({"tests", "test"})
"""Folders whose files are a test suite's, whatever they are called."""
INSTALLED = ("site-packages", "dist-packages")
MAKING = frozenset({"from_numpy", "frombuffer", "normal"})
"""Functions that make tensors, beside those that take a default device."""
USING = ("__call__", "parameters", "named_parameters", "buffers", "state_dict", "train", "requires_grad_")
"""Methods of a module before which a test that wants CUDA would have moved it."""
_numpy = importlib.util.find_spec("numpy")
_ARRAYS = os.path.join(os.path.dirname(_numpy.origin or ""), "") if _numpy else os.devnull


class TestFiles:
    """Decides which files belong to a test suite: by pytest's patterns, or by their folder below the suite's root.

    Of an installed package it is the folder alone: some bring the base classes of their tests, as ``gpytorch.test``.
    """

    __test__ = False

    def __init__(self, root: str, patterns: list[str]) -> None:
        self.root = os.path.join(root, "")
        self.patterns = [*patterns, "conftest.py"]
        self._known: dict[str, bool] = {}

    def __contains__(self, file: object) -> bool:
        if not isinstance(file, str):
            return False
        found = self._known.get(file)
        if found is None:
            found = self._known[file] = self._is_test(file)
        return found

    def _is_test(self, file: str) -> bool:
        if origins.is_internal(file):
            return False
        *folders, name = file.removeprefix(self.root).split(os.sep)
        installed = next((folders.index(one) for one in INSTALLED if one in folders), None)
        if installed is not None:
            return not FOLDERS.isdisjoint(folders[installed:])
        if not file.startswith(self.root):
            return False
        return not FOLDERS.isdisjoint(folders) or any(fnmatch.fnmatch(name, pattern) for pattern in self.patterns)


@contextmanager
def placing(files: TestFiles) -> Iterator[None]:
    """In the body, tensors and modules that these files make are on the first device. The simulation must be on."""
    patches = Patches()
    gpu = running().devices[0]
    names = {raw.__name__ for raw in _device_constructors()} | MAKING
    for name in sorted(names):
        if name in vars(torch):
            patches.set(torch, name, made_on(gpu, files, getattr(torch, name)))
    scripting.introduce(patches)
    patches.set(legacy.TensorType, "__call__", made_on(gpu, files, legacy.TensorType.__call__))
    patches.set(torch.Tensor, "__new__", made_by_class(gpu, files, torch.Tensor.__new__))
    patches.set(torch.Tensor, "numpy", read_by(files, torch.Tensor.numpy))
    patches.set(torch.testing, "assert_close", described(torch.testing.assert_close))
    for name in USING:
        patches.set(torch.nn.Module, name, moved_first(files, getattr(torch.nn.Module, name)))
    for kind in _subclasses(torch.nn.Module):
        if "__init__" in vars(kind):
            patches.set(kind, "__init__", moved_after(files, vars(kind)["__init__"]))
    raw_subclass = torch.nn.Module.__init_subclass__

    def watched(cls: Any, /, **kwargs: Any) -> None:
        raw_subclass(**kwargs)
        if "__init__" in vars(cls):
            patches.set(cls, "__init__", moved_after(files, vars(cls)["__init__"]))

    patches.set(torch.nn.Module, "__init_subclass__", classmethod(watched))
    origins.judge.append(choice_of_test(files))
    patches.at_end(origins.judge.clear)
    try:
        yield
    finally:
        patches.undo()


def _subclasses(kind: type) -> set[type]:
    found: set[type] = set(kind.__subclasses__())
    return found.union(*map(_subclasses, found))


def made_on(gpu: torch.device, files: TestFiles, raw: Callable[..., Any]) -> Callable[..., Any]:
    """A factory whose fresh tensor is on *gpu* where a test calls it and names no device."""

    @functools.wraps(raw)
    def make(*args: Any, **kwargs: Any) -> Any:
        result = raw(*args, **kwargs)
        caller = sys._getframe(1)
        if caller.f_code.co_filename not in files:
            data = args[0] if args else kwargs.get("data")
            numbers = isinstance(data, (list, tuple, *_arrays())) and type(result) is torch.Tensor
            if numbers and given_as_data(caller, data, files):
                origins.unaid(result)
        elif (
            kwargs.get("device") is None
            and kwargs.get("out") is None
            and type(result) is torch.Tensor
            and not any(isinstance(value, torch.Tensor) for value in (*args, *kwargs.values()))
            and default_device() is None
        ):
            put(result, gpu)
        return result

    return called_directly(make)


def made_by_class(gpu: torch.device, files: TestFiles, raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.Tensor(...)``, whose result is on *gpu* where a test calls it with numbers or sizes."""

    @functools.wraps(raw)  # torch's compiler compares the signature when it is imported
    def __new__(cls: type, *args: Any, **kwargs: Any) -> Any:
        result = raw(cls, *args, **kwargs)
        if cls is torch.Tensor and sys._getframe(1).f_code.co_filename in files:
            if not kwargs and not any(isinstance(value, torch.Tensor) for value in args) and default_device() is None:
                put(result, gpu)
            origins.remember(result, args)
        return result

    return called_directly(__new__)


def _arrays() -> tuple[type, ...]:
    """NumPy's arrays, if it has been imported."""
    numpy = sys.modules.get("numpy")
    return (numpy.ndarray,) if numpy is not None else ()


def described(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.testing.assert_close``, whose error knows the tensors it compared: their devices may differ."""

    @functools.wraps(raw)
    def compare(*args: Any, **kwargs: Any) -> None:
        try:
            raw(*args, **kwargs)
        except AssertionError as error:
            if "attribute 'device'" in str(error):
                compared = origins.describe_values([*args, *kwargs.values()][:2])
                error.simulated_tensors = compared  # type: ignore[attr-defined]
            raise

    return compare


def read_by(files: TestFiles, raw: Callable[..., Any]) -> Callable[..., Any]:
    """``Tensor.numpy``: a test that wants CUDA would have copied to the CPU first; the code under test may not have."""

    @functools.wraps(raw)
    def numpy_(self: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if is_simulated(where(self)):
            frame = origins.users_frame(lambda file: origins.is_internal(file) or file.startswith(_ARRAYS))
            if frame is not None and frame.f_code.co_filename in files:
                return raw(self.cpu(), *args, **kwargs)
        return raw(self, *args, **kwargs)

    return numpy_


def moved_first(files: TestFiles, raw: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a module, which a test moves to the GPU before it uses it for the first time."""

    @functools.wraps(raw)
    def use(self: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
        if sys._getframe(1).f_code.co_filename in files:
            _move_once(self)
        return raw(self, *args, **kwargs)

    return use


def moved_after(files: TestFiles, raw: Callable[..., Any]) -> Callable[..., Any]:
    """The constructor of a class of modules: one that a test makes is moved when it is complete."""

    @functools.wraps(raw)
    def __init__(self: torch.nn.Module, *args: Any, **kwargs: Any) -> None:
        raw(self, *args, **kwargs)
        if type(self).__init__ is __init__ and sys._getframe(1).f_code.co_filename in files:
            _move_once(self)

    return __init__


def _move_once(module: torch.nn.Module) -> None:
    if "_modules" in module.__dict__ and not module.__dict__.get("_simulated_moved"):
        module.__dict__["_simulated_moved"] = True
        module.to(running().devices[0])
