"""The transient-global attention of LongT5, called without a mask, makes one on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="transformers",
    version="5.24.0",
    where="transformers/models/longt5/modeling_longt5.py:851",
    rule="DEV102",
    what="The transient-global attention of LongT5, called without a mask, makes one on the CPU.",
)


def program(device: torch.device) -> None:
    from transformers import LongT5Config
    from transformers.models.longt5.modeling_longt5 import LongT5TransientGlobalAttention

    config = LongT5Config(
        vocab_size=32,
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=1,
        num_heads=2,
        encoder_attention_type="transient-global",
        local_radius=3,
        global_block_size=4,
    )
    attention = LongT5TransientGlobalAttention(config, has_relative_attention_bias=True).eval().to(device)
    attention(torch.randn(1, 4, 16, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
