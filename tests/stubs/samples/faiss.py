"""Calls of what the stub of Faiss describes: an index is on the CPU, whatever the device of a sample."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import faiss
import torch

from tests.stubs.sample import Arguments, Sample


def rows(count: int = 20) -> torch.Tensor:
    return torch.rand(count, 8)


def filled() -> Any:
    index = faiss.IndexFlatL2(8)
    index.add(rows().numpy())
    return index


def clustered() -> Any:
    clusters = faiss.Kmeans(8, 2, niter=1)
    clusters.train(rows(90).numpy())
    return clusters


def _with_ids(device: str) -> Arguments:
    return {"self": faiss.IndexIDMap(faiss.IndexFlatL2(8)), "x": rows(), "ids": torch.arange(20)}


@cache
def _written() -> str:
    path = str(Path(mkdtemp()) / "index.faiss")
    faiss.write_index(filled(), path)
    return path


SAMPLES = [
    Sample("faiss.IndexFlatL2", lambda device: {"*args": (8,)}),
    Sample("faiss.IndexFlatIP", lambda device: {"*args": (8,)}),
    Sample("faiss.IndexLSH", lambda device: {"*args": (8, 16)}),
    Sample("faiss.IndexFlatL2.add", lambda device: {"self": faiss.IndexFlatL2(8), "x": rows()}),
    Sample("faiss.IndexFlatIP.add", lambda device: {"self": faiss.IndexFlatIP(8), "x": rows()}),
    Sample("faiss.IndexHNSWFlat.add", lambda device: {"self": faiss.IndexHNSWFlat(8, 4), "x": rows()}),
    Sample("faiss.IndexLSH.add", lambda device: {"self": faiss.IndexLSH(8, 16), "x": rows()}),
    Sample("faiss.IndexIDMap.add_with_ids", _with_ids),
    Sample(
        "faiss.IndexIVFFlat.train",
        lambda device: {"self": faiss.IndexIVFFlat(faiss.IndexFlatL2(8), 8, 2), "x": rows(90)},
    ),
    Sample("faiss.IndexPQ.train", lambda device: {"self": faiss.IndexPQ(8, 2, 4), "x": rows(700)}),
    Sample(
        "faiss.IndexScalarQuantizer.train",
        lambda device: {"self": faiss.IndexScalarQuantizer(8, faiss.ScalarQuantizer.QT_8bit), "x": rows()},
    ),
    Sample("faiss.IndexFlatL2.search", lambda device: {"self": filled(), "x": rows(2), "k": 2}),
    Sample("faiss.IndexFlatL2.range_search", lambda device: {"self": filled(), "x": rows(2), "thresh": 1.0}),
    Sample("faiss.IndexFlatL2.reconstruct", lambda device: {"self": filled(), "key": 3}),
    Sample("faiss.index_factory", lambda device: {"*args": (8, "Flat")}),
    Sample("faiss.read_index", lambda device: {"*args": (_written(),)}),
    Sample("faiss.knn", lambda device: {"xq": rows(2), "xb": rows(), "k": 2}),
    Sample("faiss.Kmeans", lambda device: {"d": 8, "k": 2}),
    Sample("faiss.Kmeans.train", lambda device: {"self": faiss.Kmeans(8, 2, niter=1), "x": rows(90)}),
    Sample("faiss.Kmeans.assign", lambda device: {"self": clustered(), "x": rows(2)}),
    Sample("faiss.Kmeans.centroids", lambda device: {"self": clustered()}),
]
