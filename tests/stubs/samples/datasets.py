"""Samples of Datasets."""

from __future__ import annotations

from typing import Any

from datasets import Dataset

from tests.stubs.sample import Sample

ROWS = {"x": [[0.0, 1.0], [2.0, 3.0]], "y": [0, 1]}


def made() -> Any:
    return Dataset.from_dict(ROWS)


SAMPLES = [
    Sample("datasets.Dataset.from_dict", lambda device: {"mapping": ROWS}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "torch"}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "torch", "columns": ["x"]}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "torch", "device": device}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "numpy"}),
]
