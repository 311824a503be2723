"""`xxplusyy_matrix` joins zeros and ones of the CPU with the sines and cosines of its parameters (48, 51, 57, 60
and 66 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="torchquantum",
    version="0.1.8",
    where="torchquantum/functional/xx_plus_yy.py:39",
    rule="DEV102",
    what=(
        "`xxplusyy_matrix` joins zeros and ones of the CPU with the sines and cosines of its parameters (48, 51,"
        " 57, 60 and 66 too)."
    ),
)


def program(device: torch.device) -> None:
    bare("torchquantum", "torchquantum.functional")
    from torchquantum.functional.xx_plus_yy import xxplusyy_matrix

    xxplusyy_matrix(torch.randn(1, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
