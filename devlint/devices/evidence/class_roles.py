"""Roles of classes and functions, by their bases and names: modules, datasets, tests, code that runs on the CPU.

class Net(nn.Module)           a module: what is registered moves with it
class Faces(Dataset)           runs on the CPU: the training loop moves what a loader makes of its items
class Net(LightningModule)     a module that Lightning moves, with its batches
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from devlint.base.session import SESSION, Until
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.values import Module
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Object
from devlint.flow.values.value import External, Value
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_named, owners_of
from devlint.naming.files import is_file_for_host
from devlint.naming.models import is_called_module_class
from devlint.stubs.finding import class_called, model_of
from devlint.torch_api.libraries import OTHER_FRAMEWORKS

RUNS_ON_CPU = Reason(
    "runs-on-cpu",
    "Code that runs on the CPU by its role or its name: datasets, collate functions and files of collators, samplers, "
    "transforms, functions called `..._cpu`, autograd functions that an exporter goes through, and scripts that export "
    "models or convert checkpoints (`export-onnx.py`, `convert_a_to_b.py`).",
    ("DEV102", "DEV107", "DEV110"),
)
APPLIED_BY_CONSTRUCTORS = Reason(
    "applied-by-constructors",
    "Functions that constructors apply to what they have built (`self.apply(init)`), and that nothing else calls.",
    ("DEV102",),
)

BEFORE_ANY_MOVE = Reason(
    "before-any-move",
    "What a constructor, or a private method that only the constructor calls, gives to a model that it was handed: "
    "nothing has been moved yet.",
    ("DEV102",),
)

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

DATA_BASES = ("Dataset", "DataModule", "DataLoader", "DatasetBuilder", "DataPipe")

HOST_BASES = (
    *DATA_BASES, "Sampler", "Processor", "Tokenizer", "Collator", "Reader", "Writer", "Viewer", "TestCase", "Config",
    "Exporter", "FeatureExtractionMixin",
)  # fmt: skip

_FOLLOWING = ("Sampler", "Writer", "Reader", "Processor")
"""Those of them that run anywhere where they are modules, follow what they are given, or say that it is a tensor."""

_TOKENIZER = "Tokenizer"
"""How a class is called that makes tensors of text, unless a method says that it is given tensors already."""

_HOST_UNLESS_MODULES = ("Transform", "Augmentation", "FeatureExtractor")
"""How classes are called that run where data is loaded, unless they are modules."""

_IMAGES = frozenset({"img", "image", "pic", "sample", "clip", "frame", "tensor"})
"""What transforms call what they are given."""


HOST_FUNCTIONS = frozenset({
    "__getitem__", "__getitems__", "collate", "collate_fn", "compute_metrics", "symbolic", "worker_init_fn",
    "prepare_data", "__getstate__", "__setstate__", "__repr__", "preprocess_logits_for_metrics",
    "train_dataloader", "val_dataloader", "test_dataloader", "get_dummy_inputs", "dummy_inputs",
})  # fmt: skip

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
    if any(is_called_module_class(name) for name in outside) or _takes_tensor(forward):
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


def _takes_tensor(forward: FunctionValue) -> bool:
    annotations = [p.annotation for p in forward.form.parameters.all[1:] if p.annotation is not None]
    return any(dotted(annotation).rpartition(".")[2] == "Tensor" for annotation in annotations)


def is_moved_by_framework(cls: ClassValue) -> bool:
    """True if a framework moves instances of ``cls`` by their own methods: they are the root of their module tree."""
    return any(isinstance(b, External) and b.name.endswith("LightningModule") for b in cls.bases_outside())


def moves_itself(cls: ClassValue) -> bool:
    """Whether ``cls``, or a framework, says what happens when it is moved."""
    return is_managed(cls) or any(cls.find(name) is not None for name in MOVERS)


def is_host_class(cls: ClassValue) -> bool:
    """Whether the methods of ``cls`` run on the CPU by role, unless a stub says where a library calls them."""
    outside = (class_called(base.name) for base in cls.bases_outside() if isinstance(base, External))
    if any(known is not None and known.is_called_back for known in outside):
        return False
    names = list(_names(cls))
    if any(name.endswith(HOST_BASES) or "Collat" in name for name in names):
        roles = [name for name in names if name.endswith(HOST_BASES)]
        if roles and all(name.endswith(_TOKENIZER) for name in roles) and _is_given_tensors(cls):
            return False
        anywhere = is_module_class(cls) or _follows(cls) or _is_given_tensors(cls)
        return not (anywhere and all(name.endswith(_FOLLOWING) for name in roles))
    if any(isinstance(base, External) and base.name.startswith("torch.distributions.") for base in cls.bases_outside()):
        return False
    by_name = any(name.endswith(_HOST_UNLESS_MODULES) for name in names)
    return (by_name or _is_transform(cls)) and not is_module_class(cls)


def _is_transform(cls: ClassValue) -> bool:
    """Whether ``cls`` is called with images, one by one as data is loaded, as transforms of torchvision are."""
    call = cls.members.get("__call__")
    if not isinstance(call, FunctionValue) or role(cls) is not Role.PLAIN:
        return False
    names = [one.name for one in call.form.parameters.all[1:]]
    if not 0 < len(names) <= 2 or names[0] not in _IMAGES:
        return False
    return not owners_of({"device", "to", "cuda", "is_cuda"}, cls.form)


def _is_given_tensors(cls: ClassValue) -> bool:
    """True if a public method of ``cls`` says by an annotation that it takes a tensor. Not asked of constructors."""
    methods = (one for name, one in cls.members.items() if not name.startswith("_") or name == "__call__")
    return any(isinstance(one, FunctionValue) and _takes_tensor(one) for one in methods)


def _follows(cls: ClassValue) -> bool:
    """Whether ``cls`` asks something it is given for its device, or is built for one."""
    init = cls.find("__init__")
    if isinstance(init, FunctionValue) and any(one.name == "device" for one in init.form.parameters.all):
        return True
    return any(one and "." not in one for one in owners_of({"device"}, cls.form) - {"self", "torch"})


def is_of_data(cls: ClassValue) -> bool:
    """Whether ``cls`` keeps data: what it reads from files was prepared on the CPU."""
    return any(name.endswith(DATA_BASES) for name in _names(cls))


def _names(cls: ClassValue) -> Iterator[str]:
    """The names of a class and of all its bases."""
    yield cls.form.name
    for part in cls.linearised():
        if isinstance(part, ClassValue):
            yield part.form.name
        elif isinstance(part, External):
            yield part.name.rpartition(".")[2]


def is_of_tests(function: FunctionValue, home: Home) -> bool:
    """Whether a function is a test, or helps the tests of the module ``home`` that it stands in.

    Not the function of a training script that tests a model, nor the step of a test in a Lightning module.
    """
    return home.is_of_tests or home.has_tests and getattr(function.form, "name", "").startswith("test_")


@lru_cache(maxsize=8)
def is_host_function(function: FunctionValue) -> bool:
    """Whether a function runs on the CPU by its name, or its file's, or only where exporters go through its class."""
    name = getattr(function.form, "name", "")
    if function.owner is not None and is_for_exporters(function.owner):
        return True
    if isinstance(function.home, Home) and is_file_for_host(function.home.file):
        return True
    traced = name.startswith("_onnx")  # an exporter goes through it with an example on the CPU
    on_cpu = name.endswith("_cpu") and not name.endswith("to_cpu")
    return name in HOST_FUNCTIONS or "collate" in name or traced or on_cpu


SESSION.forget(Until.PROGRAM, is_host_function.cache_clear)


def is_for_exporters(cls: ClassValue) -> bool:
    """Whether an exporter goes through ``cls``, an autograd function, and takes what it gives for examples."""
    return "symbolic" in cls.members


def is_backward(function: FunctionValue) -> bool:
    """Whether a function is the ``backward`` of a ``torch.autograd.Function``."""
    if function.owner is None or getattr(function.form, "name", "") not in ("backward", "vjp"):
        return False
    outside = function.owner.bases_outside()
    return any(isinstance(base, External) and base.name in AUTOGRAD_FUNCTIONS for base in outside)


def is_module(value: Value) -> bool:
    """Whether ``value`` is a module for certain."""
    return isinstance(value, Module) or isinstance(value, Object) and is_module_class(value.type)
