import torch
from torch import nn


def train(model, batches, device):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, labels in batches:
        inputs = inputs.to(device)
        loss = nn.functional.cross_entropy(model(inputs), labels)  # right: loss = nn.functional.cross_entropy(model(inputs), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = torch.utils.data.TensorDataset(torch.randn(8, 4), torch.randint(0, 3, (8,)))
    train(nn.Linear(4, 3), torch.utils.data.DataLoader(data, batch_size=4), device)


if __name__ == "__main__":
    main()
