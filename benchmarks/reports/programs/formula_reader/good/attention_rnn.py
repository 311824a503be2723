import torch
import torch.nn as nn
import torch.nn.functional as F


class SymbolWriter(nn.Module):
    """Writes one symbol of a formula after the other, looking at a part of the picture for each."""

    def __init__(self, width, output_size, features=32, dropout_p=0.1):
        super().__init__()
        self.width = width
        self.embedding = nn.Embedding(output_size, width)
        self.gru1 = nn.GRUCell(width, width)
        self.gru2 = nn.GRUCell(features, width)
        self.query, self.key = nn.Linear(width, 64), nn.Conv2d(features, 64, 1)
        self.coverage = nn.Conv2d(1, 64, 5, padding=2, bias=False)
        self.energy = nn.Linear(64, 1)
        self.dropout = nn.Dropout(dropout_p)
        self.out = nn.Linear(width + features, output_size)

    def forward(self, symbol, hidden, features, seen_so_far):
        state = self.gru1(self.dropout(self.embedding(symbol)), hidden)
        score = torch.tanh(self.query(state)[:, :, None, None] + self.key(features) + self.coverage(seen_so_far))
        attention = F.softmax(self.energy(score.permute(0, 2, 3, 1)).flatten(1), dim=1)
        attention = attention.view(-1, 1, *features.shape[2:])
        context = (attention * features).sum((2, 3))
        hidden = self.gru2(context, state)
        output = F.log_softmax(self.out(torch.cat([hidden, context], dim=1)), dim=1)
        return output, hidden, seen_so_far + attention
