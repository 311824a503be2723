import torch
from torch import nn


def change(model, before, x):
    return before - model(x).detach().cpu()  # right: return before.cpu() - model(x).detach().cpu()


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Linear(8, 2).to(device)
    x = torch.randn(4, 8, device=device)
    print(change(model, model(x), x).norm().item())


if __name__ == "__main__":
    main()
