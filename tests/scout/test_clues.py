"""What rules have the scout look for is found, and wakes the statements in which it stands."""

from __future__ import annotations

from dataclasses import fields

import pytest

from devlint.scout.clues import Clues, clues
from devlint.scout.vocabulary import words
from tests.scout.test_scout import kept

SHOWN = {
    "DEV105": "x = x.to(y)",
    "DEV108": "y = x.to(d).pin_memory()",
    "DEV114": "x.cuda.numpy()",
    "DEV203": "x.device is d",
    "DEV204": "device.split(':')",
    "DEV206": "i = 0 if gpu else -1",
    "DEV208": "r = os.environ.get('RANK')",
    "DEV502": "n = torch.cuda.memory_allocated()",
    "DEV505": "z = x.to(d, non_blocking=True)",
    "DEV507": "os.environ['CUDA_VISIBLE_DEVICES'] = '1'",
}


@pytest.mark.parametrize("statement", SHOWN.values(), ids=SHOWN)
def test_clues_are_found(statement: str) -> None:
    text = f"import os, torch\ndef a(x, y, d, device, gpu):\n    {statement}\ndef b(x):\n    return x\n"
    assert kept(text) == {"a"}


def test_every_kind_has_some() -> None:
    known = clues()
    assert all(getattr(known, one.name) for one in fields(Clues))


@pytest.mark.parametrize("word", sorted(clues().words))
def test_words_of_clues_are_words_of_texts(word: str) -> None:
    assert word in words(f"x{word} " if word.startswith(".") else f"{word} ")
