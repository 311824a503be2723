"""Names of functions and attributes of PyTorch that several rooms ask for."""

from __future__ import annotations

JOINING = frozenset({"cat", "concat", "concatenate", "hstack", "vstack"})
"""Operators that put together what was collected: the first time, that is with what has no elements."""
BUFFERS = frozenset({"running_mean", "running_var"})
"""Buffers of modules of torch, which they stay whatever tensor is stored there."""
DRAWING = frozenset({"DataLoader", "RandomSampler", "random_split"})
"""What draws with a generator of its own, if it is given none; a loader, if it shuffles."""
STRING_METHODS = frozenset({"startswith", "endswith", "split", "partition", "replace", "lower", "strip", "find"})

REGISTRARS = frozenset({"self.register_buffer", "self.register_parameter"})
"""How a class registers tensors, called on itself."""
