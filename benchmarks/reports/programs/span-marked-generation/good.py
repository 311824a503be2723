import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader, Dataset
from transformers import GPT2LMHeadModel, GPT2TokenizerFast, set_seed

SENTENCES = [
    "[spanstarts] the old mill [spanends] burned down last night",
    "they sold [spanstarts] two hundred tickets [spanends] in an hour",
    "[spanstarts] nobody from the board [spanends] wanted to comment",
    "the council will rebuild [spanstarts] the bridge [spanends] in spring",
]

gpu = torch.device("cuda" if torch.cuda.is_available() else "cpu")
set_seed(11)

tokenizer = GPT2TokenizerFast.from_pretrained("gpt2")
markers = {"additional_special_tokens": ["[spanstarts]", "[spanends]"]}
added = tokenizer.add_special_tokens(markers)
tokenizer.pad_token = tokenizer.eos_token
model = GPT2LMHeadModel.from_pretrained("gpt2", pad_token_id=tokenizer.eos_token_id)
model.resize_token_embeddings(len(tokenizer))
model.to(gpu)


class Spans(Dataset):
    def __init__(self, sentences):
        encoded = tokenizer(sentences, padding=True, return_tensors="pt")
        self.ids = encoded["input_ids"]
        self.mask = encoded["attention_mask"]

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, index):
        return self.ids[index], self.mask[index]


def train(epochs=2):
    optimizer = AdamW(model.parameters(), lr=5e-5)
    loader = DataLoader(Spans(SENTENCES), batch_size=2, shuffle=True)
    model.train()
    for epoch in range(epochs):
        for ids, mask in loader:
            ids, mask = ids.to(gpu), mask.to(gpu)
            labels = ids.masked_fill(mask == 0, -100)
            loss = model(ids, attention_mask=mask, labels=labels).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        print(epoch, loss.item())


def complete(prompt, max_length=60):
    model.eval()
    prompt_ids = tokenizer.encode(prompt, return_tensors="pt")
    prompt_ids = prompt_ids.to(gpu)
    sampled = model.generate(prompt_ids, do_sample=True, max_length=max_length, top_k=50, top_p=0.92)
    return tokenizer.decode(sampled[0], skip_special_tokens=False)


train()
for prompt in ["[spanstarts] the", "last night [spanstarts]"]:
    print(complete(prompt))
