import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(depth)]  # right: self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return x


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Stack(3).to(device)
    print(model(torch.randn(4, 8, device=device)).shape)


if __name__ == "__main__":
    main()
