"""The current GPU counted on where the file has not chosen it: in calls that ask for it, and in processes of NCCL."""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.rules.dev502_current_gpu_not_set.facts import NotCurrent
from devlint.rules.dev502_current_gpu_not_set.processes import processes_without_choice
from devlint.rules.dev502_current_gpu_not_set.requests import requests_without_choice


def detect(file: AnalyzedFile) -> Iterator[NotCurrent]:
    """Every place in ``file`` that counts on a current GPU that nothing in its text has chosen."""
    yield from requests_without_choice(file)
    if file.text_index.has_part("init_process_group"):
        yield from processes_without_choice(file)
