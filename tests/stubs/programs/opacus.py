"""Programs that train with differential privacy, by Opacus, on a GPU."""

import torch
from opacus import PrivacyEngine
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def rows():
    return DataLoader(TensorDataset(torch.randn(8, 4), torch.arange(8) % 2), batch_size=4)


def bad_batches_of_the_private_loader_stay_behind(device):
    model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = PrivacyEngine().make_private(
        module=model, optimizer=optimizer, data_loader=rows(), noise_multiplier=1.0, max_grad_norm=1.0
    )
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()  # wanted
        optimizer.step()


def ok_batches_of_the_private_loader_stay_behind(device):
    model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = PrivacyEngine().make_private(
        module=model, optimizer=optimizer, data_loader=rows(), noise_multiplier=1.0, max_grad_norm=1.0
    )
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.to(device)), y.to(device)).backward()
        optimizer.step()


def bad_labels_of_the_private_loader_stay_behind():
    engine = PrivacyEngine()
    network = nn.Linear(4, 2).cuda()
    optimizer = torch.optim.Adam(network.parameters())
    private, optimizer, loader = engine.make_private(
        module=network, optimizer=optimizer, data_loader=rows(), noise_multiplier=0.5, max_grad_norm=1.2
    )
    criterion = nn.CrossEntropyLoss()
    losses = []
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = criterion(private(inputs.cuda()), labels)  # wanted
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def ok_labels_of_the_private_loader_stay_behind():
    engine = PrivacyEngine()
    network = nn.Linear(4, 2).cuda()
    optimizer = torch.optim.Adam(network.parameters())
    private, optimizer, loader = engine.make_private(
        module=network, optimizer=optimizer, data_loader=rows(), noise_multiplier=0.5, max_grad_norm=1.2
    )
    criterion = nn.CrossEntropyLoss()
    losses = []
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = criterion(private(inputs.cuda()), labels.cuda())
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def bad_private_model_is_judged_on_rows_of_the_home(device):
    model = nn.Linear(4, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, _, _ = PrivacyEngine().make_private_with_epsilon(
        module=model,
        optimizer=optimizer,
        data_loader=rows(),
        target_epsilon=8.0,
        target_delta=1e-3,
        epochs=1,
        max_grad_norm=1.0,
    )
    held_back = torch.randn(5, 4)
    return model(held_back).argmax(dim=1)  # wanted


def ok_private_model_is_judged_on_rows_of_the_home(device):
    model = nn.Linear(4, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, _, _ = PrivacyEngine().make_private_with_epsilon(
        module=model,
        optimizer=optimizer,
        data_loader=rows(),
        target_epsilon=8.0,
        target_delta=1e-3,
        epochs=1,
        max_grad_norm=1.0,
    )
    held_back = torch.randn(5, 4, device=device)
    return model(held_back).argmax(dim=1)
