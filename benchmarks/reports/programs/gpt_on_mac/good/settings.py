"""Settings of a run; values on the command line take their place: train.py --device=mps --max_iters=100."""
import sys
from ast import literal_eval
from types import SimpleNamespace

import torch

DEFAULTS = dict(
    batch_size=4, block_size=32, n_embd=32, n_layer=2, n_head=2,
    learning_rate=1e-3, max_iters=6, parts=2, grad_clip=1.0,
    device="cuda",
    dtype="bfloat16" if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else "float16",
)


def read_settings():
    settings = dict(DEFAULTS)
    for argument in sys.argv[1:]:
        key, value = argument[2:].split("=")
        if key not in settings:
            raise ValueError(f"unknown setting: {key}")
        try:
            settings[key] = literal_eval(value)
        except (SyntaxError, ValueError):
            settings[key] = value
    return SimpleNamespace(**settings)
