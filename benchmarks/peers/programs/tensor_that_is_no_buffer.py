import torch
from torch import nn


class Normalised(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.full((3, 1, 1), 0.5)  # right: self.register_buffer("mean", torch.full((3, 1, 1), 0.5))
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, images):
        return self.conv(images - self.mean)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Normalised().to(device)
    print(model(torch.randn(2, 3, 8, 8, device=device)).shape)


if __name__ == "__main__":
    main()
