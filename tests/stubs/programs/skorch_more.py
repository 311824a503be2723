import numpy as np
import optuna
import torch
from skorch import NeuralNetClassifier, NeuralNetRegressor
from torch import nn

X = np.random.rand(16, 4).astype(np.float32)
y = np.random.randint(0, 2, 16).astype(np.int64)


class Net(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, 2))

    def forward(self, x):
        return self.layers(x)


def bad_module_used_after_fit():
    net = NeuralNetClassifier(Net, criterion=nn.CrossEntropyLoss, max_epochs=1, device="cuda", train_split=None, verbose=0)
    net.fit(X, y)
    with torch.no_grad():
        scores = net.module_(torch.from_numpy(X))  # wanted
    return scores


def ok_module_used_after_fit():
    net = NeuralNetClassifier(Net, criterion=nn.CrossEntropyLoss, max_epochs=1, device="cuda", train_split=None, verbose=0)
    net.fit(X, y)
    with torch.no_grad():
        scores = net.module_(torch.from_numpy(X).to(net.device))
    return scores


def bad_objective_of_a_study():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def objective(trial):
        model = Net(trial.suggest_int("width", 4, 8)).to(device)
        optimizer = torch.optim.Adam(model.parameters(), lr=trial.suggest_float("lr", 1e-4, 1e-2, log=True))
        data, target = torch.from_numpy(X), torch.from_numpy(y)  # or here
        loss = nn.functional.cross_entropy(model(data), target)  # wanted
        loss.backward()
        optimizer.step()
        return loss.item()

    study = optuna.create_study(direction="minimize")
    study.optimize(objective, n_trials=1)


def ok_objective_of_a_study():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def objective(trial):
        model = Net(trial.suggest_int("width", 4, 8)).to(device)
        optimizer = torch.optim.Adam(model.parameters(), lr=trial.suggest_float("lr", 1e-4, 1e-2, log=True))
        data, target = torch.from_numpy(X), torch.from_numpy(y)
        loss = nn.functional.cross_entropy(model(data.to(device)), target.to(device))
        loss.backward()
        optimizer.step()
        return loss.item()

    study = optuna.create_study(direction="minimize")
    study.optimize(objective, n_trials=1)


class WeighedLeft(NeuralNetClassifier):
    def get_loss(self, y_pred, y_true, X=None, training=False):
        weights = torch.tensor([0.3, 0.7])
        return nn.functional.cross_entropy(y_pred, y_true.to(self.device), weight=weights)  # wanted


def bad_loss_with_weights():
    WeighedLeft(Net, max_epochs=1, device="cuda", train_split=None, verbose=0).fit(X, y)


class WeighedRight(NeuralNetClassifier):
    def get_loss(self, y_pred, y_true, X=None, training=False):
        weights = torch.tensor([0.3, 0.7], device=y_pred.device)
        return nn.functional.cross_entropy(y_pred, y_true.to(self.device), weight=weights)


def ok_loss_with_weights():
    WeighedRight(Net, max_epochs=1, device="cuda", train_split=None, verbose=0).fit(X, y)


def bad_array_of_a_forward():
    net = NeuralNetRegressor(Net, max_epochs=1, device="cuda", train_split=None, verbose=0).initialize()
    out = net.infer(torch.from_numpy(X).cuda())
    return out.detach().numpy()  # wanted


def ok_array_of_a_forward():
    net = NeuralNetRegressor(Net, max_epochs=1, device="cuda", train_split=None, verbose=0).initialize()
    out = net.infer(torch.from_numpy(X).cuda())
    return out.detach().cpu().numpy()
