import argparse
import json
from typing import List

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer


class ReplyModel:
    """Two adapters of one base model, on one GPU of several."""

    def __init__(self, args) -> None:
        self.args = args
        self.device = args.device
        self._load_model_tokenizer(args)

    def _load_model_tokenizer(self, args):
        self.tokenizer = AutoTokenizer.from_pretrained(args.base_path, padding_side="left")
        if self.tokenizer.pad_token is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        self.model = AutoModelForCausalLM.from_pretrained(args.base_path, torch_dtype=torch.bfloat16).to(self.device)
        if args.lora_path != "":
            self.model = PeftModel.from_pretrained(
                self.model, args.lora_path, adapter_name="reply", torch_device=self.device,
            ).to(self.device)
            if args.second_lora_path != "":
                self.model.load_adapter(args.second_lora_path, adapter_name="formal", torch_device=self.device)
            self.model.set_adapter("reply")
        self.model.eval()
        torch.cuda.empty_cache()

    def build(self, question: str, history: List[str]) -> str:
        turns = []
        for i, turn in enumerate(history):
            turns.append(("User: " if i % 2 == 0 else "Assistant: ") + turn)
        turns.append("User: " + question)
        return "\n".join(turns) + "\nAssistant:"

    @torch.no_grad()
    def reply(self, questions: List[str], style="reply") -> List[str]:
        if self.args.lora_path != "":
            self.model.set_adapter(style)
        prompts = [self.build(q, []) for q in questions]
        batch = self.tokenizer(prompts, return_tensors="pt", padding=True, truncation=True, max_length=1024)
        batch = batch.to(self.device)
        out = self.model.generate(
            **batch,
            max_new_tokens=self.args.max_new_tokens,
            do_sample=self.args.temperature > 0,
            temperature=max(self.args.temperature, 1e-3),
            pad_token_id=self.tokenizer.pad_token_id,
        )
        out = out[:, batch["input_ids"].shape[1]:]
        return [t.strip() for t in self.tokenizer.batch_decode(out, skip_special_tokens=True)]

    @torch.no_grad()
    def perplexity(self, texts: List[str]) -> List[float]:
        values = []
        for text in texts:
            ids = self.tokenizer(text, return_tensors="pt").input_ids.to(self.device)
            loss = self.model(input_ids=ids, labels=ids).loss
            values.append(torch.exp(loss.float()).item())
        return values


def memory():
    return {f"cuda:{i}": torch.cuda.memory_allocated(i) // 2 ** 20 for i in range(torch.cuda.device_count())}


def read_questions(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line)["question"] for line in f if line.strip()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base_path", type=str, required=True)
    parser.add_argument("--lora_path", type=str, default="")
    parser.add_argument("--second_lora_path", type=str, default="")
    parser.add_argument("--questions", type=str, default="questions.jsonl")
    parser.add_argument("--output", type=str, default="replies.jsonl")
    parser.add_argument("--device", type=str, default="cuda:1")
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--max_new_tokens", type=int, default=256)
    parser.add_argument("--temperature", type=float, default=0.7)
    args = parser.parse_args()

    lt = ReplyModel(args)
    print("MiB after loading:", memory())
    questions = read_questions(args.questions)
    with open(args.output, "w", encoding="utf-8") as f:
        for start in range(0, len(questions), args.batch_size):
            some = questions[start:start + args.batch_size]
            replies = lt.reply(some)
            for question, answer, ppl in zip(some, replies, lt.perplexity(replies)):
                f.write(json.dumps({"question": question, "reply": answer, "ppl": ppl}, ensure_ascii=False) + "\n")
    print("MiB at the end:", memory())


if __name__ == "__main__":
    main()
