import numpy as np
import torch
from torch.nn import Dropout, Embedding, LSTM, Linear, Module
from torch.nn.functional import binary_cross_entropy, one_hot


class Tracer(Module):
    """Knowledge of a learner as the state of an LSTM over what was answered."""

    def __init__(self, questions, width, state_size):
        super().__init__()
        self.questions = questions
        self.pairs = Embedding(questions * 2, width)
        self.lstm = LSTM(width, state_size, batch_first=True)
        self.dropout = Dropout()
        self.out = Linear(state_size, questions)

    def forward(self, q, r):
        h, _ = self.lstm(self.pairs(q + self.questions * r))
        return torch.sigmoid(self.out(self.dropout(h)))

    def select(self, q, r, q_next, r_next, m):
        y = self(q.long(), r.long())
        y = (y * one_hot(q_next.long(), self.questions)).sum(-1)
        return torch.masked_select(y, m), torch.masked_select(r_next, m)

    def fit(self, train_loader, test_loader, num_epochs, optimizer):
        accuracies, all_losses = [], []
        for i in range(1, num_epochs + 1):
            losses = []
            for batch in train_loader:
                self.train()
                y, t = self.select(*batch)
                optimizer.zero_grad()
                loss = binary_cross_entropy(y, t)
                loss.backward()
                optimizer.step()
                losses.append(loss.detach().cpu().numpy())
            with torch.no_grad():
                for batch in test_loader:
                    self.eval()
                    y, t = self.select(*batch)
                    accuracy = ((y.detach().cpu() > 0.5) == (t.detach().cpu() > 0.5)).float().mean().item()
                    print(f"epoch {i}, accuracy {accuracy:.3f}, loss {np.mean(losses):.3f}")
                    accuracies.append(accuracy)
            all_losses.append(np.mean(losses))
        return accuracies, all_losses
