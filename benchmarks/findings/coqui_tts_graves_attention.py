"""`GravesAttention` keeps its grid for as long as the size fits: once used on a GPU, the module does not run on the
CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="coqui-tts",
    version="0.28.0",
    where="TTS/tts/layers/tacotron/attentions.py:71",
    rule="DEV315",
    what=(
        "`GravesAttention` keeps its grid for as long as the size fits: once used on a GPU, the module does "
        "not run on the CPU."
    ),
)


def program(device: torch.device) -> None:
    bare("TTS", "TTS.tts", "TTS.tts.layers", "TTS.tts.layers.tacotron")
    from TTS.tts.layers.tacotron.attentions import GravesAttention

    attention = GravesAttention(query_dim=4, K=2).eval()
    for place in (device, torch.device("cpu")):
        attention.to(place)
        inputs = torch.randn(1, 5, 4, device=place)
        attention.init_states(inputs)
        attention(torch.randn(1, 4, device=place), inputs, None, None)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
