"""`TextEncoder.append_eos_index` of a tensor concatenates an index on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/dataio/encoder.py:1040",
    rule="DEV102",
    what="`TextEncoder.append_eos_index` of a tensor concatenates an index on the CPU.",
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.dataio.encoder import TextEncoder

    encoder = TextEncoder()
    encoder.update_from_iterable("abc")
    encoder.insert_bos_eos()
    encoder.append_eos_index(torch.tensor([3.0, 4.0], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
