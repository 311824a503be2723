"""Confirm one finding in this process: 0 confirmed, 1 not confirmed, 2 the package is not installed.

python -m benchmarks.findings.programs pyro_ppl_eig_3d
"""

from __future__ import annotations

import sys

from benchmarks.findings.page import findings
from benchmarks.findings.programs import program

name = sys.argv[1]
[found] = [one for one in findings() if one.program == name]
shows = program(name)
assert shows is not None, f"no program {name}"
sys.exit(found.finding.confirm(shows, on_a_gpu=program(f"{name}_on_a_gpu")))
