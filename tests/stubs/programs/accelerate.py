import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def samples():
    return TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,)))


def bad_loader_is_not_prepared():
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loader = DataLoader(samples(), batch_size=4)
    model, optimizer = accelerator.prepare(model, optimizer)
    for inputs, labels in loader:
        loss = F.cross_entropy(model(inputs), labels)  # wanted
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def ok_loader_is_not_prepared():
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loader = DataLoader(samples(), batch_size=4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for inputs, labels in loader:
        loss = F.cross_entropy(model(inputs), labels)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def bad_noise_ignores_the_accelerator():
    accelerator = Accelerator()
    denoiser = nn.Sequential(nn.Linear(4, 16), nn.SiLU(), nn.Linear(16, 4))
    optimizer = torch.optim.Adam(denoiser.parameters())
    denoiser, optimizer, loader = accelerator.prepare(denoiser, optimizer, DataLoader(samples(), batch_size=4))
    for clean, _ in loader:
        noise = torch.randn(clean.shape)
        loss = F.mse_loss(denoiser(clean + noise), noise)  # wanted
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def ok_noise_ignores_the_accelerator():
    accelerator = Accelerator()
    denoiser = nn.Sequential(nn.Linear(4, 16), nn.SiLU(), nn.Linear(16, 4))
    optimizer = torch.optim.Adam(denoiser.parameters())
    denoiser, optimizer, loader = accelerator.prepare(denoiser, optimizer, DataLoader(samples(), batch_size=4))
    for clean, _ in loader:
        noise = torch.randn(clean.shape, device=accelerator.device)
        loss = F.mse_loss(denoiser(clean + noise), noise)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def bad_gathered_predictions_become_an_array():
    accelerator = Accelerator()
    model, loader = accelerator.prepare(nn.Linear(4, 2), DataLoader(samples(), batch_size=4))
    model.eval()
    predicted = []
    for inputs, labels in loader:
        with torch.no_grad():
            choices = model(inputs).argmax(dim=-1)
        choices, labels = accelerator.gather_for_metrics((choices, labels))
        predicted.extend(choices.numpy())  # wanted
    return predicted


def ok_gathered_predictions_become_an_array():
    accelerator = Accelerator()
    model, loader = accelerator.prepare(nn.Linear(4, 2), DataLoader(samples(), batch_size=4))
    model.eval()
    predicted = []
    for inputs, labels in loader:
        with torch.no_grad():
            choices = model(inputs).argmax(dim=-1)
        choices, labels = accelerator.gather_for_metrics((choices, labels))
        predicted.extend(choices.cpu().numpy())
    return predicted


def bad_tensor_is_prepared():
    accelerator = Accelerator()
    model, weights = nn.Linear(4, 2), torch.tensor([0.25, 0.75])
    loader = DataLoader(samples(), batch_size=4)
    model, weights, loader = accelerator.prepare(model, weights, loader)
    for inputs, _ in loader:
        accelerator.backward((model(inputs) * weights).sum())  # wanted


def ok_tensor_is_prepared():
    accelerator = Accelerator()
    model, weights = nn.Linear(4, 2), torch.tensor([0.25, 0.75])
    loader = DataLoader(samples(), batch_size=4)
    model, loader = accelerator.prepare(model, loader)
    weights = weights.to(accelerator.device)
    for inputs, _ in loader:
        accelerator.backward((model(inputs) * weights).sum())
