import numpy as np
import torch
from torch.nn import Dropout, Embedding, LSTM, Linear, Module
from torch.nn.functional import binary_cross_entropy, one_hot


class DKT(Module):
    """Knowledge of a learner as the state of an LSTM over what was answered."""

    def __init__(self, num_q, emb_size, hidden_size):
        super().__init__()
        self.num_q = num_q
        self.interaction_emb = Embedding(num_q * 2, emb_size)
        self.lstm_layer = LSTM(emb_size, hidden_size, batch_first=True)
        self.dropout_layer = Dropout()
        self.out_layer = Linear(hidden_size, num_q)

    def forward(self, q, r):
        h, _ = self.lstm_layer(self.interaction_emb(q + self.num_q * r))
        return torch.sigmoid(self.out_layer(self.dropout_layer(h)))

    def select(self, q, r, qshft, rshft, m):
        y = self(q.long(), r.long())
        y = (y * one_hot(qshft.long(), self.num_q)).sum(-1)
        return torch.masked_select(y, m), torch.masked_select(rshft, m)

    def train_model(self, train_loader, test_loader, num_epochs, opt):
        accuracies, loss_means = [], []
        for i in range(1, num_epochs + 1):
            loss_mean = []
            for batch in train_loader:
                self.train()
                y, t = self.select(*batch)
                opt.zero_grad()
                loss = binary_cross_entropy(y, t)
                loss.backward()
                opt.step()
                loss_mean.append(loss.detach().cpu().numpy())
            with torch.no_grad():
                for batch in test_loader:
                    self.eval()
                    y, t = self.select(*batch)
                    accuracy = ((y.detach().cpu() > 0.5) == (t.detach().cpu() > 0.5)).float().mean().item()
                    print(f"epoch {i}, accuracy {accuracy:.3f}, loss {np.mean(loss_mean):.3f}")
                    accuracies.append(accuracy)
            loss_means.append(np.mean(loss_mean))
        return accuracies, loss_means
