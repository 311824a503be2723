import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset


def data():
    return TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.layers(x)


def bad_eval_loader_is_not_prepared():
    set_seed(1)
    accelerator = Accelerator()
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    train_loader, eval_loader = DataLoader(data(), batch_size=4), DataLoader(data(), batch_size=4)
    model, optimizer, train_loader = accelerator.prepare(model, optimizer, train_loader)
    for x, y in train_loader:
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
    model.eval()
    correct = 0
    for x, y in eval_loader:
        with torch.no_grad():
            predictions = model(x).argmax(dim=-1)  # wanted
        correct += (predictions == y).sum().item()
    return correct


def ok_eval_loader_is_not_prepared():
    set_seed(1)
    accelerator = Accelerator()
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    train_loader, eval_loader = DataLoader(data(), batch_size=4), DataLoader(data(), batch_size=4)
    model, optimizer, train_loader, eval_loader = accelerator.prepare(model, optimizer, train_loader, eval_loader)
    for x, y in train_loader:
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
    model.eval()
    correct = 0
    for x, y in eval_loader:
        with torch.no_grad():
            predictions = model(x).argmax(dim=-1)
        correct += (predictions == y).sum().item()
    return correct


def bad_predictions_are_gathered():
    accelerator = Accelerator(gradient_accumulation_steps=2)
    model, loader = accelerator.prepare(Net(), DataLoader(data(), batch_size=4))
    everything = []
    for x, y in loader:
        with torch.no_grad():
            scores = model(x)
        scores, y = accelerator.gather_for_metrics((scores.softmax(-1), y))
        everything.append(scores.numpy())  # wanted
    return np.concatenate(everything)


def ok_predictions_are_gathered():
    accelerator = Accelerator(gradient_accumulation_steps=2)
    model, loader = accelerator.prepare(Net(), DataLoader(data(), batch_size=4))
    everything = []
    for x, y in loader:
        with torch.no_grad():
            scores = model(x)
        scores, y = accelerator.gather_for_metrics((scores.softmax(-1), y))
        everything.append(scores.cpu().numpy())
    return np.concatenate(everything)


def bad_unwrapped_model_samples():
    accelerator = Accelerator(mixed_precision="no")
    device = accelerator.device
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    plain = accelerator.unwrap_model(model)
    grid = torch.linspace(-1, 1, 8).view(2, 4)  # or here
    return plain(grid)  # wanted


def ok_unwrapped_model_samples():
    accelerator = Accelerator(mixed_precision="no")
    device = accelerator.device
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    plain = accelerator.unwrap_model(model)
    grid = torch.linspace(-1, 1, 8, device=device).view(2, 4)
    return plain(grid)


def bad_teacher_is_not_prepared():
    accelerator = Accelerator()
    student, teacher = Net(), Net()  # or here
    optimizer = torch.optim.Adam(student.parameters())
    student, optimizer, loader = accelerator.prepare(student, optimizer, DataLoader(data(), batch_size=4))
    teacher.eval().requires_grad_(False)
    for batch in loader:
        x, y = batch
        with accelerator.accumulate(student):
            wanted = teacher(x)  # wanted
            loss = F.mse_loss(student(x), wanted)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()


def ok_teacher_is_not_prepared():
    accelerator = Accelerator()
    student, teacher = Net(), Net()
    optimizer = torch.optim.Adam(student.parameters())
    student, optimizer, loader = accelerator.prepare(student, optimizer, DataLoader(data(), batch_size=4))
    teacher.eval().requires_grad_(False)
    teacher.to(accelerator.device)
    for batch in loader:
        x, y = batch
        with accelerator.accumulate(student):
            wanted = teacher(x)
            loss = F.mse_loss(student(x), wanted)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
