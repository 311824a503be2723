import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

device = torch.device("mps")


class Readings(Dataset):
    def __init__(self, n=64, length=12, features=3):
        rng = np.random.default_rng(3)
        self.x = torch.tensor(rng.normal(size=(n, length, features)), dtype=torch.float32)
        self.y = self.x.sum((1, 2)).unsqueeze(1)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, idx):
        return self.x[idx], self.y[idx]


class MyLSTM(nn.Module):
    def __init__(self, hidden_size, num_layers, output_size, input_dim):
        super().__init__()
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.input_dim = input_dim
        self.lstm = nn.LSTM(input_size=input_dim, hidden_size=hidden_size, num_layers=num_layers, batch_first=True)
        self.fc = nn.Linear(hidden_size, output_size)

    def forward(self, x):
        h0 = torch.zeros(self.num_layers, x.size(0), self.hidden_size)  # wanted
        c0 = torch.zeros(self.num_layers, x.size(0), self.hidden_size)  # wanted
        out, _ = self.lstm(x, (h0, c0))
        return self.fc(out[:, -1, :])


def train_step(model, criterion, optimizer, x, y):
    model.train()
    optimizer.zero_grad()
    y_pred = model(x)
    loss = criterion(y_pred, y)
    loss.backward()
    optimizer.step()
    return loss.item()


def valid_step(model, criterion, x, y):
    model.eval()
    with torch.no_grad():
        return criterion(model(x), y).item()


def train_model(model, criterion, optimizer, train_loader, val_loader, epochs=2):
    history = {"train": [], "valid": []}
    for epoch in range(epochs):
        losses = []
        for x, y in train_loader:
            x, y = x.to(device), y.to(device)
            losses.append(train_step(model, criterion, optimizer, x, y))
        history["train"].append(np.mean(losses))
        history["valid"].append(np.mean([valid_step(model, criterion, x.to(device), y.to(device)) for x, y in val_loader]))
        print(epoch, history["train"][-1], history["valid"][-1])
    return history


train_loader = DataLoader(Readings(), batch_size=16, shuffle=True)
val_loader = DataLoader(Readings(16), batch_size=16)
model = MyLSTM(hidden_size=8, num_layers=2, output_size=1, input_dim=3).to(device)
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
train_model(model, criterion, optimizer, train_loader, val_loader)
