"""Samples of TRL."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel
from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

from tests.stubs.sample import Sample

SAMPLES = [
    Sample(
        "trl.trainer.utils.selective_log_softmax",
        lambda device: {
            "logits": torch.randn(2, 3, 5, device=device),
            "index": torch.zeros(2, 3, dtype=torch.long, device=device),
        },
    ),
    Sample(
        "trl.trainer.utils.pad",
        lambda device: {"tensors": [torch.ones(3, device=device), torch.ones(2, device=device)]},
    ),
    Sample("trl.trainer.sft_trainer.DataCollatorForLanguageModeling", lambda device: {"pad_token_id": 0}),
    Sample(
        "trl.trainer.sft_trainer.DataCollatorForLanguageModeling.__call__",
        lambda device: {
            "self": DataCollatorForLanguageModeling(pad_token_id=0),
            "features": [{"input_ids": [3, 4, 5]}, {"input_ids": [3, 5]}],
        },
    ),
    Sample(
        "trl.experimental.utils.create_reference_model",
        lambda device: {"model": GPT2LMHeadModel(GPT2Config(vocab_size=6, n_embd=8, n_layer=1, n_head=2)).to(device)},
    ),
]
