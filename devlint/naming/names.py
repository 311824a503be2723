"""Guesses under the names that they had before each had a module of its own."""

from __future__ import annotations

from devlint.naming.devices import is_called_device as is_device_name
from devlint.naming.functions import only_asks as only_asks
from devlint.naming.hosts import says_cpu as says_cpu
from devlint.naming.models import is_called_model as is_called_model

__all__ = ["is_called_model", "is_device_name", "only_asks", "says_cpu"]
