"""What in a statement can put a value in a wrong place, or shows that it is in one.

    torch.ones(3)                      a seed: made on the CPU
    torch.ones(3, device=x.device)     none, nor is `torch.ones(3).to(x.device)`
    x.cpu()                            a seed; `x.cpu().tolist()` is none: what leaves torch meets nothing
    model.to(device)                   a seed where the result is thrown away
    nn.Linear(4, 2)                    builds a module: it depends on who keeps it

Every clash has a side that was put somewhere by one of these. What is moved or made where something else is, is on
nobody's wrong side. When in doubt it is a seed: that costs time, never a finding.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Set
from dataclasses import field

from devlint.record import dataclass

FACTORIES = frozenset(
    """
    tensor as_tensor asarray scalar_tensor from_numpy frombuffer from_dlpack from_file zeros ones empty full eye arange
    range linspace logspace rand randn randint randperm normal empty_strided empty_permuted sparse_coo_tensor
    sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor sparse_compressed_tensor tril_indices
    triu_indices fftfreq rfftfreq hann_window hamming_window blackman_window bartlett_window kaiser_window
    Tensor FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor ShortTensor ByteTensor CharTensor
    BoolTensor
    """.split()
)
_SPEAKERS = frozenset(
    """
    Generator default_generator manual_seed set_device get_device current_device set_default_device
    set_default_tensor_type fork_rng set_rng_state set_rng_state_all get_rng_state get_rng_state_all set_state
    synchronize to_empty pack_padded_sequence get_autocast_gpu_dtype
    """.split()
)
_DISTRIBUTIONS = frozenset(
    """
    Normal Uniform Beta Gamma Exponential Laplace Gumbel HalfNormal LogNormal Cauchy Bernoulli Poisson StudentT Chi2
    """.split()
)
_OF_TORCH = frozenset(
    """
    load save all_reduce broadcast reduce all_gather gather scatter reduce_scatter all_gather_into_tensor
    reduce_scatter_tensor all_to_all_single send recv isend irecv autocast tensor_split
    """.split()
)

OF_CURRENT_GPU = frozenset(
    """
    synchronize current_stream Stream memory_allocated max_memory_allocated memory_reserved max_memory_reserved
    reset_peak_memory_stats reset_max_memory_allocated mem_get_info memory_stats memory_summary utilization
    get_device_capability get_device_name
    """.split()
)
"""Functions of ``torch.cuda`` that speak of the current GPU if they are given no device."""

OF_MODULES = frozenset({".parameters", ".load_state_dict", ".eval", ".train"})
_MOVES = frozenset("to cuda xpu npu hpu mps ipu type_as".split())
PARAMETERS: frozenset[str] = frozenset("Parameter UninitializedParameter Buffer UninitializedBuffer".split())
PRODUCTS: frozenset[str] = frozenset("matmul einsum bmm mm spmm".split())
"""What multiplies matrices, which no number takes part in."""

_REGISTRARS = frozenset("register_buffer register_parameter add_state".split())
_LEAVING = frozenset("item tolist numpy".split())
_SHAPING = frozenset(
    """
    view reshape unsqueeze squeeze expand repeat flatten float double half bfloat16 long int short bool byte char t
    transpose permute contiguous clone detach type pin_memory requires_grad_ tile repeat_interleave flip exp sqrt log
    """.split()
)
_DEVICES = frozenset("cuda cpu mps xpu npu hpu ipu meta".split())
_MEANT = frozenset({"gpu", "GPU", "CUDA"})  # no devices, but meant as such
_HANDED_ON = frozenset(name for name in FACTORIES if not name.endswith("Tensor"))  # as in `map(torch.tensor, x)`
_NUMPY = frozenset({"np", "numpy"})
CONVERTING = frozenset(
    """
    array asarray ones_like zeros_like full_like empty_like save savetxt concatenate vstack hstack histogram percentile
    interp corrcoef plot scatter hist
    imshow linear_sum_assignment pearsonr spearmanr kendalltau accuracy_score balanced_accuracy_score
    average_precision_score f1_score precision_score recall_score roc_auc_score roc_curve precision_recall_curve
    confusion_matrix classification_report mean_squared_error mean_absolute_error r2_score stack argpartition
    array_equal det_curve auc cdist squareform pairwise_distances euclidean_distances cosine_similarity log_loss
    normalized_mutual_info_score adjusted_rand_score cohen_kappa_score matthews_corrcoef silhouette_score
    """.split()
)
"""Functions of packages that know of numpy arrays only, which make arrays of what they are given."""

CONVERTING_BY_VALUE = frozenset(
    """
    sqrt exp log log2 log10 log1p expm1 abs absolute fabs sin cos tan tanh arctan2 square sign floor ceil rint isnan
    isfinite isinf maximum minimum power add subtract multiply divide dot matmul uint8 uint16 int32 int64 float32
    float64 ascontiguousarray atleast_1d atleast_2d column_stack pad tile allclose isclose bincount digitize diff cov
    polyfit outer inner cross kron einsum gradient nan_to_num isin savez savez_compressed unravel_index rad2deg
    DataFrame Series write imsave bar fill_between errorbar contourf sqrtm cosine euclidean entropy
    median average argmax argmin argsort sort unique nanmean quantile cumsum where count_nonzero ptp clip round
    """.split()
)
"""More of them, whose names mean as much elsewhere."""

CONVERTING_LISTS = frozenset("mean std var sum max min prod all any".split())
"""Functions of numpy that leave a tensor to its own method, and make arrays of lists."""

_OF_ARRAYS = _NUMPY | {"plt", "metrics", "stats", "optimize", "pd", "sf", "linalg", "distance", "wavfile"}
_FOREIGN = frozenset("np numpy jnp tf math json pickle yaml ast random os self".split())

_CALLED = (
    FACTORIES - {"Tensor"}
    | _SPEAKERS
    | _OF_TORCH
    | _DISTRIBUTIONS
    | _MOVES
    | PARAMETERS
    | {"cpu", "numpy", "array", "asarray"}
)
INDICES = frozenset("gpu gpu_id gpu_index device device_id device_index cuda_device cuda_id local_rank".split())
"""What indices of GPUs are called, and a device that may be one."""

INDEX_WORDS = frozenset(f"{start}{name}" for start in ("", ".", "self.") for name in INDICES - {"device"})
"""The words of ``words`` that are indices of GPUs for certain."""

_SUSPECTS = {f"{start}{name}" for start in (".", "self.") for name in _CALLED} | _DEVICES
_SUSPECTS |= {f"{start}{name}" for start in (".", "") for name in CONVERTING if name != "save"}
_PHRASES = ("Tensor(", "device[", ".device is ")
_SUSPECTS |= {*INDEX_WORDS, *_PHRASES, *_MEANT, "default_generator"}
_SUSPECTS |= {".split", ".partition", ".data", ".environ", ".getenv", ".index", ".type"}
_SUSPECTS |= {"return_tensors", *(f".{name}" for name in OF_CURRENT_GPU)}
_VALUED = {f".{name}" for name in CONVERTING_BY_VALUE}
_MODULE_PACKAGES = ("torch.nn", "torchvision.models", "torchaudio.transforms", "torch.ao", "torch.quantization")
MOVING = frozenset({".to", ".cuda", "self.to", "self.cuda"})
_OF_SELF = r"(?:(?:(?<=\bself)(?<!\.self)|(?<=\bcls)(?<!\.cls))(?:\.\w+|\())?"
_WORD = re.compile(rf"(?:\.?[^\W\d])\w*{_OF_SELF}")
_ASCII_WORD = re.compile(rf"[a-zA-Z_.]\w*{_OF_SELF}", re.ASCII)  # also finds dots and what stands behind them


NOTHING = 0
SEED = 1  # something here may be in a wrong place
BUILDS = 2  # a module is built
MOVES = 4  # something is moved
QUESTION = 8  # nothing is put anywhere, but the function has something to report
"""What a look at an expression finds: a sum of these."""


def words(text: str) -> set[str]:
    """The names in ``text``: ``f``, ``.f`` after a dot, ``self.f`` after ``self``; comments and strings too."""
    found = set((_ASCII_WORD if text.isascii() else _WORD).findall(text))
    for one in _PHRASES:
        if one in text:
            found.add(one)
    return found


@dataclass(slots=True)
class Names:
    """What the names of a file mean."""

    modules: set[str] = field(default_factory=set)  # classes of modules
    packages: set[str] = field(default_factory=lambda: {"nn", "quantization"})  # these hold some
    torches: set[str] = field(default_factory=lambda: {"torch", "dist"})  # what torch and its packages are called
    aliases: dict[str, str] = field(default_factory=dict)  # what is imported from torch by name
    suspects: set[str] = field(default_factory=set)
    strangers: set[str] = field(default_factory=set)  # classes imported from elsewhere
    movers: set[str] = field(default_factory=set)  # functions and methods that the user says move something
    places: frozenset[str] = frozenset()  # names of what the user says is on a device, without what is before a dot
    told: set[str] = field(default_factory=set)  # the words of these
    moving: Set[str] = MOVING  # words that move something
    imports: set[str] = field(default_factory=set)  # what `import` gives, whatever it is

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
        if package.partition(".")[0] == "torch":
            self.aliases.update({one: one for one in _CALLED} if name == "*" else {known: name})
            self.torches.add(known)

    def known(self) -> None:
        """All names are in: say by which words a seed may show."""
        named = self.packages | self.modules
        self.suspects = _SUSPECTS | named | self.strangers | {f".{name}" for name in named}
        self.suspects |= {alias for alias, name in self.aliases.items() if name in _CALLED}
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
        return shown if _OF_ARRAYS.isdisjoint(found) else shown | found & _VALUED


def _as_words(names: Iterable[str]) -> set[str]:
    return {f"{start}{name}" for start in ("", ".", "self.") for name in names}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below one, in the order of the text; the contexts and operators of expressions are left out."""
    found: list[ast.AST] = []
    for name in node._fields:
        if name in _WORDLESS:
            continue
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


