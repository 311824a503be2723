"""The sinusoidal positions of TrOCR are a plain tensor: a model with `use_learned_position_embeddings=False` does
not run on a GPU (96 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="transformers",
    version="5.24.0",
    where="transformers/models/trocr/modeling_trocr.py:85",
    rule="DEV302",
    what=(
        "The sinusoidal positions of TrOCR are a plain tensor: a model with "
        "`use_learned_position_embeddings=False` does not run on a GPU (96 too)."
    ),
)


def program(device: torch.device) -> None:
    from transformers import TrOCRConfig, TrOCRForCausalLM

    config = TrOCRConfig(
        vocab_size=32,
        d_model=16,
        decoder_layers=1,
        decoder_attention_heads=2,
        decoder_ffn_dim=16,
        max_position_embeddings=32,
        cross_attention_hidden_size=16,
        use_learned_position_embeddings=False,
    )
    TrOCRForCausalLM(config).eval().to(device)(torch.tensor([[3, 4, 5]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
