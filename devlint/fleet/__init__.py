"""Linting tables of sources: Arrow in, Arrow out, for one machine or for an engine with many.

    from devlint.fleet import lint_batches

    spark.read.parquet("sources").mapInArrow(lint_batches, SPARK_SCHEMA)

``lint_batches`` is what engines run. ``devlint fleet SOURCE OUT`` runs it on Dask, and brings the rows of each
repository together before. This package is the extra ``fleet``; nothing else of devlint imports it.
"""

from __future__ import annotations

from devlint.fleet.batches import lint_batches
from devlint.fleet.request import FleetOptions
from devlint.fleet.tables import SCHEMA

__all__ = ["SCHEMA", "FleetOptions", "lint_batches"]
