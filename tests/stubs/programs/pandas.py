"""Programs that write predictions to a table, or read a table into a network."""

import pandas as pd
import torch
from torch import nn


def bad_submission_column_is_a_cuda_tensor(device):
    model = nn.Linear(3, 4).to(device)
    with torch.no_grad():
        predicted = model(torch.randn(5, 3).to(device)).argmax(dim=1)
    table = pd.DataFrame({"id": range(5), "label": predicted})  # wanted
    return table.to_csv(index=False)


def ok_submission_column_is_a_cuda_tensor(device):
    model = nn.Linear(3, 4).to(device)
    with torch.no_grad():
        predicted = model(torch.randn(5, 3).to(device)).argmax(dim=1)
    table = pd.DataFrame({"id": range(5), "label": predicted.cpu().numpy()})
    return table.to_csv(index=False)


def bad_forecast_is_assigned_from_the_gpu():
    frame = pd.DataFrame({"x": [0.1, 0.2, 0.3, 0.4], "y": [1.0, 2.0, 3.0, 4.0]})
    network = nn.Linear(1, 1).to("cuda")
    inputs = torch.tensor(frame[["x"]].values, dtype=torch.float32).to("cuda")
    forecast = network(inputs).detach().squeeze(1)
    frame["forecast"] = forecast.numpy()  # wanted
    frame["error"] = (frame["y"] - frame["forecast"]).abs()
    return frame.describe()


def ok_forecast_is_assigned_from_the_gpu():
    frame = pd.DataFrame({"x": [0.1, 0.2, 0.3, 0.4], "y": [1.0, 2.0, 3.0, 4.0]})
    network = nn.Linear(1, 1).to("cuda")
    inputs = torch.tensor(frame[["x"]].values, dtype=torch.float32).to("cuda")
    forecast = network(inputs).detach().squeeze(1)
    frame["forecast"] = forecast.cpu().numpy()
    frame["error"] = (frame["y"] - frame["forecast"]).abs()
    return frame.describe()


class RowsLeftBehind(nn.Module):
    """Adds a column of the table to each embedding."""

    def __init__(self, table):
        super().__init__()
        self.prices = torch.tensor(table["price"].to_numpy(), dtype=torch.float32)
        self.embedding = nn.Embedding(len(table), 3)

    def forward(self, item):
        return self.embedding(item) * self.prices[item].unsqueeze(1)  # wanted


class RowsInABuffer(nn.Module):
    """Adds a column of the table to each embedding."""

    def __init__(self, table):
        super().__init__()
        self.register_buffer("prices", torch.tensor(table["price"].to_numpy(), dtype=torch.float32))
        self.embedding = nn.Embedding(len(table), 3)

    def forward(self, item):
        return self.embedding(item) * self.prices[item].unsqueeze(1)


def bad_column_of_a_table_is_no_buffer(device):
    catalogue = pd.DataFrame({"price": [3.5, 2.0, 9.9]})
    model = RowsLeftBehind(catalogue).to(device)
    return model(torch.tensor([2, 0], device=device))


def ok_column_of_a_table_is_no_buffer(device):
    catalogue = pd.DataFrame({"price": [3.5, 2.0, 9.9]})
    model = RowsInABuffer(catalogue).to(device)
    return model(torch.tensor([2, 0], device=device))
