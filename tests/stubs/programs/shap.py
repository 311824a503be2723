"""Programs that explain networks of a GPU with SHAP."""

import numpy as np
import shap
import torch
from torch import nn


def network():
    return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).eval()


def bad_background_of_the_deep_explainer_is_behind(device):
    model = network().to(device)
    rows = torch.randn(8, 3)
    background, test = rows[:6], rows[6:].to(device)
    explainer = shap.DeepExplainer(model, background)  # wanted
    return explainer.shap_values(test, check_additivity=False)


def ok_background_of_the_deep_explainer_is_behind(device):
    model = network().to(device)
    rows = torch.randn(8, 3)
    background, test = rows[:6].to(device), rows[6:].to(device)
    explainer = shap.DeepExplainer(model, background)
    return explainer.shap_values(test, check_additivity=False)


def bad_prediction_function_gives_what_the_gpu_has():
    model = network().cuda()
    rows = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)

    def predict(batch):
        x = torch.from_numpy(batch.astype(np.float32)).cuda()
        return model(x).softmax(dim=1).detach().numpy()  # wanted

    return shap.KernelExplainer(predict, rows[:2]).shap_values(rows[2:], nsamples=8, silent=True)


def ok_prediction_function_gives_what_the_gpu_has():
    model = network().cuda()
    rows = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)

    def predict(batch):
        x = torch.from_numpy(batch.astype(np.float32)).cuda()
        return model(x).softmax(dim=1).detach().cpu().numpy()

    return shap.KernelExplainer(predict, rows[:2]).shap_values(rows[2:], nsamples=8, silent=True)


def bad_rows_of_the_gradient_explainer_are_behind(device):
    model = network().to(device)
    background = torch.randn(5, 3, device=device)
    explainer = shap.GradientExplainer(model, background)
    test = torch.randn(2, 3)
    return explainer.shap_values(test, nsamples=4)  # wanted


def ok_rows_of_the_gradient_explainer_are_behind(device):
    model = network().to(device)
    background = torch.randn(5, 3, device=device)
    explainer = shap.GradientExplainer(model, background)
    test = torch.randn(2, 3, device=device)
    return explainer.shap_values(test, nsamples=4)


def bad_features_of_the_plot_are_on_the_gpu(device):
    model = network().to(device)
    rows = torch.randn(6, 3).to(device)
    values = shap.DeepExplainer(model, rows).shap_values(rows, check_additivity=False)
    shap.summary_plot(values[..., 0], rows.numpy(), show=False)  # wanted


def ok_features_of_the_plot_are_on_the_gpu(device):
    model = network().to(device)
    rows = torch.randn(6, 3).to(device)
    values = shap.DeepExplainer(model, rows).shap_values(rows, check_additivity=False)
    shap.summary_plot(values[..., 0], rows.cpu().numpy(), show=False)
