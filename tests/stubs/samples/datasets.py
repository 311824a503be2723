"""Samples of Datasets."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from datasets import Dataset

from tests.stubs.sample import Sample

ROWS = {"x": [[0.0, 1.0], [2.0, 3.0]], "y": [0, 1]}


def made() -> Any:
    return Dataset.from_dict(ROWS)


def written() -> str:
    file = Path(tempfile.mkdtemp()) / "rows.json"
    file.write_text("\n".join(json.dumps({"x": [0.0, 1.0], "y": number}) for number in range(4)), encoding="utf-8")
    return str(file)


def same(row: Any) -> Any:
    return row


SAMPLES = [
    Sample("datasets.load_dataset", lambda device: {"path": "json", "data_files": written()}),
    Sample("datasets.load_dataset", lambda device: {"path": "json", "data_files": written(), "split": "train"}),
    Sample("datasets.Dataset.map", lambda device: {"self": made(), "function": same}),
    Sample("datasets.Dataset.filter", lambda device: {"self": made(), "function": bool}),
    Sample("datasets.Dataset.select", lambda device: {"self": made(), "indices": [0]}),
    Sample("datasets.Dataset.remove_columns", lambda device: {"self": made(), "column_names": ["x"]}),
    Sample(
        "datasets.Dataset.rename_column",
        lambda device: {"self": made(), "original_column_name": "y", "new_column_name": "labels"},
    ),
    Sample("datasets.Dataset.train_test_split", lambda device: {"self": made(), "test_size": 0.5}),
    Sample("datasets.Dataset.from_dict", lambda device: {"mapping": ROWS}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "torch"}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "torch", "columns": ["x"]}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "torch", "device": device}),
    Sample("datasets.Dataset.with_format", lambda device: {"self": made(), "type": "numpy"}),
    Sample("datasets.Dataset.set_format", lambda device: {"self": made(), "type": "torch"}),
    Sample("datasets.DatasetDict", lambda device: {"splits": {"train": made()}}),
]
