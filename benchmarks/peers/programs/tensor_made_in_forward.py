import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(100, 16)
        self.places = nn.Embedding(50, 16)

    def forward(self, tokens):
        order = torch.arange(tokens.shape[1])  # right: order = torch.arange(tokens.shape[1], device=tokens.device)
        return self.words(tokens) + self.places(order)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Embedder().to(device)
    print(model(torch.randint(0, 100, (2, 7), device=device)).shape)


if __name__ == "__main__":
    main()
