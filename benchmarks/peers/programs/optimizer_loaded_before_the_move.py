import copy

import torch
from torch import nn


def step(model, optimizer, x):
    optimizer.zero_grad()
    model(x).sum().backward()
    optimizer.step()


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    step(model, optimizer, torch.randn(4, 8))
    saved = copy.deepcopy(optimizer.state_dict())

    resumed = nn.Linear(8, 2)  # right: resumed = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(resumed.parameters(), lr=0.1, momentum=0.9)
    optimizer.load_state_dict(saved)
    resumed.to(device)
    step(resumed, optimizer, torch.randn(4, 8, device=device))


if __name__ == "__main__":
    main()
