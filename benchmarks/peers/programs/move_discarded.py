import torch
from torch import nn


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Linear(8, 2).to(device)
    x = torch.randn(4, 8)
    x.to(device)  # right: x = x.to(device)
    print(model(x).shape)


if __name__ == "__main__":
    main()
