"""Names of files: what the code in them is for."""

from __future__ import annotations

import re

_TESTS = re.compile(r"(^|[/\\])(test_\w*|\w*_test)\.py$")
"""The files in which pytest looks for tests; so are scripts called that test a trained model."""

_HELPERS_OF_TESTS = re.compile(r"(^|[/\\])(\w*_test_case|(\w*_)?test_utils?|testing_utils|conftest)\.py$")
_FRAMEWORK = re.compile(
    r"^[ \t]*(?:import|from)[ \t][^#\n]*"
    r"\b(?:pytest|unittest|absltest|expecttest|hypothesis|nose|test(?:ing)?_utils?|testing)\b",
    re.M,
)
"""An import of what tests are written with: ``import pytest``, ``from torch.testing import assert_close``."""

_TEST = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+test(?:_|[A-Z0-9]|\((?:self)?\))", re.M)
"""A function that pytest or unittest calls: ``def test_sum(``, ``def testSum(``. Not ``def test(model, loader)``."""

_PROGRAM = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:argparse|absl|click|fire|hydra|typer|tyro)\b", re.M)
"""An import of what reads a command line."""

_HOST = re.compile(
    r"(^|[/\\])(\w*collat(e|or|ors|ion)|convert_\w{1,99}_to_\w{1,99}|export[-_][\w-]+|[\w-]+[-_]export)\.py$"
)
_CUDA = re.compile(r"cuda|gpu|nccl|triton|tensorrt|trt|bench|profil", re.I)


def is_file_of_tests(file: str, text: str) -> bool:
    """True if a file of this path and text holds tests or helps them: ``tests/test_model.py``, ``conftest.py``.

    The name decides for helpers alone. Not a script ``train_test.py`` that reads its command line, or defines no test.
    """
    if _HELPERS_OF_TESTS.search(file):
        return True
    if not _TESTS.search(file):
        return False
    return has_test_framework(text) or bool(_TEST.search(text)) and not _PROGRAM.search(text)


def has_test_framework(text: str) -> bool:
    """True if a text imports what tests are written with, so that a function ``test_sum`` in it is a test."""
    return _FRAMEWORK.search(text) is not None


def is_file_for_host(file: str) -> bool:
    """True if the code of a file works on the CPU by its purpose: ``collator.py``, ``convert_hf_to_gguf.py``."""
    return _HOST.search(file) is not None


def is_file_about_cuda(file: str) -> bool:
    """True if a file is there for CUDA, or measures something on it, by its name: ``train_gpu.py``, ``bench.py``."""
    return _CUDA.search(file.replace("\\", "/").rpartition("/")[2]) is not None
