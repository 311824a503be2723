"""`PositionalTextEmbeddings` with `interpolated` prompting reads the camera angles by `.numpy()` (105 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="nerfstudio",
    version="1.1.5",
    where="nerfstudio/generative/positional_text_embeddings.py:104",
    rule="DEV107",
    what=("`PositionalTextEmbeddings` with `interpolated` prompting reads the camera angles by `.numpy()` (105 too)."),
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from nerfstudio.generative.positional_text_embeddings import PositionalTextEmbeddings

    embeddings = PositionalTextEmbeddings.__new__(PositionalTextEmbeddings)
    embeddings.positional_prompting = "interpolated"
    embeddings.side_embed = embeddings.front_embed = embeddings.top_embed = torch.ones(2, device=device)
    angle = torch.tensor([10.0], device=device)
    embeddings.get_text_embedding(angle, angle)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
