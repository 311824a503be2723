"""Callables of libraries that choose a device where they are given none, by their documentation.

sentence_transformers.SentenceTransformer(name)      CUDA if there is any
"""

from __future__ import annotations

CHOOSERS: dict[str, tuple[str, int]] = {
    "sentence_transformers.SentenceTransformer": ("device", 2),
    "sentence_transformers.CrossEncoder": ("device", 3),
    "whisper.load_model": ("device", 1),
    "clip.load": ("device", 1),
    "faster_whisper.WhisperModel": ("device", 1),
    "bert_score.BERTScorer": ("device", 7),
}
"""The parameter for the device, and how many arguments stand before it."""
