import argparse

import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, default_data_collator, get_scheduler


def arguments():
    parser = argparse.ArgumentParser(description="Tune a causal language model on a question and answer file.")
    parser.add_argument("--model", default="bigscience/bloom-7b1")
    parser.add_argument("--train-file", default="questions.json")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-5)
    parser.add_argument("--length", type=int, default=384)
    return parser.parse_args()


def load_data(args, tokenizer):
    raw = load_dataset("json", data_files=args.train_file, split="train")

    def encode(rows):
        texts = [f"Question: {q}\nAnswer: {a}" for q, a in zip(rows["question"], rows["answer"])]
        encoded = tokenizer(texts, padding="max_length", truncation=True, max_length=args.length)
        encoded["labels"] = [list(ids) for ids in encoded["input_ids"]]
        return encoded

    encoded = raw.map(encode, batched=True, remove_columns=raw.column_names)
    return DataLoader(encoded, shuffle=True, collate_fn=default_data_collator, batch_size=args.batch_size)


def main():
    args = arguments()
    accelerator = Accelerator(mixed_precision="bf16", gradient_accumulation_steps=8)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForCausalLM.from_pretrained(args.model, device_map={"": accelerator.process_index}, torch_dtype=torch.bfloat16)
    train_loader = load_data(args, tokenizer)

    optimizer = AdamW(model.parameters(), lr=args.rate)
    scheduler = get_scheduler(
        "linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=args.epochs * len(train_loader)
    )
    model, optimizer, train_loader, scheduler = accelerator.prepare(model, optimizer, train_loader, scheduler)

    for epoch in range(args.epochs):
        model.train()
        for step, batch in enumerate(train_loader):
            with accelerator.accumulate(model):
                outputs = model(**batch)
                accelerator.backward(outputs.loss)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            if step % 20 == 0:
                accelerator.print(epoch, step, outputs.loss.item())

    accelerator.wait_for_everyone()
    accelerator.unwrap_model(model).save_pretrained("tuned", is_main_process=accelerator.is_main_process)


if __name__ == "__main__":
    main()
