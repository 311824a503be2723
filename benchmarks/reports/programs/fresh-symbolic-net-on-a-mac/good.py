from __future__ import print_function

import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
import torch.utils.data as utils

is_cuda = torch.cuda.is_available()
is_mps = torch.backends.mps.is_available()


class MultDataset(utils.Dataset):
    def __init__(self, factors, product):
        self.factors, self.product = factors, product

    def __len__(self):
        return len(self.product)

    def __getitem__(self, i):
        return self.factors[i], self.product[i]


class SimpleNet(nn.Module):
    def __init__(self, ni):
        super().__init__()
        self.linear1 = nn.Linear(ni, 128)
        self.linear2 = nn.Linear(128, 128)
        self.linear3 = nn.Linear(128, 64)
        self.linear4 = nn.Linear(64, 1)

    def forward(self, x):
        x = torch.tanh(self.linear1(x))
        x = torch.tanh(self.linear2(x))
        x = torch.tanh(self.linear3(x))
        return self.linear4(x)


def rmse_loss(pred, targ):
    denom = torch.sqrt(torch.mean(targ ** 2))
    return torch.sqrt(F.mse_loss(pred, targ)) / denom


def load_columns(pathdir, filename):
    n_variables = np.loadtxt(pathdir + filename, dtype="str").shape[1] - 1
    variables = np.loadtxt(pathdir + filename, usecols=(0,))
    for j in range(1, n_variables):
        variables = np.column_stack((variables, np.loadtxt(pathdir + filename, usecols=(j,))))
    f_dependent = np.loadtxt(pathdir + filename, usecols=(n_variables,))
    return n_variables, variables.reshape(len(f_dependent), -1), np.reshape(f_dependent, (len(f_dependent), 1))


def on_device(values):
    values = torch.from_numpy(values).float()
    if is_cuda:
        values = values.cuda()
    elif is_mps:
        values = values.to("mps")
    return values


def NN_train(pathdir, filename, epochs=3, lrs=1e-2, N_red_lr=2, pretrained_path=""):
    try:
        os.mkdir("results/NN_trained_models/")
    except OSError:
        pass
    n_variables, variables, f_dependent = load_columns(pathdir, filename)
    epochs = 200 * epochs if n_variables > 5 else epochs
    n = int(5 * len(variables) / 6)
    factors = on_device(variables[0:n])
    product = on_device(f_dependent[0:n])
    factors_val = on_device(variables[n:])
    product_val = on_device(f_dependent[n:])

    my_dataset = MultDataset(factors, product)
    my_dataloader = utils.DataLoader(my_dataset, batch_size=64, shuffle=True)

    model = SimpleNet(n_variables)
    if is_cuda:
        model = model.cuda()
    elif is_mps:
        model = model.to("mps")
    if pretrained_path != "":
        model.load_state_dict(torch.load(pretrained_path, map_location="cpu"))

    check_es_loss = 10000
    t = time.time()
    for i_i in range(N_red_lr):
        optimizer = optim.Adam(model.parameters(), lr=lrs)
        for epoch in range(epochs):
            model.train()
            for fct, prd in my_dataloader:
                optimizer.zero_grad()
                loss = rmse_loss(model(fct), prd)
                loss.backward()
                optimizer.step()
            model.eval()
            with torch.no_grad():
                val = rmse_loss(model(factors_val), product_val).item()
            if val < check_es_loss:
                check_es_loss = val
            print(f"lr {lrs} epoch {epoch}: {loss.item():.4f} {val:.4f}")
        lrs = lrs / 10
    print(f"best {check_es_loss:.4f} in {time.time() - t:.1f}s")
    return model


def evaluate(model, points):
    with torch.no_grad():
        return model(on_device(points)).cpu().numpy()


if __name__ == "__main__":
    os.makedirs("example_data", exist_ok=True)
    x = np.random.uniform(1, 3, (240, 3))
    np.savetxt("example_data/example1.txt", np.column_stack((x, x[:, 0] * np.sin(x[:, 1]) / x[:, 2])))
    net = NN_train("example_data/", "example1.txt")
    print(evaluate(net, x[:5]).ravel())
