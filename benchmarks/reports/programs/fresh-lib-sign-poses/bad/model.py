import numpy as np
import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from torch import nn


class GlyphTokenizer:
    def __init__(self, alphabet):
        self.index = {c: i + 1 for i, c in enumerate(alphabet)}
        self.pad_token_id = 0

    def __len__(self):
        return len(self.index) + 1

    def __call__(self, texts, device=None):
        ids = [[self.index[c] for c in t if c in self.index] for t in texts]
        length = max(map(len, ids))
        padded = torch.tensor([i + [0] * (length - len(i)) for i in ids], dtype=torch.long, device=device)
        positions = torch.arange(length, device=device).expand(len(ids), -1)
        return {"tokens_ids": padded, "positions": positions, "attention_mask": padded == 0}


class PoseGenerator(pl.LightningModule):
    def __init__(self, alphabet, pose_dims=(50, 2), hidden=64, num_steps=10, max_len=200, min_len=20, lr=1e-3):
        super().__init__()
        self.save_hyperparameters()
        self.tokenizer = GlyphTokenizer(alphabet)
        self.pose_dims, self.num_steps, self.lr = pose_dims, num_steps, lr
        self.max_len, self.min_len = max_len, min_len
        pose_dim = int(np.prod(pose_dims))
        self.embedding = nn.Embedding(len(self.tokenizer), hidden, padding_idx=0)
        self.positions = nn.Embedding(max_len, hidden)
        self.steps = nn.Embedding(num_steps, hidden)
        self.pose_projection = nn.Linear(pose_dim, hidden)
        layer = nn.TransformerEncoderLayer(hidden, 2, 128, batch_first=True)
        self.text_encoder = nn.TransformerEncoder(layer, 2)
        self.pose_encoder = nn.TransformerEncoder(layer, 2)
        self.seq_length = nn.Linear(hidden, 1)
        self.pose_diff = nn.Sequential(nn.Linear(hidden, hidden), nn.SiLU(), nn.Linear(hidden, pose_dim))

    def encode_text(self, texts):
        tokens = self.tokenizer(texts, device=self.device)
        x = self.embedding(tokens["tokens_ids"]) + self.positions(tokens["positions"])
        encoded = self.text_encoder(x, src_key_padding_mask=tokens["attention_mask"])
        return {"data": encoded, "mask": tokens["attention_mask"]}, self.seq_length(encoded).mean(dim=1)

    def forward(self, text, first_pose, sequence_length=-1):
        encoding, seq_len = self.encode_text([text])
        seq_len = max(min(round(float(seq_len)), self.max_len), self.min_len)
        seq_len = seq_len if sequence_length == -1 else sequence_length
        sequence = {
            "data": first_pose.expand(1, seq_len, *self.pose_dims),
            "mask": torch.zeros([1, seq_len], dtype=torch.bool, device=self.device),
        }
        step = 0
        while True:
            yield sequence["data"][0]
            sequence["data"] = self.refine(step, sequence, encoding)
            step = min(step + 1, self.num_steps - 1)

    def refine(self, step, sequence, encoding):
        data = sequence["data"].detach()
        b, n = data.shape[:2]
        when = self.steps(torch.full((b, 1), step, dtype=torch.long, device=self.device))
        where = self.positions(torch.arange(n, device=self.device))
        x = torch.cat([self.pose_projection(data.reshape(b, n, -1)) + where, encoding["data"], when], dim=1)
        mask = torch.cat([sequence["mask"], encoding["mask"], torch.zeros_like(sequence["mask"][:, :1])], dim=1)
        x = self.pose_encoder(x, src_key_padding_mask=mask)[:, :n]
        change = self.pose_diff(x).reshape(b, n, *self.pose_dims)
        size = 0.1 if step < 2 else np.log(step) / np.log(self.num_steps)
        return (1 - size) * data + size * change

    def training_step(self, batch, batch_idx):
        encoding, length = self.encode_text(batch["text"])
        pose = batch["pose"]
        n = pose.shape[1]
        sequence = {"data": torch.stack([pose[:, 0]] * n, dim=1), "mask": batch["mask"]}
        loss = F.mse_loss(length, batch["length"])
        for i in range(self.num_steps):
            sequence["data"] = self.refine(i, sequence, encoding)
            loss = loss + F.mse_loss(sequence["data"], pose)
        self.log("train_loss", loss, batch_size=len(pose))
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.lr)
