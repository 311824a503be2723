import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 16)
        self.head = nn.Linear(16, 10)

    def forward(self, x):
        return self.head(self.body(x).relu())


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Classifier().to(device)
    model.head = nn.Linear(16, 2)  # right: model.head = nn.Linear(16, 2).to(device)
    print(model(torch.randn(4, 8, device=device)).shape)


if __name__ == "__main__":
    main()
