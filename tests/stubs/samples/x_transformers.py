"""Calls of what the stub of x-transformers describes."""

from __future__ import annotations

from typing import Any

from x_transformers import Decoder, Encoder

from tests.stubs.sample import Sample

SMALL: dict[str, Any] = {"dim": 8, "depth": 1, "heads": 1}

SAMPLES = [
    Sample("x_transformers.Encoder", lambda device: SMALL),
    Sample("x_transformers.Decoder", lambda device: SMALL),
    Sample(
        "x_transformers.TransformerWrapper",
        lambda device: {"num_tokens": 16, "max_seq_len": 8, "attn_layers": Decoder(**SMALL)},
    ),
    Sample(
        "x_transformers.ContinuousTransformerWrapper",
        lambda device: {"dim_in": 4, "dim_out": 4, "max_seq_len": 8, "attn_layers": Decoder(**SMALL)},
    ),
    Sample(
        "x_transformers.ViTransformerWrapper",
        lambda device: {"image_size": 8, "patch_size": 4, "num_classes": 2, "attn_layers": Encoder(**SMALL)},
    ),
]
