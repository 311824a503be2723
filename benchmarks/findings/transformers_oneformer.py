"""`OneFormerTransformerModule(enforce_input_proj=True)` keeps its projections in a list: they are not moved, saved
or trained.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import CONVOLUTION, Finding

FINDING = Finding(
    package="transformers",
    version="5.24.0",
    where="transformers/models/oneformer/modeling_oneformer.py:2301",
    rule="DEV303",
    what=(
        "`OneFormerTransformerModule(enforce_input_proj=True)` keeps its projections in a list: they are not "
        "moved, saved or trained."
    ),
    raises=CONVOLUTION,
)


def program(device: torch.device) -> None:
    from transformers import OneFormerConfig
    from transformers.models.oneformer.modeling_oneformer import OneFormerTransformerModule

    config = OneFormerConfig(
        hidden_dim=16,
        mask_dim=16,
        conv_dim=16,
        num_attention_heads=2,
        dim_feedforward=16,
        encoder_feedforward_dim=16,
        decoder_layers=2,
        query_dec_layers=1,
        num_queries=4,
        enforce_input_proj=True,
    )
    model = OneFormerTransformerModule(in_features=16, config=config).eval().to(device)
    features = [torch.randn(1, 16, size, size, device=device) for size in (2, 4, 8)]
    model(features, torch.randn(1, 16, 8, 8, device=device), torch.randn(1, 16, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
