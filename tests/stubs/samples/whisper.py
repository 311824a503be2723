"""Samples of OpenAI's Whisper: a model of one narrow layer, with weights of its own."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import torch
import whisper

from tests.stubs.sample import Sample

DIMENSIONS = whisper.model.ModelDimensions(80, 1500, 64, 1, 1, 51865, 448, 64, 1, 1)


@cache
def weights() -> str:
    file = str(Path(tempfile.mkdtemp()) / "narrow.pt")
    state = whisper.model.Whisper(DIMENSIONS).state_dict()
    torch.save({"dims": asdict(DIMENSIONS), "model_state_dict": state}, file)
    return file


def model(device: str) -> Any:
    return whisper.load_model(weights(), device=device)


def _mel(device: str) -> Any:
    return torch.ones(1, 80, 3000, device=device)


def _tokens(device: str) -> Any:
    return torch.ones(1, 3, dtype=torch.long, device=device)


def _options() -> Any:
    return whisper.DecodingOptions(language="en", fp16=False, sample_len=2)


SAMPLES = [
    Sample("whisper.model.Whisper", lambda device: {"dims": DIMENSIONS}),
    Sample("whisper.load_model", lambda device: {"name": weights(), "device": device}),
    Sample("whisper.log_mel_spectrogram", lambda device: {"audio": torch.ones(3200, device=device)}),
    Sample("whisper.log_mel_spectrogram", lambda device: {"audio": torch.ones(3200), "device": device}),
    Sample("whisper.model.Whisper.device", lambda device: {"self": model(device)}),
    Sample("whisper.model.Whisper.__call__", lambda device: {"self": model(device), "mel": _mel(device), "tokens": _tokens(device)}),
    Sample("whisper.model.Whisper.embed_audio", lambda device: {"self": model(device), "mel": _mel(device)}),
    Sample("whisper.model.Whisper.logits", lambda device: {
        "self": model(device), "tokens": _tokens(device), "audio_features": torch.ones(1, 1500, 64, device=device),
    }),
    Sample("whisper.model.Whisper.decode", lambda device: {"self": model(device), "mel": _mel(device), "options": _options()}),
    Sample("whisper.decode", lambda device: {"model": model(device), "mel": _mel(device), "options": _options()}),
    Sample("whisper.pad_or_trim", lambda device: {"array": torch.ones(480000, device=device)}),
]  # fmt: skip
