"""Roles of classes and functions, by their bases and names: modules, datasets, tests, code that runs on the CPU.

class Net(nn.Module)           a module: what is registered moves with it
class Faces(Dataset)           runs on the CPU: the training loop moves what a loader makes of its items
class Net(LightningModule)     a module that Lightning moves, with its batches
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from devlint.devices.lattice.values import Module
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Object
from devlint.flow.values.value import External, Value
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_named
from devlint.naming.models import is_called_module_class
from devlint.stubs.finding import class_called, model_of
from devlint.torch_api.libraries import OTHER_FRAMEWORKS

MODULE_NAMES = frozenset({
    "Module", "ScriptModule", "LightningModule", "PreTrainedModel", "ModelMixin", "MessagePassing", "ExactGP",
    "PyroModule", "FairseqEncoder", "FairseqDecoder", "FairseqIncrementalDecoder", "BaseModule",
})  # fmt: skip
"""Names of classes that are modules in whatever package of torch they stand.

``Metric`` is none of them: that of torchmetrics is a module by its stub, those of torcheval and ignite are not.
"""


PLAIN_BASES = (
    "abc.",
    "typing.",
    "typing_extensions.",
    "enum.",
    "builtins.",
    "dataclasses.",
    "collections.",
    "threading.",
    "torch.utils.data.",
)
"""Where the bases come from that bring nothing that matters here."""


TRANSPARENT = frozenset({
    "no_grad", "inference_mode", "enable_grad", "staticmethod", "classmethod", "property", "cached_property",
    "override", "overload", "wraps", "cache", "lru_cache", "script", "export", "ignore", "unused", "abstractmethod",
    "compile", "final", "torch_no_grad", "custom_fwd", "custom_bwd", "script_method", "deprecated", "disable",
    "autocast", "set_grad_enabled", "record_function", "contextmanager", "jit_ignore", "script_if_tracing", "setter",
})  # fmt: skip
"""Decorators behind which a function still does what its body says."""

AUTOGRAD_FUNCTIONS = frozenset({"torch.autograd.Function", "torch.autograd.function.Function"})

MANAGED = "managed"
"""The remark about a class of modules that a framework moves, and all that they hold."""

MOVERS = frozenset({"_apply", "to", "cuda", "cpu"})
_REGISTERING = frozenset({"register_buffer", "register_parameter"})


class Role(Enum):
    """What a class is to devices."""

    MODULE = "module"
    PLAIN = "plain"  # no module, and all its bases are known
    UNCERTAIN = "uncertain"  # some base may bring anything


def role(cls: ClassValue) -> Role:
    """What ``cls`` is: a class with bases out of sight is a module if it is built and used like one."""
    known = cls.notes.get("role")
    if not isinstance(known, Role):
        known = cls.notes["role"] = _role(cls)
    return known


def _role(cls: ClassValue) -> Role:
    outside = cls.bases_outside()
    if is_managed(cls):
        return Role.MODULE
    if any(isinstance(base, External) and _is_module_name(base.name) for base in outside):
        return Role.MODULE
    if all(isinstance(base, External) and _is_plain_base(base.name) for base in outside):
        return Role.UNCERTAIN if _is_mixin(cls) else Role.PLAIN
    return Role.MODULE if _is_used_as_module(cls) else Role.UNCERTAIN


def _is_plain_base(name: str) -> bool:
    """Whether a base of this full name brings nothing that matters here: a stub of its library would say so."""
    known = None if name.startswith(PLAIN_BASES) else class_called(name)
    return name.startswith(PLAIN_BASES) or known is not None and model_of(known) is None and known.place is None


def is_managed(cls: ClassValue) -> bool:
    """Whether a framework moves the instances of ``cls``, and all that they hold."""
    return any(isinstance(part, ClassValue) and part.remark == MANAGED for part in cls.linearised())


def is_module_class(cls: ClassValue) -> bool:
    """Whether instances of ``cls`` are modules for certain."""
    return role(cls) is Role.MODULE


def _is_module_name(name: str) -> bool:
    last = name.rpartition(".")[2]
    known = class_called(name)
    if known is not None and model_of(known) is not None:
        return True
    if name.partition(".")[0] in OTHER_FRAMEWORKS:
        return False
    return last in MODULE_NAMES or name.startswith("torch.nn.") and _is_class_of_modules(last)


def _is_class_of_modules(name: str) -> bool:
    return name.lstrip("_")[:1].isupper() and not name.endswith(("Parameter", "Buffer"))


def _is_mixin(cls: ClassValue) -> bool:
    """Whether ``cls`` expects other bases beside it: it hands arguments to an ``__init__`` that none of its own has."""
    if "Mixin" in cls.form.name:
        return True
    init = cls.find("__init__")
    if not isinstance(init, FunctionValue):
        return False
    begun = next(_begins(init.form), None)
    return begun is not None and bool(begun.arguments or begun.keywords) and len(cls.linearised()) == 1


def _begins(init: form.Form) -> Iterator[form.Call]:
    """The calls of ``super().__init__(...)`` in a constructor."""
    for call in calls_named({"__init__"}, init):
        if isinstance(call.function, form.Attribute) and form.is_super(call.function.value):
            yield call


def _is_used_as_module(cls: ClassValue) -> bool:
    """Whether ``cls`` defines ``forward``, or ``_forward`` for a base that has it, and sets attributes to what torch.nn
    makes, registers something, or begins like a base that is called like a module. A ``forward`` that says that it
    takes a tensor will do instead, and so will no ``forward``, if the constructor registers what only a module does.
    """
    init = cls.find("__init__")
    if not isinstance(init, FunctionValue):
        return False
    forward = cls.find("forward")
    if forward is None and _registers(init.form):
        return True
    forward = forward or cls.find("_forward")
    if not isinstance(forward, FunctionValue) or forward.kind != "function":
        return False
    outside = [base.name.rpartition(".")[2] for base in cls.bases_outside() if isinstance(base, External)]
    if any(is_called_module_class(name) for name in outside) or takes_tensor(forward):
        return True
    called = (name.rpartition(".") for name in called_in(init.form))
    return any(owner in ("nn", "torch.nn") or dot and name in _REGISTERING for owner, dot, name in called)


def _registers(init: form.Form) -> bool:
    """Whether a constructor registers what only modules do, or keeps a parameter beside what its base has set."""
    if not {f"self.{name}" for name in _REGISTERING}.isdisjoint(called_in(init)):
        return True
    kept = (one for one in Bindings(init).every if one.name.startswith("self.") and isinstance(one.value, form.Call))
    parameters = (dotted(getattr(one.value, "function", None)).rpartition(".")[2] == "Parameter" for one in kept)
    return next(_begins(init), None) is not None and any(parameters)


def takes_tensor(forward: FunctionValue) -> bool:
    """Whether a method says by an annotation that it takes a tensor."""
    annotations = [p.annotation for p in forward.form.parameters.all[1:] if p.annotation is not None]
    return any(dotted(annotation).rpartition(".")[2] == "Tensor" for annotation in annotations)


def is_moved_by_framework(cls: ClassValue) -> bool:
    """True if a framework moves instances of ``cls`` by their own methods: they are the root of their module tree."""
    return any(isinstance(b, External) and b.name.endswith("LightningModule") for b in cls.bases_outside())


def moves_itself(cls: ClassValue) -> bool:
    """Whether ``cls``, or a framework, says what happens when it is moved."""
    return is_managed(cls) or any(cls.find(name) is not None for name in MOVERS)


def is_of_tests(function: FunctionValue, home: Home) -> bool:
    """Whether a function is a test, or helps the tests of the module ``home`` that it stands in.

    Not the function of a training script that tests a model, nor the step of a test in a Lightning module.
    """
    return home.is_of_tests or home.has_tests and getattr(function.form, "name", "").startswith("test_")


def is_backward(function: FunctionValue) -> bool:
    """Whether a function is the ``backward`` of a ``torch.autograd.Function``."""
    if function.owner is None or getattr(function.form, "name", "") not in ("backward", "vjp"):
        return False
    outside = function.owner.bases_outside()
    return any(isinstance(base, External) and base.name in AUTOGRAD_FUNCTIONS for base in outside)


def is_module(value: Value) -> bool:
    """Whether ``value`` is a module for certain."""
    return isinstance(value, Module) or isinstance(value, Object) and is_module_class(value.type)
