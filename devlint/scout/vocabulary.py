"""The words by which a text shows that something in it may be in a wrong place.

    torch.ones(3)        a factory: "ones"
    x.cpu()              a move: "cpu"
    np.save(path, x)     what knows of arrays only: ".save"

A text without any of them need not be parsed, or not be evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import field
from functools import lru_cache

from devlint.base.record import dataclass
from devlint.torch_api import generated_names
from devlint.torch_api.array_functions import CONVERTING, CONVERTING_BY_VALUE, CONVERTING_LISTS, OF_ARRAYS, makes_arrays
from devlint.torch_api.names import DISTRIBUTIONS, OF_TORCH, PARAMETERS, SPEAKERS

FACTORIES: frozenset[str] = frozenset(generated_names.FACTORIES.split())
COPIES = frozenset({"clone", "deepcopy", "state_dict", "AveragedModel"})
"""What copies the weights of a module, so that they stay where they are when it moves."""

WEIGHTS = frozenset(f"{dot}{word}" for dot in ("", ".") for word in (
    "weight", "bias", "parameters", "named_parameters", "state_dict", "deepcopy", "AveragedModel",
))  # fmt: skip
"""Words of functions that have to do with the weights of a module."""

OF_MODULES: frozenset[str] = frozenset({".parameters", ".load_state_dict", ".eval", ".train"})
WITH_DEVICE: frozenset[str] = frozenset(
    "LightningModule PreTrainedModel ModelMixin DiffusionPipeline LightningDataModule Metric".split()
)
"""Classes of libraries whose ``device`` is a property that says where they are now, a ``torch.device``."""

METHODS_THAT_MOVE: frozenset[str] = frozenset("to cuda xpu npu hpu mps ipu type_as".split())
PRODUCTS: frozenset[str] = frozenset("matmul einsum bmm mm spmm".split())
"""What multiplies matrices, which no number takes part in."""

REGISTRARS: frozenset[str] = frozenset("register_buffer register_parameter add_state".split())
LEAVING: frozenset[str] = frozenset("item tolist numpy".split())
SHAPING: frozenset[str] = frozenset(
    """
    view reshape unsqueeze squeeze expand repeat flatten float double half bfloat16 long int short bool byte char t
    transpose permute contiguous clone detach type pin_memory requires_grad_ tile repeat_interleave flip exp sqrt log
    """.split()
)
DEVICES: frozenset[str] = frozenset("cuda cpu mps xpu npu hpu ipu meta".split())
HANDED_ON: frozenset[str] = frozenset(
    name for name in FACTORIES if not name.endswith("Tensor")
)  # as in `map(torch.tensor, x)`
FOREIGN: frozenset[str] = frozenset("np numpy jnp tf math json pickle yaml ast random os self".split())

_CALLED = (
    FACTORIES - {"Tensor"}
    | SPEAKERS
    | OF_TORCH
    | DISTRIBUTIONS
    | METHODS_THAT_MOVE
    | PARAMETERS
    | {"cpu", "numpy", "array", "asarray"}
)
INDICES: frozenset[str] = frozenset(
    "gpu gpu_id gpu_index device device_id device_index cuda_device cuda_id local_rank".split()
)
"""What indices of GPUs are called, and a device that may be one."""

INDEX_WORDS: frozenset[str] = frozenset(
    f"{start}{name}" for start in ("", ".", "self.") for name in INDICES - {"device"}
)
"""The words of ``words`` that are indices of GPUs for certain."""

_PHRASES = ("Tensor(", "device[", ".device is ")
_SUSPECTS = {
    *(f"{start}{name}" for start in (".", "self.") for name in _CALLED),
    *(f"{start}{name}" for start in (".", "") for name in CONVERTING if name != "save"),
    *(DEVICES | INDEX_WORDS),
    *_PHRASES,
    *(f".{name}" for name in COPIES),
    *("deepcopy", "AveragedModel"),
    *".data return_tensors default_generator".split(),
}
_VALUED = {f".{name}" for name in CONVERTING_BY_VALUE | CONVERTING_LISTS}
LOADERS: frozenset[str] = frozenset({"from_pretrained", "from_config", "create_model"})
"""Methods and functions of libraries that make a model."""

PLACING: frozenset[str] = frozenset({"device_map", "load_in_8bit", "quantization_config"})
"""Arguments of theirs by which a model may not be moved afterwards."""

WRAPPERS: frozenset[str] = frozenset({"DataParallel", "DistributedDataParallel", "DDP"})
"""Classes that spread a module over GPUs."""

APPLYING: frozenset[str] = frozenset({"forward", "generate", "update"})
"""Methods that apply a model, or a metric, to what they are given."""

_SUSPECTS |= {f"{start}{name}" for start in (".", "") for name in LOADERS} | {"BitsAndBytesConfig"}
_MODULE_PACKAGES = (
    "torch.nn", "torchvision.models", "torchaudio.transforms", "torch.ao", "torch.quantization", "torchmetrics",
)  # fmt: skip
MOVING: frozenset[str] = frozenset({".to", ".cuda", "self.to", "self.cuda"})
_OF_SELF = r"(?:(?:(?<=\bself)(?<!\.self)|(?<=\bcls)(?<!\.cls))(?:\.\w+|\())?"
_WORD = re.compile(rf"(?:\.?[^\W\d])\w*{_OF_SELF}")
_ASCII_WORD = re.compile(rf"[a-zA-Z_.]\w*{_OF_SELF}", re.ASCII)  # also finds dots and what stands behind them


def words(text: str) -> set[str]:
    """The names in ``text``: ``f``, ``.f`` after a dot, ``self.f`` after ``self``; comments and strings too."""
    return set(_words(text))


@lru_cache(8)  # many statements may share one line
def _words(text: str) -> frozenset[str]:
    found = set((_ASCII_WORD if text.isascii() else _WORD).findall(text))
    found.update(one for one in _PHRASES if one in text)
    return frozenset(found)


_ADDRESS = re.compile(r"://[^\s\"']{1,300}\.(?:pth?|tar|ckpt|bin|pkl|th)\b")


def has_addresses(text: str) -> bool:
    """True if a file has the address of a checkpoint: ``"https://example.org/small.pt"``."""
    return "load_" in text and _ADDRESS.search(text) is not None


_OF_DEVICES = re.compile(
    r"dev|gpu|cuda|cpu|ctx|index|idx|ordinal|rank|avail|accel|backend|nccl|gloo|pin_|map_loc|mps|xpu|npu|hpu", re.I
)


def speaks_of_devices(text: str) -> bool:
    """True if something in ``text`` may be a device or the index of one, by its name."""
    return _OF_DEVICES.search(text) is not None


@dataclass(slots=True)
class Names:
    """What the names of a file mean."""

    modules: set[str] = field(default_factory=set)  # classes of modules, and functions of other files that build one
    packages: set[str] = field(default_factory=lambda: {"nn", "quantization"})  # these hold some
    torches: set[str] = field(default_factory=lambda: {"torch", "dist"})  # what torch and its packages are called
    aliases: dict[str, str] = field(default_factory=dict)  # what is imported from torch by name
    suspects: set[str] = field(default_factory=set)
    strangers: set[str] = field(default_factory=set)  # classes imported from elsewhere
    converters: set[str] = field(default_factory=set)  # functions imported by name that make arrays of tensors
    movers: set[str] = field(default_factory=set)  # functions and methods that the user says move something
    places: frozenset[str] = frozenset()  # names of what the user says is on a device, without what is before a dot
    described: frozenset[str] = frozenset()  # names of what stubs of libraries describe
    told: set[str] = field(default_factory=set)  # the words of ``movers`` and ``places``
    moving: Set[str] = MOVING  # words that move something
    imports: set[str] = field(default_factory=set)  # what `import` gives, whatever it is
    publishes: bool = False  # the file has addresses of checkpoints, which are what it downloads

    def imported(self, package: str, name: str, known: str) -> None:
        """Take note of ``from package import name as known``."""
        if name in self.movers:
            self.movers.add(known)
        if f"{package}.{name}" in _MODULE_PACKAGES:
            self.packages.add(known)
        elif package.startswith(_MODULE_PACKAGES) and package != "torch.nn.functional":
            self.modules.add(known)
        if package.partition(".")[0] != "torch" and name[:1].isupper():
            self.strangers.add(known)
        if makes_arrays(f"{package}.{name}"):
            self.converters.add(known)
        if package.partition(".")[0] == "torch":
            self.aliases.update({one: one for one in _CALLED} if name == "*" else {known: name})
            self.torches.add(known)

    def known(self, clues: Set[str]) -> None:
        """All names are in: say by which words a seed may show, or one of the ``clues``."""
        named = self.packages | self.modules
        self.suspects = _SUSPECTS | clues | named | self.strangers | self.converters | {f".{name}" for name in named}
        self.suspects |= {alias for alias, name in self.aliases.items() if name in _CALLED}
        self.suspects |= _as_words(self.described)
        if self.movers or self.places:
            moving, places = _as_words(self.movers), _as_words(self.places)
            self.told, self.moving = moving | places, moving | MOVING
            self.suspects |= self.told

    def suspicious(self, found: Set[str]) -> bool:
        """Whether a text with these words may hold a seed."""
        return bool(self.showing(found))

    def showing(self, found: Set[str]) -> Set[str]:
        """Those of the words of a text by which a seed may show."""
        shown = found & self.suspects
        return shown if OF_ARRAYS.isdisjoint(found) else shown | found & _VALUED


def _as_words(names: Iterable[str]) -> set[str]:
    return {f"{start}{name}" for start in ("", ".", "self.") for name in names}
