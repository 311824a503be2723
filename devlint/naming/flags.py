"""Names of flags that say whether there is a GPU, and which."""

from __future__ import annotations

import re

FLAG = re.compile(
    r"^\.?_?(((should|device|tensor|is)_)?(use|using|on|with|is|has|no|enable|num)_|n_?)?(cuda|gpus?|gpu_ids)"
    r"(_(is_)?(enabled|available|mode|on|used))?$",
    re.IGNORECASE,
)
"""Names of flags that say whether there is an accelerator."""
HOST_FLAG = re.compile(
    r"^\.?_?((use|on|is|force|run_on|only)_)?cpu(_(only|mode|run|sim))?$|^\.?_?(no|disable|without)_(cuda|gpus?)$",
    re.IGNORECASE,
)
"""Names of flags that say that all is on the CPU."""
_ONE_GPU = re.compile(r"^\.?_?(gpu|cuda)(_?(ids?|index|idx|num|device))?$", re.IGNORECASE)
"""Names of GPUs: where one is None, and nothing else says where things go, there is none."""
