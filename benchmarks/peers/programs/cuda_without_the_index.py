import torch
from torch import nn


def main():
    last = torch.cuda.device_count() - 1
    device = torch.device(f"cuda:{last}" if torch.cuda.is_available() else "cpu")
    model = nn.Linear(8, 2).to(device)
    x = torch.randn(4, 8)
    if torch.cuda.is_available():
        x = x.cuda()  # right: x = x.to(device)
    print(model(x).shape)


if __name__ == "__main__":
    main()
