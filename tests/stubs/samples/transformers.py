"""Calls of what the stub of transformers describes, with models of a few weights."""

from __future__ import annotations

from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    DataCollatorForLanguageModeling,
    DataCollatorForSeq2Seq,
    DataCollatorForTokenClassification,
    DataCollatorWithPadding,
    DefaultDataCollator,
    GPT2Config,
    GPT2LMHeadModel,
    LogitsProcessor,
    LogitsProcessorList,
    PreTrainedTokenizerFast,
    StoppingCriteria,
    StoppingCriteriaList,
    Trainer,
    TrainingArguments,
)

from tests.stubs.sample import CalledBack, Sample


@cache
def tokenizer() -> Any:
    made = Tokenizer(WordLevel({"[UNK]": 0, "[PAD]": 1, "a": 2, "cat": 3}, unk_token="[UNK]"))
    made.pre_tokenizer = Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]")


def small() -> Any:
    return BertConfig(vocab_size=5, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)


def generate(device: str, **more: Any) -> Any:
    config = GPT2Config(vocab_size=9, n_embd=8, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=2)
    model = GPT2LMHeadModel(config).to("cuda:0" if device.startswith("cuda") else device)
    ids = torch.ones(1, 3, dtype=torch.long, device=model.device)
    return model.generate(ids, max_new_tokens=2, pad_token_id=0, **more)


def stopped(device: str, seen: Any) -> Any:
    class Seen(StoppingCriteria):
        def __call__(self, input_ids: Any, scores: Any, **_: Any) -> Any:
            seen(input_ids=input_ids)  # the scores are None unless they are asked for
            return torch.zeros(input_ids.shape[0], dtype=torch.bool, device=input_ids.device)

    return generate("cuda:0", stopping_criteria=StoppingCriteriaList([Seen()]))


def processed(device: str, seen: Any) -> Any:
    class Seen(LogitsProcessor):
        def __call__(self, input_ids: Any, scores: Any) -> Any:
            seen(input_ids=input_ids, scores=scores)
            return scores

    return generate("cuda:0", logits_processor=LogitsProcessorList([Seen()]))


def trained(device: str, seen: Any) -> Any:
    class Seen(Trainer):
        def compute_loss(self, model: Any, inputs: Any, **_: Any) -> Any:
            seen(model=model, inputs=inputs)
            return model(**inputs).loss

    with TemporaryDirectory() as folder:
        settings = TrainingArguments(folder, max_steps=1, report_to=[], save_strategy="no", disable_tqdm=True)
        rows = [{"input_ids": [2, 3], "labels": 1}, {"input_ids": [3, 2], "labels": 0}]
        return Seen(BertForSequenceClassification(small()), settings, train_dataset=rows).train()


def _tensors(device: str) -> list[dict[str, torch.Tensor]]:
    return [{"input_ids": torch.tensor([2, 3], device=device)} for _ in range(2)]


def _rows(device: str, *names: str) -> list[dict[str, Any]]:
    """Two rows of a batch, of unlike length."""
    return [{name: torch.ones(size, dtype=torch.long, device=device) for name in names} for size in (3, 1)]


SAMPLES = [
    Sample("transformers.BertModel", lambda device: {"config": small()}),
    Sample("transformers.BertForSequenceClassification", lambda device: {"config": small()}),
    Sample("transformers.BertForMaskedLM", lambda device: {"config": small()}),
    Sample("transformers.BertForQuestionAnswering", lambda device: {"config": small()}),
    Sample(
        "transformers.DataCollatorForLanguageModeling.__call__",
        lambda device: {
            "self": DataCollatorForLanguageModeling(tokenizer(), mlm=False),
            "features": _rows("cpu", "input_ids"),
        },
    ),
    Sample("transformers.DefaultDataCollator", lambda device: {}),
    Sample(
        "transformers.DefaultDataCollator.__call__",
        lambda device: {"self": DefaultDataCollator(), "features": _tensors(device)},
    ),
    Sample("transformers.default_data_collator", lambda device: {"features": _tensors(device)}),
    Sample("transformers.DataCollatorWithPadding", lambda device: {"tokenizer": tokenizer()}),
    Sample(
        "transformers.DataCollatorWithPadding.__call__",
        lambda device: {"self": DataCollatorWithPadding(tokenizer()), "features": _rows(device, "input_ids")},
    ),
    Sample(
        "transformers.DataCollatorForTokenClassification.__call__",
        lambda device: {
            "self": DataCollatorForTokenClassification(tokenizer()),
            "features": _rows(device, "input_ids", "labels"),
        },
    ),
    Sample(
        "transformers.DataCollatorForSeq2Seq.__call__",
        lambda device: {"self": DataCollatorForSeq2Seq(tokenizer()), "features": _rows("cpu", "input_ids", "labels")},
    ),
    CalledBack("transformers.StoppingCriteria.__call__", stopped),
    CalledBack("transformers.LogitsProcessor.__call__", processed),
    CalledBack("transformers.Trainer.compute_loss", trained),
]
