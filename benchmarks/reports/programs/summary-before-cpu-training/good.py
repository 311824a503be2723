import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torchinfo import summary

CLASSES = 4


class Spectrum(nn.Module):
    """A small classifier of spectra, trained on the CPU."""

    def __init__(self, length=64):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv1d(1, 8, kernel_size=5, padding=2),
            nn.ReLU(),
            nn.MaxPool1d(4),
            nn.Conv1d(8, 16, kernel_size=5, padding=2),
            nn.ReLU(),
            nn.AdaptiveAvgPool1d(4),
        )
        self.head = nn.Linear(64, CLASSES)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def data(count=96, length=64):
    labels = torch.randint(0, CLASSES, (count,))
    grid = torch.linspace(0, 1, length)
    peaks = torch.exp(-((grid - labels.view(-1, 1) / CLASSES) ** 2) / 0.01)
    noisy = peaks + 0.2 * torch.randn(count, length)
    return DataLoader(TensorDataset(noisy.unsqueeze(1), labels), batch_size=16, shuffle=True)


def train(net, loader, epochs=2):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(epochs):
        running = 0.0
        for spectra, labels in loader:
            optimizer.zero_grad()
            loss = criterion(net(spectra), labels)
            loss.backward()
            optimizer.step()
            running += loss.item()
        print(f"epoch {epoch}: {running / len(loader):.3f}")


if __name__ == "__main__":
    torch.manual_seed(3)
    net = Spectrum()
    summary(net, input_size=(16, 1, 64), device="cpu")
    train(net, data())
