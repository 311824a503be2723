import numpy as np
import shap
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def network():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def bad_background_is_left():
    model = network().to(device)
    table = np.random.rand(16, 4).astype(np.float32)
    background = torch.tensor(table[:8])
    explainer = shap.DeepExplainer(model, background)  # wanted
    return explainer.shap_values(torch.tensor(table[8:]).to(device))


def ok_background_is_left():
    model = network().to(device)
    table = np.random.rand(16, 4).astype(np.float32)
    background = torch.tensor(table[:8]).to(device)
    explainer = shap.DeepExplainer(model, background)
    return explainer.shap_values(torch.tensor(table[8:]).to(device))


def bad_function_of_arrays():
    model = network().to(device)
    table = np.random.rand(16, 4).astype(np.float32)

    def predict(rows):
        inputs = torch.from_numpy(rows.astype(np.float32)).to(device)
        with torch.no_grad():
            return model(inputs).numpy()  # wanted

    explainer = shap.KernelExplainer(predict, table[:4])
    return explainer.shap_values(table[4:6], nsamples=20)


def ok_function_of_arrays():
    model = network().to(device)
    table = np.random.rand(16, 4).astype(np.float32)

    def predict(rows):
        inputs = torch.from_numpy(rows.astype(np.float32)).to(device)
        with torch.no_grad():
            return model(inputs).cpu().numpy()

    explainer = shap.KernelExplainer(predict, table[:4])
    return explainer.shap_values(table[4:6], nsamples=20)


def bad_rows_of_a_gradient_explainer():
    model = network().cuda().eval()
    data = torch.rand(20, 4)
    explainer = shap.GradientExplainer(model, data[:10].cuda())
    values = explainer.shap_values(data[10:12])  # wanted
    return np.abs(values).mean()


def ok_rows_of_a_gradient_explainer():
    model = network().cuda().eval()
    data = torch.rand(20, 4)
    explainer = shap.GradientExplainer(model, data[:10].cuda())
    values = explainer.shap_values(data[10:12].cuda())
    return np.abs(values).mean()
