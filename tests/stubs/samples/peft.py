"""Samples of PEFT: low-rank adapters of one layer."""

from __future__ import annotations

from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

from tests.stubs.sample import Sample


def small(device: str) -> Any:
    sizes = {"vocab_size": 20, "n_embd": 8, "n_layer": 1, "n_head": 2, "n_positions": 16}
    return GPT2LMHeadModel(GPT2Config(bos_token_id=0, eos_token_id=1, **sizes)).to(device)


def adapted(device: str) -> Any:
    layers = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)).to(device)
    return get_peft_model(layers, LoraConfig(r=2, target_modules=["0"]))


SAMPLES = [
    Sample("peft.prepare_model_for_kbit_training", lambda device: {"model": small(device)}),
    Sample("peft.get_peft_model_state_dict", lambda device: {"model": adapted(device)}),
]