_WORDLESS = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment"})


class Seer:
    """Looks at the expressions of one function, whose words are ``found``.

    ``unset`` are its parameters for devices that are None for those who give none. ``remembers`` says that it belongs
    to a module that keeps the device it was given.
    """

    def __init__(
        self,
        names: Names,
        found: Set[str],
        *,
        in_module: bool = False,
        unset: Set[str] = frozenset(),
        remembers: bool = False,
    ) -> None:
        self.names = names
        self.unset = unset
        self.device_known = "device" in found  # `**kwargs` may bring one
        self.tokens = "return_tensors" in found
        self.modules = not OF_MODULES.isdisjoint(found)
        self.moving = not names.moving.isdisjoint(found)
        self.placed = in_module or self.moving or self.device_known or not names.told.isdisjoint(found)
        own = {word for word in found if word.startswith("self.") and word.endswith("device")}
        self.two_devices = "self.device" in own and (len(own) > 1 or remembers)
        self.depth = 0
        self.deepest = sys.getrecursionlimit() // 3  # compiled, nobody else counts

    def look(self, node: ast.AST | None, settled: bool = False) -> int:
        """What is in ``node``; ``settled`` says that its value goes where it belongs, or leaves torch.

        Raises RecursionError.
        """
        self.depth += 1
        if self.depth > self.deepest:
            raise RecursionError("the code nests too deeply")
        found = self._look(node, settled)
        self.depth -= 1
        return found

    def _look(self, node: ast.AST | None, settled: bool) -> int:
        if node is None or isinstance(node, ast.expr_context):
            return NOTHING
        if isinstance(node, ast.Name):
            told = node.id in self.names.places or node.id in self.names.movers
            return SEED if told or self.names.aliases.get(node.id, "") in _HANDED_ON else NOTHING
        if isinstance(node, ast.Constant):
            named = isinstance(node.value, str) and node.value.partition(":")[0] in _DEVICES
            asks = isinstance(node.value, str) and node.value in _MEANT
            return SEED if named and not settled else QUESTION if asks else NOTHING
        if isinstance(node, ast.Call):
            return self._call(node, settled)
        if isinstance(node, ast.Attribute):
            if node.attr == "requires_grad" and self.moving and isinstance(node.ctx, ast.Store):
                return SEED | self.look(node.value)
            if self.two_devices and node.attr == "device" and getattr(node.value, "id", "") == "self":
                return QUESTION
            if node.attr == "is_available":
                return QUESTION  # it is not called
            if node.attr in ("type", "index") and _is_device(node.value):
                return QUESTION | self.look(node.value)
            handed_on = node.attr in _HANDED_ON and getattr(node.value, "id", "") in self.names.torches
            told = node.attr in self.names.places or node.attr in self.names.movers
            return SEED if told or handed_on or node.attr in ("default_generator", "cpu") else self.look(node.value)
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "environ":
            return QUESTION if "RANK" in str(getattr(node.slice, "value", "")) else NOTHING
        if isinstance(node, ast.Subscript) and str(getattr(node.value, "id", "")).endswith("device"):
            return QUESTION | self.look(node.slice)
        if isinstance(node, ast.BinOp) and settled:
            plain = _is_number(node.left) or _is_number(node.right)
            return self.look(node.left, plain) | self.look(node.right, plain)
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.IfExp):
            asks = _is_number(node.body) and _is_number(node.orelse) or getattr(node.test, "id", "") == "device"
            asks = asks or getattr(node.test, "attr", "") == "is_cuda"
            found = QUESTION if asks else NOTHING
            return found | self.look(node.test) | self.look(node.body, settled) | self.look(node.orelse, settled)
        found = NOTHING
        moves = 0
        for child in children(node):
            look = self.look(child)
            moves += bool(look & MOVES)
            found |= look
        if moves and isinstance(node, _EACH) or moves > 1 and isinstance(node, _TOGETHER):
            found |= SEED
        return found

    def _each(self, nodes: Iterable[ast.AST], settled: bool = False) -> int:
        found = NOTHING
        for node in nodes:
            found |= self.look(node, settled)
        return found

    def _compare(self, node: ast.Compare) -> int:
        sides = [node.left, *node.comparators]
        if _asks_index(node) or _asks_above_zero(node) or _asks_identity(node):
            return QUESTION | self._each(sides)
        if any(isinstance(side, ast.Attribute) and side.attr == "type" for side in sides):
            indexed = any(isinstance(side, ast.Constant) and ":" in str(side.value) for side in sides)
            sides = [side.value if isinstance(side, ast.Attribute) and side.attr == "type" else side for side in sides]
            sides = [side for side in sides if not isinstance(side, ast.Constant)]
            return self._each(sides) | (QUESTION if indexed else NOTHING)
        return self._each(sides)

    def _call(self, node: ast.Call, settled: bool) -> int:
        function = node.func
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if self.tokens and not settled and any(keyword.arg == "return_tensors" for keyword in node.keywords):
            return SEED | self.look(function) | self._each(given)
        if self.names.movers and last_name(function) in self.names.movers:
            return SEED | MOVES | self.look(getattr(function, "value", None)) | self._each(given)
        if isinstance(function, ast.Name):
            if function.id == "int" and len(given) == 1 and "environ" in ast.unparse(given[0]):
                return NOTHING  # a number is made of what is none
            if function.id in self.names.strangers and self.modules and self.placed:
                return SEED | self._each(given)
            if function.id in CONVERTING and function.id not in self.names.aliases:
                return self._each(given) | self._converts(given)
            name = self.names.aliases.get(function.id, function.id)
            return self._named(node, name, given, settled, function.id in self.names.aliases, function.id)
        if not isinstance(function, ast.Attribute):
            return self.look(function) | self._each(given)
        name, receiver = function.attr, function.value
        if name in CONVERTING and _is_axes(receiver):
            return self.look(receiver) | self._each(given) | self._converts(given)
        if name in _LEAVING:
            own = SEED if name == "numpy" and not _is_hosted(receiver) else NOTHING
            return own | self.look(receiver, settled=True) | self._each(given)
        if name == "cpu":
            return (NOTHING if settled else SEED) | self.look(receiver, settled)
        if name in _MOVES:
            own = MOVES if name == "to" or node.args else MOVES | SEED
            if name == "to" and _only_retypes(node):
                own = NOTHING
            own |= QUESTION if any(keyword.arg == "non_blocking" for keyword in node.keywords) else NOTHING
            there = settled or name != "to" or _names_device(given)
            if own and (_is_kept(receiver) or any(map(self._is_imported, given)) or makes_parameter(receiver)):
                own |= SEED  # a weight leaves the others, or is none then; an input goes where its module may not be
            return own | self.look(receiver, there) | self._each(given, settled)
        if name == "type" and given and "Tensor" in ast.unparse(given[0]):
            return SEED
        if name == "pin_memory" and self.look(receiver) & MOVES:
            return SEED | self.look(receiver)
        if name in ("split", "partition") and _is_device(receiver):
            return QUESTION  # a string has these, and no device
        if name in _REGISTRARS:
            return self._each(given, settled=True)
        if name == "requires_grad_" and self.moving:
            return SEED | self.look(receiver) | self._each(given)
        if name in _SHAPING and settled:
            return self.look(receiver, settled) | self._each(given)
        if name in ("get", "getenv") and len(given) in (1, 2) and "RANK" in str(getattr(given[0], "value", "")):
            return QUESTION
        root = receiver
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name):
            known = name in CONVERTING or name in CONVERTING_BY_VALUE
            if root.id in _OF_ARRAYS and known or root.id in _NUMPY and name in CONVERTING_LISTS:
                return self._each(given) | self._converts(given)
            last = receiver.attr if isinstance(receiver, ast.Attribute) else root.id
            if last in self.names.packages:
                word = f"{last}."
            else:
                word = "torch." if root.id in self.names.torches else f".{name}"
            return self._named(node, name, given, settled, root.id not in _FOREIGN, word)
        return self.look(receiver) | (SEED if name in _SPEAKERS else NOTHING) | self._each(given)

    def _converts(self, given: list[ast.expr]) -> int:
        """A call that makes arrays of what it is given."""
        asks = given and not isinstance(given[0], (ast.List, ast.Constant)) and not _is_hosted(given[0])
        return QUESTION if asks else NOTHING

    def _is_imported(self, node: ast.AST) -> bool:
        """Whether an expression is the device of an imported module."""
        here = node.value if isinstance(node, ast.Attribute) and node.attr == "device" else None
        return isinstance(here, ast.Name) and here.id in self.names.imports

    def _named(self, node: ast.Call, name: str, given: list[ast.expr], settled: bool, foreseen: bool, word: str) -> int:
        """A call of a function by its name, not of what another call gave."""
        if name in FACTORIES and foreseen:
            return self._factory(node, given, settled)
        if name in PARAMETERS:
            return self._each(given, settled) | (NOTHING if settled else SEED)
        in_package = word[:-1] in self.names.packages and (name[:1].isupper() or word == "models.")
        if (in_package or word.lstrip(".") in self.names.modules) and name not in _SPEAKERS:
            return self._each(given) | BUILDS
        found = self._each(given)
        if name in _DISTRIBUTIONS and foreseen and all(map(_is_number, given)):  # what it draws is on the CPU
            found |= SEED
        if name == "DataLoader" or name == "device" and len(given) == 2 and not isinstance(given[0], ast.Constant):
            found |= QUESTION
        if name in _SPEAKERS and foreseen or name in _OF_TORCH and word in ("torch.", name) and foreseen:
            found |= QUESTION if name == "save" else SEED
        if found & MOVES and name in ("map", "tree_map"):
            found |= SEED
        return found | QUESTION if name in OF_CURRENT_GPU and not given else found

    def _factory(self, node: ast.Call, given: list[ast.expr], settled: bool) -> int:
        found = self._each(given)
        placed = settled
        legacy = last_name(node.func).endswith("Tensor")
        for keyword in node.keywords:
            if keyword.arg is None:
                placed |= self.device_known
            elif keyword.arg == "device" and not legacy:  # torch.FloatTensor takes the CPU only
                none = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
                placed |= not none and getattr(keyword.value, "id", "") not in self.unset
        if any(k.arg == "requires_grad" for k in node.keywords):
            placed = False
        if any(k.arg == "generator" and isinstance(k.value, ast.Name) for k in node.keywords):
            found |= QUESTION
        return found if placed else found | SEED


