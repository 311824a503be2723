"""Calls of what the stub of vector-quantize-pytorch describes."""

from __future__ import annotations

from typing import Any

import torch
from vector_quantize_pytorch import FSQ, VectorQuantize

from tests.stubs.sample import Arguments, Sample

MADE: dict[str, dict[str, Any]] = {
    "vector_quantize_pytorch.VectorQuantize": {"dim": 4, "codebook_size": 8},
    "vector_quantize_pytorch.ResidualVQ": {"dim": 4, "codebook_size": 8, "num_quantizers": 2},
    "vector_quantize_pytorch.GroupedResidualVQ": {"dim": 4, "codebook_size": 8, "num_quantizers": 2, "groups": 2},
    "vector_quantize_pytorch.RandomProjectionQuantizer": {"dim": 4, "codebook_size": 8, "codebook_dim": 2, "num_codebooks": 2},
    "vector_quantize_pytorch.FSQ": {"levels": [3, 3, 3, 3]},
    "vector_quantize_pytorch.LFQ": {"dim": 4, "codebook_size": 16},
    "vector_quantize_pytorch.ResidualLFQ": {"dim": 4, "codebook_size": 16, "num_quantizers": 2},
    "vector_quantize_pytorch.GroupedResidualLFQ": {"dim": 4, "codebook_size": 4, "num_quantizers": 2, "groups": 2},
    "vector_quantize_pytorch.ResidualFSQ": {"dim": 4, "levels": [3, 3, 3], "num_quantizers": 2},
    "vector_quantize_pytorch.GroupedResidualFSQ": {"dim": 4, "levels": [3, 3], "num_quantizers": 2, "groups": 2},
    "vector_quantize_pytorch.LatentQuantize": {"levels": [3, 3], "dim": 4},
    "vector_quantize_pytorch.SimVQ": {"dim": 4, "codebook_size": 8},
    "vector_quantize_pytorch.ResidualSimVQ": {"dim": 4, "num_quantizers": 2, "codebook_size": 8},
}


def _made(name: str) -> Any:
    return lambda device: MADE[name]


def _decoded(device: str) -> Arguments:
    return {"self": FSQ([3, 3]).to(device), "indices": torch.tensor([[0, 1]], device=device)}


def _looked_up(device: str) -> Arguments:
    quantizer = VectorQuantize(dim=4, codebook_size=8).to(device)
    return {"self": quantizer, "indices": torch.tensor([[0, 1]], device=device)}


SAMPLES = [
    *(Sample(name, _made(name)) for name in MADE),
    Sample("vector_quantize_pytorch.VectorQuantize.get_codes_from_indices", _looked_up),
    Sample("vector_quantize_pytorch.VectorQuantize.get_output_from_indices", _looked_up),
    Sample("vector_quantize_pytorch.FSQ.indices_to_codes", _decoded),
]
