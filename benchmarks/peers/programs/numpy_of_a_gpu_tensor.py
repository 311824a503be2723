import numpy as np
import torch
from torch import nn


def accuracy(model, inputs, labels, device):
    model.to(device).eval()
    with torch.no_grad():
        guesses = model(inputs.to(device)).argmax(dim=1)
    return np.mean(guesses.numpy() == labels.numpy())  # right: return np.mean(guesses.cpu().numpy() == labels.numpy())


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    print(accuracy(nn.Linear(8, 3), torch.randn(6, 8), torch.randint(0, 3, (6,)), device))


if __name__ == "__main__":
    main()
