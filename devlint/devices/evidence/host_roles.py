"""Code that runs on the CPU by its role: classes by their bases and names, functions by their names and files.

    class Faces(Dataset)           the training loop moves what a loader makes of its items
    def collate_fn(rows)           called where data is loaded
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from devlint.base.session import SESSION, Until
from devlint.devices.evidence.class_roles import Role, is_module_class, role, takes_tensor
from devlint.devices.facts.reason import Reason
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home
from devlint.flow.values.value import External
from devlint.forms.parts import owners_of
from devlint.naming.files import is_file_for_host
from devlint.stubs.finding import class_called

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
    return any(isinstance(one, FunctionValue) and takes_tensor(one) for one in methods)


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
