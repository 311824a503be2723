"""Programs that hand tensors to NumPy, or take arrays back, on a machine with a GPU."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def bad_epoch_loss_averages_cuda_losses(device):
    model = nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(TensorDataset(torch.randn(6, 4), torch.randn(6, 1)), batch_size=2)
    history = []
    for _ in range(2):
        losses = []
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x.to(device)), y.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        history.append(np.mean(losses))  # wanted
    return history


def ok_epoch_loss_averages_cuda_losses(device):
    model = nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(TensorDataset(torch.randn(6, 4), torch.randn(6, 1)), batch_size=2)
    history = []
    for _ in range(2):
        losses = []
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x.to(device)), y.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        history.append(np.mean(losses))
    return history


def bad_embeddings_are_stacked_from_the_gpu():
    encoder = nn.Sequential(nn.Linear(8, 3), nn.ReLU()).cuda().eval()
    rows = np.empty((0, 3), dtype=np.float32)
    with torch.no_grad():
        for batch in torch.randn(6, 8).split(2):
            features = encoder(batch.cuda())
            rows = np.concatenate([rows, features])  # wanted
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6)


def ok_embeddings_are_stacked_from_the_gpu():
    encoder = nn.Sequential(nn.Linear(8, 3), nn.ReLU()).cuda().eval()
    rows = np.empty((0, 3), dtype=np.float32)
    with torch.no_grad():
        for batch in torch.randn(6, 8).split(2):
            features = encoder(batch.cuda())
            rows = np.concatenate([rows, features.cpu().numpy()])
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6)


def bad_class_weights_from_counts_stay_behind(device):
    labels = np.array([0, 0, 0, 1, 2, 2])
    counts = np.bincount(labels, minlength=3)
    weight = torch.from_numpy((counts.sum() / (3 * counts)).astype(np.float32))
    classifier = nn.Linear(5, 3).to(device)
    logits = classifier(torch.randn(6, 5, device=device))
    target = torch.as_tensor(labels).to(device)
    return nn.functional.cross_entropy(logits, target, weight=weight)  # wanted


def ok_class_weights_from_counts_stay_behind(device):
    labels = np.array([0, 0, 0, 1, 2, 2])
    counts = np.bincount(labels, minlength=3)
    weight = torch.from_numpy((counts.sum() / (3 * counts)).astype(np.float32)).to(device)
    classifier = nn.Linear(5, 3).to(device)
    logits = classifier(torch.randn(6, 5, device=device))
    target = torch.as_tensor(labels).to(device)
    return nn.functional.cross_entropy(logits, target, weight=weight)
