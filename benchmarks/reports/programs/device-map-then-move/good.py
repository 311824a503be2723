import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

CHECKPOINT = "decapoda-research/llama-7b-hf"
PROMPTS = [
    "The three largest cities of Italy are",
    "A haiku about compilers:",
]


class Completer:
    def __init__(self, checkpoint, device="cuda:0"):
        self.device = torch.device(device)
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.network = AutoModelForCausalLM.from_pretrained(checkpoint, torch_dtype=torch.float16).to(self.device)
        self.network.eval()

    def move(self, device):
        self.device = torch.device(device)
        self.network.to(self.device)

    @torch.no_grad()
    def logits(self, prompt):
        encoded = self.tokenizer(prompt, return_tensors="pt")
        return self.network(encoded.input_ids.to(self.device)).logits

    def next_words(self, prompt, count=5):
        scores = self.logits(prompt)[0, -1]
        best = torch.topk(scores, count)
        return [self.tokenizer.decode(i) for i in best.indices.tolist()]


def main():
    completer = Completer(CHECKPOINT)
    for prompt in PROMPTS:
        print(prompt, completer.next_words(prompt))

    # the second part of the evaluation shares the machine: everything on one GPU
    completer.move("cuda:0")
    for prompt in PROMPTS:
        print(prompt, completer.next_words(prompt))


if __name__ == "__main__":
    main()
