import os
import tempfile

import torch
from safetensors import safe_open
from safetensors.numpy import save_file as save_arrays
from safetensors.torch import load_file, save_file
from torch import nn


def saved_layer():
    path = os.path.join(tempfile.mkdtemp(), "layer.safetensors")
    save_file(nn.Linear(4, 3).state_dict(), path)
    return path


def bad_loaded_weights_stay_behind(device):
    weights = load_file(saved_layer())
    x = torch.randn(2, 4, device=device)
    return nn.functional.linear(x, weights["weight"], weights["bias"])  # wanted


def ok_loaded_weights_stay_behind(device):
    weights = load_file(saved_layer())
    x = torch.randn(2, 4, device=device)
    return nn.functional.linear(x, weights["weight"].to(device), weights["bias"].to(device))


def bad_two_checkpoints_are_averaged_across_devices():
    path = saved_layer()
    layer = nn.Linear(4, 3).to("cuda")
    with torch.no_grad(), safe_open(path, framework="pt", device="cpu") as checkpoint:
        for name, parameter in layer.named_parameters():
            parameter.lerp_(checkpoint.get_tensor(name), 0.5)  # wanted
    return layer


def ok_two_checkpoints_are_averaged_across_devices():
    path = saved_layer()
    layer = nn.Linear(4, 3).to("cuda")
    with torch.no_grad(), safe_open(path, framework="pt", device="cpu") as checkpoint:
        for name, parameter in layer.named_parameters():
            parameter.lerp_(checkpoint.get_tensor(name).to(parameter.device), 0.5)
    return layer


def bad_weights_are_saved_as_arrays(device):
    layer = nn.Linear(4, 3).to(device)
    arrays = {name: weight.numpy() for name, weight in layer.state_dict().items()}  # wanted
    save_arrays(arrays, os.path.join(tempfile.mkdtemp(), "arrays.safetensors"))


def ok_weights_are_saved_as_arrays(device):
    layer = nn.Linear(4, 3).to(device)
    arrays = {name: weight.cpu().numpy() for name, weight in layer.state_dict().items()}
    save_arrays(arrays, os.path.join(tempfile.mkdtemp(), "arrays.safetensors"))


def bad_weights_loaded_onto_the_gpu_become_arrays():
    weights = load_file(saved_layer(), device="cuda")
    return {name: float(weight.numpy().std()) for name, weight in weights.items()}  # wanted


def ok_weights_loaded_onto_the_gpu_become_arrays():
    weights = load_file(saved_layer(), device="cpu")
    return {name: float(weight.numpy().std()) for name, weight in weights.items()}
