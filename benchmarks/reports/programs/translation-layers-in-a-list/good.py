import math

import pytorch_lightning as pl
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

PAD = 0


class MultiHead(pl.LightningModule):
    def __init__(self, width, heads_each):
        super().__init__()
        self.heads = heads_each
        self.head_dim = width // heads_each
        self.to_v = nn.Linear(width, width)
        self.to_k = nn.Linear(width, width)
        self.to_q = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def split(self, x):
        batch, length, _ = x.shape
        return x.view(batch, length, self.heads, self.head_dim).transpose(1, 2)

    def forward(self, value, key, query, mask=None):
        v, k, q = self.split(self.to_v(value)), self.split(self.to_k(key)), self.split(self.to_q(query))
        energy = q @ k.transpose(-1, -2) / math.sqrt(self.head_dim)
        if mask is not None:
            energy = energy.masked_fill(mask == 0, -1e9)
        mixed = torch.softmax(energy, dim=-1) @ v
        return self.out(mixed.transpose(1, 2).flatten(2))


class Block(pl.LightningModule):
    def __init__(self, width: int, heads_each: int, dropout: float = 0.1):
        super().__init__()
        self.attention = MultiHead(width, heads_each)
        self.value_norm = nn.LayerNorm(width)
        self.key_norm = nn.LayerNorm(width)
        self.query_norm = nn.LayerNorm(width)
        self.norm = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.ReLU(), nn.Linear(4 * width, width))
        self.dropout = nn.Dropout(dropout)

    def forward(self, value, key, query, mask):
        value = self.value_norm(value)
        key = self.key_norm(key)
        query = self.query_norm(query)
        x = query + self.dropout(self.attention(value, key, query, mask))
        return x + self.dropout(self.mlp(self.norm(x)))


class Encoder(pl.LightningModule):
    def __init__(self, words, width, layers, heads, max_length=64):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=PAD)
        self.places = nn.Embedding(max_length, width)
        self.layers = nn.ModuleList([Block(width, heads) for _ in range(layers)])

    def forward(self, tokens, mask):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.words(tokens) + self.places(places)
        for layer in self.layers:
            x = layer(x, x, x, mask)
        return x


class Tagger(pl.LightningModule):
    """Word by word: a word of the source gives one of the target."""

    def __init__(self, source_words, target_words, width=32):
        super().__init__()
        self.encoder = Encoder(source_words, width, layers=2, heads=4)
        self.out = nn.Linear(width, target_words)
        self.criterion = nn.CrossEntropyLoss(ignore_index=PAD)

    def training_step(self, batch, batch_idx):
        source, target = batch
        mask = (source != PAD)[:, None, None, :]
        logits = self.out(self.encoder(source, mask))
        return self.criterion(logits.flatten(0, 1), target.flatten())

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=3e-4)


source = torch.randint(1, 50, (64, 10))
loader = DataLoader(TensorDataset(source, source % 40 + 1), batch_size=16)
trainer = pl.Trainer(
    accelerator="gpu", devices=1, max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False
)
trainer.fit(Tagger(50, 42), loader)
