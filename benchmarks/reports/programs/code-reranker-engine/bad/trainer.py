from dataclasses import dataclass, field
from pathlib import Path

import datasets
import deepspeed
import torch
from models import CodeReranker
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, DataCollatorWithPadding, HfArgumentParser, TrainingArguments


@dataclass
class ModelArguments:
    base_model_path: str = field(default="base_models/codellama-7b-hf/")
    evaluate_only: bool = field(default=False)


@dataclass
class DataArguments:
    data_dir: str = field(default="rerank_datasets")
    max_length: int = field(default=512)


@dataclass
class Settings(TrainingArguments):
    output_dir: str = field(default="reranker")
    per_device_train_batch_size: int = field(default=1)
    num_train_epochs: int = field(default=5)
    learning_rate: float = field(default=2e-5)


def deepspeed_config(settings):
    return {
        "train_micro_batch_size_per_gpu": settings.per_device_train_batch_size,
        "optimizer": {"type": "AdamW", "params": {"lr": settings.learning_rate}},
        "bf16": {"enabled": True},
        "zero_optimization": {"stage": 2},
    }


def prepare(data_args, tokenizer):
    pairs = datasets.load_from_disk(str(Path(data_args.data_dir) / "train"))

    def encode(row):
        return tokenizer(row["left"], row["right"], truncation=True, max_length=data_args.max_length)

    pairs = pairs.map(encode, remove_columns=["left", "right"])
    return pairs.rename_column("label", "labels")


def main():
    parser = HfArgumentParser((ModelArguments, DataArguments, Settings))
    model_args, data_args, settings = parser.parse_args_into_dataclasses()

    tokenizer = AutoTokenizer.from_pretrained(model_args.base_model_path)
    tokenizer.pad_token = tokenizer.eos_token
    model = CodeReranker.from_pretrained(
        model_args.base_model_path,
        loss_fct="margin",
        evaluate_only=model_args.evaluate_only,
        max_seq_length=data_args.max_length,
        torch_dtype=torch.bfloat16,
    )
    train_set = prepare(data_args, tokenizer)
    collate = DataCollatorWithPadding(tokenizer, padding=True, return_tensors="pt")
    loader = DataLoader(train_set, batch_size=settings.per_device_train_batch_size, shuffle=True, collate_fn=collate)

    model_engine, optimizer, _, _ = deepspeed.initialize(
        model=model, model_parameters=model.parameters(), config=deepspeed_config(settings)
    )
    for epoch in range(int(settings.num_train_epochs)):
        model_engine.train()
        for step, batch in enumerate(loader):
            outputs = model_engine(**batch)  # wanted
            model_engine.backward(outputs.loss)
            model_engine.step()
            if step % 10 == 0:
                print(epoch, step, outputs.loss.item())
        model_engine.save_checkpoint(settings.output_dir, tag=f"epoch-{epoch}")


if __name__ == "__main__":
    main()
