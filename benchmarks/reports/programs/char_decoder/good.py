"""A small decoder that learns to continue strings, after a tutorial on transformers."""
import random

import numpy as np
import torch


def get_device():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("cpu")


class SineTable(torch.nn.Module):
    def __init__(self, width, max_length):
        super().__init__()
        self.width = width
        self.max_length = max_length
        self.register_buffer("table", self.create_table())

    def create_table(self):
        table = np.zeros((self.max_length, self.width))
        for position in range(self.max_length):
            for i in range(0, self.width, 2):
                table[position, i] = np.sin(position / 10000 ** (i / self.width))
                table[position, i + 1] = np.cos(position / 10000 ** (i / self.width))
        return torch.from_numpy(table).float()

    def forward(self, x):
        return x + self.table[:x.size(1), :]


class SelfAttention(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)

    def forward(self, x, mask):
        b, n, w = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        weights = q @ k.transpose(-2, -1) / np.sqrt(w // self.heads)
        weights = weights.masked_fill(mask.reshape(b, 1, 1, n) == 0, -1e9)
        return self.out((weights.softmax(-1) @ v).transpose(1, 2).reshape(b, n, w))


class Layer(torch.nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.attention = SelfAttention(width, heads)
        self.feed_forward = torch.nn.Sequential(torch.nn.Linear(width, 4 * width), torch.nn.ReLU(),
                                                torch.nn.Linear(4 * width, width))
        self.dropout = torch.nn.Dropout(dropout)
        self.norm_1, self.norm_2 = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)

    def forward(self, x, mask):
        x = x + self.attention(self.norm_1(x), mask)
        return x + self.dropout(self.feed_forward(self.norm_2(x)))


class CharModel(torch.nn.Module):
    def __init__(self, tokens, max_length, width=32, layers=2, heads=4, dropout=0.1):
        super().__init__()
        self.max_length = max_length
        self.embedding = torch.nn.Embedding(tokens, width)
        self.positions = SineTable(width, max_length)
        self.layers = torch.nn.ModuleList([Layer(width, heads, dropout) for _ in range(layers)])
        self.head = torch.nn.Linear(width, tokens)

    def forward(self, x, mask):
        h = self.positions(self.embedding(x))
        for layer in self.layers:
            h = layer(h, mask)
        return self.head(h)


class Trainer:
    def __init__(self, model, rate=1e-3):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=rate)
        self.criterion = torch.nn.CrossEntropyLoss()

    def train(self, sequences, epochs, batch_size):
        losses = []
        for epoch in range(epochs):
            random.shuffle(sequences)
            for start in range(0, len(sequences), batch_size):
                batch = torch.tensor(sequences[start:start + batch_size], dtype=torch.long)
                inputs, targets = batch[:, :-1].to(get_device()), batch[:, -1].to(get_device())
                mask = (inputs != 0).long()
                logits = self.model(inputs, mask)[:, -1, :]
                loss = self.criterion(logits, targets)
                self.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                losses.append(loss.item())
            print(f"epoch {epoch}: {np.mean(losses):.3f}")
        return losses


def sequences_of(text, vocabulary, length):
    ids = [vocabulary[c] for c in text]
    padded = [0] * length + ids
    return [padded[i:i + length + 1] for i in range(len(ids))]


if __name__ == "__main__":
    corpus = "cats rule the world. dogs are the best. elephants have long trunks. "
    vocab = {c: i + 1 for i, c in enumerate(sorted(set(corpus)))}
    char_model = CharModel(len(vocab) + 1, max_length=20).to(get_device())
    Trainer(char_model).train(sequences_of(corpus, vocab, 20), epochs=2, batch_size=16)
