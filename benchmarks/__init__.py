"""Measures of devlint on code its authors never saw: recall on real bugs, alarms on mature code, speed.

    python -m benchmarks.field        # how many real bugs are reported
    python -m benchmarks.ecosystem    # how many alarms current releases of torch packages raise
    python -m benchmarks.mutants      # how many bugs planted in working programs are reported
    python -m benchmarks.speed        # what devlint adds to a flake8 run

What they download is kept under ``.bench/``, outside version control, and is only read.
"""

from __future__ import annotations

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
CACHE = REPOSITORY / ".bench"
