"""The images of each batch are moved to the GPU, and the labels are not."""

from torch import nn


def train(model, loader, optimizer, device):
    model = model.to(device)
    criterion = nn.CrossEntropyLoss()
    for images, labels in loader:
        images = images.to(device)
        optimizer.zero_grad()
        loss = criterion(model(images), labels)  # DEV105
        loss.backward()
        optimizer.step()
