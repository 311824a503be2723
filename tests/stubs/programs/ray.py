import ray.train.torch
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def samples():
    return TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,)))


def bad_classes_are_weighted():
    model = ray.train.torch.prepare_model(nn.Linear(4, 2))
    loader = ray.train.torch.prepare_data_loader(DataLoader(samples(), batch_size=4))
    criterion = nn.CrossEntropyLoss(weight=torch.tensor([0.25, 0.75]))  # wanted
    for inputs, labels in loader:
        criterion(model(inputs), labels).backward()


def ok_classes_are_weighted():
    model = ray.train.torch.prepare_model(nn.Linear(4, 2))
    loader = ray.train.torch.prepare_data_loader(DataLoader(samples(), batch_size=4))
    criterion = nn.CrossEntropyLoss(weight=torch.tensor([0.25, 0.75])).to(ray.train.torch.get_device())
    for inputs, labels in loader:
        criterion(model(inputs), labels).backward()


def ok_loader_is_left():
    model = ray.train.torch.prepare_model(nn.Linear(4, 2))
    loader = ray.train.torch.prepare_data_loader(DataLoader(samples(), batch_size=4), move_to_device=False)
    device = ray.train.torch.get_device()
    for inputs, labels in loader:
        nn.functional.cross_entropy(model(inputs.to(device)), labels.to(device)).backward()
