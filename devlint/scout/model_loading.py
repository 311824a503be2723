"""Calls that load a model of a library, or make the settings for that: whether they place it themselves.

AutoModel.from_pretrained(name)                       builds a module
AutoModel.from_pretrained(name, device_map="auto")    one that may not be moved
"""

from __future__ import annotations

import ast

from devlint.scout.expression_shapes import last_name
from devlint.scout.looks import BUILDS, NOTHING, SEED
from devlint.scout.vocabulary import PLACING

_NO_MODELS = ("Tokenizer", "TokenizerFast", "Processor", "Config", "Extractor", "Scheduler")
"""The ends of names of classes that are loaded as models are, and are none."""


def loads_model(node: ast.Call) -> int:
    """What a call that loads a model says, or one that makes the settings for that."""
    placed = any(keyword.arg is None or keyword.arg in PLACING for keyword in node.keywords)
    if last_name(node.func) == "BitsAndBytesConfig":
        return SEED if placed else NOTHING
    owner = last_name(getattr(node.func, "value", node.func))
    if owner.endswith(_NO_MODELS):
        return NOTHING
    return SEED | BUILDS if placed else BUILDS
