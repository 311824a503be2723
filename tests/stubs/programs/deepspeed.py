import os

import deepspeed
import torch
from torch import nn

SETTINGS = {
    "train_micro_batch_size_per_gpu": 2,
    "optimizer": {"type": "Adam", "params": {"lr": 1e-3, "torch_adam": True}},
}


def as_the_launcher_does():
    for name, value in {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1"}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("MASTER_PORT", "29533")


def bad_inputs_of_the_engine_stay_behind():
    as_the_launcher_does()
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    engine, optimizer, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=SETTINGS)
    for _ in range(2):
        inputs = torch.randn(2, 4)
        loss = engine(inputs).pow(2).mean()  # wanted
        engine.backward(loss)
        engine.step()


def ok_inputs_of_the_engine_stay_behind():
    as_the_launcher_does()
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    engine, optimizer, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=SETTINGS)
    for _ in range(2):
        inputs = torch.randn(2, 4).to(engine.device)
        loss = engine(inputs).pow(2).mean()
        engine.backward(loss)
        engine.step()


def bad_labels_of_the_engine_stay_behind():
    as_the_launcher_does()
    model = nn.Linear(4, 2)
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=SETTINGS)
    criterion = nn.CrossEntropyLoss()
    inputs, labels = torch.randn(2, 4), torch.tensor([0, 1])
    outputs = engine(inputs.to(engine.local_rank))
    loss = criterion(outputs, labels)  # wanted
    engine.backward(loss)
    engine.step()


def ok_labels_of_the_engine_stay_behind():
    as_the_launcher_does()
    model = nn.Linear(4, 2)
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=SETTINGS)
    criterion = nn.CrossEntropyLoss()
    inputs, labels = torch.randn(2, 4), torch.tensor([0, 1])
    outputs = engine(inputs.to(engine.local_rank))
    loss = criterion(outputs, labels.to(engine.local_rank))
    engine.backward(loss)
    engine.step()


class AddsPositionsFromTheCpu(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.positions = torch.arange(6).unsqueeze(-1) / 6

    def forward(self, tokens):
        return self.embedding(tokens) + self.positions  # wanted


class AddsPositionsFromABuffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.register_buffer("positions", torch.arange(6).unsqueeze(-1) / 6)

    def forward(self, tokens):
        return self.embedding(tokens) + self.positions


def bad_positions_are_not_moved_by_the_engine():
    as_the_launcher_does()
    model = AddsPositionsFromTheCpu()
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=SETTINGS)
    tokens = torch.randint(0, 10, (2, 6), device=engine.device)
    return engine(tokens).mean()


def ok_positions_are_not_moved_by_the_engine():
    as_the_launcher_does()
    model = AddsPositionsFromABuffer()
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=SETTINGS)
    tokens = torch.randint(0, 10, (2, 6), device=engine.device)
    return engine(tokens).mean()


def bad_predictions_of_the_engine_become_an_array():
    as_the_launcher_does()
    engine = deepspeed.init_inference(nn.Linear(4, 2), dtype=torch.float32)
    inputs = torch.randn(2, 4, device="cuda")
    with torch.no_grad():
        return engine(inputs).argmax(dim=-1).numpy()  # wanted


def ok_predictions_of_the_engine_become_an_array():
    as_the_launcher_does()
    engine = deepspeed.init_inference(nn.Linear(4, 2), dtype=torch.float32)
    inputs = torch.randn(2, 4, device="cuda")
    with torch.no_grad():
        return engine(inputs).argmax(dim=-1).cpu().numpy()
