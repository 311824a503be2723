import torch
from torch import nn


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Linear(8, 2).to(device)
    weight = torch.tensor([0.1, 0.9])  # right: weight = torch.tensor([0.1, 0.9], device=device)
    criterion = nn.CrossEntropyLoss(weight=weight)
    x, y = torch.randn(4, 8).to(device), torch.randint(0, 2, (4,)).to(device)
    print(criterion(model(x), y).item())


if __name__ == "__main__":
    main()
