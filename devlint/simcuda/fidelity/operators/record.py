"""Records: the outcomes of all trials on one machine, in one file.

record = Record.read(path)
record.outcomes["add"]["float32/1a2b3c4d/-args[0]"]      # "raises RuntimeError: Expected all tensors to be on ..."

In the file each text stands once, an outcome is its position, and what keys begin with in common stands once, too.
"""

from __future__ import annotations

import ctypes
import datetime
import json
import platform
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PAGEABLE_MEMORY_ACCESS = 88
"""CUDA's number for "the device may access pageable memory coherently without calling cudaHostRegister"."""


@dataclass(slots=True)
class Record:
    """What happened where: facts of the machine, and for each operator the outcomes by key."""

    facts: dict[str, Any]
    outcomes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """GPU, torch's version and the date."""
        return f"{self.facts['gpu']}, torch {self.facts['torch']}, {self.facts['date']}"

    def write(self, path: Path) -> None:
        """Write the file at once, so that a reader never finds half of it."""
        texts: dict[str, int] = {}
        rows: dict[str, dict[str, dict[str, int]]] = {}
        for title, outcomes in self.outcomes.items():
            for key, text in outcomes.items():
                group, name = _split(key)
                rows.setdefault(title, {}).setdefault(group, {})[name] = texts.setdefault(text, len(texts))
        data = {**self.facts, "texts": list(texts), "outcomes": rows}
        lines = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        beside = path.with_suffix(".part")
        beside.write_text(lines.replace('}},"', '}},\n"') + "\n", encoding="utf-8")
        beside.replace(path)

    @classmethod
    def read(cls, path: Path) -> Record:
        """Read a file; raises ValueError where it is no record."""
        facts = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(facts, dict) or not {"gpu", "torch", "date", "texts", "outcomes"} <= facts.keys():
            raise ValueError(f"{path} is no record of operators")
        texts, rows = facts.pop("texts"), facts.pop("outcomes")
        outcomes = {
            title: {group + name: texts[n] for group, found in groups.items() for name, n in found.items()}
            for title, groups in rows.items()
        }
        return cls(facts, outcomes)


def _split(key: str) -> tuple[str, str]:
    """``float32/1a2b3c4d/`` and ``-args[0]``; ``dtype `` and ``int64``."""
    for mark in ("/", " "):
        if mark in key:
            head, _, tail = key.rpartition(mark)
            return head + mark, tail
    return "", key


def facts_here(simulate: bool) -> dict[str, Any]:
    """The machine at hand: its GPU or the simulation, torch, Python and the date."""
    import torch

    return {
        "gpu": "simulation" if simulate else torch.cuda.get_device_name(),
        "capability": None if simulate else list(torch.cuda.get_device_capability()),
        "pageable memory access": None if simulate else _attribute(PAGEABLE_MEMORY_ACCESS),
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "cudnn": None if simulate else torch.backends.cudnn.version(),
        "python": platform.python_version(),
        "date": datetime.date.today().isoformat(),
    }


def _attribute(number: int) -> int | None:
    """An attribute of the first device; None where the driver's library cannot be asked."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
        value = ctypes.c_int(-1)
        failed = driver.cuDeviceGetAttribute(ctypes.byref(value), number, 0)
    except (OSError, AttributeError):
        return None
    return None if failed else value.value