def last_name(node: ast.AST | None) -> str:
    """``f`` in ``f`` and in ``x.f``; "" for anything else."""
    return str(getattr(node, "attr", None) or getattr(node, "id", ""))


_EACH = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_TOGETHER = (ast.Tuple, ast.List, ast.Set, ast.Dict)


def _is_device(node: ast.expr) -> bool:
    """Whether an expression is called a device."""
    return last_name(node).endswith(("device", "dev"))


_AXES = re.compile(r"(^|_)ax(s|es|is)?_?\d*$")


def _is_axes(node: ast.expr) -> bool:
    """Whether an expression is called like matplotlib's axes: ``ax``, ``axes[0]``."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return bool(_AXES.search(last_name(node)))


def _asks_index(node: ast.Compare) -> bool:
    """``device.index is None``."""
    asked = node.left
    return isinstance(asked, ast.Attribute) and asked.attr == "index" and isinstance(node.ops[0], (ast.Is, ast.IsNot))


def _asks_identity(node: ast.Compare) -> bool:
    """``x.device is device``."""
    asked, other = node.left, node.comparators[0]
    is_none = isinstance(other, ast.Constant)
    return getattr(asked, "attr", "") == "device" and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and not is_none


def _asks_above_zero(node: ast.Compare) -> bool:
    """``gpu > 0``."""
    name = last_name(node.left)
    return (
        isinstance(node.ops[0], (ast.Gt, ast.GtE)) and name in INDICES and isinstance(node.comparators[0], ast.Constant)
    )


def _is_number(node: ast.expr) -> bool:
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)


def makes_parameter(node: ast.expr | None) -> bool:
    """Whether an expression makes a parameter, or a buffer that is a class of its own."""
    return isinstance(node, ast.Call) and last_name(node.func) in PARAMETERS


def _is_kept(node: ast.expr) -> bool:
    """Whether an expression reads an attribute of ``self``."""
    if not isinstance(node, ast.Attribute):
        return False
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"


def shares_weight(value: ast.AST | None) -> bool:
    """Whether a value is a weight of a part of ``self``, or a parameter or an embedding made around one."""
    if isinstance(value, ast.Call):
        given = [*value.args[:1], *(keyword.value for keyword in value.keywords if keyword.arg == "_weight")]
        name = last_name(value.func)
        return name in ("Parameter", "Embedding", "EmbeddingBag", "from_pretrained") and any(map(shares_weight, given))
    if isinstance(value, ast.Attribute) and value.attr == "data":
        value = value.value
    return isinstance(value, ast.Attribute) and value.attr in ("weight", "bias") and _is_kept(value)


def _is_hosted(node: ast.expr) -> bool:
    """Whether a chain of calls goes through the CPU."""
    while isinstance(node, (ast.Call, ast.Attribute)):
        if isinstance(node, ast.Call):
            node = node.func
        else:
            if node.attr == "cpu":
                return True
            node = node.value
    return False


def _only_retypes(node: ast.Call) -> bool:
    """Whether ``.to(...)`` changes the type of the numbers only."""
    if any(keyword.arg not in ("dtype", "non_blocking", "copy", "memory_format") for keyword in node.keywords):
        return False
    for one in node.args:
        name = last_name(one)
        if not (name.endswith("dtype") or isinstance(one, ast.Attribute) and getattr(one.value, "id", "") == "torch"):
            return False
    return True


def _names_device(given: list[ast.expr]) -> bool:
    """Whether one of the arguments of ``.to(...)`` is called a device."""
    for node in given:
        name = last_name(node)
        if name.endswith(("device", "dev")):
            return True
    return False
