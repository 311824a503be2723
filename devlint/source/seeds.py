"""The words that can put something on a wrong device, found in text without a syntax tree.

    found = words("y = np.ones(3) + torch.ones(x.n)  # zeros")
    found                                  {"y", "np", "torch", "torch.ones", ".ones(", "x", ".n"}
    strong(found)                          True: a tensor is made that may not follow the others

A *strong* word makes, moves, loads or places something: a function without one, that another's hazard does not reach,
has nothing to report. ``nn(`` stands for the call of any class of
``torch.nn`` by its package.

Comments and prose in strings are skipped, so the examples in docstrings count for nothing; short strings count, since
devices and attributes are named by them. When in doubt a word is in the table: that costs time, never a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import lru_cache

_CARRIERS = (
    "torch", "transformers", "diffusers", "lightning", "accelerate", "timm", "peft", "kornia", "einops", "monai",
    "deepspeed", "flair", "fairseq", "allennlp", "speechbrain", "ignite", "bitsandbytes", "open_clip", "ultralytics",
    "detectron2", "mmcv", "mmengine", "pyro", "captum",
)  # fmt: skip
_TENSOR_MEMBERS = (".cuda(", ".cpu(", ".to(", ".device", ".is_cuda", ".detach(", ".unsqueeze(", ".register_buffer(")

_MAKERS = frozenset(
    """
    tensor as_tensor asarray scalar_tensor from_numpy frombuffer from_dlpack from_file zeros ones empty full eye arange
    range linspace logspace rand randn randint randperm normal empty_strided empty_permuted sparse_coo_tensor
    sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor sparse_compressed_tensor tril_indices
    triu_indices fftfreq rfftfreq hann_window hamming_window blackman_window bartlett_window kaiser_window
    """.split()
)
_CLASSES = frozenset(
    """
    Tensor FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor ShortTensor ByteTensor CharTensor
    BoolTensor Generator Parameter UninitializedParameter Buffer UninitializedBuffer DataParallel
    DistributedDataParallel ToTensor
    """.split()
)
_MEMBERS = frozenset(
    """
    cuda cpu xpu npu mps ipu hpu to type to_empty numpy load new pin_memory share_memory_ register_buffer
    register_parameter manual_seed get_rng_state set_rng_state get_rng_state_all set_rng_state_all set_device
    all_reduce all_gather all_gather_into_tensor all_gather_object broadcast broadcast_object_list isend irecv
    reduce_scatter reduce_scatter_tensor all_to_all all_to_all_single
    """.split()
)
_ANYWHERE = frozenset(
    """
    map_location device_map device_ids is_cuda fork_rng set_default_device set_default_tensor_type to_tensor
    pil_to_tensor default_generator current_device
    """.split()
)
_MOVES = frozenset(f".{name}" for name in "cuda cpu xpu npu mps ipu hpu to to_empty type".split()) | frozenset(
    f"'{name}" for name in ("cuda", "cpu", "mps", "xpu", "npu", "hpu", "meta")
)
_STRONG = (
    _MOVES - {".type", ".to"}
    | frozenset(f"{dot}{name}(" for name in _MAKERS | _CLASSES for dot in (".", "")) - {"range("}
    | frozenset(f"torch.{name}" for name in _MAKERS)
    | frozenset(f".{name}(" for name in _MEMBERS)
    | frozenset(f"{dot}{name}" for name in _ANYWHERE for dot in (".", ""))
)

_TOKEN = re.compile(
    r"""
      \.?(?![A-Za-z]{1,2}['"])[^\W\d]\w*(?:\.\w+)*\(?
    | \#[^\n]*
    | [A-Za-z]{0,2}(?:'{3}.*?'{3}|"{3}.*?"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    """,
    re.VERBOSE | re.DOTALL,
)
_FOREIGN = frozenset("np numpy jnp tf math json pickle yaml ast".split())
_PATH = re.compile(r"[^\W\d][\w.]*")
_LONGEST_NAME = 60


def touches_torch(text: str) -> bool:
    """Whether the text mentions torch, a package that carries it, or members that tensors have."""
    return any(name in text for name in _CARRIERS) or any(member in text for member in _TENSOR_MEMBERS)


def words(text: str) -> set[str]:
    """The names in ``text``: ``f``, ``.f`` after a dot, also as ``f(`` and ``.f(`` where called, ``'cuda`` in a string.

    What is named after ``np.`` and its like is nobody's seed and appears with the module's name only.
    """
    found: set[str] = set()
    for token in set(_TOKEN.findall(text)):
        if token[-1] in "'\"":
            _string_words(token, found)
        elif token[0] != "#":
            found.update(_chain_words(token))
    return found


@lru_cache(maxsize=1 << 16)
def _chain_words(token: str) -> tuple[str, ...]:
    """The words of ``a.b.c(``, or of ``.b.c(`` after a call or an index."""
    first, *members = token.rstrip("(").split(".")
    if first in _FOREIGN:
        return (first,)
    called = token[-1] == "("
    found = [first] if first else []
    if called and not members:
        found.append(token)
    if first == "torch" and members:
        found.append(f"torch.{members[0]}")
        if members[0] == "cuda":  # the package, not a move
            del members[0]
    found += [f".{member}" for member in members]
    if called and members:
        found.append(f".{members[-1]}(")
        if members[-1][:1].isupper() and "nn" in (first, *members):
            found.append("nn(")
    return tuple(found)


def _string_words(token: str, found: set[str]) -> None:
    opening = min(i for i in (token.find("'"), token.find('"')) if i >= 0)
    prefix, content = token[:opening].lower(), token[opening:].strip("'\"")
    if "f" in prefix or "t" in prefix:
        for place in re.findall(r"\{(.*?)[}=!:]", content, re.DOTALL):
            found |= words(place)
        content = content.split("{")[0]
    if len(content) <= _LONGEST_NAME:
        name = content.split(":")[0]  # of "cuda:0"
        if _PATH.fullmatch(name):  # an attribute's path, an annotation in quotes
            found.update(f"'{part}" for part in name.split("."))


def strong(found: Set[str]) -> bool:
    """Whether one of the words makes, moves, loads or places something."""
    return not _STRONG.isdisjoint(found)


def makers(names: Iterable[tuple[str, str]]) -> set[str]:
    """The words by which a file calls what it imports from torch under another name: pairs of name and alias."""
    return {f"{alias}(" for name, alias in names if f"{name}(" in _STRONG}


def moves(found: Set[str]) -> bool:
    """Whether one of the words moves something or names a device."""
    return not _MOVES.isdisjoint(found)
