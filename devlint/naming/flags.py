"""Names of flags that say whether there is an accelerator, and of functions that ask for one.

if args.use_cuda: ...         if not args.no_gpu: ...
if cpu_only: ...              if is_cuda_available(): ...
"""

from __future__ import annotations

import re
from functools import lru_cache

_FLAG = re.compile(
    r"^\.?_?(((should|device|tensor|is)_)?(use|using|on|with|is|has|no|enable|num)_|n_?)?(cuda|gpus?|gpu_ids)"
    r"(_(is_)?(enabled|available|mode|on|used|there|present|found))?$",
    re.IGNORECASE,
)
_HOST_FLAG = re.compile(
    r"^\.?_?((use|on|is|force|run_on|only)_)?cpu(_(only|mode|run|sim))?$|^\.?_?(no|disable|without)_(cuda|gpus?)$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^_*(is|are|on|uses?|using|has|should|can)_(\w+_)?(cuda|gpus?|accelerators?)(_(available|enabled|device|type|tensor))?$"
    r"|^(\w*_)?(cuda|gpus?|accelerators?)(_is)?_(available|enabled)$",
    re.IGNORECASE,
)
_ABOUT_CUDA = re.compile(r"cuda|rocm|nvidia|triton|is_available", re.I)
_PRECISION = re.compile(r"(^|_)(amp|autocast|fp16|bf16|half|mixed|mixed_precision|scaler)(_|$)")


@lru_cache(maxsize=512)
def is_called_accelerator_flag(name: str) -> bool:
    """True if a flag of this name says whether there is an accelerator: ``use_cuda``, and ``no_cuda`` as well."""
    return _FLAG.match(name) is not None


@lru_cache(maxsize=512)
def is_called_host_flag(name: str) -> bool:
    """True if a flag of this name says that all is on the CPU: ``cpu_only``, ``disable_gpu``."""
    return _HOST_FLAG.match(name) is not None


@lru_cache(maxsize=512)
def is_called_accelerator_question(name: str) -> bool:
    """True if a function of this name says whether there is an accelerator: ``is_on_gpu(x)``."""
    return _QUESTION.match(name) is not None


@lru_cache(maxsize=512)
def asks_about_cuda(word: str) -> bool:
    """True if a condition with this word tells CUDA from other devices: ``if HAS_TRITON``, ``if on_gpu``."""
    return _ABOUT_CUDA.search(word) is not None or is_called_accelerator_flag(word)


def speaks_of_mixed_precision(name: str) -> bool:
    """True if the user switches mixed precision by this name, and knows where there is one: ``if args.use_amp``."""
    return _PRECISION.search(name) is not None
