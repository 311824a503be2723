"""Calls of what the stub of sentence_transformers describes, with encoders of a few words."""

from __future__ import annotations

import tempfile
from functools import cache
from typing import Any

import torch
from sentence_transformers import CrossEncoder, SentenceTransformer
from sentence_transformers.sentence_transformer.modules import StaticEmbedding
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

from tests.stubs.sample import Sample

ENCODES = (
    "sentence_transformers.SentenceTransformer.encode",
    "sentence_transformers.SentenceTransformer.encode_query",
    "sentence_transformers.SentenceTransformer.encode_document",
)
TEXTS = ["a cat", "a dog"]


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer(WordLevel({"[UNK]": 0, "[PAD]": 1, "a": 2, "cat": 3, "dog": 4}, unk_token="[UNK]"))
    made.pre_tokenizer = Whitespace()
    return made


@cache
def _saved() -> str:
    folder = tempfile.mkdtemp()
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
    BertForSequenceClassification(BertConfig(vocab_size=5, num_labels=1, **sizes)).save_pretrained(folder)
    PreTrainedTokenizerFast(tokenizer_object=_tokenizer(), pad_token="[PAD]", unk_token="[UNK]").save_pretrained(folder)
    return folder


def encoder(device: str | None) -> Any:
    return SentenceTransformer(modules=[StaticEmbedding(_tokenizer(), embedding_dim=8)], device=device)


def pairs(device: str | None) -> Any:
    return CrossEncoder(_saved(), device=device)


def _two(device: str) -> dict[str, Any]:
    return {"a": torch.ones(3, 4, device=device), "b": torch.ones(3, 4, device=device)}


def _embeddings(device: str) -> dict[str, Any]:
    return {"embeddings1": torch.ones(3, 8, device=device), "embeddings2": torch.ones(3, 8, device=device)}


SAMPLES = [
    Sample(
        "sentence_transformers.SentenceTransformer",
        lambda device: {"modules": [StaticEmbedding(_tokenizer(), embedding_dim=8)], "device": device},
    ),
    Sample(
        "sentence_transformers.SentenceTransformer",
        lambda device: {"modules": [StaticEmbedding(_tokenizer(), embedding_dim=8)]},
    ),
    Sample("sentence_transformers.SentenceTransformer.device", lambda device: {"self": encoder(device)}),
    *(
        Sample(name, lambda device, more=more: {"self": encoder(device), "inputs": TEXTS, **more})
        for name in ENCODES
        for more in (
            {},
            {"convert_to_tensor": True},
            {"convert_to_numpy": False},
            {"convert_to_tensor": True, "precision": "int8"},
        )
    ),
    Sample(
        "sentence_transformers.SentenceTransformer.tokenize", lambda device: {"self": encoder(device), "texts": TEXTS}
    ),
    Sample(
        "sentence_transformers.SentenceTransformer.similarity",
        lambda device: {"self": encoder(device), **_embeddings(device)},
    ),
    Sample(
        "sentence_transformers.SentenceTransformer.similarity_pairwise",
        lambda device: {"self": encoder(device), **_embeddings(device)},
    ),
    Sample(
        "sentence_transformers.SentenceTransformer.get_sentence_embedding_dimension",
        lambda device: {"self": encoder(device)},
    ),
    Sample(
        "sentence_transformers.SentenceTransformer.__call__",
        lambda device: {
            "self": encoder(device),
            "input": {
                k: v.to(device) for k, v in encoder(device).tokenize(TEXTS).items() if isinstance(v, torch.Tensor)
            },
        },
    ),
    Sample("sentence_transformers.CrossEncoder", lambda device: {"model_name_or_path": _saved(), "device": device}),
    Sample("sentence_transformers.CrossEncoder", lambda device: {"model_name_or_path": _saved()}),
    Sample("sentence_transformers.CrossEncoder.device", lambda device: {"self": pairs(device)}),
    *(
        Sample(
            "sentence_transformers.CrossEncoder.predict",
            lambda device, more=more: {"self": pairs(device), "inputs": [("a", "cat")], **more},
        )
        for more in ({}, {"convert_to_tensor": True}, {"convert_to_numpy": False})
    ),
    Sample(
        "sentence_transformers.CrossEncoder.rank",
        lambda device: {"self": pairs(device), "query": "a", "documents": TEXTS},
    ),
    *(
        Sample(name, _two)
        for name in (
            "sentence_transformers.util.cos_sim",
            "sentence_transformers.util.pytorch_cos_sim",
            "sentence_transformers.util.dot_score",
            "sentence_transformers.util.euclidean_sim",
            "sentence_transformers.util.manhattan_sim",
            "sentence_transformers.util.pairwise_cos_sim",
            "sentence_transformers.util.pairwise_dot_score",
            "sentence_transformers.util.pairwise_euclidean_sim",
            "sentence_transformers.util.pairwise_manhattan_sim",
        )
    ),
    Sample(
        "sentence_transformers.util.normalize_embeddings",
        lambda device: {"embeddings": torch.ones(3, 4, device=device)},
    ),
    Sample(
        "sentence_transformers.util.truncate_embeddings",
        lambda device: {"embeddings": torch.ones(3, 4, device=device), "truncate_dim": 2},
    ),
    Sample(
        "sentence_transformers.util.semantic_search",
        lambda device: {"query_embeddings": torch.ones(2, 4, device=device), "corpus_embeddings": torch.ones(3, 4)},
    ),
    Sample(
        "sentence_transformers.util.community_detection",
        lambda device: {"embeddings": torch.ones(3, 4, device=device), "min_community_size": 1},
    ),
    Sample(
        "sentence_transformers.util.batch_to_device",
        lambda device: {"batch": {"ids": torch.ones(2)}, "target_device": torch.device(device)},
    ),
    Sample(
        "sentence_transformers.quantize_embeddings",
        lambda device: {"embeddings": torch.ones(3, 8, device=device), "precision": "binary"},
    ),
]
