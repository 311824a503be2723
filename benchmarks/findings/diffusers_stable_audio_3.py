"""Stable Audio 3 compares the token ids it has moved with ids that stay on the CPU."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="diffusers",
    version="0.42.1",
    where="diffusers/pipelines/stable_audio_3/pipeline_stable_audio_3.py:266",
    rule="DEV105",
    what=(
        "`encode_prompt` of Stable Audio 3 compares ids it has moved with ids as the tokenizer gave them: a prompt "
        "as long as the limit fails."
    ),
)


class _Tokenizer:
    """Gives ids on the CPU, as tokenizers do, as many as the prompt has words."""

    model_max_length = 4

    def __call__(self, prompt: str, **options: object) -> SimpleNamespace:
        words = len(prompt.split())
        size = min(words, 4) if options.get("truncation") else words
        return SimpleNamespace(input_ids=torch.ones(1, size).long(), attention_mask=torch.ones(1, size).long())

    def batch_decode(self, ids: torch.Tensor) -> list[str]:
        return ["word"] * len(ids)


class _Encoder(torch.nn.Module):
    config = SimpleNamespace(model_type="encoder")

    def forward(self, ids: torch.Tensor, attention_mask: torch.Tensor) -> tuple[torch.Tensor]:
        return ((ids * attention_mask).unsqueeze(-1).float(),)


def program(device: torch.device) -> None:
    from diffusers.pipelines.stable_audio_3.pipeline_stable_audio_3 import StableAudio3Pipeline

    held = SimpleNamespace(tokenizer=_Tokenizer(), text_encoder=_Encoder().to(device))
    StableAudio3Pipeline.encode_prompt(held, "rain on a tin roof", device, 1)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
