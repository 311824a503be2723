"""Names of files: what the code in them is for."""

from __future__ import annotations

import re

_TESTS = re.compile(r"(^|[/\\])(test_\w*|\w*_test|\w*_test_case|(\w*_)?test_utils?|testing_utils|conftest)\.py$")
_HOST = re.compile(
    r"(^|[/\\])(\w*collat(e|or|ors|ion)|convert_\w{1,99}_to_\w{1,99}|export[-_][\w-]+|[\w-]+[-_]export)\.py$"
)
_DATA_SETS = re.compile(r"(^|[\\/])datasets?[\\/]")


def is_file_of_tests(file: str) -> bool:
    """True if a file of this path holds tests: ``tests/test_model.py``, ``conftest.py``."""
    return _TESTS.search(file) is not None


def is_file_for_host(file: str) -> bool:
    """True if the code of a file works on the CPU by its purpose: ``collator.py``, ``convert_hf_to_gguf.py``."""
    return _HOST.search(file) is not None


def is_file_of_data_sets(file: str) -> bool:
    """True if a file lies in a folder of data sets: ``datasets/coco.py``."""
    return _DATA_SETS.search(file) is not None
